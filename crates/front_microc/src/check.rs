//! The static check of names, calls and types. A program that passes it can only fail in the ways that
//! [`crate::Fault`] lists.

use std::collections::BTreeMap;

use crate::ast::{Ast, ExprId, ExprKind, Name, Op, StmtId, StmtKind};
use crate::source::{Pos, Problem};
use crate::types::{MAX_LEVELS, MAX_SCALARS, Shapeless, Sizes, Type, TypeId, Types};

/// A program that has passed the check, with what the check found out.
#[derive(Clone, Debug)]
pub struct Program {
    /// The tree.
    pub ast: Ast,
    /// The types.
    pub types: Types,
    /// The sizes of the types.
    pub sizes: Sizes,
    /// The signatures of the functions, in the order of the tree.
    pub functions: Vec<Signature>,
    /// The type of each expression.
    pub expr_types: Vec<TypeId>,
    /// For each expression that is a name or `&name`, the index of the variable in its function.
    pub variables: Vec<Option<usize>>,
    /// For each expression that is a call, the index of the function it calls.
    pub callees: Vec<Option<usize>>,
}

/// What is known of a function.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The number of parameters, which are the first of its variables.
    pub params: usize,
    /// Its variables, parameters first.
    pub variables: Vec<Variable>,
    /// The type of its result.
    pub result: TypeId,
}

/// A variable or parameter.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: TypeId,
    /// Whether `&` is applied to it somewhere.
    pub address_taken: bool,
}

impl Program {
    /// The type of an expression.
    pub fn type_of(&self, expr: ExprId) -> Type {
        self.types.get(self.expr_types[expr.0 as usize])
    }

    /// The variable that a name refers to; only for names and `&name`.
    pub fn variable(&self, expr: ExprId) -> usize {
        self.variables[expr.0 as usize].expect("the check resolved every name")
    }

    /// The function that a call calls; only for calls.
    pub fn callee(&self, expr: ExprId) -> usize {
        self.callees[expr.0 as usize].expect("the check resolved every call")
    }

    /// Finds a function by name.
    pub fn function(&self, name: &str) -> Option<usize> {
        self.ast.functions.iter().position(|function| function.name.text == name)
    }

    /// Whether an expression denotes a place that can be assigned to: a variable, the target of a pointer, or a
    /// part of one.
    pub fn is_place(&self, expr: ExprId) -> bool {
        is_place(&self.ast, expr)
    }
}

fn is_place(ast: &Ast, mut expr: ExprId) -> bool {
    loop {
        match ast.expr(expr).kind {
            ExprKind::Name(_) | ExprKind::Deref(_) => return true,
            ExprKind::Index(base, _) | ExprKind::Field(base, _) => expr = base,
            _ => return false,
        }
    }
}

/// Checks a tree. The error has all problems that do not follow from others, ordered by position.
pub fn check(ast: Ast) -> Result<Program, Vec<Problem>> {
    let mut types = Types::default();
    let placeholder = types.unknown();
    let functions = ast.functions.iter().map(|function| Signature {
        params: function.params.len(),
        variables: Vec::new(),
        result: placeholder,
    });
    let count = ast.exprs.len();
    let mut checker = Checker {
        problems: Vec::new(),
        by_name: BTreeMap::new(),
        scopes: Vec::new(),
        comparisons: Vec::new(),
        program: Program {
            functions: functions.collect(),
            sizes: types.sizes(),
            types,
            expr_types: vec![placeholder; count],
            variables: vec![None; count],
            callees: vec![None; count],
            ast,
        },
    };
    checker.declare();
    for index in 0..checker.program.functions.len() {
        checker.function(index);
    }
    checker.main();
    if checker.problems.is_empty() {
        checker.comparisons();
        checker.shapes();
    }
    if checker.problems.is_empty() {
        return Ok(checker.program);
    }
    checker.problems.sort_by_key(|problem| problem.pos);
    Err(checker.problems)
}

struct Checker {
    program: Program,
    problems: Vec<Problem>,
    by_name: BTreeMap<String, usize>,
    /// The variables of each function.
    scopes: Vec<BTreeMap<String, usize>>,
    /// The types of operands of `==` and `!=`, with the positions of the operators.
    comparisons: Vec<(Pos, TypeId)>,
}

impl Checker {
    fn complain(&mut self, pos: Pos, text: impl Into<String>) {
        self.problems.push(Problem::new(pos, text));
    }

