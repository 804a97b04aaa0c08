#!/usr/bin/env python3
"""Explores programs with the string functions in different forms and prints a table in Markdown.

    bench/strings/measure.py [--repeat N] [--define N=8] [--forms fork,expression,strcmp+memcmp] [--limit SECONDS] FILE...

A form is what `--string-functions` takes, with `+` between functions. Programs are compiled first, and what it costs to load one that does
nothing is subtracted; processor time (user) is the least of the repetitions, so that other work on the machine matters little.
"""
import argparse, json, os, pathlib, shutil, subprocess, tempfile

root = pathlib.Path(__file__).resolve().parents[2]
pleach = root / "target/release/pleach"
flags = ["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c", "-D__PLEACH__", "-w", "-I", str(root / "include")]


def compiled(source, defines, where):
    module = where / (source.stem + ".bc")
    names = [os.environ.get("PLEACH_CLANG") or "clang", *(f"clang-{version}" for version in range(22, 13, -1))]
    clang = next(name for name in names if shutil.which(name))
    subprocess.run([clang, *flags, *(f"-D{define}" for define in defines), str(source), "-o", str(module)], check=True)
    return module


def own_flags(source):
    """What a program of the suite says that it is run with."""
    first = source.read_text().splitlines()[:3]
    return [word for line in first if line.startswith("// run: ") for word in line[8:].split()]


def explore(module, form, more, limit, where):
    """User seconds, the summary."""
    out = where / "out"
    shutil.rmtree(out, ignore_errors=True)
    command = [str(pleach), "run", "-q", "--output-dir", str(out), "--string-functions", form.replace("+", ",")]
    command += ["--max-time", str(limit), *more, str(module)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_utime, json.loads((out / "summary.json").read_text())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--define", action="append", default=[])
    parser.add_argument("--forms", default="fork,expression")
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    forms = options.forms.split(",")
    memory = pathlib.Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as where:
        where = pathlib.Path(where)
        nothing = where / "nothing.c"
        nothing.write_text("#include <string.h>\nint main(int n, char **v) { return (int)strlen(\"a\"); }\n")
        nothing = compiled(nothing, [], where)
        base = min(explore(nothing, "fork", [], 10, where)[0] for _ in range(9))
        print("| program | form | paths | errors | questions | back end | user s | complete |\n|---|---|---:|---:|---:|---:|---:|---|", flush=True)
        for source in options.files:
            module = compiled(source, options.define, where)
            for form in forms:
                runs = []
                for _ in range(options.repeat):
                    runs.append(explore(module, form, own_flags(source), options.limit, where))
                    if runs[-1][0] > 10:
                        break
                summary = runs[0][1]
                paths, questions = summary["paths"], summary["questions"]
                seconds = max(0.0, min(run[0] for run in runs) - base)
                print(f"| `{source.name}` | {form} | {paths['completed']} | {paths['errors']} | {questions['asked']} "
                      f"| {questions['backend']} | {seconds:.3f} | {'yes' if summary['complete'] else 'no'} |", flush=True)


if __name__ == "__main__":
    main()
