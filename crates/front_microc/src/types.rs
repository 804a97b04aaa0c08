//! Types and their unification.
//!
//! Every variable and every expression has a type: a number, a pointer, an array, or a record with named
//! fields. Arrays of different lengths have the same type if their elements do; the type records the greatest
//! length. Types are inferred by unification on a union-find structure without an occurs check, so they may be
//! recursive: a list is a record with a pointer to such a record. A value that would contain itself without a
//! pointer in between has no size, and is rejected when sizes are computed.
//!
//! `x.f` only says that `x` is *some* record with a field `f`: such a type is open until a literal closes it. A
//! type that nothing determines cannot have a value, and is treated as a number, an empty array or a record of
//! the fields that are mentioned.

use std::collections::BTreeMap;

/// The index of a type in the table. Several indices may turn out to be the same type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeId(u32);

/// The maximum number of scalars in one value.
pub const MAX_SCALARS: u64 = 1 << 16;
/// The maximum depth of arrays and records within each other.
pub const MAX_LEVELS: u32 = 64;

/// An inferred type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// A number.
    Number,
    /// A pointer to a value of that type.
    Pointer(TypeId),
    /// An array of at most this many elements of that type.
    Array(u32, TypeId),
    /// A record with these fields, ordered by name.
    Record(Vec<(String, TypeId)>),
}

#[derive(Clone, Debug)]
enum Node {
    Same(TypeId),
    Unknown,
    Number,
    Pointer(TypeId),
    Array { most: u32, element: TypeId },
    Record { fields: BTreeMap<String, TypeId>, open: bool },
}

/// Why values of a type have no valid size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shapeless {
    /// It contains itself.
    Infinite,
    /// It has more than [`MAX_SCALARS`] scalars.
    Large,
    /// It is a record that contains a record.
    Nested,
    /// Its parts are nested more than [`MAX_LEVELS`] deep.
    Deep,
}

/// All types of a program.
#[derive(Clone, Debug, Default)]
pub struct Types {
    nodes: Vec<Node>,
    /// An upper bound of the length of the longest chain of `Same` to each root. The shorter tree is put below
    /// the other one, so that chains stay short.
    heights: Vec<u8>,
}

impl Types {
    fn add(&mut self, node: Node) -> TypeId {
        self.nodes.push(node);
        self.heights.push(0);
        TypeId(self.nodes.len() as u32 - 1)
    }

    /// A type about which nothing is known yet.
    pub fn unknown(&mut self) -> TypeId {
        self.add(Node::Unknown)
    }

    /// The type of numbers.
    pub fn number(&mut self) -> TypeId {
        self.add(Node::Number)
    }

    /// A pointer type.
    pub fn pointer(&mut self, to: TypeId) -> TypeId {
        self.add(Node::Pointer(to))
    }

    /// An array type, for values of up to `most` elements.
    pub fn array(&mut self, most: u32, element: TypeId) -> TypeId {
        self.add(Node::Array { most, element })
    }

    /// A record type; an open one may have further fields.
    pub fn record(&mut self, fields: BTreeMap<String, TypeId>, open: bool) -> TypeId {
        self.add(Node::Record { fields, open })
    }

    fn root(&self, mut id: TypeId) -> TypeId {
        while let Node::Same(next) = self.nodes[id.0 as usize] {
            id = next;
        }
        id
    }

    /// What a type is, after all constraints have been unified.
    pub fn get(&self, id: TypeId) -> Type {
        match &self.nodes[self.root(id).0 as usize] {
            Node::Same(_) => unreachable!("a root is no alias"),
            Node::Unknown | Node::Number => Type::Number,
            Node::Pointer(to) => Type::Pointer(*to),
            Node::Array { most, element } => Type::Array(*most, *element),
            Node::Record { fields, .. } => {
                Type::Record(fields.iter().map(|(name, &field)| (name.clone(), field)).collect())
            }
        }
    }

    /// Makes two types the same; returns false if they are incompatible.
    pub fn unify(&mut self, a: TypeId, b: TypeId) -> bool {
        let mut work = vec![(a, b)];
        while let Some((a, b)) = work.pop() {
            let (a, b) = (self.root(a), self.root(b));
            if a == b {
                continue;
            }
            let joined = match (self.nodes[a.0 as usize].clone(), self.nodes[b.0 as usize].clone()) {
                (Node::Unknown, known) | (known, Node::Unknown) => known,
                (Node::Number, Node::Number) => Node::Number,
                (Node::Pointer(left), Node::Pointer(right)) => {
                    work.push((left, right));
                    Node::Pointer(left)
                }
                (Node::Array { most: m, element: left }, Node::Array { most: n, element: right }) => {
                    work.push((left, right));
                    Node::Array { most: m.max(n), element: left }
                }
                (Node::Record { fields: left, open: m }, Node::Record { fields: right, open: n }) => {
                    let (closed_left, closed_right) = (!m, !n);
                    if closed_left && right.keys().any(|name| !left.contains_key(name))
                        || closed_right && left.keys().any(|name| !right.contains_key(name))
                    {
                        return false;
                    }
                    let mut fields = left;
                    for (name, field) in right {
                        match fields.get(&name) {
                            Some(&known) => work.push((known, field)),
                            None => drop(fields.insert(name, field)),
                        }
                    }
                    Node::Record { fields, open: m && n }
                }
                _ => return false,
            };
            let (low, high) = if self.heights[a.0 as usize] < self.heights[b.0 as usize] { (a, b) } else { (b, a) };
            let height = self.heights[low.0 as usize] + 1;
            self.heights[high.0 as usize] = self.heights[high.0 as usize].max(height);
            self.nodes[low.0 as usize] = Node::Same(high);
            self.nodes[high.0 as usize] = joined;
        }
        true
    }

