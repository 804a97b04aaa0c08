//! What names mean. One table holds the present meaning of each name, one log what was there before, so that leaving a
//! `let` or popping an assertion level takes back exactly what was bound since.

use crate::function::FunctionId;
use crate::names::Name;
use crate::operator::Operator;
use crate::sort::Sort;
use crate::term::Term;

/// What a name can mean.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entity {
    /// A constant, a variable of a `let` or a parameter.
    Term(Term),
    Function(FunctionId),
    Operator(Operator),
}

/// Names and their meanings. Sorts have names of their own.
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

/// A point to go back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark(usize);

impl Scope {
    /// What the name means now.
    pub(crate) fn get(&self, name: Name) -> Option<Entity> {
        self.entities.get(name.index()).copied().flatten()
    }

    /// The sort of that name.
    pub(crate) fn sort(&self, name: Name) -> Option<Sort> {
        self.sorts.get(name.index()).copied().flatten()
    }

    /// Gives the name a meaning until the scope goes back behind this point.
    pub(crate) fn bind(&mut self, name: Name, entity: Entity) {
        let old = self.get(name);
        self.log.push(Undo::Entity(name, old));
        self.bind_forever(name, entity);
    }

    /// Gives the name a meaning that no going back takes away.
    pub(crate) fn bind_forever(&mut self, name: Name, entity: Entity) {
        put(&mut self.entities, name, entity);
    }

    /// Names a sort, forever or until the scope goes back.
    pub(crate) fn bind_sort(&mut self, name: Name, sort: Sort, forever: bool) {
        if !forever {
            self.log.push(Undo::Sort(name));
        }
        put(&mut self.sorts, name, sort);
    }

    /// This point.
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.log.len())
    }

    /// Takes back what was bound since the mark.
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
