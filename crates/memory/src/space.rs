//! The address space: which objects there are, at which addresses, and whether they are live.
//!
//! Each kind of object has a region of its own in which addresses only grow, so every region is a vector sorted
//! by address and allocation is a push. No address is reused: a freed heap object leaves its entry behind
//! without its contents, and a stack address below the region's top that no live object covers belonged to a
//! function that has returned. This is how use-after-free and use-after-return are told from plain
//! out-of-bounds. Between objects lie wide red zones; they cost addresses, not memory.

use std::fmt;
use std::str::FromStr;

use expr::ExprId;
use triomphe::Arc;

use crate::chunks::Chunks;
use crate::object::Object;
use crate::place::InBounds;
use crate::value::Value;

/// The identity of an object. It never changes, and no other object of the path gets it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjectId {
    region: Region,
    serial: u32,
}

impl ObjectId {
    /// The number of the object among all objects of its path, in order of allocation.
    pub fn serial(self) -> u32 {
        self.serial
    }
}

impl fmt::Display for ObjectId {
    /// Writes the region's first letter and the serial number: `h12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let region = match self.region {
            Region::Global => 'g',
            Region::Heap => 'h',
            Region::Stack => 's',
        };
        write!(f, "{region}{}", self.serial)
    }
}

impl FromStr for ObjectId {
    type Err = String;

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<ObjectId, String> {
        let region = match text.as_bytes().first() {
            Some(b'g') => Some(Region::Global),
            Some(b'h') => Some(Region::Heap),
            Some(b's') => Some(Region::Stack),
            _ => None,
        };
        let serial = text.get(1..).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()));
        match (region, serial.and_then(|digits| digits.parse().ok())) {
            (Some(region), Some(serial)) => Ok(ObjectId { region, serial }),
            _ => Err(format!("'{text}' names no object")),
        }
    }
}

/// The part of the address space that an object lies in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Region {
    /// Global variables and the program's arguments.
    Global,
    /// `malloc` and its family.
    Heap,
    /// Local variables.
    Stack,
}

/// What an object is, and whether it is live.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    /// A writable global.
    Global,
    /// A constant global.
    Constant,
    /// A global that the program declares but nothing defines: its contents are not known.
    External,
    /// Allocated by `malloc` and its family, and not freed yet.
    Heap,
    /// Allocated by C++'s `new`, and not deleted yet.
    New,
    /// Allocated by C++'s `new[]`, and not deleted yet.
    NewArray,
    /// Allocated and freed.
    Freed,
    /// A local variable of a function that is still running.
    Stack,
}

/// A request for a new object.
#[derive(Clone, Copy, Debug)]
pub struct Allocation {
    /// The kind of object, which determines its region and lifetime.
    pub kind: ObjectKind,
    /// The size in bytes.
    pub size: u64,
    /// The alignment in bytes, a power of two.
    pub align: u64,
    /// A number for the caller's own use: the executor stores the allocating instruction.
    pub site: u32,
}

/// An object of the address space.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The object's identity.
    pub id: ObjectId,
    /// The object's first address.
    pub(crate) base: u64,
    /// The size in bytes; for an object with an [`Ending`], the number of bytes known to exist on the path.
    pub size: u64,
    /// The kind of object.
    pub kind: ObjectKind,
    /// The value of [`Allocation::site`].
    pub site: u32,
    /// The site as a term of 32 bits, if paths were joined that made the object in different places or sizes.
    pub sites: Option<ExprId>,
    /// How the object ends, if that depends on its original contents.
    pub ending: Option<Ending>,
    object: Arc<Object>,
}

/// How an object ends whose size is not a number. The size is found out as the object is used: [`Entry::size`] is
/// the number of bytes known to exist on the path, and grows up to [`Entry::extent`] as accesses prove that more
/// bytes exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The object is a string that the program is started with. Natively its memory ends with the first zero of
    /// the original contents, and something else lies after it.
    String {
        /// The original bytes of the string, as one term.
        input: ExprId,
        /// The offset in the object at which the string begins.
        from: u32,
    },
    /// The object has as many bytes as this term of 64 bits says. On the path it is at most [`Entry::extent`].
    Size(ExprId),
}