    /// Enters functions and variables, which share one namespace.
    fn declare(&mut self) {
        let functions = self.program.ast.functions.clone();
        for (index, function) in functions.iter().enumerate() {
            let name = &function.name;
            if self.by_name.insert(name.text.clone(), index).is_some() {
                self.complain(name.pos, format!("the function `{}` is declared twice", name.text));
            }
        }
        for (index, function) in functions.iter().enumerate() {
            let mut variables: Vec<Variable> = Vec::new();
            let mut scope = BTreeMap::new();
            for name in function.params.iter().chain(&function.vars) {
                if scope.insert(name.text.clone(), variables.len()).is_some() {
                    self.complain(name.pos, format!("`{}` is declared twice", name.text));
                }
                if self.by_name.contains_key(&name.text) {
                    self.complain(name.pos, format!("`{}` is the name of a function", name.text));
                }
                let ty = self.program.types.unknown();
                variables.push(Variable { name: name.clone(), ty, address_taken: false });
            }
            self.scopes.push(scope);
            self.program.functions[index].variables = variables;
            self.program.functions[index].result = self.program.types.unknown();
        }
    }

    fn function(&mut self, index: usize) {
        let function = self.program.ast.functions[index].clone();
        for &stmt in &function.body {
            self.statement(index, stmt);
        }
        let result = self.expr(index, function.result);
        let declared = self.program.functions[index].result;
        self.expect(function.result, result, declared, "what the function returns");
    }

    fn main(&mut self) {
        let Some(&index) = self.by_name.get("main") else {
            return self.complain(Pos { line: 1, column: 1 }, "the program has no function `main`");
        };
        let signature = self.program.functions[index].clone();
        for param in &signature.variables[..signature.params] {
            let number = self.program.types.number();
            if !self.program.types.unify(param.ty, number) {
                let found = self.program.types.describe(param.ty);
                self.complain(param.name.pos, format!("a parameter of `main` must be a number, this is {found}"));
            }
        }
        let number = self.program.types.number();
        if !self.program.types.unify(signature.result, number) {
            let result = self.program.ast.functions[index].result;
            let found = self.program.types.describe(signature.result);
            self.complain(self.program.ast.start(result), format!("`main` must return a number, this is {found}"));
        }
    }

    fn statement(&mut self, function: usize, id: StmtId) {
        match self.program.ast.stmt(id).kind.clone() {
            StmtKind::Output(value) => self.number(function, value, "what is put out"),
            StmtKind::Assign { place, value } => {
                let value_type = self.expr(function, value);
                let place_type = self.expr(function, place);
                if !is_place(&self.program.ast, place) {
                    let pos = self.program.ast.start(place);
                    return self.complain(pos, "this is no place that a value can be assigned to");
                }
                self.expect(value, value_type, place_type, "the assigned value");
            }
            StmtKind::If { cond, then, other } => {
                self.number(function, cond, "a condition");
                self.statement(function, then);
                if let Some(other) = other {
                    self.statement(function, other);
                }
            }
            StmtKind::While { cond, body } => {
                self.number(function, cond, "a condition");
                self.statement(function, body);
            }
            StmtKind::Block(parts) => parts.iter().for_each(|&part| self.statement(function, part)),
        }
    }

    /// Checks an expression that must be a number.
    fn number(&mut self, function: usize, id: ExprId, what: &str) {
        let found = self.expr(function, id);
        let number = self.program.types.number();
        self.expect(id, found, number, what);
    }

    /// Reports a problem if the type of an expression is not the expected one.
    fn expect(&mut self, id: ExprId, found: TypeId, wanted: TypeId, what: &str) {
        let (is, must_be) = (self.program.types.describe(found), self.program.types.describe(wanted));
        if !self.program.types.unify(found, wanted) {
            let detail = if is == must_be { " of other parts".to_owned() } else { String::new() };
            self.complain(self.program.ast.start(id), format!("{what} must be {must_be}{detail}, this is {is}"));
        }
    }

