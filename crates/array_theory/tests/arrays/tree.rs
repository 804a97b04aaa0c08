//! Formulas about arrays as plain trees, evaluated directly: arrays are lists of elements.

use array_theory::{ArrayId, Arrays};
use expr::{ExprId, Pool};
use test_support::Random;

/// The sort of the arrays and the number of symbols of each kind.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub index_width: u32,
    pub element_width: u32,
    pub arrays: usize,
    pub indices: usize,
    pub elements: usize,
}

/// A term of any kind. [`Grow`] makes sure that the kinds fit.
#[derive(Debug)]
pub enum Tree {
    IndexSymbol(usize),
    Index(u64),
    Sum(Box<Tree>, Box<Tree>),
    /// An element as an index: zero-extended or truncated.
    AsIndex(Box<Tree>),
    ElementSymbol(usize),
    Element(u64),
    Select(Box<Tree>, Box<Tree>),
    Declared(usize),
    Constant(Box<Tree>),
    Store(Box<[Tree; 3]>),
    /// A choice of elements or of arrays.
    Ite(Box<[Tree; 3]>),
    /// An equality of two indices, elements or arrays.
    Equal(Box<Tree>, Box<Tree>),
    Less(Box<Tree>, Box<Tree>),
    Not(Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
}

/// Makes random trees.
pub struct Grow<'a> {
    pub shape: Shape,
    pub random: &'a mut Random,
}

impl Grow<'_> {
    fn two(&mut self, depth: u32, grow: fn(&mut Self, u32) -> Tree) -> (Box<Tree>, Box<Tree>) {
        (Box::new(grow(self, depth)), Box::new(grow(self, depth)))
    }

    pub fn index(&mut self, depth: u32) -> Tree {
        match self.random.below(if depth == 0 { 6 } else { 8 }) {
            0 => Tree::Index(self.random.bits() & bv::mask(self.shape.index_width)),
            1..=5 => Tree::IndexSymbol(self.random.below(self.shape.indices)),
            6 => {
                let (a, b) = self.two(depth - 1, Grow::index);
                Tree::Sum(a, b)
            }
            _ => Tree::AsIndex(Box::new(self.element(depth - 1))),
        }
    }

    pub fn element(&mut self, depth: u32) -> Tree {
        match self.random.below(if depth == 0 { 3 } else { 9 }) {
            0 => Tree::Element(self.random.bits() & bv::mask(self.shape.element_width)),
            1 | 2 => Tree::ElementSymbol(self.random.below(self.shape.elements)),
            3 => Tree::Ite(Box::new([self.formula(depth - 1), self.element(depth - 1), self.element(depth - 1)])),
            _ => Tree::Select(Box::new(self.array(depth - 1)), Box::new(self.index(depth - 1))),
        }
    }

    pub fn array(&mut self, depth: u32) -> Tree {
        match self.random.below(if depth == 0 { 4 } else { 10 }) {
            0 => Tree::Constant(Box::new(self.element(0))),
            1..=3 => Tree::Declared(self.random.below(self.shape.arrays)),
            4 => Tree::Ite(Box::new([self.formula(depth - 1), self.array(depth - 1), self.array(depth - 1)])),
            _ => Tree::Store(Box::new([self.array(depth - 1), self.index(depth - 1), self.element(depth - 1)])),
        }
    }

    pub fn formula(&mut self, depth: u32) -> Tree {
        let below = depth.saturating_sub(1);
        match self.random.below(if depth == 0 { 7 } else { 12 }) {
            0..=2 => {
                let (a, b) = self.two(below, Grow::array);
                Tree::Equal(a, b)
            }
            3 => {
                let (a, b) = self.two(below, Grow::index);
                Tree::Equal(a, b)
            }
            4 | 5 => {
                let (a, b) = self.two(below, Grow::element);
                Tree::Equal(a, b)
            }
            6 => {
                let (a, b) = self.two(below, Grow::element);
                Tree::Less(a, b)
            }
            7..=9 => Tree::Not(Box::new(self.formula(below))),
            10 => {
                let (a, b) = self.two(below, Grow::formula);
                Tree::And(a, b)
            }
            _ => {
                let (a, b) = self.two(below, Grow::formula);
                Tree::Or(a, b)
            }
        }
    }
}

/// Values for the symbols. The elements of an array are packed into a word, index 0 lowest.
#[derive(Clone, Debug)]
pub struct Assignment {
    pub arrays: Vec<u64>,
    pub indices: Vec<u64>,
    pub elements: Vec<u64>,
}

