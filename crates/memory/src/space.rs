//! The address space: which objects there are, at which addresses, and in what state.
//!
//! Each kind of object has a region of its own in which addresses only grow, so every region is a vector sorted by address
//! and allocation is a push. Nothing is reused: a freed heap object leaves its entry behind (its contents go), and a stack
//! address below the region's top that no live object covers belonged to a function that has returned. That is how
//! use-after-free and use-after-return are told from plain out-of-bounds. Between objects lie wide red zones; they cost
//! addresses, not memory.

use std::rc::Rc;

use expr::{ExprId, Pool};

use crate::blocks::PAGE;
use crate::chunks::Chunks;
use crate::object::Object;
use crate::value::Value;

/// An object's number within a run of one path, by order of allocation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjectId(pub u32);

/// Where an object lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Region {
    /// Global variables and the program's arguments.
    Global,
    /// `malloc` and its family.
    Heap,
    /// Local variables.
    Stack,
}

/// What an object is and whether it lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    /// A writable global.
    Global,
    /// A constant global.
    Constant,
    /// A global that the program declares and nobody defines: what it holds is not known.
    External,
    /// Allocated by `malloc` and its family, and not freed.
    Heap,
    /// Allocated by C++'s `new`, and not deleted.
    New,
    /// Allocated by C++'s `new[]`, and not deleted.
    NewArray,
    /// Allocated and freed.
    Freed,
    /// A local variable of a function still running.
    Stack,
}

/// What an allocation asks for.
#[derive(Clone, Copy, Debug)]
pub struct Allocation {
    /// Where, and so how long it lives.
    pub kind: ObjectKind,
    /// How many bytes.
    pub size: u64,
    /// A power of two.
    pub align: u64,
    /// Whatever the owner wants to remember about it: the executor keeps the allocating instruction.
    pub site: u32,
}

/// One object of the space.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its number.
    pub id: ObjectId,
    /// Its first address.
    pub base: u64,
    /// Its size in bytes; of a string from outside, how far it is known to go on.
    pub size: u64,
    /// What it is.
    pub kind: ObjectKind,
    /// What [`Allocation::site`] said.
    pub site: u32,
    /// Where it ends, if that depends on what it held at first.
    pub ending: Option<Ending>,
    object: Rc<Object>,
}

/// A string that a program is started with: natively, its memory ends with the first zero that it held, and what lies behind is
/// something else. How long such an object is, is found out as it is used: its size is what is known to be there on the path, one byte at
/// first, and grows up to [`Entry::extent`] as accesses need more and prove that the bytes before are not zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The bytes that it held at first, as one term.
    pub input: ExprId,
    /// Where in the object these begin.
    pub from: u32,
}

impl Entry {
    /// Whether accesses may touch it.
    pub fn is_live(&self) -> bool {
        !matches!(self.kind, ObjectKind::Freed | ObjectKind::External)
    }

    /// How many bytes it has at most.
    pub fn extent(&self) -> u64 {
        if self.ending.is_some() { self.object.size() } else { self.size }
    }

    fn pairs(&self, other: &Entry, visit: &mut dyn FnMut(ObjectId, ExprId, ExprId) -> bool) -> bool {
        let Entry { id, base, size, kind, site, ending, object } = self;
        let ending = match (ending, &other.ending) {
            (None, None) => true,
            (Some(a), Some(b)) => a.from == b.from && visit(*id, a.input, b.input),
            _ => false,
        };
        ending
            && (base, size, kind, site) == (&other.base, &other.size, &other.kind, &other.site)
            && object.matches(&other.object, &mut |a, b| visit(*id, a, b))
    }

    /// The contents.
    #[inline]
    pub fn object(&self) -> &Object {
        &self.object
    }
}

/// Where an entry stands in its space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntryRef {
    region: Region,
    index: u32,
}

impl EntryRef {
    /// A guess to start look-ups with.
    pub const GUESS: EntryRef = EntryRef { region: Region::Stack, index: 0 };
}

/// Proof that `len` bytes at `offset` lie within a live object; only this can read and write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InBounds {
    entry: EntryRef,
    offset: u64,
    len: u64,
}

impl InBounds {
    /// The object.
    pub fn entry(&self) -> EntryRef {
        self.entry
    }

    /// Where in the object the access begins.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// How many bytes the proof covers.
    pub fn size(&self) -> u64 {
        self.len
    }