    fn expr(&mut self, function: usize, id: ExprId) -> TypeId {
        let kind = self.program.ast.expr(id).kind.clone();
        let pos = self.program.ast.expr(id).pos;
        let ty = match kind {
            ExprKind::Number(_) | ExprKind::Input => self.program.types.number(),
            ExprKind::Null => {
                let to = self.program.types.unknown();
                self.program.types.pointer(to)
            }
            ExprKind::Name(name) => self.variable(function, id, &name, pos, false),
            ExprKind::Ref(name) => {
                let to = self.variable(function, id, &name.text, name.pos, true);
                self.program.types.pointer(to)
            }
            ExprKind::Deref(inner) => {
                let found = self.expr(function, inner);
                let to = self.program.types.unknown();
                let pointer = self.program.types.pointer(to);
                self.expect(inner, found, pointer, "the operand of `*`");
                to
            }
            ExprKind::Alloc(inner) => {
                let to = self.expr(function, inner);
                self.program.types.pointer(to)
            }
            ExprKind::Not(inner) => {
                self.number(function, inner, "the operand of `!`");
                self.program.types.number()
            }
            ExprKind::Binary(op, left, right) => self.binary(function, op, left, right, pos),
            ExprKind::Array(items) => self.array(function, &items),
            ExprKind::Record(fields) => self.record(function, &fields),
            ExprKind::Index(base, index) => {
                let found = self.expr(function, base);
                let element = self.program.types.unknown();
                let array = self.program.types.array(0, element);
                self.expect(base, found, array, "what is indexed");
                self.number(function, index, "an index");
                element
            }
            ExprKind::Field(base, name) => {
                let found = self.expr(function, base);
                let field = self.program.types.unknown();
                let record = self.program.types.record(BTreeMap::from([(name.text, field)]), true);
                self.expect(base, found, record, "what stands before `.`");
                field
            }
            ExprKind::Call(name, args) => self.call(function, id, &name, &args),
        };
        self.program.expr_types[id.0 as usize] = ty;
        ty
    }

    fn variable(&mut self, function: usize, id: ExprId, name: &str, pos: Pos, address: bool) -> TypeId {
        let variables = &mut self.program.functions[function].variables;
        if let Some(&index) = self.scopes[function].get(name) {
            variables[index].address_taken |= address;
            self.program.variables[id.0 as usize] = Some(index);
            return variables[index].ty;
        }
        let text = match self.by_name.contains_key(name) {
            true => format!("`{name}` is a function, which is no value: it can only be called"),
            false => format!("the variable `{name}` is not declared"),
        };
        self.complain(pos, text);
        self.program.types.unknown()
    }

    fn binary(&mut self, function: usize, op: Op, left: ExprId, right: ExprId, pos: Pos) -> TypeId {
        if matches!(op, Op::Eq | Op::Ne) {
            let found = self.expr(function, left);
            let other = self.expr(function, right);
            self.expect(right, other, found, &format!("the right side of `{}`", op.sign()));
            self.comparisons.push((pos, found));
        } else {
            let what = format!("an operand of `{}`", op.sign());
            self.number(function, left, &what);
            self.number(function, right, &what);
        }
        self.program.types.number()
    }

    fn array(&mut self, function: usize, items: &[ExprId]) -> TypeId {
        let element = self.program.types.unknown();
        for &item in items {
            let found = self.expr(function, item);
            self.expect(item, found, element, "an element of the array");
        }
        self.program.types.array(items.len() as u32, element)
    }

    fn record(&mut self, function: usize, fields: &[(Name, ExprId)]) -> TypeId {
        let mut types = BTreeMap::new();
        for (name, value) in fields {
            let found = self.expr(function, *value);
            if types.insert(name.text.clone(), found).is_some() {
                self.complain(name.pos, format!("the field `{}` is given twice", name.text));
            }
        }
        self.program.types.record(types, false)
    }

    fn call(&mut self, function: usize, id: ExprId, name: &Name, args: &[ExprId]) -> TypeId {
        let found: Vec<TypeId> = args.iter().map(|&arg| self.expr(function, arg)).collect();
        let Some(&callee) = self.by_name.get(&name.text) else {
            let known = self.scopes[function].contains_key(&name.text);
            let what = if known { "is a variable and no function" } else { "is not declared" };
            self.complain(name.pos, format!("`{}` {what}", name.text));
            return self.program.types.unknown();
        };
        self.program.callees[id.0 as usize] = Some(callee);
        let Signature { params, result, .. } = self.program.functions[callee];
        if params != args.len() {
            let text = format!("`{}` takes {params} arguments, not {}", name.text, args.len());
            self.complain(name.pos, text);
            return result;
        }
        for (index, (&arg, &ty)) in args.iter().zip(&found).enumerate() {
            let param = &self.program.functions[callee].variables[index];
            let (wanted, what) = (param.ty, format!("the argument `{}`", param.name.text));
            self.expect(arg, ty, wanted, &what);
        }
        result
    }