impl Tree {
    /// The value. That of an array is packed as in an [`Assignment`], that of a formula is zero or one.
    pub fn eval(&self, shape: Shape, values: &Assignment) -> u64 {
        let eval = |tree: &Tree| tree.eval(shape, values);
        let width = u64::from(shape.element_width);
        match self {
            Tree::IndexSymbol(number) => values.indices[*number],
            Tree::ElementSymbol(number) => values.elements[*number],
            Tree::Declared(number) => values.arrays[*number],
            Tree::Index(value) | Tree::Element(value) => *value,
            Tree::Sum(a, b) => (eval(a) + eval(b)) & bv::mask(shape.index_width),
            Tree::AsIndex(element) => eval(element) & bv::mask(shape.index_width),
            Tree::Select(array, index) => eval(array) >> (eval(index) * width) & bv::mask(shape.element_width),
            Tree::Constant(value) => {
                let value = eval(value);
                (0..1u64 << shape.index_width).fold(0, |packed, index| packed | value << (index * width))
            }
            Tree::Store(parts) => {
                let place = eval(&parts[1]) * width;
                let cleared = eval(&parts[0]) & !(bv::mask(shape.element_width) << place);
                cleared | eval(&parts[2]) << place
            }
            Tree::Ite(parts) => eval(if eval(&parts[0]) == 1 { &parts[1] } else { &parts[2] }),
            Tree::Equal(a, b) => u64::from(eval(a) == eval(b)),
            Tree::Less(a, b) => u64::from(eval(a) < eval(b)),
            Tree::Not(a) => 1 - eval(a),
            Tree::And(a, b) => eval(a) & eval(b),
            Tree::Or(a, b) => eval(a) | eval(b),
        }
    }

    fn is_array(&self) -> bool {
        match self {
            Tree::Declared(_) | Tree::Constant(_) | Tree::Store(_) => true,
            Tree::Ite(parts) => parts[1].is_array(),
            _ => false,
        }
    }

    /// The array as a term.
    pub fn array(&self, shape: Shape, pool: &mut Pool, arrays: &mut Arrays) -> ArrayId {
        match self {
            Tree::Declared(number) => arrays.declare(&format!("a{number}"), shape.index_width, shape.element_width),
            Tree::Constant(value) => {
                let value = value.term(shape, pool, arrays);
                arrays.constant(shape.index_width, value)
            }
            Tree::Store(parts) => {
                let base = parts[0].array(shape, pool, arrays);
                let (index, value) = (parts[1].term(shape, pool, arrays), parts[2].term(shape, pool, arrays));
                arrays.store(pool, base, index, value)
            }
            Tree::Ite(parts) => {
                let condition = parts[0].term(shape, pool, arrays);
                let (a, b) = (parts[1].array(shape, pool, arrays), parts[2].array(shape, pool, arrays));
                arrays.ite(pool, condition, a, b)
            }
            other => panic!("{other:?} is no array"),
        }
    }

    /// The index, element or formula as a bit-vector term.
    pub fn term(&self, shape: Shape, pool: &mut Pool, arrays: &mut Arrays) -> ExprId {
        let two = |a: &Tree, b: &Tree, pool: &mut Pool, arrays: &mut Arrays| {
            (a.term(shape, pool, arrays), b.term(shape, pool, arrays))
        };
        match self {
            Tree::IndexSymbol(number) => pool.symbol(&format!("i{number}"), shape.index_width),
            Tree::ElementSymbol(number) => pool.symbol(&format!("v{number}"), shape.element_width),
            Tree::Index(value) => pool.int(shape.index_width, *value),
            Tree::Element(value) => pool.int(shape.element_width, *value),
            Tree::Sum(a, b) => {
                let (a, b) = two(a, b, pool, arrays);
                pool.add(a, b)
            }
            Tree::AsIndex(element) => {
                let element = element.term(shape, pool, arrays);
                if shape.element_width < shape.index_width {
                    pool.zext(element, shape.index_width)
                } else {
                    pool.trunc(element, shape.index_width)
                }
            }
            Tree::Select(array, index) => {
                let array = array.array(shape, pool, arrays);
                let index = index.term(shape, pool, arrays);
                arrays.select(pool, array, index)
            }
            Tree::Ite(parts) => {
                let condition = parts[0].term(shape, pool, arrays);
                let (a, b) = two(&parts[1], &parts[2], pool, arrays);
                pool.ite(condition, a, b)
            }
            Tree::Equal(a, b) if a.is_array() => {
                let (a, b) = (a.array(shape, pool, arrays), b.array(shape, pool, arrays));
                arrays.equal(pool, a, b)
            }
            Tree::Equal(a, b) => {
                let (a, b) = two(a, b, pool, arrays);
                pool.eq(a, b)
            }
            Tree::Less(a, b) => {
                let (a, b) = two(a, b, pool, arrays);
                pool.ult(a, b)
            }
            Tree::Not(a) => {
                let a = a.term(shape, pool, arrays);
                pool.not(a)
            }
            Tree::And(a, b) => {
                let (a, b) = two(a, b, pool, arrays);
                pool.and(a, b)
            }
            Tree::Or(a, b) => {
                let (a, b) = two(a, b, pool, arrays);
                pool.or(a, b)
            }
            other => panic!("{other:?} is an array"),
        }
    }
}
