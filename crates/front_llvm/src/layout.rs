//! How LLVM types are represented in registers and in memory.
//!
//! A value of an aggregate or vector type is a list of *leaves*: its scalars in order, each of which is an
//! operand of its own, so extracting or replacing a field costs nothing. Where the IR needs a single register
//! (arguments and results), the leaves are packed without gaps, the first one lowest. In memory the leaves are
//! where the target's data layout puts them; vector lanes that are not whole bytes share the bytes of a
//! *piece*.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::raw::{DataLayout, Type, TypeKind};
use crate::tuning::MAX_LEAVES;
use crate::unsupported::Unsupported;

/// The scalars of a type.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// The width of each leaf in bits.
    pub widths: Vec<u32>,
    /// Where the leaves are in memory.
    pub pieces: Vec<Piece>,
}

/// Consecutive leaves that are read and written as one number, the first one lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The offset from the start of the value, in bytes.
    pub offset: u64,
    /// The index of its first leaf.
    pub first: usize,
    /// The number of leaves.
    pub count: usize,
}

impl Shape {
    /// The total width of all leaves, in bits.
    pub fn packed_width(&self) -> u32 {
        self.widths.iter().sum()
    }
}

/// The shapes of a module's types, each computed once.
pub struct Layouts<'m> {
    data: DataLayout<'m>,
    shapes: RefCell<FxHashMap<Type<'m>, Result<Rc<Shape>, Unsupported>>>,
    fixed: RefCell<FxHashMap<Type<'m>, bool>>,
}

impl<'m> Layouts<'m> {
    /// Creates an empty cache for a data layout.
    pub fn new(data: DataLayout<'m>) -> Layouts<'m> {
        Layouts { data, shapes: RefCell::default(), fixed: RefCell::default() }
    }

    /// The shape of a type; `void` has no leaves.
    pub fn shape(&self, ty: Type<'m>) -> Result<Rc<Shape>, Unsupported> {
        if let Some(known) = self.shapes.borrow().get(&ty) {
            return known.clone();
        }
        let mut shape = Shape::default();
        let result = self.collect(ty, 0, &mut shape).and_then(|()| {
            let bits: u64 = shape.widths.iter().map(|&width| u64::from(width)).sum();
            if bits > u64::from(ir::MAX_WIDTH) { Err(too_large(ty)) } else { Ok(Rc::new(shape)) }
        });
        self.shapes.borrow_mut().insert(ty, result.clone());
        result
    }

    /// The distance between two elements of that type in an array, in bytes.
    pub fn size(&self, ty: Type<'m>) -> Result<u64, Unsupported> {
        if self.has_fixed_size(ty) { Ok(self.data.size(ty)) } else { Err(unsized_type(ty)) }
    }

    /// The alignment of a type in bytes.
    pub fn align(&self, ty: Type<'m>) -> Result<u64, Unsupported> {
        if self.has_fixed_size(ty) { Ok(self.data.align(ty)) } else { Err(unsized_type(ty)) }
    }

    /// The offset of a field in bytes.
    pub fn field_offset(&self, ty: Type<'m>, field: u32) -> Result<u64, Unsupported> {
        if self.has_fixed_size(ty) && field < ty.field_count() {
            Ok(self.data.offset(ty, field))
        } else {
            Err(unsized_type(ty))
        }
    }

    /// The width of a number or pointer, in bits.
    pub fn scalar_width(&self, ty: Type<'m>) -> Result<u32, Unsupported> {
        match ty.kind() {
            TypeKind::Int(width) if width <= ir::MAX_WIDTH => Ok(width),
            TypeKind::Float => Ok(self.data.bits(ty) as u32),
            TypeKind::Pointer if self.data.bits(ty) == 64 => Ok(64),
            _ => Err(Unsupported::new(format!("type {}", ty.text()))),
        }
    }

    /// Whether the size of a type is known before the program runs; it is not for scalable vectors and target
    /// types.
    fn has_fixed_size(&self, ty: Type<'m>) -> bool {
        if let Some(&known) = self.fixed.borrow().get(&ty) {
            return known;
        }
        let fixed = ty.is_sized()
            && match ty.kind() {
                TypeKind::Struct => ty.fields().into_iter().all(|field| self.has_fixed_size(field)),
                TypeKind::Array(element, _) => self.has_fixed_size(element),
                TypeKind::Int(_) | TypeKind::Float | TypeKind::Pointer | TypeKind::Vector(..) => true,
                TypeKind::Void | TypeKind::Function | TypeKind::Other => false,
            };
        self.fixed.borrow_mut().insert(ty, fixed);
        fixed
    }

    fn collect(&self, ty: Type<'m>, offset: u64, shape: &mut Shape) -> Result<(), Unsupported> {
        match ty.kind() {
            TypeKind::Void => {}
            TypeKind::Struct => {
                for (index, field) in ty.fields().into_iter().enumerate() {
                    let within = self.field_offset(ty, index as u32)?;
                    self.collect(field, offset + within, shape)?;
                }
            }
            TypeKind::Array(_, 0) => {}
            TypeKind::Array(element, count) => {
                let stride = self.size(element)?;
                if count > MAX_LEAVES {
                    return Err(too_large(ty));
                }
                for index in 0..count {
                    self.collect(element, offset + index * stride, shape)?;
                }
            }
            TypeKind::Vector(element, count) => {
                let width = self.scalar_width(element)?;
                let first = shape.widths.len();
                shape.widths.extend((0..count).map(|_| width));
                if width % 8 == 0 {
                    let bytes = u64::from(width / 8);
                    let lane = |lane| Piece { offset: offset + lane as u64 * bytes, first: first + lane, count: 1 };
                    shape.pieces.extend((0..count as usize).map(lane));
                } else {
                    shape.pieces.push(Piece { offset, first, count: count as usize });
                }
            }
            _ => {
                let width = self.scalar_width(ty)?;
                shape.pieces.push(Piece { offset, first: shape.widths.len(), count: 1 });
                shape.widths.push(width);
            }
        }
        if shape.widths.len() as u64 > MAX_LEAVES { Err(too_large(ty)) } else { Ok(()) }
    }

    /// The number of leaves before the element that `indices` lead to, and the type of that element.
    pub fn leaf_offset(&self, ty: Type<'m>, indices: &[u32]) -> Result<(usize, Type<'m>), Unsupported> {
        let (mut ty, mut first) = (ty, 0);
        for &index in indices {
            match ty.kind() {
                TypeKind::Struct => {
                    for field in (0..index).filter_map(|before| ty.field(before)) {
                        first += self.shape(field)?.widths.len();
                    }
                    ty = ty.field(index).ok_or_else(|| unsized_type(ty))?;
                }
                TypeKind::Array(element, _) => {
                    first += self.shape(element)?.widths.len() * index as usize;
                    ty = element;
                }
                _ => return Err(Unsupported::new(format!("type {}", ty.text()))),
            }
        }
        Ok((first, ty))
    }
}

fn too_large(ty: Type<'_>) -> Unsupported {
    Unsupported::new(format!("value of the large type {}", ty.text()))
}

fn unsized_type(ty: Type<'_>) -> Unsupported {
    Unsupported::new(format!("type {} of unknown size", ty.text()))
}