/// The size of a new object in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// A number.
    Known(u64),
    /// A term of 64 bits that is at most `capacity` on the path.
    Symbolic {
        /// The term.
        term: ExprId,
        /// The greatest size.
        capacity: u64,
        /// A lower bound on the size, whatever the path is.
        least: u64,
    },
}

impl From<u64> for Size {
    fn from(size: u64) -> Size {
        Size::Known(size)
    }
}

impl Size {
    /// The greatest number of bytes that the object can have.
    pub fn most(self) -> u64 {
        match self {
            Size::Known(size) => size,
            Size::Symbolic { capacity, .. } => capacity,
        }
    }

    /// The size as a value of 64 bits.
    pub fn value(self) -> Value {
        match self {
            Size::Known(size) => Value::Int(size),
            Size::Symbolic { term, .. } => Value::Expr(term),
        }
    }
}

impl Entry {
    /// The object's first address.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// Whether the object may be accessed.
    pub fn is_live(&self) -> bool {
        !matches!(self.kind, ObjectKind::Freed | ObjectKind::External)
    }

    /// The number of bytes of the object. For a string it is the greatest that it can have.
    pub fn whole_size(&self) -> Size {
        match self.ending {
            Some(Ending::Size(term)) => Size::Symbolic { term, capacity: self.extent(), least: self.size },
            _ => Size::Known(self.extent()),
        }
    }

    /// The greatest number of bytes that the object can have.
    pub fn extent(&self) -> u64 {
        if self.ending.is_some() && self.kind != ObjectKind::Freed { self.object.size() } else { self.size }
    }

    fn pairs(&self, other: &Entry, visit: &mut dyn FnMut(ObjectId, ExprId, ExprId) -> bool) -> bool {
        let Entry { id, base, size, kind, site, sites, ending, object } = self;
        let ending = match (ending, &other.ending) {
            (None, None) => true,
            (Some(Ending::String { input: a, from }), Some(Ending::String { input: b, from: other })) => {
                from == other && visit(*id, *a, *b)
            }
            (Some(Ending::Size(a)), Some(Ending::Size(b))) => visit(*id, *a, *b),
            _ => false,
        };
        ending
            && (base, size, kind, site) == (&other.base, &other.size, &other.kind, &other.site)
            && sites == &other.sites
            && object.matches(&other.object, &mut |a, b| visit(*id, a, b))
    }

    /// Whether both are the same object with the same greatest size, apart from contents and from how many bytes
    /// are known to exist.
    pub(crate) fn is_like(&self, other: &Entry) -> bool {
        let Entry { id, base, size: _, kind, site, sites, ending, object: _ } = self;
        (id, base, kind, site, ending) == (&other.id, &other.base, &other.kind, &other.site, &other.ending)
            && sites == &other.sites
            && self.extent() == other.extent()
    }

    /// The contents.
    #[inline]
    pub fn object(&self) -> &Object {
        &self.object
    }

    /// The contents are those of another object.
    pub(crate) fn replace_object(&mut self, object: Object) {
        self.object = Arc::new(object);
    }

    pub(crate) fn shared_object(&self) -> Arc<Object> {
        self.object.clone()
    }

    /// The distance of an address from the object's first byte; negative for an address before it.
    pub fn offset_of(&self, address: u64) -> i64 {
        address.wrapping_sub(self.base) as i64
    }
}

/// The index of an entry in its region. Entries move when others are added or removed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Position {
    pub(crate) region: Region,
    pub(crate) index: u32,
}

/// The entry that an instruction accessed last: a guess, possibly wrong, that makes the next look-up fast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hint(Position);

impl Hint {
    /// A hint for an instruction that has accessed nothing yet.
    pub const NONE: Hint = Hint(Position { region: Region::Stack, index: 0 });
}

/// The object that an address lies in, and the offset within it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The object.
    pub object: ObjectId,
    /// The offset of the address within the object.
    pub offset: u64,
}