    /// The `len` bytes from `offset` on within these.
    pub fn part(&self, offset: u64, len: u64) -> InBounds {
        assert!(offset + len <= self.len, "a part lies within the whole");
        InBounds { entry: self.entry, offset: self.offset + offset, len }
    }
}

/// Why an address cannot be accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It lies in the first page.
    Null,
    /// It lies in a freed heap object.
    Freed(EntryRef),
    /// It lies in a global that nobody defines.
    External(EntryRef),
    /// It lay in a local variable that is gone.
    Returned,
    /// It lies in no object; the nearest one, if any is near.
    Outside(Option<EntryRef>),
}

/// The first page is never mapped.
pub const NULL_PAGE: u64 = 4096;
const GLOBAL_BASE: u64 = 0x1000_0000_0000;
const HEAP_BASE: u64 = 0x2000_0000_0000;
const STACK_BASE: u64 = 0x4000_0000_0000;
const STACK_END: u64 = 0x7000_0000_0000;
/// Addresses left free after a global or heap object.
const WIDE_ZONE: u64 = 64 << 10;
/// Addresses left free after a stack object: there are many, and none is reused.
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
    next_id: u32,
}

impl Default for AddressSpace {
    fn default() -> Self {
        let area = |next| Area { next, entries: Chunks::default() };
        AddressSpace { globals: area(GLOBAL_BASE), heap: area(HEAP_BASE), stack: area(STACK_BASE), next_id: 0 }
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

    /// Whether it is one that the program has allocated and not given back.
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

    /// The address the next object of that kind gets with bump allocation, or `None` when its region is used up.
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
    pub fn insert(&mut self, base: u64, request: Allocation) -> EntryRef {
        self.insert_object(base, request, Object::zeros(request.size))
    }

    /// The same with an object in which nothing is written yet; see [`Object::undefined`].
    pub fn insert_undefined(&mut self, base: u64, request: Allocation, symbol: ExprId) -> EntryRef {
        self.insert_object(base, request, Object::undefined(request.size, symbol))
    }

    /// The number that the next object gets.
    pub fn next_object(&self) -> ObjectId {
        ObjectId(self.next_id)
    }

    fn insert_object(&mut self, base: u64, request: Allocation, object: Object) -> EntryRef {
        let region = request.kind.region();
        let id = ObjectId(self.next_id);
        self.next_id += 1;
        let zone = if region == Region::Stack { STACK_ZONE } else { WIDE_ZONE };
        let area = self.area_mut(region);
        assert!(base >= area.next, "a region grows upwards");
        area.next = base + request.size + zone;
        let index = area.entries.len() as u32;
        let (size, kind, site) = (request.size, request.kind, request.site);
        area.entries.push(Entry { id, base, size, kind, site, ending: None, object: Rc::new(object) });
        EntryRef { region, index }
    }

    /// Adds an object of zeros at an address that the program chose, among the globals; `None` if the address is not theirs
    /// or something is there already.
    pub fn insert_fixed(&mut self, base: u64, size: u64, site: u32) -> Option<EntryRef> {
        let end = base.checked_add(size)?;
        if base < NULL_PAGE || end > HEAP_BASE {
            return None;
        }
        let entries = &self.globals.entries;
        let index = entries.partition_point(|entry| entry.base <= base);
        let overlaps_below = index > 0 && {
            let below = entries.get(index - 1);
            below.base + below.size.max(1) > base
        };
        if overlaps_below || entries.try_get(index).is_some_and(|above| above.base < end) {
            return None;
        }
        let id = ObjectId(self.next_id);
        self.next_id += 1;
        let object = Rc::new(Object::zeros(size));
        self.globals
            .entries
            .insert(index, Entry { id, base, size, kind: ObjectKind::Global, site, ending: None, object });
        self.globals.next = self.globals.next.max(end.saturating_add(WIDE_ZONE));
        Some(EntryRef { region: Region::Global, index: index as u32 })
    }

    /// How many stack objects there are: a mark to return to.
    pub fn stack_mark(&self) -> u32 {
        self.stack.entries.len() as u32
    }

    /// Drops the stack objects made since `mark`.
    #[inline]
    pub fn release_stack(&mut self, mark: u32) {
        if self.stack.entries.len() > mark as usize {
            self.stack.entries.truncate(mark as usize);
        }
    }

    /// Marks a heap object freed and drops its contents.
    pub fn free(&mut self, at: EntryRef) {
        let entry = self.entry_mut(at);
        assert!(entry.kind.is_allocated(), "only a live heap object is freed");
        entry.kind = ObjectKind::Freed;
        entry.object = Rc::new(Object::zeros(0));
    }

    /// Says what a global is, once its contents are in place.
    pub fn set_global_kind(&mut self, at: EntryRef, kind: ObjectKind) {
        assert_eq!(kind.region(), Region::Global, "a global stays a global");
        self.entry_mut(at).kind = kind;
    }

    /// The entry.
    #[inline]
    pub fn entry(&self, at: EntryRef) -> &Entry {
        self.area(at.region).entries.get(at.index as usize)
    }

    fn entry_mut(&mut self, at: EntryRef) -> &mut Entry {
        self.area_mut(at.region).entries.get_mut(at.index as usize)
    }

    /// The entry whose object begins at or below `address` and nearest to it.
    fn at_or_below(&self, address: u64) -> Option<EntryRef> {
        let region = region_of(address);
        let above = self.area(region).entries.partition_point(|entry| entry.base <= address);
        (above > 0).then(|| EntryRef { region, index: above as u32 - 1 })
    }

    /// The object (live or freed) that contains `address`, or may; one of size zero contains its base.
    pub fn find(&self, address: u64) -> Option<EntryRef> {
        let at = self.at_or_below(address)?;
        let entry = self.entry(at);
        (address - entry.base < entry.extent().max(1)).then_some(at)
    }

    /// Lets an object end where the string does that it holds from some place on.
    pub fn end_with_string(&mut self, at: EntryRef, ending: Ending) {
        let entry = self.entry_mut(at);
        entry.ending = Some(ending);
        entry.size = (u64::from(ending.from) + 1).min(entry.size);
    }

    /// Lets such an object have so many bytes, which are known to be there.
    pub fn grow(&mut self, at: EntryRef, size: u64) {
        let entry = self.entry_mut(at);
        assert!(size <= entry.extent(), "a string has as many bytes as there is room for");
        entry.size = entry.size.max(size);
    }

    /// Resolves a concrete access. `hint` is where the same instruction hit last and is brought up to date.
    #[inline]
    pub fn access(&self, address: u64, len: u64, hint: &mut EntryRef) -> Result<InBounds, Fault> {
        if let Some(entry) = self.area(hint.region).entries.try_get(hint.index as usize) {
            let offset = address.wrapping_sub(entry.base);
            if offset < entry.size && len <= entry.size - offset && entry.is_live() {
                return Ok(InBounds { entry: *hint, offset, len });
            }
        }
        self.access_slowly(address, len, hint)
    }

    fn access_slowly(&self, address: u64, len: u64, hint: &mut EntryRef) -> Result<InBounds, Fault> {
        let Some(at) = self.at_or_below(address) else { return Err(self.fault(address)) };
        let entry = self.entry(at);
        let offset = address - entry.base;
        if offset > entry.size || len > entry.size - offset || !entry.is_live() || (len > 0 && entry.size == 0) {
            return Err(self.fault(address));
        }
        *hint = at;
        Ok(InBounds { entry: at, offset, len })
    }

    /// Why an access at `address` fails.
    pub fn fault(&self, address: u64) -> Fault {
        if address < NULL_PAGE {
            return Fault::Null;
        }
        let region = region_of(address);
        let entries = &self.area(region).entries;
        let above = entries.partition_point(|entry| entry.base <= address);
        let below = (above > 0).then(|| EntryRef { region, index: above as u32 - 1 });
        // How far the address lies past the object below and before the object above.
        let past = below.map(|at| address - self.entry(at).base).zip(below.map(|at| self.entry(at).size));
        let before = entries.try_get(above).map(|entry| entry.base - address);
        if let (Some(at), Some((past, size))) = (below, past)
            && past < size.max(1)
        {
            match self.entry(at).kind {
                ObjectKind::Freed => return Fault::Freed(at),
                ObjectKind::External => return Fault::External(at),
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
                Fault::Outside(Some(EntryRef { region, index: above as u32 }))
            }
            (None, Some(_)) if near_above => Fault::Outside(Some(EntryRef { region, index: above as u32 })),
            _ => Fault::Outside(below),
        }
    }

    /// The addresses at which an access fails for this very reason, where they are an interval: first and one past last.
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

    /// Every reason for which an access can fail at an interval of addresses: null, and each object that is not live.
    pub fn interval_faults(&self) -> impl Iterator<Item = Fault> {
        let gone = [Region::Global, Region::Heap].into_iter().flat_map(|region| {
            let entries = self.area(region).entries.iter().enumerate().filter(|(_, entry)| !entry.is_live());
            entries.map(move |(index, entry)| {
                let at = EntryRef { region, index: index as u32 };
                if entry.kind == ObjectKind::External { Fault::External(at) } else { Fault::Freed(at) }
            })
        });
        std::iter::once(Fault::Null).chain(gone)
    }

    /// The concrete word at a place of at most 8 bytes, if it is concrete.
    #[inline]
    pub fn concrete_word(&self, place: InBounds) -> Option<u64> {
        self.entry(place.entry).object.concrete_word(place.offset, place.len as usize)
    }

    /// Whether a place may be written.
    #[inline]
    pub fn is_writable(&self, place: InBounds) -> bool {
        self.entry(place.entry).kind != ObjectKind::Constant
    }

    /// The object behind a place, for changing.
    #[inline]
    pub fn object_mut(&mut self, at: EntryRef) -> &mut Object {
        Rc::make_mut(&mut self.entry_mut(at).object)
    }

    /// Reads a place.
    pub fn read(&self, pool: &mut Pool, place: InBounds) -> Value {
        self.entry(place.entry).object.read(pool, place.offset, place.len as u32)
    }

    /// Writes a value of the place's size.
    pub fn write(&mut self, pool: &Pool, place: InBounds, value: Value) {
        self.object_mut(place.entry).write(pool, place.offset, place.len as u32, value);
    }

    /// Copies between two places of one length, which may overlap. Returns the work that it was, in bytes.
    pub fn copy(&mut self, pool: &mut Pool, to: InBounds, from: InBounds) -> u64 {
        assert_eq!(to.len, from.len, "a copy keeps the length");
        if to.entry == from.entry {
            return self.object_mut(to.entry).copy_within(pool, to.offset, from.offset, from.len);
        }
        let source = self.entry(from.entry).object.clone();
        self.object_mut(to.entry).copy_from(pool, to.offset, &source, from.offset, from.len)
    }

    /// How much memory a copy needs at most; what is shared with its source needs none.
    pub fn needed_for_copy(&self, to: InBounds, from: InBounds) -> u64 {
        if to.offset % PAGE as u64 == from.offset % PAGE as u64 {
            return 0;
        }
        self.entry(from.entry).object.held(from.offset, from.len)
    }

    /// Writes a byte, which may be a term, all over a place. Returns the work that it was, in bytes.
    pub fn fill(&mut self, pool: &Pool, place: InBounds, byte: Value) -> u64 {
        let object = self.object_mut(place.entry);
        match byte {
            Value::Int(byte) => object.fill(place.offset, place.len, byte as u8),
            Value::Expr(byte) => object.fill_with(pool, place.offset, place.len, byte),
        }
    }

    /// Goes through the terms in two spaces that have the same objects with the same concrete bytes, those of one beside those of
    /// the other. False if the spaces differ in anything else, or `visit` says so of a pair.
    pub fn pairs(&self, other: &AddressSpace, visit: &mut dyn FnMut(ObjectId, ExprId, ExprId) -> bool) -> bool {
        let AddressSpace { globals, heap, stack, next_id: _ } = self;
        [(stack, &other.stack), (heap, &other.heap), (globals, &other.globals)].into_iter().all(|(a, b)| {
            a.next == b.next
                && a.entries.len() == b.entries.len()
                && a.entries.iter().zip(b.entries.iter()).all(|(a, b)| a.pairs(b, visit))
        })
    }

    /// The whole of an object as a place.
    pub fn whole(&self, at: EntryRef) -> InBounds {
        InBounds { entry: at, offset: 0, len: self.entry(at).extent() }
    }

    /// Every live object, by ascending address.
    pub fn live(&self) -> impl Iterator<Item = (EntryRef, &Entry)> {
        [Region::Global, Region::Heap, Region::Stack].into_iter().flat_map(move |region| {
            self.area(region)
                .entries
                .iter()
                .enumerate()
                .map(move |(index, entry)| (EntryRef { region, index: index as u32 }, entry))
                .filter(|(_, entry)| entry.is_live())
        })
    }
}
