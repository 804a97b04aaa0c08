//! `pleach analyze costs` and `pleach run --static-costs`: the same estimates for every front end.

mod sandbox;

use sandbox::Sandbox;
use serde_json::Value;

/// A program with one question about `x` on each way, and one more about the sum on the second.
const C: &str = "#include <pleach.h>\n\nint main(void) {\n    int x = pleach_int(\"x\");\n    int sum = 0;\n    if (x > 5) {\n        \
                 sum = x + 1;\n    }\n    if (sum > 10) {\n        return 1;\n    }\n    return 0;\n}\n";

const MICROC: &str = "main(x) {\n  var sum, r;\n  sum = 0;\n  r = 0;\n  if (x > 5) { sum = x + 1; }\n  if (sum > 10) { r = 1; }\n  \
                      return r;\n}\n";

const IR: &str = "func @main(%0:32) -> 32 {\nb0:\n  %1:1 = slt 5:32, %0\n  branch %1, b1, b2(0:32)\nb1:\n  %2:32 = add %0, 1:32\n  \
                  jump b2(%2)\nb2(%3:32):\n  %4:1 = slt 10:32, %3\n  branch %4, b3, b4\nb3:\n  return 1:32\nb4:\n  return 0:32\n}\n";

fn json(sandbox: &Sandbox, args: &[&str]) -> Value {
    let args: Vec<&str> = ["analyze", "costs", "--format", "json"].into_iter().chain(args.iter().copied()).collect();
    let done = sandbox.pleach(&args).code(0);
    serde_json::from_str(&done.stdout).expect("what is printed is JSON")
}

/// The joins of `main`: the cost of the parameters of each, and whether that is under the limit.
fn joins(costs: &Value) -> Vec<(u64, bool)> {
    let functions = costs["functions"].as_array().expect("functions");
    let main = functions.iter().find(|function| function["name"] == "main").expect("main is there");
    let joins = main["joins"].as_array().expect("joins").iter();
    joins
        .map(|join| (join["parameters"].as_u64().expect("a number"), join["under_limit"].as_bool().expect("a truth")))
        .collect()
}

#[test]
fn every_front_end_has_costs() {
    let sandbox = Sandbox::with("prog.c", C);
    sandbox.write("prog.mc", MICROC);
    sandbox.write("prog.pir", IR);
    for program in ["prog.c", "prog.mc", "prog.pir"] {
        // Where the two ways meet, one more question about the sum follows.
        let joined = joins(&json(&sandbox, &[program]));
        assert_eq!(joined.first(), Some(&(1, false)), "{program}: {joined:?}");
        let joined = joins(&json(&sandbox, &[program, "--limit-cost", "2"]));
        assert_eq!(joined.first(), Some(&(1, true)), "{program}: {joined:?}");
        let done = sandbox.pleach(&["analyze", "costs", program]).code(0);
        let done = done.says("main").says("merging costs 1").says("joins cost less than 1");
        // The IR has no names; the others name the variable that is joined.
        assert_eq!(done.stdout.contains(" sum\n"), program != "prog.pir", "{}", done.stdout);
    }
}

#[test]
fn estimates_differ_where_there_are_loops() {
    let sandbox = Sandbox::with(
        "loop.pir",
        "func @main(%0:1) {\nb0:\n  jump b1\nb1:\n  branch %0, b2, b3\nb2:\n  jump b1\nb3:\n  return\n}\n",
    );
    let cost = |options: &[&str]| {
        let args: Vec<&str> = ["loop.pir"].into_iter().chain(options.iter().copied()).collect();
        let costs = json(&sandbox, &args);
        costs["functions"][0]["points"][0]["registers"][0]["cost"].as_u64().expect("a number")
    };
    assert_eq!(cost(&[]), 2);
    assert_eq!(cost(&["--static-costs", "recursive", "--kappa", "4"]), 5);
    assert_eq!(cost(&["--static-costs", "lattice"]), 10);
    // A limit beyond the default cap must still be told apart from greater costs.
    assert_eq!(cost(&["--static-costs", "lattice", "--limit-cost", "25"]), 25);
}

#[test]
fn a_run_tells_where_merging_would_be_cheap() {
    let sandbox = Sandbox::with("prog.c", C);
    sandbox
        .pleach(&["run", "prog.c", "--static-costs", "recursive", "--limit-cost", "2"])
        .code(0)
        .says("would cost less than 2");
    let costs = &sandbox.summary()["costs"];
    assert_eq!(
        (&costs["estimate"], &costs["kappa"], &costs["limit_cost"]),
        (&"recursive".into(), &1.into(), &2.into())
    );
    let cheap = costs["under_limit"].as_array().expect("a list");
    assert!(
        cheap.iter().any(|join| join["function"] == "main" && join["file"] == "prog.c" && join["cost"] == 1),
        "{costs}"
    );
    let statistics: Value = serde_json::from_str(&sandbox.read("pleach-last/statistics.json")).expect("JSON");
    assert!(statistics["counters"]["costs.points"].as_u64() > Some(3), "{statistics}");
    assert!(statistics["microseconds"]["costs"].is_u64(), "{statistics}");
    // Computing costs does not change the results.
    let with: Vec<String> = sandbox.files("pleach-last");
    sandbox.pleach(&["run", "prog.c"]).code(0);
    assert_eq!(sandbox.files("pleach-last"), with);
    assert!(sandbox.summary().get("costs").is_none());
}

#[test]
fn wrong_requests_are_refused() {
    let sandbox = Sandbox::with("prog.pir", IR);
    sandbox.pleach(&["analyze", "costs", "prog.pir", "--static-costs", "best"]).code(3).complains("recursive, lattice");
    sandbox.pleach(&["analyze", "costs", "prog.pir", "--format", "dot"]).code(3).complains("choose text or json");
    sandbox.pleach(&["analyze", "costs", "prog.pir", "--kappa", "0"]).code(3);
    sandbox
        .pleach(&["analyze", "costs", "prog.pir", "--kappa", "5000000000"])
        .code(3)
        .complains("from 1 to 4294967295");
    sandbox.write("broken.pir", "func @main() {\nb0:\n  jump b7\n}\n");
    sandbox.pleach(&["analyze", "costs", "broken.pir"]).code(3).complains("broken.pir");
}
