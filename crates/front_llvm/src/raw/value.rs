//! Values (constants, globals, functions, instructions) and basic blocks.

use std::marker::PhantomData;
use std::ptr::NonNull;

use llvm_sys::core::*;
use llvm_sys::debuginfo::{
    LLVMDIFileGetDirectory, LLVMDIFileGetFilename, LLVMDILocationGetColumn, LLVMDILocationGetInlinedAt,
    LLVMDILocationGetLine, LLVMDILocationGetScope, LLVMDIScopeGetFile, LLVMInstructionGetDebugLoc,
};
use llvm_sys::prelude::*;
use llvm_sys::{LLVMAttributeIndex, LLVMLinkage, LLVMOpcode, LLVMValueKind};

use super::module::attribute_kind;
use super::{Linkage, Opcode, Predicate, RmwOp, Type, owned_message, text};

/// A value of the module it was read from.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value<'m> {
    raw: NonNull<llvm_sys::LLVMValue>,
    module: PhantomData<&'m ()>,
}

/// A basic block of the module it was read from.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Block<'m> {
    raw: NonNull<llvm_sys::LLVMBasicBlock>,
    module: PhantomData<&'m ()>,
}

/// The kind of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueKind {
    /// A parameter of a function.
    Argument,
    /// An instruction.
    Instruction,
    /// A function.
    Function,
    /// A global variable.
    Variable,
    /// Another name for a global value.
    Alias,
    /// A function that is chosen at load time.
    IFunc,
    /// The address of a block.
    BlockAddress,
    /// A constant expression.
    Expression,
    /// An array, structure or vector of constants.
    Aggregate,
    /// An array or vector of plain numbers.
    Data,
    /// A zero of any type: null pointers and `zeroinitializer`.
    Zero,
    /// `undef` or `poison`.
    Undef,
    /// An integer.
    Int,
    /// A floating-point number.
    Float,
    /// Inline assembly.
    InlineAsm,
    /// Anything else.
    Other,
}