/// Why an address cannot be accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The address lies in the first page.
    Null,
    /// The address lies in a freed heap object.
    Freed(ObjectId),
    /// The address lies in a global that nothing defines.
    External(ObjectId),
    /// The address lay in a local variable of a function that has returned.
    Returned,
    /// The address lies in no object; the nearest object, if there is one.
    Outside(Option<ObjectId>),
}

/// The size in bytes of the first page, which is never mapped.
pub const NULL_PAGE: u64 = 4096;
const GLOBAL_BASE: u64 = 0x1000_0000_0000;
const HEAP_BASE: u64 = 0x2000_0000_0000;
const STACK_BASE: u64 = 0x4000_0000_0000;
const STACK_END: u64 = 0x7000_0000_0000;
/// The number of addresses left free after a global or heap object.
const WIDE_ZONE: u64 = 64 << 10;
/// The number of addresses left free after a stack object. It is smaller, since there are many and no address
/// is reused.
const STACK_ZONE: u64 = 4 << 10;

#[derive(Clone, Debug)]
struct Area {
    next: u64,
    entries: Chunks<Entry>,
}

/// All objects of a state.
#[derive(Clone, Debug)]
pub struct AddressSpace {
    globals: Area,
    heap: Area,
    stack: Area,
    next_serial: u32,
}

impl Default for AddressSpace {
    fn default() -> Self {
        let area = |next| Area { next, entries: Chunks::default() };
        AddressSpace { globals: area(GLOBAL_BASE), heap: area(HEAP_BASE), stack: area(STACK_BASE), next_serial: 0 }
    }
}

impl ObjectKind {
    fn region(self) -> Region {
        match self {
            ObjectKind::Global | ObjectKind::Constant | ObjectKind::External => Region::Global,
            ObjectKind::Heap | ObjectKind::New | ObjectKind::NewArray | ObjectKind::Freed => Region::Heap,
            ObjectKind::Stack => Region::Stack,
        }
    }

    /// Whether the program has allocated the object and not freed it yet.
    pub fn is_allocated(self) -> bool {
        matches!(self, ObjectKind::Heap | ObjectKind::New | ObjectKind::NewArray)
    }
}

fn region_of(address: u64) -> Region {
    if address >= STACK_BASE {
        Region::Stack
    } else if address >= HEAP_BASE {
        Region::Heap
    } else {
        Region::Global
    }
}

impl AddressSpace {
    fn area(&self, region: Region) -> &Area {
        match region {
            Region::Global => &self.globals,
            Region::Heap => &self.heap,
            Region::Stack => &self.stack,
        }
    }

    fn area_mut(&mut self, region: Region) -> &mut Area {
        match region {
            Region::Global => &mut self.globals,
            Region::Heap => &mut self.heap,
            Region::Stack => &mut self.stack,
        }
    }

    /// The address that the next object of that kind gets with bump allocation, or `None` if its region is used up.
    pub fn bump_address(&self, request: &Allocation) -> Option<u64> {
        let region = request.kind.region();
        let base = self.area(region).next.checked_next_multiple_of(request.align.max(16))?;
        let limit = match region {
            Region::Global => HEAP_BASE,
            Region::Heap => STACK_BASE,
            Region::Stack => STACK_END,
        };
        (base.checked_add(request.size)? < limit - 2 * WIDE_ZONE).then_some(base)
    }

    /// Adds an object of zeros at `base`, which must lie above every object of its region.
    pub fn insert(&mut self, base: u64, request: Allocation) -> ObjectId {
        self.insert_object(base, request, Object::zeros(request.size))
    }

    /// Like [`AddressSpace::insert`], with an object whose contents are undefined; see [`Object::undefined`].
    pub fn insert_undefined(&mut self, base: u64, request: Allocation, symbol: ExprId) -> ObjectId {
        self.insert_object(base, request, Object::undefined(request.size, symbol))
    }

    /// The number that the next object gets.
    pub fn next_serial(&self) -> u32 {
        self.next_serial
    }

    fn new_id(&mut self, region: Region) -> ObjectId {
        let id = ObjectId { region, serial: self.next_serial };
        self.next_serial = self.next_serial.checked_add(1).expect("a path has fewer than 2^32 objects");
        id
    }