    /// The type as it appears in messages.
    pub fn describe(&self, id: TypeId) -> String {
        self.describe_within(id, 3)
    }

    fn describe_within(&self, id: TypeId, depth: u32) -> String {
        if depth == 0 {
            return "…".to_owned();
        }
        let inner = |id: TypeId| self.describe_within(id, depth - 1);
        match &self.nodes[self.root(id).0 as usize] {
            Node::Same(_) => unreachable!("a root is no alias"),
            Node::Unknown => "a value".to_owned(),
            Node::Number => "a number".to_owned(),
            Node::Pointer(to) => format!("a pointer to {}", inner(*to)),
            Node::Array { element, .. } => format!("an array, each element {}", inner(*element)),
            Node::Record { fields, open } => {
                let mut names: Vec<&str> = fields.keys().map(String::as_str).collect();
                if *open {
                    names.push("…");
                }
                format!("a record {{{}}}", names.join(", "))
            }
        }
    }

    /// Computes the sizes of all types, in scalars.
    pub fn sizes(&self) -> Sizes {
        let mut sizes = Sizes { known: vec![None; self.nodes.len()] };
        for index in 0..self.nodes.len() as u32 {
            self.measure(self.root(TypeId(index)), &mut sizes.known);
        }
        for index in 0..self.nodes.len() as u32 {
            sizes.known[index as usize] = sizes.known[self.root(TypeId(index)).0 as usize];
        }
        sizes
    }

    /// Measures a root type and its parts, parts first. It uses an explicit stack, since types can be nested
    /// arbitrarily deep.
    fn measure(&self, start: TypeId, known: &mut [Option<Measured>]) {
        let mut stack = vec![start];
        let mut open = std::collections::BTreeSet::new();
        while let Some(&id) = stack.last() {
            if known[id.0 as usize].is_some() {
                stack.pop();
                continue;
            }
            let parts = self.parts(id);
            let missing: Vec<TypeId> = parts.iter().copied().filter(|part| known[part.0 as usize].is_none()).collect();
            if missing.is_empty() {
                known[id.0 as usize] = Some(self.combine(id, &parts, known));
            } else if !open.insert(id) {
                // Its measurement has begun and is not finished: it contains itself.
                known[id.0 as usize] = Some(Err(Shapeless::Infinite));
            } else {
                stack.extend(missing);
            }
        }
    }

    /// The types of the parts that a value of the type directly contains.
    fn parts(&self, id: TypeId) -> Vec<TypeId> {
        match self.get(id) {
            Type::Number | Type::Pointer(_) => Vec::new(),
            Type::Array(_, element) => vec![self.root(element)],
            Type::Record(fields) => fields.iter().map(|&(_, field)| self.root(field)).collect(),
        }
    }

    fn combine(&self, id: TypeId, parts: &[TypeId], known: &[Option<Measured>]) -> Measured {
        let parts = parts.iter().map(|part| known[part.0 as usize].expect("parts are measured first"));
        let parts = parts.collect::<Result<Vec<Measure>, Shapeless>>()?;
        let (scalars, record) = match self.get(id) {
            Type::Number | Type::Pointer(_) => (1, false),
            // One more scalar for the length.
            Type::Array(most, _) => (1 + u64::from(most) * parts[0].scalars, parts[0].record),
            Type::Record(_) if parts.iter().any(|part| part.record) => return Err(Shapeless::Nested),
            Type::Record(_) => (parts.iter().map(|part| part.scalars).sum(), true),
        };
        let levels = parts.iter().map(|part| part.levels + 1).max().unwrap_or(0);
        match (scalars > MAX_SCALARS, levels > MAX_LEVELS) {
            (true, _) => Err(Shapeless::Large),
            (_, true) => Err(Shapeless::Deep),
            _ => Ok(Measure { scalars, levels, record }),
        }
    }
}

/// The size of a type in scalars, its nesting depth, and whether it is or contains a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Measure {
    scalars: u64,
    levels: u32,
    record: bool,
}

type Measured = Result<Measure, Shapeless>;

/// The sizes of all types, in scalars.
#[derive(Clone, Debug)]
pub struct Sizes {
    known: Vec<Option<Measured>>,
}

impl Sizes {
    /// The number of scalars in a value of a type.
    pub fn scalars(&self, id: TypeId) -> Result<u64, Shapeless> {
        self.measured(id).map(|measure| measure.scalars)
    }

    /// Whether a value of a type is or contains a record.
    pub fn has_record(&self, id: TypeId) -> bool {
        self.measured(id).map_or_else(|why| why == Shapeless::Nested, |measure| measure.record)
    }

    fn measured(&self, id: TypeId) -> Measured {
        self.known[id.0 as usize].expect("every type of the table was measured")
    }
}
