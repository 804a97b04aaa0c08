//! The solver: sets of locations, and constraints between them that are applied to what is new until nothing is.
//!
//! A node is a set: what a register may point to, what a cell of memory may hold, what the environment knows. Edges
//! between nodes are inclusions. A load or a store through a node becomes edges to and from cells as the node gets
//! locations.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{Location, Site};
use crate::module::{FuncId, Module, Reg};
use crate::tuning::{POINTED_CELLS, POINTED_OFFSETS};

/// The size of an address in bytes.
const ADDRESS: i64 = 8;

/// A set, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Node(u32);

/// What an inclusion does to the locations that go along it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Edge {
    /// They stay as they are.
    Same,
    /// Their offsets grow by this.
    Add(i64),
    /// Their offsets may be any.
    Any,
}

/// What is done with the objects that a node points to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Use {
    /// So many bytes are read to a node.
    Load(Node, i64),
    /// The locations of a node are stored, as so many bytes.
    Store(Node, i64),
    /// Everything is copied to the objects that another node points to.
    CopyTo(Node),
    /// Everything is copied from the objects that another node points to.
    CopyFrom(Node),
    /// It is called: the number of the call.
    Call(usize),
    /// The environment knows it.
    Escape,
}

/// The memory of an object.
#[derive(Default)]
struct Memory {
    /// What was stored at known offsets.
    cells: BTreeMap<i64, Node>,
    /// What was stored at any offset, once there was such a store or a load.
    anywhere: Option<Node>,
    /// Everything that is stored.
    all: Option<Node>,
    /// Loads at known offsets: the offset, the number of bytes, and where they go.
    loads: BTreeSet<(i64, i64, Node)>,
    /// The objects that everything is copied to, with the distance if it is known.
    copies: BTreeSet<(Site, Option<i64>)>,
}

/// The solver.
pub(super) struct Solver<'a> {
    pub(super) module: &'a Module,
    sets: Vec<BTreeSet<Location>>,
    /// What was added to a set and did not go along its edges yet.
    fresh: Vec<Vec<Location>>,
    edges: Vec<BTreeSet<(Node, Edge)>>,
    uses: Vec<BTreeSet<Use>>,
    /// Nodes with something fresh.
    waiting: VecDeque<Node>,
    registers: BTreeMap<(FuncId, Reg), Node>,
    results: BTreeMap<FuncId, Node>,
    memories: BTreeMap<Site, Memory>,
    /// What the environment knows.
    pub(super) outside: Node,
    pub(super) calls: Vec<super::constraints::Call>,
    /// The functions whose code was looked at.
    pub(super) entered: BTreeSet<FuncId>,
    /// Nodes that accesses go through.
    accessed: BTreeSet<Node>,
}