    fn insert_object(&mut self, base: u64, request: Allocation, object: Object) -> ObjectId {
        let region = request.kind.region();
        let id = self.new_id(region);
        let zone = if region == Region::Stack { STACK_ZONE } else { WIDE_ZONE };
        let area = self.area_mut(region);
        assert!(base >= area.next, "a region grows upwards");
        area.next = base + request.size + zone;
        let (size, kind, site) = (request.size, request.kind, request.site);
        area.entries.push(Entry { id, base, size, kind, site, sites: None, ending: None, object: Arc::new(object) });
        id
    }

    /// Adds an object of zeros among the globals, at an address that the program chose. Returns `None` if the
    /// address is outside the region of globals or another object is there already.
    pub fn insert_fixed(&mut self, base: u64, size: u64, site: u32) -> Option<ObjectId> {
        let end = base.checked_add(size)?;
        if base < NULL_PAGE || end > HEAP_BASE {
            return None;
        }
        let entries = &self.globals.entries;
        let index = entries.partition_point(|entry| entry.base <= base);
        let overlaps_below = index > 0 && {
            let below = entries.get(index - 1);
            below.base + below.extent().max(1) > base
        };
        if overlaps_below || entries.try_get(index).is_some_and(|above| above.base < end) {
            return None;
        }
        let id = self.new_id(Region::Global);
        let object = Arc::new(Object::zeros(size));
        self.globals
            .entries
            .insert(index, Entry { id, base, size, kind: ObjectKind::Global, site, sites: None, ending: None, object });
        self.globals.next = self.globals.next.max(end.saturating_add(WIDE_ZONE));
        Some(id)
    }

    /// The number of stack objects, as a mark for [`AddressSpace::release_stack`].
    pub fn stack_mark(&self) -> u32 {
        self.stack.entries.len() as u32
    }

    /// Drops the stack objects created since `mark`.
    #[inline]
    pub fn release_stack(&mut self, mark: u32) {
        if self.stack.entries.len() > mark as usize {
            self.stack.entries.truncate(mark as usize);
        }
    }

    /// Marks a heap object freed and drops its contents.
    pub fn free(&mut self, object: ObjectId) {
        let entry = self.entry_mut(object);
        assert!(entry.kind.is_allocated(), "only a live heap object is freed");
        // Addresses up to the greatest size belong to the freed object.
        entry.size = entry.extent();
        entry.kind = ObjectKind::Freed;
        entry.object = Arc::new(Object::zeros(0));
    }

    /// Sets the kind of a global, once its contents are in memory.
    pub fn set_global_kind(&mut self, object: ObjectId, kind: ObjectKind) {
        assert_eq!(kind.region(), Region::Global, "a global stays a global");
        self.entry_mut(object).kind = kind;
    }

    /// The entry of an object. The object must exist: a local variable of a function that has returned has no entry.
    pub fn entry(&self, object: ObjectId) -> &Entry {
        self.entry_at(self.position(object))
    }

    pub(crate) fn entry_at_mut(&mut self, at: Position) -> &mut Entry {
        self.area_mut(at.region).entries.get_mut(at.index as usize)
    }

    fn entry_mut(&mut self, object: ObjectId) -> &mut Entry {
        let at = self.position(object);
        self.area_mut(at.region).entries.get_mut(at.index as usize)
    }

    #[inline]
    pub(crate) fn entry_at(&self, at: Position) -> &Entry {
        self.area(at.region).entries.get(at.index as usize)
    }

    #[inline]
    pub(crate) fn contents_mut(&mut self, at: Position) -> &mut Object {
        Arc::make_mut(&mut self.area_mut(at.region).entries.get_mut(at.index as usize).object)
    }

    /// The position of an object's entry. Entries are in the order of their numbers, except for globals at
    /// addresses that the program chose.
    pub(crate) fn position(&self, object: ObjectId) -> Position {
        let region = object.region;
        let entries = &self.area(region).entries;
        let index = entries.partition_point(|entry| entry.id.serial < object.serial);
        if entries.try_get(index).is_some_and(|entry| entry.id == object) {
            return Position { region, index: index as u32 };
        }
        let index = entries.iter().position(|entry| entry.id == object).expect("the object is there");
        Position { region, index: index as u32 }
    }