impl<'m> Value<'m> {
    /// The handle, unless null.
    pub(super) fn new(raw: LLVMValueRef) -> Option<Value<'m>> {
        NonNull::new(raw).map(|raw| Value { raw, module: PhantomData })
    }

    pub(super) fn raw(self) -> LLVMValueRef {
        self.raw.as_ptr()
    }

    fn expect(raw: LLVMValueRef) -> Value<'m> {
        Value::new(raw).expect("a verified module has no missing operands")
    }

    /// Its type.
    pub fn ty(self) -> Type<'m> {
        // SAFETY: the value is live.
        Type::new(unsafe { LLVMTypeOf(self.raw()) })
    }

    /// The kind of the value.
    pub fn kind(self) -> ValueKind {
        use LLVMValueKind::*;
        // SAFETY: the value is live.
        match unsafe { LLVMGetValueKind(self.raw()) } {
            LLVMArgumentValueKind => ValueKind::Argument,
            LLVMFunctionValueKind => ValueKind::Function,
            LLVMGlobalAliasValueKind => ValueKind::Alias,
            LLVMGlobalIFuncValueKind => ValueKind::IFunc,
            LLVMGlobalVariableValueKind => ValueKind::Variable,
            LLVMBlockAddressValueKind => ValueKind::BlockAddress,
            LLVMConstantExprValueKind => ValueKind::Expression,
            LLVMConstantArrayValueKind | LLVMConstantStructValueKind | LLVMConstantVectorValueKind => {
                ValueKind::Aggregate
            }
            LLVMConstantDataArrayValueKind | LLVMConstantDataVectorValueKind => ValueKind::Data,
            LLVMConstantAggregateZeroValueKind | LLVMConstantPointerNullValueKind | LLVMConstantTargetNoneValueKind => {
                ValueKind::Zero
            }
            LLVMUndefValueValueKind | LLVMPoisonValueKind => ValueKind::Undef,
            LLVMConstantIntValueKind => ValueKind::Int,
            LLVMConstantFPValueKind => ValueKind::Float,
            LLVMInlineAsmValueKind => ValueKind::InlineAsm,
            // LLVM answers "instruction" for the constants its C API does not know.
            // SAFETY: the value is live.
            LLVMInstructionValueKind if !unsafe { LLVMIsAInstruction(self.raw()) }.is_null() => ValueKind::Instruction,
            _ => ValueKind::Other,
        }
    }

    /// Its name; empty if it has none.
    pub fn name(self) -> String {
        let mut length = 0;
        // SAFETY: the value is live and the length pointer is valid for writes.
        let start = unsafe { LLVMGetValueName2(self.raw(), &mut length) };
        text(start, length)
    }

    /// The value as LLVM writes it.
    pub fn text(self) -> String {
        // SAFETY: the value is live and the message is ours.
        owned_message(unsafe { LLVMPrintValueToString(self.raw()) })
    }

    /// The users of the value, each as often as it uses the value.
    pub(super) fn users(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: the value is live.
        let first = unsafe { LLVMGetFirstUse(self.raw()) };
        // SAFETY: the use is live; the last one is followed by null.
        let uses =
            std::iter::successors(NonNull::new(first), |link| NonNull::new(unsafe { LLVMGetNextUse(link.as_ptr()) }));
        // SAFETY: the use is live, and so is its user.
        uses.filter_map(|link| Value::new(unsafe { LLVMGetUser(link.as_ptr()) }))
    }

    /// Whether anything refers to it.
    pub fn is_used(self) -> bool {
        // SAFETY: the value is live.
        !unsafe { LLVMGetFirstUse(self.raw()) }.is_null()
    }

    /// The number of operands.
    pub fn operand_count(self) -> u32 {
        match self.kind() {
            ValueKind::Instruction | ValueKind::Expression | ValueKind::Aggregate | ValueKind::Other => {
                // SAFETY: the query answers for any user of values and gives 0 for other values.
                u32::try_from(unsafe { LLVMGetNumOperands(self.raw()) }).unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// One operand.
    pub fn operand(self, index: u32) -> Value<'m> {
        assert!(index < self.operand_count(), "the instruction has that operand");
        // SAFETY: the index was checked.
        Value::expect(unsafe { LLVMGetOperand(self.raw(), index) })
    }

    /// The low 64 bits of an integer constant.
    pub fn int_low(self) -> Option<u64> {
        // SAFETY: the query is made for an integer constant only.
        (self.kind() == ValueKind::Int).then(|| unsafe { LLVMConstIntGetZExtValue(self.raw()) })
    }

    /// The bits of a floating-point constant, as an integer constant of that width.
    pub fn float_bits(self, width: u32) -> Option<Value<'m>> {
        if self.kind() != ValueKind::Float {
            return None;
        }
        // SAFETY: the type belongs to a live context.
        let context = unsafe { LLVMGetTypeContext(self.ty().raw()) };
        // SAFETY: LLVM folds the cast of a number to the integer of its width into an integer constant.
        let bits = Value::new(unsafe { LLVMConstBitCast(self.raw(), LLVMIntTypeInContext(context, width)) })?;
        (bits.kind() == ValueKind::Int).then_some(bits)
    }

    /// An element of a constant aggregate.
    pub fn element(self, index: u32) -> Option<Value<'m>> {
        match self.kind() {
            ValueKind::Aggregate | ValueKind::Data | ValueKind::Zero | ValueKind::Undef => {
                // SAFETY: the value is a constant; LLVM answers null past the end.
                Value::new(unsafe { LLVMGetAggregateElement(self.raw(), index) })
            }
            _ => None,
        }
    }

    /// The bytes of an array or vector of plain numbers, as they are in memory on a little-endian host.
    pub fn data(self) -> Option<&'m [u8]> {
        if self.kind() != ValueKind::Data {
            return None;
        }
        let mut length: usize = 0;
        let length_address: *mut usize = &mut length;
        // SAFETY: the query is made for plain data only. The bindings declare the length as an integer, but the C
        // function takes its address.
        let start = unsafe { LLVMGetRawDataValues(self.raw(), length_address as usize) };
        if start.is_null() || length == 0 {
            return Some(&[]);
        }
        // SAFETY: the bytes live as long as the context, which outlives the module.
        Some(unsafe { std::slice::from_raw_parts(start.cast(), length) })
    }

    /// The opcode of an instruction or a constant expression.
    pub fn opcode(self) -> Option<Opcode> {
        match self.kind() {
            // SAFETY: the value is an instruction.
            ValueKind::Instruction => Some(unsafe { LLVMGetInstructionOpcode(self.raw()) }),
            // SAFETY: the value is a constant expression.
            ValueKind::Expression => Some(unsafe { LLVMGetConstOpcode(self.raw()) }),
            _ => None,
        }
    }

    fn is(self, opcode: LLVMOpcode) -> bool {
        self.opcode() == Some(opcode)
    }

    // Global values.

    /// Whether a global value has no definition.
    pub fn is_declaration(self) -> bool {
        self.assert_global();
        // SAFETY: the value is a global value.
        unsafe { LLVMIsDeclaration(self.raw()) != 0 }
    }

    /// The linkage of a global value.
    pub fn linkage(self) -> Linkage {
        self.assert_global();
        // SAFETY: the value is a global value.
        let linkage: LLVMLinkage = unsafe { LLVMGetLinkage(self.raw()) };
        linkage
    }

    /// Whether a global value is a definition that other modules see.
    pub fn is_seen(self) -> bool {
        use LLVMLinkage::{
            LLVMAppendingLinkage, LLVMAvailableExternallyLinkage, LLVMInternalLinkage, LLVMPrivateLinkage,
        };
        let hidden = [LLVMAppendingLinkage, LLVMAvailableExternallyLinkage, LLVMInternalLinkage, LLVMPrivateLinkage];
        !self.is_declaration() && !hidden.contains(&self.linkage()) && !self.name().starts_with("llvm.")
    }

    /// Whether a global value is for the executable or library alone that it is linked to.
    pub fn is_hidden(self) -> bool {
        self.assert_global();
        // SAFETY: the value is a global value.
        unsafe { LLVMGetVisibility(self.raw()) == llvm_sys::LLVMVisibility::LLVMHiddenVisibility }
    }

    /// The type of the function or variable that a global value is the address of.
    pub fn value_type(self) -> Type<'m> {
        self.assert_global();
        // SAFETY: the value is a global value.
        Type::new(unsafe { LLVMGlobalGetValueType(self.raw()) })
    }

    fn assert_global(self) {
        use ValueKind::{Alias, Function, IFunc, Variable};
        assert!(matches!(self.kind(), Function | Variable | Alias | IFunc), "the value is global");
    }

    /// The initial value of a global variable.
    pub fn initializer(self) -> Option<Value<'m>> {
        if self.kind() != ValueKind::Variable {
            return None;
        }
        // SAFETY: the value is a global variable; the answer is null without an initial value.
        Value::new(unsafe { LLVMGetInitializer(self.raw()) })
    }

    /// Whether a global variable is constant.
    pub fn is_constant_variable(self) -> bool {
        // SAFETY: the query is made for a global variable only.
        self.kind() == ValueKind::Variable && unsafe { LLVMIsGlobalConstant(self.raw()) } != 0
    }

    /// The alignment of a global variable or an `alloca` in bytes; 0 if none is given.
    pub fn alignment(self) -> u64 {
        if self.kind() != ValueKind::Variable && !self.is(LLVMOpcode::LLVMAlloca) {
            return 0;
        }
        // SAFETY: the value is one that can carry an alignment.
        u64::from(unsafe { LLVMGetAlignment(self.raw()) })
    }

    /// The value that an alias refers to.
    pub fn aliasee(self) -> Option<Value<'m>> {
        if self.kind() != ValueKind::Alias {
            return None;
        }
        // SAFETY: the value is an alias.
        Value::new(unsafe { LLVMAliasGetAliasee(self.raw()) })
    }

    // Functions.

    /// The parameters of a function.
    pub fn function_params(self) -> Vec<Value<'m>> {
        assert!(self.kind() == ValueKind::Function, "the value is a function");
        // SAFETY: the value is a function.
        let count = unsafe { LLVMCountParams(self.raw()) };
        // SAFETY: as above, and the index is below the number of parameters.
        (0..count).map(|index| Value::expect(unsafe { LLVMGetParam(self.raw(), index) })).collect()
    }

    /// The blocks of a function, the entry first.
    pub fn blocks(self) -> Vec<Block<'m>> {
        assert!(self.kind() == ValueKind::Function, "the value is a function");
        // SAFETY: the value is a function.
        let first = Block::new(unsafe { LLVMGetFirstBasicBlock(self.raw()) });
        // SAFETY: the block is live.
        std::iter::successors(first, |block| Block::new(unsafe { LLVMGetNextBasicBlock(block.raw()) })).collect()
    }

    /// The name of an intrinsic, without the types that it is overloaded on; `None` for other functions.
    pub fn intrinsic(self) -> Option<String> {
        if self.kind() != ValueKind::Function {
            return None;
        }
        // SAFETY: the value is a function.
        let id = unsafe { LLVMGetIntrinsicID(self.raw()) };
        if id == 0 {
            let name = self.name();
            return name.starts_with("llvm.").then_some(name);
        }
        let mut length = 0;
        // SAFETY: the number is one LLVM gave, and the length pointer is valid for writes.
        let start = unsafe { LLVMIntrinsicGetName(id, &mut length) };
        Some(text(start, length))
    }

    /// Whether a function has an attribute without a value.
    pub fn has_attribute(self, name: &str) -> bool {
        assert!(self.kind() == ValueKind::Function, "the value is a function");
        // SAFETY: the value is a function; absent attributes are null.
        let attribute = unsafe {
            LLVMGetEnumAttributeAtIndex(self.raw(), llvm_sys::LLVMAttributeFunctionIndex, attribute_kind(name))
        };
        !attribute.is_null()
    }

    /// Whether parameter `index` of a function has an attribute.
    pub fn parameter_has(self, index: u32, name: &str) -> bool {
        assert!(self.kind() == ValueKind::Function, "the value is a function");
        // SAFETY: the value is a function; absent attributes are null.
        let attribute =
            unsafe { LLVMGetEnumAttributeAtIndex(self.raw(), parameter_index(index), attribute_kind(name)) };
        !attribute.is_null()
    }

    /// The type of parameter `index` of a function, if it is passed by value.
    pub fn by_value(self, index: u32) -> Option<Type<'m>> {
        assert!(self.kind() == ValueKind::Function, "the value is a function");
        // SAFETY: the value is a function; absent attributes are null.
        let attribute =
            unsafe { LLVMGetEnumAttributeAtIndex(self.raw(), parameter_index(index), attribute_kind("byval")) };
        type_of_attribute(attribute)
    }

    /// The type of argument `index` of a call, if it is passed by value.
    pub fn argument_by_value(self, index: u32) -> Option<Type<'m>> {
        self.assert_call();
        // SAFETY: the value is a call; absent attributes are null.
        let attribute =
            unsafe { LLVMGetCallSiteEnumAttribute(self.raw(), parameter_index(index), attribute_kind("byval")) };
        type_of_attribute(attribute)
    }

    // Instructions.

    fn assert_call(self) {
        let known = matches!(self.opcode(), Some(Opcode::LLVMCall | Opcode::LLVMInvoke | Opcode::LLVMCallBr));
        assert!(known, "the instruction is a call");
    }

    /// The value that a call calls.
    pub fn called_value(self) -> Value<'m> {
        self.assert_call();
        // SAFETY: the value is a call.
        Value::expect(unsafe { LLVMGetCalledValue(self.raw()) })
    }

    /// The function type that a call assumes.
    pub fn called_type(self) -> Type<'m> {
        self.assert_call();
        // SAFETY: the value is a call.
        Type::new(unsafe { LLVMGetCalledFunctionType(self.raw()) })
    }

    /// The arguments of a call.
    pub fn arguments(self) -> Vec<Value<'m>> {
        self.assert_call();
        // SAFETY: the value is a call.
        let count = unsafe { LLVMGetNumArgOperands(self.raw()) };
        (0..count).map(|index| self.operand(index)).collect()
    }

    /// Where an `invoke` continues if the call returns.
    pub fn normal_destination(self) -> Block<'m> {
        assert!(self.is(LLVMOpcode::LLVMInvoke), "the instruction is an invoke");
        // SAFETY: the value is an `invoke`.
        Block::expect(unsafe { LLVMGetNormalDest(self.raw()) })
    }

    /// Where an `invoke` continues if the call throws.
    pub fn unwind_destination(self) -> Block<'m> {
        assert!(self.is(LLVMOpcode::LLVMInvoke), "the instruction is an invoke");
        // SAFETY: the value is an `invoke`.
        Block::expect(unsafe { LLVMGetUnwindDest(self.raw()) })
    }

    /// The clauses of a landing pad: a type stands for a handler, an array of types for a filter that only
    /// these pass.
    pub fn clauses(self) -> Vec<Value<'m>> {
        assert!(self.is(LLVMOpcode::LLVMLandingPad), "the instruction is a landing pad");
        // SAFETY: the value is a landing pad.
        let count = unsafe { LLVMGetNumClauses(self.raw()) };
        // SAFETY: as above, and the index is below the number of clauses.
        (0..count).map(|index| Value::expect(unsafe { LLVMGetClause(self.raw(), index) })).collect()
    }

    /// Whether a landing pad has cleanup to do for every exception.
    pub fn is_cleanup(self) -> bool {
        assert!(self.is(LLVMOpcode::LLVMLandingPad), "the instruction is a landing pad");
        // SAFETY: the value is a landing pad.
        unsafe { LLVMIsCleanup(self.raw()) != 0 }
    }

    /// The predicate of an integer comparison.
    pub fn predicate(self) -> Predicate {
        assert!(self.is(LLVMOpcode::LLVMICmp), "the instruction is an integer comparison");
        // SAFETY: the value is an integer comparison.
        unsafe { LLVMGetICmpPredicate(self.raw()) }
    }

    /// The predicate of a floating-point comparison, as the set of relations for which it holds: bit 0 for
    /// equal, 1 for greater, 2 for less, 3 for unordered. This is LLVM's numbering.
    pub fn float_predicate(self) -> u8 {
        assert!(self.is(LLVMOpcode::LLVMFCmp), "the instruction is a floating-point comparison");
        // SAFETY: the value is a floating-point comparison.
        unsafe { LLVMGetFCmpPredicate(self.raw()) as u8 }
    }

    /// The successors of a terminator.
    pub fn successors(self) -> Vec<Block<'m>> {
        // SAFETY: the query is made for terminators only.
        if self.kind() != ValueKind::Instruction || unsafe { LLVMIsATerminatorInst(self.raw()) }.is_null() {
            return Vec::new();
        }
        // SAFETY: the value is a terminator.
        let count = unsafe { LLVMGetNumSuccessors(self.raw()) };
        // SAFETY: as above, and the index is below the number of successors.
        (0..count).map(|index| Block::expect(unsafe { LLVMGetSuccessor(self.raw(), index) })).collect()
    }

    /// The condition of a branch; `None` if it is unconditional.
    pub fn branch_condition(self) -> Option<Value<'m>> {
        assert!(self.is(LLVMOpcode::LLVMBr), "the instruction is a branch");
        // SAFETY: the value is a branch.
        if unsafe { LLVMIsConditional(self.raw()) } == 0 {
            return None;
        }
        // SAFETY: the value is a conditional branch.
        Value::new(unsafe { LLVMGetCondition(self.raw()) })
    }

    /// The value for which a `switch` takes successor `index` (from 1; 0 is the default).
    pub fn case_value(self, index: u32) -> Value<'m> {
        assert!(self.is(LLVMOpcode::LLVMSwitch), "the instruction is a switch");
        // SAFETY: the value is a `switch`.
        let count = unsafe { LLVMGetNumSuccessors(self.raw()) };
        assert!(index > 0 && index < count, "the switch has that case");
        // SAFETY: the value is a `switch`, and it has that case.
        Value::expect(unsafe { LLVMGetSwitchCaseValue(self.raw(), index) })
    }

    /// Whether this is `freeze undef`, which stands for the value of an uninitialised variable.
    pub fn is_uninitialized(self) -> bool {
        self.is(LLVMOpcode::LLVMFreeze) && self.operand(0).kind() == ValueKind::Undef
    }

    /// The type that an `alloca` allocates.
    pub fn allocated_type(self) -> Type<'m> {
        assert!(self.is(LLVMOpcode::LLVMAlloca), "the instruction is an alloca");
        // SAFETY: the value is an `alloca`.
        Type::new(unsafe { LLVMGetAllocatedType(self.raw()) })
    }

    /// The type that the indices of a `getelementptr`, instruction or expression, start from.
    pub fn source_element_type(self) -> Type<'m> {
        assert!(self.is(LLVMOpcode::LLVMGetElementPtr), "the value is a getelementptr");
        // SAFETY: the value is a `getelementptr`.
        Type::new(unsafe { LLVMGetGEPSourceElementType(self.raw()) })
    }

    /// The constant indices of `extractvalue` and `insertvalue`.
    pub fn indices(self) -> Vec<u32> {
        let known = self.is(LLVMOpcode::LLVMExtractValue) || self.is(LLVMOpcode::LLVMInsertValue);
        assert!(known, "the instruction has constant indices");
        // SAFETY: the value is an instruction with constant indices.
        let (count, start) = unsafe { (LLVMGetNumIndices(self.raw()) as usize, LLVMGetIndices(self.raw())) };
        // SAFETY: LLVM gave the start of an array of that many numbers.
        unsafe { std::slice::from_raw_parts(start, count) }.to_vec()
    }

    /// The lanes that a `shufflevector` picks; `None` where the mask leaves the lane open.
    pub fn shuffle_mask(self) -> Vec<Option<u32>> {
        assert!(self.is(LLVMOpcode::LLVMShuffleVector), "the value is a shufflevector");
        // SAFETY: the value is a `shufflevector`.
        let count = unsafe { LLVMGetNumMaskElements(self.raw()) };
        // SAFETY: as above, and the index is below the number of lanes; undefined lanes are negative.
        (0..count).map(|index| u32::try_from(unsafe { LLVMGetMaskValue(self.raw(), index) }).ok()).collect()
    }

    /// The operation of an `atomicrmw`.
    pub fn rmw_op(self) -> RmwOp {
        assert!(self.is(LLVMOpcode::LLVMAtomicRMW), "the instruction is an atomicrmw");
        // SAFETY: the value is an `atomicrmw`.
        unsafe { LLVMGetAtomicRMWBinOp(self.raw()) }
    }

    /// The incoming values of a phi, with the blocks they come from.
    pub fn incoming(self) -> Vec<(Value<'m>, Block<'m>)> {
        assert!(self.is(LLVMOpcode::LLVMPHI), "the instruction is a phi");
        // SAFETY: the value is a phi.
        let count = unsafe { LLVMCountIncoming(self.raw()) };
        let pair = |index| {
            // SAFETY: the value is a phi, and the index is below the number of incoming values.
            let (value, block) =
                unsafe { (LLVMGetIncomingValue(self.raw(), index), LLVMGetIncomingBlock(self.raw(), index)) };
            (Value::expect(value), Block::expect(block))
        };
        (0..count).map(pair).collect()
    }

    /// The text of inline assembly.
    pub fn asm_text(self) -> String {
        assert!(self.kind() == ValueKind::InlineAsm, "the value is inline assembly");
        let mut length = 0;
        // SAFETY: the value is inline assembly and the length pointer is valid for writes.
        let start = unsafe { LLVMGetInlineAsmAsmString(self.raw(), &mut length) };
        text(start, length)
    }

    /// The constraints of inline assembly: outputs, inputs, clobbers.
    pub fn asm_constraints(self) -> String {
        assert!(self.kind() == ValueKind::InlineAsm, "the value is inline assembly");
        let mut length = 0;
        // SAFETY: the value is inline assembly and the length pointer is valid for writes.
        let start = unsafe { LLVMGetInlineAsmConstraintString(self.raw(), &mut length) };
        text(start, length)
    }

    /// The block that a block address names.
    pub fn block_address(self) -> Option<Block<'m>> {
        if self.kind() != ValueKind::BlockAddress {
            return None;
        }
        // SAFETY: the value is a block address.
        Block::new(unsafe { LLVMGetBlockAddressBasicBlock(self.raw()) })
    }

    /// The line and column of an instruction, a function or a variable; zeros if unknown.
    pub fn line(self) -> (u32, u32) {
        if !matches!(self.kind(), ValueKind::Instruction | ValueKind::Function | ValueKind::Variable) {
            return (0, 0);
        }
        // SAFETY: the value is one that can carry a position. Only instructions have a column.
        unsafe {
            let column = if self.kind() == ValueKind::Instruction { LLVMGetDebugLocColumn(self.raw()) } else { 0 };
            (LLVMGetDebugLocLine(self.raw()), column)
        }
    }

    /// The file name of an instruction, a function or a variable, as it was given to the compiler. Equal names
    /// have the same address.
    pub fn file(self) -> Option<&'m [u8]> {
        self.location_text(LLVMGetDebugLocFilename)
    }

    /// The directory that relative file names refer to.
    pub fn directory(self) -> Option<&'m [u8]> {
        self.location_text(LLVMGetDebugLocDirectory)
    }

    /// The positions of the calls through which an instruction was inlined, the innermost first.
    pub fn inlined_at(self) -> Vec<SourcePlace<'m>> {
        if self.kind() != ValueKind::Instruction {
            return Vec::new();
        }
        let mut places = Vec::new();
        // SAFETY: the value is an instruction; its location is null or one.
        let mut location = unsafe { LLVMInstructionGetDebugLoc(self.raw()) };
        while !location.is_null() {
            // SAFETY: it is a location, and so is what it was inlined at, if anything.
            location = unsafe { LLVMDILocationGetInlinedAt(location) };
            if !location.is_null() {
                // SAFETY: a location lies in a scope.
                let file = unsafe { LLVMDIScopeGetFile(LLVMDILocationGetScope(location)) };
                // SAFETY: it is a location.
                let (line, column) = unsafe { (LLVMDILocationGetLine(location), LLVMDILocationGetColumn(location)) };
                let file_text = |query: FileText| if file.is_null() { None } else { metadata_text(file, query) };
                let (name, directory) = (file_text(LLVMDIFileGetFilename), file_text(LLVMDIFileGetDirectory));
                places.push(SourcePlace { line, column, file: name, directory });
            }
        }
        places
    }

    fn location_text(
        self,
        query: unsafe extern "C" fn(LLVMValueRef, *mut libc::c_uint) -> *const libc::c_char,
    ) -> Option<&'m [u8]> {
        if !matches!(self.kind(), ValueKind::Instruction | ValueKind::Function | ValueKind::Variable) {
            return None;
        }
        let mut length = 0;
        // SAFETY: the value is one that can carry a position, and the length pointer is valid for writes.
        let start = unsafe { query(self.raw(), &mut length) };
        if start.is_null() {
            return None;
        }
        // SAFETY: the text belongs to the metadata of the context, which outlives the module.
        Some(unsafe { std::slice::from_raw_parts(start.cast(), length as usize) })
    }
}

