//! Types and their layout in memory.

use std::marker::PhantomData;
use std::ptr::NonNull;

use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::target::*;

use super::owned_message;

/// A type of the module it was read from.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type<'m> {
    raw: NonNull<llvm_sys::LLVMType>,
    module: PhantomData<&'m ()>,
}

/// The kind of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TypeKind<'m> {
    /// No value.
    Void,
    /// An integer of this many bits.
    Int(u32),
    /// A floating-point number.
    Float,
    /// A pointer.
    Pointer,
    /// A structure with a body.
    Struct,
    /// An array.
    Array(Type<'m>, u64),
    /// A vector of fixed length.
    Vector(Type<'m>, u32),
    /// A function.
    Function,
    /// Anything else: opaque structures, scalable vectors, tokens, metadata, labels, target types.
    Other,
}

impl<'m> Type<'m> {
    /// The handle of a non-null type.
    pub(super) fn new(raw: LLVMTypeRef) -> Type<'m> {
        Type { raw: NonNull::new(raw).expect("every value has a type"), module: PhantomData }
    }

    pub(super) fn raw(self) -> LLVMTypeRef {
        self.raw.as_ptr()
    }

    /// The kind of the type.
    pub fn kind(self) -> TypeKind<'m> {
        use LLVMTypeKind::*;
        // SAFETY: the type is live; the queries below match its kind.
        unsafe {
            match LLVMGetTypeKind(self.raw()) {
                LLVMVoidTypeKind => TypeKind::Void,
                LLVMIntegerTypeKind => TypeKind::Int(LLVMGetIntTypeWidth(self.raw())),
                LLVMHalfTypeKind
                | LLVMBFloatTypeKind
                | LLVMFloatTypeKind
                | LLVMDoubleTypeKind
                | LLVMX86_FP80TypeKind
                | LLVMFP128TypeKind
                | LLVMPPC_FP128TypeKind => TypeKind::Float,
                LLVMPointerTypeKind => TypeKind::Pointer,
                LLVMStructTypeKind if LLVMIsOpaqueStruct(self.raw()) == 0 => TypeKind::Struct,
                LLVMArrayTypeKind => {
                    TypeKind::Array(Type::new(LLVMGetElementType(self.raw())), LLVMGetArrayLength2(self.raw()))
                }
                LLVMVectorTypeKind => {
                    TypeKind::Vector(Type::new(LLVMGetElementType(self.raw())), LLVMGetVectorSize(self.raw()))
                }
                LLVMFunctionTypeKind => TypeKind::Function,
                _ => TypeKind::Other,
            }
        }
    }

    /// The fields of a structure; empty for other types.
    pub fn fields(self) -> Vec<Type<'m>> {
        (0..self.field_count()).filter_map(|index| self.field(index)).collect()
    }

    /// The number of fields of a structure; 0 for other types.
    pub fn field_count(self) -> u32 {
        // SAFETY: the query is made for a structure with a body only.
        if self.kind() == TypeKind::Struct { unsafe { LLVMCountStructElementTypes(self.raw()) } } else { 0 }
    }

    /// A field of a structure; `None` if it does not exist.
    pub fn field(self, index: u32) -> Option<Type<'m>> {
        // SAFETY: the type is a structure with a body, and it has that field.
        (index < self.field_count()).then(|| Type::new(unsafe { LLVMStructGetTypeAtIndex(self.raw(), index) }))
    }

    /// The parameters of a function type; empty for other types.
    pub fn params(self) -> Vec<Type<'m>> {
        if self.kind() != TypeKind::Function {
            return Vec::new();
        }
        // SAFETY: the type is a function type.
        let count = unsafe { LLVMCountParamTypes(self.raw()) } as usize;
        let mut params = vec![std::ptr::null_mut(); count];
        // SAFETY: the destination has room for as many types as there are parameters.
        unsafe { LLVMGetParamTypes(self.raw(), params.as_mut_ptr()) };
        params.into_iter().map(Type::new).collect()
    }

    /// The result of a function type; `None` for other types.
    pub fn result(self) -> Option<Type<'m>> {
        // SAFETY: the query is made for a function type only.
        (self.kind() == TypeKind::Function).then(|| Type::new(unsafe { LLVMGetReturnType(self.raw()) }))
    }

    /// Whether a function type takes more arguments than it has parameters.
    pub fn is_variadic(self) -> bool {
        // SAFETY: the query is made for a function type only.
        self.kind() == TypeKind::Function && unsafe { LLVMIsFunctionVarArg(self.raw()) } != 0
    }

    /// Whether values of the type have a size.
    pub fn is_sized(self) -> bool {
        // SAFETY: the type is live.
        unsafe { LLVMTypeIsSized(self.raw()) != 0 }
    }

    /// The type as LLVM writes it.
    pub fn text(self) -> String {
        // SAFETY: the type is live and the message is ours.
        owned_message(unsafe { LLVMPrintTypeToString(self.raw()) })
    }
}

/// Sizes and offsets on the module's target. Types must be sized.
#[derive(Clone, Copy)]
pub struct DataLayout<'m> {
    raw: LLVMTargetDataRef,
    module: PhantomData<&'m ()>,
}

impl<'m> DataLayout<'m> {
    pub(super) fn new(raw: LLVMTargetDataRef) -> DataLayout<'m> {
        DataLayout { raw, module: PhantomData }
    }

    /// Whether the least significant byte comes first.
    pub fn is_little_endian(self) -> bool {
        // SAFETY: the layout lives as long as its module.
        matches!(unsafe { LLVMByteOrder(self.raw) }, LLVMByteOrdering::LLVMLittleEndian)
    }

    /// The size of a pointer in the default address space, in bytes.
    pub fn pointer_bytes(self) -> u32 {
        // SAFETY: the layout lives as long as its module.
        unsafe { LLVMPointerSize(self.raw) }
    }

    /// The width of a value in bits, without padding.
    pub fn bits(self, ty: Type<'m>) -> u64 {
        assert!(ty.is_sized(), "only sized types have bits");
        // SAFETY: layout and type are live, and the type is sized.
        unsafe { LLVMSizeOfTypeInBits(self.raw, ty.raw()) }
    }

    /// The distance between two elements in an array, in bytes.
    pub fn size(self, ty: Type<'m>) -> u64 {
        assert!(ty.is_sized(), "only sized types have a size");
        // SAFETY: layout and type are live, and the type is sized.
        unsafe { LLVMABISizeOfType(self.raw, ty.raw()) }
    }

    /// The alignment in bytes.
    pub fn align(self, ty: Type<'m>) -> u64 {
        assert!(ty.is_sized(), "only sized types have an alignment");
        // SAFETY: layout and type are live, and the type is sized.
        u64::from(unsafe { LLVMABIAlignmentOfType(self.raw, ty.raw()) })
    }

    /// The offset of a field in bytes.
    pub fn offset(self, ty: Type<'m>, field: u32) -> u64 {
        assert!(field < ty.field_count(), "the structure has that field");
        assert!(ty.is_sized(), "only sized structures have offsets");
        // SAFETY: layout and type are live, the type is a sized structure, and it has that field.
        unsafe { LLVMOffsetOfElement(self.raw, ty.raw(), field) }
    }
}