    /// The entry with the greatest base at or below `address` in its region.
    fn at_or_below(&self, address: u64) -> Option<Position> {
        let region = region_of(address);
        let above = self.area(region).entries.partition_point(|entry| entry.base <= address);
        (above > 0).then(|| Position { region, index: above as u32 - 1 })
    }

    pub(crate) fn find_position(&self, address: u64) -> Option<Position> {
        let at = self.at_or_below(address)?;
        let entry = self.entry_at(at);
        (address - entry.base < entry.extent().max(1)).then_some(at)
    }

    /// The object (live or freed) that contains or may contain `address`. An object of size zero contains its base.
    pub fn find(&self, address: u64) -> Option<Found> {
        let entry = self.entry_at(self.find_position(address)?);
        Some(Found { object: entry.id, offset: address - entry.base })
    }

    /// Makes an object end where the string ends that it holds from an offset on. `input` is the string.
    pub fn end_with_string(&mut self, at: ObjectId, input: ExprId, from: u32) {
        let entry = self.entry_mut(at);
        entry.ending = Some(Ending::String { input, from });
        entry.size = (u64::from(from) + 1).min(entry.size);
    }

    /// Makes an object as large as a term says, which is at most its present size on the path and at least `least`.
    pub fn end_with_size(&mut self, at: ObjectId, size: ExprId, least: u64) {
        let entry = self.entry_mut(at);
        assert!(entry.ending.is_none(), "an object ends in one way");
        entry.ending = Some(Ending::Size(size));
        entry.size = least.min(entry.size);
    }

    /// Sets the number of bytes that an object with an [`Ending`] is known to have.
    pub fn grow(&mut self, at: ObjectId, size: u64) {
        let entry = self.entry_mut(at);
        assert!(size <= entry.extent(), "an object has as many bytes as there is room for");
        entry.size = entry.size.max(size);
    }

    /// Resolves a concrete access. `hint` is the entry that the same instruction accessed last, and is updated.
    #[inline]
    pub fn access(&self, address: u64, len: u64, hint: &mut Hint) -> Result<InBounds, Fault> {
        let Hint(at) = *hint;
        if let Some(entry) = self.area(at.region).entries.try_get(at.index as usize) {
            let offset = address.wrapping_sub(entry.base);
            if offset < entry.size && len <= entry.size - offset && entry.is_live() {
                return Ok(InBounds { at, offset, len });
            }
        }
        self.access_slowly(address, len, hint)
    }

    fn access_slowly(&self, address: u64, len: u64, hint: &mut Hint) -> Result<InBounds, Fault> {
        let Some(at) = self.at_or_below(address) else { return Err(self.fault(address)) };
        let entry = self.entry_at(at);
        let offset = address - entry.base;
        if offset > entry.size || len > entry.size - offset || !entry.is_live() || (len > 0 && entry.size == 0) {
            return Err(self.fault(address));
        }
        *hint = Hint(at);
        Ok(InBounds { at, offset, len })
    }

    /// Why an access at `address` fails.
    pub fn fault(&self, address: u64) -> Fault {
        if address < NULL_PAGE {
            return Fault::Null;
        }
        let region = region_of(address);
        let entries = &self.area(region).entries;
        let above = entries.partition_point(|entry| entry.base <= address);
        let below = (above > 0).then(|| Position { region, index: above as u32 - 1 });
        // How far the address lies past the object below and before the object above.
        let past = below.map(|at| address - self.entry_at(at).base).zip(below.map(|at| self.entry_at(at).size));
        let before = entries.try_get(above).map(|entry| entry.base - address);
        if let (Some(at), Some((past, size))) = (below, past)
            && past < size.max(1)
        {
            match self.entry_at(at).kind {
                ObjectKind::Freed => return Fault::Freed(self.entry_at(at).id),
                ObjectKind::External => return Fault::External(self.entry_at(at).id),
                _ => {}
            }
        }
        let after = past.map(|(past, size)| past.saturating_sub(size));
        let zone = if region == Region::Stack { STACK_ZONE } else { WIDE_ZONE };
        let near_below = after.is_some_and(|after| after < zone);
        let near_above = before.is_some_and(|before| before <= zone);
        if region == Region::Stack && address < self.stack.next && !near_below && !near_above {
            return Fault::Returned;
        }
        match (after, before) {
            (Some(after), Some(before)) if near_above && before < after => {
                Fault::Outside(entries.try_get(above).map(|entry| entry.id))
            }
            (None, Some(_)) if near_above => Fault::Outside(entries.try_get(above).map(|entry| entry.id)),
            _ => Fault::Outside(below.map(|at| self.entry_at(at).id)),
        }
    }