/// A position in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourcePlace<'m> {
    /// Its line.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// The file name, as it was given to the compiler.
    pub file: Option<&'m [u8]>,
    /// The directory that relative file names refer to.
    pub directory: Option<&'m [u8]>,
}

type FileText = unsafe extern "C" fn(LLVMMetadataRef, *mut libc::c_uint) -> *const libc::c_char;

fn metadata_text<'m>(file: LLVMMetadataRef, query: FileText) -> Option<&'m [u8]> {
    let mut length = 0;
    // SAFETY: the metadata is a file, and the length pointer is valid for writes.
    let start = unsafe { query(file, &mut length) };
    // SAFETY: LLVM gives a text of that length, which lives as long as the module's context.
    (!start.is_null()).then(|| unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length as usize) })
}

impl<'m> Block<'m> {
    fn new(raw: LLVMBasicBlockRef) -> Option<Block<'m>> {
        NonNull::new(raw).map(|raw| Block { raw, module: PhantomData })
    }

    fn expect(raw: LLVMBasicBlockRef) -> Block<'m> {
        Block::new(raw).expect("a verified module has no missing blocks")
    }

    fn raw(self) -> LLVMBasicBlockRef {
        self.raw.as_ptr()
    }

    /// The instructions, the terminator last.
    pub fn instructions(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: the block is live.
        let first = Value::new(unsafe { LLVMGetFirstInstruction(self.raw()) });
        // SAFETY: the instruction is live.
        std::iter::successors(first, |inst| Value::new(unsafe { LLVMGetNextInstruction(inst.raw()) }))
    }

    /// Whether a constant holds the address of the block.
    pub fn is_address_taken(self) -> bool {
        // SAFETY: the block is live.
        let value = Value::expect(unsafe { LLVMBasicBlockAsValue(self.raw()) });
        value.users().any(|user| user.kind() == ValueKind::BlockAddress)
    }

    /// The terminator.
    pub fn terminator(self) -> Value<'m> {
        // SAFETY: the block is live.
        Value::expect(unsafe { LLVMGetBasicBlockTerminator(self.raw()) })
    }
}

/// LLVM's index for the attributes of parameter `index`.
fn parameter_index(index: u32) -> LLVMAttributeIndex {
    index + 1
}

/// The type that an attribute carries; `None` if there is no attribute or it carries none.
fn type_of_attribute<'m>(attribute: LLVMAttributeRef) -> Option<Type<'m>> {
    // SAFETY: the attribute is live when it is not null.
    if attribute.is_null() || unsafe { LLVMIsTypeAttribute(attribute) } == 0 {
        return None;
    }
    // SAFETY: the attribute is live and carries a type.
    Some(Type::new(unsafe { LLVMGetTypeAttributeValue(attribute) }))
}
