//! The meanings of names. A table holds the current meaning of each name, and a log the previous ones, so that
//! leaving a `let` or popping an assertion level restores exactly what was bound before.

use crate::function::FunctionId;
use crate::names::Name;
use crate::operator::Operator;
use crate::sort::Sort;
use crate::term::Term;

/// The meaning of a name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entity {
    /// A declared constant, a variable of a `let`, or a parameter.
    Term(Term),
    Function(FunctionId),
    Operator(Operator),
}

/// Names and their meanings. Names of sorts are kept separately.
#[derive(Default)]
pub(crate) struct Scope {
    entities: Vec<Option<Entity>>,
    sorts: Vec<Option<Sort>>,
    log: Vec<Undo>,
}

enum Undo {
    Entity(Name, Option<Entity>),
    Sort(Name),
}

/// A state of the scope to return to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark(usize);

impl Scope {
    /// The current meaning of the name.
    pub(crate) fn get(&self, name: Name) -> Option<Entity> {
        self.entities.get(name.index()).copied().flatten()
    }

    /// The sort of that name.
    pub(crate) fn sort(&self, name: Name) -> Option<Sort> {
        self.sorts.get(name.index()).copied().flatten()
    }

    /// Binds the name until the scope goes back to an earlier mark.
    pub(crate) fn bind(&mut self, name: Name, entity: Entity) {
        let old = self.get(name);
        self.log.push(Undo::Entity(name, old));
        self.bind_forever(name, entity);
    }

    /// Binds the name permanently: going back does not undo it.
    pub(crate) fn bind_forever(&mut self, name: Name, entity: Entity) {
        put(&mut self.entities, name, entity);
    }

    /// Binds the name of a sort, permanently or until the scope goes back to an earlier mark.
    pub(crate) fn bind_sort(&mut self, name: Name, sort: Sort, forever: bool) {
        if !forever {
            self.log.push(Undo::Sort(name));
        }
        put(&mut self.sorts, name, sort);
    }

    /// The current state, to return to later.
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.log.len())
    }

    /// Undoes all bindings made since the mark.
    pub(crate) fn back_to(&mut self, mark: Mark) {
        while self.log.len() > mark.0 {
            match self.log.pop() {
                Some(Undo::Entity(name, old)) => self.entities[name.index()] = old,
                Some(Undo::Sort(name)) => self.sorts[name.index()] = None,
                None => {}
            }
        }
    }
}

fn put<T: Clone>(table: &mut Vec<Option<T>>, name: Name, entry: T) {
    if table.len() <= name.index() {
        table.resize(name.index() + 1, None);
    }
    table[name.index()] = Some(entry);
}