    /// Checks that only numbers and pointers are compared.
    fn comparisons(&mut self) {
        for (pos, ty) in std::mem::take(&mut self.comparisons) {
            if !matches!(self.program.types.get(ty), Type::Number | Type::Pointer(_)) {
                let found = self.program.types.describe(ty);
                self.complain(pos, format!("only numbers and pointers can be compared, this is {found}"));
            }
        }
    }

    /// Checks that every value has a valid size.
    fn shapes(&mut self) {
        self.program.sizes = self.program.types.sizes();
        let Some((pos, why)) = self.shapeless() else { return };
        let text = match why {
            Shapeless::Infinite => "a value that contains itself (a pointer is needed)".to_owned(),
            Shapeless::Large => format!("a value of more than {MAX_SCALARS} numbers and pointers"),
            Shapeless::Deep => format!("a value whose parts lie more than {MAX_LEVELS} levels deep"),
            Shapeless::Nested => "a record within a record (a pointer is needed)".to_owned(),
        };
        self.complain(pos, text);
    }

    /// The first position at which a value has no valid size, and why. Values that contain it have none either,
    /// so one position is enough. It is that of the first literal (an inner one comes before an outer one); if
    /// a record contains a record, that of the inner one. If no literal makes such a value it is the first such
    /// expression, and otherwise the declaration of a variable.
    fn shapeless(&self) -> Option<(Pos, Shapeless)> {
        let (ast, sizes) = (&self.program.ast, &self.program.sizes);
        let reason = |id: ExprId| sizes.scalars(self.program.expr_types[id.0 as usize]).err();
        let all = || (0..ast.exprs.len() as u32).map(ExprId).filter(|&id| reason(id).is_some());
        let makes = |id: &ExprId| match &ast.expr(*id).kind {
            ExprKind::Array(_) => reason(*id) != Some(Shapeless::Nested),
            ExprKind::Record(_) => true,
            _ => false,
        };
        if let Some(id) = all().find(makes).or_else(|| all().next()) {
            let at = if reason(id) == Some(Shapeless::Nested) { self.inner_record(id) } else { id };
            return reason(id).map(|why| (ast.start(at), why));
        }
        let mut variables = self.program.functions.iter().flat_map(|function| &function.variables);
        variables.find_map(|variable| sizes.scalars(variable.ty).err().map(|why| (variable.name.pos, why)))
    }