impl<'a> Solver<'a> {
    /// Knows what globals hold at the beginning.
    pub(super) fn new(module: &'a Module) -> Solver<'a> {
        let mut solver = Solver {
            module,
            sets: Vec::new(),
            fresh: Vec::new(),
            edges: Vec::new(),
            uses: Vec::new(),
            waiting: VecDeque::new(),
            registers: BTreeMap::new(),
            results: BTreeMap::new(),
            memories: BTreeMap::new(),
            outside: Node(0),
            calls: Vec::new(),
            entered: BTreeSet::new(),
            accessed: BTreeSet::new(),
        };
        solver.outside = solver.node();
        let outside = solver.outside;
        solver.add_use(outside, Use::Escape);
        solver.add(outside, Location { site: Site::Outside, offset: None });
        solver.globals();
        solver
    }

    /// A new node.
    pub(super) fn node(&mut self) -> Node {
        self.sets.push(BTreeSet::new());
        self.fresh.push(Vec::new());
        self.edges.push(BTreeSet::new());
        self.uses.push(BTreeSet::new());
        Node(self.sets.len() as u32 - 1)
    }

    /// The node of a register.
    pub(super) fn register(&mut self, function: FuncId, reg: Reg) -> Node {
        if let Some(&node) = self.registers.get(&(function, reg)) {
            return node;
        }
        let node = self.node();
        self.registers.insert((function, reg), node);
        node
    }

    /// The node of a function's result.
    pub(super) fn result(&mut self, function: FuncId) -> Node {
        if let Some(&node) = self.results.get(&function) {
            return node;
        }
        let node = self.node();
        self.results.insert(function, node);
        node
    }

    /// Adds a location to a set. If the set has too many offsets in its object, it gets them all.
    pub(super) fn add(&mut self, to: Node, location: Location) {
        let set = &mut self.sets[to.0 as usize];
        let any = Location { offset: None, ..location };
        if set.contains(&any) || set.contains(&location) {
            return;
        }
        let offsets = set.range(any..).take_while(|known| known.site == location.site).count();
        let location = if offsets >= POINTED_OFFSETS { any } else { location };
        set.insert(location);
        if self.fresh[to.0 as usize].is_empty() {
            self.waiting.push_back(to);
        }
        self.fresh[to.0 as usize].push(location);
    }

    /// Adds an inclusion, for what is in the set already and for what will be.
    pub(super) fn edge(&mut self, from: Node, to: Node, edge: Edge) {
        if (from == to && edge == Edge::Same) || !self.edges[from.0 as usize].insert((to, edge)) {
            return;
        }
        let known: Vec<Location> = self.sets[from.0 as usize].iter().copied().collect();
        known.into_iter().for_each(|location| self.pass(location, to, edge));
    }

    fn pass(&mut self, location: Location, to: Node, edge: Edge) {
        let offset = match edge {
            Edge::Same => location.offset,
            Edge::Add(distance) => location.offset.and_then(|offset| offset.checked_add(distance)),
            Edge::Any => None,
        };
        self.add(to, Location { offset, ..location });
    }

    /// Adds a use, for what the node points to already and for what it will.
    pub(super) fn add_use(&mut self, of: Node, what: Use) {
        if matches!(what, Use::Load(..) | Use::Store(..) | Use::CopyTo(_) | Use::CopyFrom(_)) {
            self.accessed.insert(of);
        }
        if self.uses[of.0 as usize].insert(what.clone()) {
            let known: Vec<Location> = self.sets[of.0 as usize].iter().copied().collect();
            known.into_iter().for_each(|location| self.apply(&what, location));
        }
    }

    /// A pointer to an object is given to a function that may access it.
    pub(super) fn access(&mut self, node: Node) {
        self.accessed.insert(node);
    }

    /// Applies all constraints until nothing is new.
    pub(super) fn solve(&mut self) {
        while let Some(node) = self.waiting.pop_front() {
            let at = node.0 as usize;
            let fresh = std::mem::take(&mut self.fresh[at]);
            let edges: Vec<(Node, Edge)> = self.edges[at].iter().copied().collect();
            let uses: Vec<Use> = self.uses[at].iter().cloned().collect();
            for location in fresh {
                edges.iter().for_each(|&(to, edge)| self.pass(location, to, edge));
                uses.iter().for_each(|what| self.apply(what, location));
            }
        }
    }

    fn apply(&mut self, what: &Use, location: Location) {
        let Location { site, offset } = location;
        match *what {
            Use::Load(to, bytes) => self.load(site, offset, bytes, to),
            Use::Store(value, bytes) => {
                let offset = offset.filter(|_| bytes <= ADDRESS);
                let cell = self.cell(site, offset);
                self.edge(value, cell, Edge::Same);
            }
            Use::CopyTo(other) => {
                let targets: Vec<Location> = self.sets[other.0 as usize].iter().copied().collect();
                targets.into_iter().for_each(|target| self.copy(location, target));
            }
            Use::CopyFrom(other) => {
                let sources: Vec<Location> = self.sets[other.0 as usize].iter().copied().collect();
                sources.into_iter().for_each(|source| self.copy(source, location));
            }
            Use::Call(call) => {
                match site {
                    Site::Function(callee) => self.bind(call, callee),
                    Site::Outside => self.call_outside(call),
                    // No code.
                    _ => {}
                }
            }
            Use::Escape => self.escape(site),
        }
    }

    /// The environment knows an object: it may read it, write to it, and call it.
    fn escape(&mut self, site: Site) {
        let outside = self.outside;
        if let Site::Function(function) = site {
            self.enter_from_outside(function);
            return;
        }
        let all = self.all(site);
        self.edge(all, outside, Edge::Any);
        let anywhere = self.cell(site, None);
        self.edge(outside, anywhere, Edge::Any);
    }

    /// The node of what is stored at an offset of an object.
    pub(super) fn cell(&mut self, site: Site, offset: Option<i64>) -> Node {
        let memory = self.memories.entry(site).or_default();
        let offset = offset.filter(|at| memory.cells.len() < POINTED_CELLS || memory.cells.contains_key(at));
        let found = match offset {
            Some(at) => memory.cells.get(&at).copied(),
            None => memory.anywhere,
        };
        if let Some(cell) = found {
            return cell;
        }
        let cell = self.node();
        let all = self.all(site);
        let memory = self.memories.entry(site).or_default();
        match offset {
            Some(at) => drop(memory.cells.insert(at, cell)),
            None => memory.anywhere = Some(cell),
        }
        let loads: Vec<(i64, i64, Node)> = memory.loads.iter().copied().collect();
        let copies: Vec<(Site, Option<i64>)> = memory.copies.iter().copied().collect();
        self.edge(cell, all, Edge::Same);
        for (at, bytes, to) in loads {
            self.link(cell, offset, at, bytes, to);
        }
        for (target, distance) in copies {
            self.copy_cell(cell, offset, target, distance);
        }
        cell
    }

    /// The node of everything that is stored in an object.
    fn all(&mut self, site: Site) -> Node {
        if let Some(all) = self.memories.entry(site).or_default().all {
            return all;
        }
        let all = self.node();
        self.memories.entry(site).or_default().all = Some(all);
        all
    }

    fn load(&mut self, site: Site, offset: Option<i64>, bytes: i64, to: Node) {
        let Some(at) = offset else {
            // Parts of two addresses may be read at once.
            let all = self.all(site);
            return self.edge(all, to, if bytes == ADDRESS { Edge::Same } else { Edge::Any });
        };
        let memory = self.memories.entry(site).or_default();
        if !memory.loads.insert((at, bytes, to)) {
            return;
        }
        let cells: Vec<(Option<i64>, Node)> = memory
            .cells
            .iter()
            .map(|(&at, &cell)| (Some(at), cell))
            .chain(memory.anywhere.map(|cell| (None, cell)))
            .collect();
        for (stored, cell) in cells {
            self.link(cell, stored, at, bytes, to);
        }
    }

    /// A load gets what a cell holds, if they may overlap.
    fn link(&mut self, cell: Node, stored: Option<i64>, at: i64, bytes: i64, to: Node) {
        let Some(stored) = stored else {
            return self.edge(cell, to, if bytes == ADDRESS { Edge::Same } else { Edge::Any });
        };
        if stored < at.saturating_add(bytes) && at < stored.saturating_add(ADDRESS) {
            let is_whole = stored == at && bytes == ADDRESS;
            self.edge(cell, to, if is_whole { Edge::Same } else { Edge::Any });
        }
    }

    /// Everything in one object, from a location on, is copied to another.
    fn copy(&mut self, from: Location, to: Location) {
        let distance = from.offset.zip(to.offset).map(|(from, to)| to - from);
        let memory = self.memories.entry(from.site).or_default();
        if !memory.copies.insert((to.site, distance)) {
            return;
        }
        let cells: Vec<(Option<i64>, Node)> = memory
            .cells
            .iter()
            .map(|(&at, &cell)| (Some(at), cell))
            .chain(memory.anywhere.map(|cell| (None, cell)))
            .collect();
        for (at, cell) in cells {
            self.copy_cell(cell, at, to.site, distance);
        }
    }

    fn copy_cell(&mut self, cell: Node, at: Option<i64>, to: Site, distance: Option<i64>) {
        let target = at.zip(distance).map(|(at, distance)| at + distance);
        let target = self.cell(to, target);
        self.edge(cell, target, Edge::Same);
    }

    /// What each register points to.
    pub(super) fn registers(&self) -> BTreeMap<(FuncId, Reg), Vec<Location>> {
        let known = self.registers.iter().map(|(&reg, &node)| (reg, self.locations(node)));
        known.filter(|(_, locations)| !locations.is_empty()).collect()
    }

    /// The locations of a set; an object of which it has every offset once.
    fn locations(&self, node: Node) -> Vec<Location> {
        let set = &self.sets[node.0 as usize];
        let is_said =
            |location: &&Location| location.offset.is_none() || !set.contains(&Location { offset: None, ..**location });
        set.iter().filter(is_said).copied().collect()
    }

    /// The classes: what an access may choose between is one.
    pub(super) fn classes(&self) -> BTreeMap<Site, usize> {
        let is_memory = |location: &&Location| !matches!(location.site, Site::Function(_));
        let sets = self.accessed.iter().map(|node| &self.sets[node.0 as usize]);
        let sites: BTreeSet<Site> =
            self.sets.iter().flatten().filter(is_memory).map(|location| location.site).collect();
        let mut class_of: BTreeMap<Site, Site> = sites.iter().map(|&site| (site, site)).collect();
        for set in sets {
            let mut members = set.iter().filter(is_memory).map(|location| location.site);
            let Some(first) = members.next() else { continue };
            for other in members {
                let (one, two) = (root(&class_of, first), root(&class_of, other));
                class_of.insert(one.max(two), one.min(two));
            }
        }
        let numbers: BTreeMap<Site, usize> = sites.iter().copied().zip(0..).collect();
        sites.iter().map(|&site| (site, numbers[&root(&class_of, site)])).collect()
    }
}

/// The first object of a class.
fn root(class_of: &BTreeMap<Site, Site>, mut site: Site) -> Site {
    while class_of[&site] != site {
        site = class_of[&site];
    }
    site
}