    /// The addresses, if they form an interval, at which an access fails for this reason: the first, and one
    /// past the last.
    pub fn fault_range(&self, fault: Fault) -> Option<(u64, u64)> {
        match fault {
            Fault::Null => Some((0, NULL_PAGE)),
            Fault::Freed(at) | Fault::External(at) => {
                let entry = self.entry(at);
                Some((entry.base, entry.base + entry.size.max(1)))
            }
            Fault::Returned | Fault::Outside(_) => None,
        }
    }

    /// The faults whose addresses form an interval: null, and each object that is not live.
    pub fn interval_faults(&self) -> impl Iterator<Item = Fault> {
        let gone = [Region::Global, Region::Heap].into_iter().flat_map(|region| {
            self.area(region).entries.iter().filter(|entry| !entry.is_live()).map(|entry| match entry.kind {
                ObjectKind::External => Fault::External(entry.id),
                _ => Fault::Freed(entry.id),
            })
        });
        std::iter::once(Fault::Null).chain(gone)
    }

    /// Visits in pairs the terms of two spaces that have the same objects with the same concrete bytes. Returns
    /// false if the spaces differ in anything else, or if `visit` returns false.
    pub fn pairs(&self, other: &AddressSpace, visit: &mut dyn FnMut(ObjectId, ExprId, ExprId) -> bool) -> bool {
        let AddressSpace { globals, heap, stack, next_serial: _ } = self;
        [(stack, &other.stack), (heap, &other.heap), (globals, &other.globals)].into_iter().all(|(a, b)| {
            a.next == b.next
                && a.entries.len() == b.entries.len()
                && a.entries.iter().zip(b.entries.iter()).all(|(a, b)| a.pairs(b, visit))
        })
    }

    /// The number of objects of a region.
    pub(crate) fn entries(&self, region: Region) -> usize {
        self.area(region).entries.len()
    }

    pub(crate) fn set_size(&mut self, at: Position, size: u64) {
        self.area_mut(at.region).entries.get_mut(at.index as usize).size = size;
    }

    /// Makes new objects get neither an address nor a number that another space has given.
    pub(crate) fn skip_addresses_of(&mut self, other: &AddressSpace) {
        for region in [Region::Global, Region::Heap, Region::Stack] {
            let next = other.area(region).next;
            let area = self.area_mut(region);
            area.next = area.next.max(next);
        }
        self.next_serial = self.next_serial.max(other.next_serial);
    }

    /// All bytes of an object.
    pub fn whole(&self, object: ObjectId) -> InBounds {
        let at = self.position(object);
        InBounds { at, offset: 0, len: self.entry_at(at).extent() }
    }

    /// All bytes of the object that begins at an address.
    ///
    /// # Panics
    ///
    /// If no object begins there.
    pub fn whole_at(&self, address: u64) -> InBounds {
        let at = self.find_position(address).filter(|&at| self.entry_at(at).base == address);
        let at = at.expect("an object begins at the address");
        InBounds { at, offset: 0, len: self.entry_at(at).extent() }
    }

    /// Every live object, by ascending address.
    pub fn live(&self) -> impl Iterator<Item = &Entry> {
        [&self.globals, &self.heap, &self.stack]
            .into_iter()
            .flat_map(|area| area.entries.iter().filter(|entry| entry.is_live()))
    }
}