    /// The inner record of a record that contains one; if the inner record is not a literal, the expression
    /// that holds it.
    fn inner_record(&self, outer: ExprId) -> ExprId {
        let has_record = |id: &&ExprId| self.program.sizes.has_record(self.program.expr_types[id.0 as usize]);
        let ExprKind::Record(fields) = &self.program.ast.expr(outer).kind else { return outer };
        let Some(mut inner) = fields.iter().map(|(_, value)| value).find(has_record) else { return outer };
        while let ExprKind::Array(items) = &self.program.ast.expr(*inner).kind
            && let Some(item) = items.iter().find(has_record)
        {
            inner = item;
        }
        *inner
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser::parse;

    fn problems(text: &str) -> Vec<String> {
        match check(parse(text).expect("parses")) {
            Ok(_) => Vec::new(),
            Err(problems) => problems.iter().map(|problem| format!("{} {}", problem.pos, problem.text)).collect(),
        }
    }

    fn body(text: &str) -> Vec<String> {
        problems(&format!("main() {{ var x, y, z;\n{text}\nreturn 0; }} f(a) {{ return a; }}"))
    }

    #[test]
    fn what_is_right() {
        for text in [
            "x = null; y = *x; z = y + 1;",
            "x = {value: 1, next: null}; y = alloc x; x = {next: y, value: 2}; z = (*(*y).next).value;",
            "x = [[1, 2], [3, 4]]; y = x[0]; x[1] = y; x[1][0] = 3;",
            "x = &y; *x = 1; z = &x; y = **z == 1 && x == *z;",
            "x = [{a: 1}]; y = x[0].a;",
            "x = &x;",
            "x = []; x = [1]; x = [1, 2];",
            "x = {}; y = x;",
            "x = f(f(1));",
        ] {
            assert_eq!(body(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn what_is_wrong() {
        for (text, wrong) in [
            ("x = q;", "[2:5] the variable `q` is not declared"),
            ("x = 1; x = null;", "[2:12] the assigned value must be a number, this is a pointer to a value"),
            ("x = f;", "[2:5] `f` is a function, which is no value: it can only be called"),
            ("x = y(1);", "[2:5] `y` is a variable and no function"),
            ("x = g(1);", "[2:5] `g` is not declared"),
            ("x = f();", "[2:5] `f` takes 1 arguments, not 0"),
            ("x = [1, null];", "[2:9] an element of the array must be a number, this is a pointer to a value"),
            ("x = {a: 1}; y = x.b;", "[2:17] what stands before `.` must be a record {b, …}, this is a record {a}"),
            ("x = {a: 1, a: 2};", "[2:12] the field `a` is given twice"),
            ("1 = 2;", "[2:1] this is no place that a value can be assigned to"),
            ("f(1) = 2;", "[2:1] this is no place that a value can be assigned to"),
            ("[1][0] = 2;", "[2:1] this is no place that a value can be assigned to"),
            ("if (null) x = 1;", "[2:5] a condition must be a number, this is a pointer to a value"),
            ("x = null < null;", "[2:5] an operand of `<` must be a number, this is a pointer to a value"),
            (
                "x = [1] == [1];",
                "[2:9] only numbers and pointers can be compared, this is an array, each element a number",
            ),
            ("x = [x];", "[2:5] a value that contains itself (a pointer is needed)"),
            ("x = y; y = [z]; z = x;", "[2:12] a value that contains itself (a pointer is needed)"),
            ("x = y[0]; x = y;", "[2:1] a value that contains itself (a pointer is needed)"),
            ("x = {a: {b: 1}};", "[2:9] a record within a record (a pointer is needed)"),
            ("x = {a: [{b: 1}]};", "[2:10] a record within a record (a pointer is needed)"),
            ("x = [0]; y = [[{c: 1, a: {b: 1}}]];", "[2:26] a record within a record (a pointer is needed)"),
            ("y = {b: 1}; x = {c: 1, a: y};", "[2:27] a record within a record (a pointer is needed)"),
            ("y = {b: 1}; z = x.a; z = y;", "[2:17] a record within a record (a pointer is needed)"),
            (
                "x = 1; y = [[1]];\nx = y[0];",
                "[3:5] the assigned value must be a number, this is an array, each element a number",
            ),
            (
                "x = {a: [1]};\ny = 2 + x.a;",
                "[3:9] an operand of `+` must be a number, this is an array, each element a number",
            ),
            ("output &x;", "[2:8] what is put out must be a number, this is a pointer to a value"),
        ] {
            assert!(body(text).iter().any(|found| found == wrong), "{text}: {:?}", body(text));
        }
    }

    #[test]
    fn declarations() {
        let all = problems("f(f) { return 1; } f() { var a, a; return 1; }");
        let expected = [
            "[1:1] the program has no function `main`",
            "[1:3] `f` is the name of a function",
            "[1:20] the function `f` is declared twice",
            "[1:33] `a` is declared twice",
        ];
        assert_eq!(all, expected);
        assert!(problems("main(p) { return *p; }")[0].contains("must be a number"));
        assert!(problems("main() { return [1]; }")[0].contains("`main` must return a number"));
    }

    #[test]
    fn values_of_unreasonable_size_are_refused() {
        let names: Vec<String> = (0..40).map(|index| format!("v{index}")).collect();
        let mut text = format!("main() {{ var {};\nv0 = [1, 2, 3, 4];\n", names.join(", "));
        for index in 1..40 {
            let before = index - 1;
            text.push_str(&format!("v{index} = [v{before}, v{before}, v{before}, v{before}];\n"));
        }
        text.push_str("return 0; }");
        assert!(problems(&text)[0].contains("more than 65536"));
        let names: Vec<String> = (0..2000).map(|index| format!("v{index}")).collect();
        let mut text = format!("main() {{ var {};\nv0 = [1];\n", names.join(", "));
        (1..2000).for_each(|index| text.push_str(&format!("v{index} = [v{}];\n", index - 1)));
        text.push_str("return 0; }");
        assert!(problems(&text)[0].contains("more than 64 levels deep"));
    }
}
