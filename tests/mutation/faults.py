"""The faults that can be put into a game: one small change of one statement of its rules or one amount."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from itertools import takewhile
from pathlib import Path

import quincunx.games

GAMES = Path(quincunx.games.__file__).parent
ROOTS = ("rules", "cards", "state", "numbers")
"""The modules or folders of a game's rules, and files such as `rules_dice.py`; what they import counts,
too."""
WORDS = {"question", "events", "names", "codes", "clone"}
"""The modules of sentences, of how moves are numbered and of copies, which are left out though rules import
them."""
MACHINERY = {
    *("__repr__", "clone", "copy", "position_key", "random_action", "sample_outcome", "chance_outcomes"),
    *("has_hidden_info", "resample_hidden", "reopen_secret_choices"),
    *("question", "log_event", "returns", "turns"),
}
"""The functions that copy, compare, draw, count or tell, and decide nothing."""
WIDTH = 160
"""The most characters of a statement in a fault's key; longer ones are cut around the change."""

Operator = type[ast.AST]
COMPARE: dict[Operator, list[type[ast.cmpop]]] = {
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
}
ARITHMETIC: dict[Operator, type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
OPERATIONS = ast.BinOp | ast.UnaryOp | ast.BoolOp | ast.Compare
Whole = ast.FunctionDef | ast.ClassDef | ast.Module


@dataclass(frozen=True)
class Fault:
    """A change of one file. `name`, `before` and `after` stay the same if the file or the line moves."""

    path: str
    line: int
    last: int
    """Return the statement's last line; of one with a block, the last of its head."""
    name: str
    """Return the function or class, or the table of game.toml."""
    before: str
    after: str
    start: int
    end: int
    """Return the end of the bytes that are replaced."""
    text: str
    always: bool
    """Whether it acts where the game is loaded, and so in every scenario."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.name}: {self.before}  ->  {self.after}"

    @property
    def key(self) -> tuple[str, str, str]:
        return self.name, self.before, self.after

    def lines(self) -> set[tuple[str, int]]:
        return {(self.path, line) for line in range(self.line, self.last + 1)}

    def put_into(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]

    def diff(self, source: bytes) -> str:
        before, after = (text.decode().splitlines() for text in (source, self.put_into(source)))
        return "\n".join([*unified_diff(before, after, lineterm="", n=1)][2:])


def files_of(folder: Path) -> list[Path]:
    """Return the files of a game that faults are put into."""
    sources = {path: path.relative_to(folder).with_suffix("").parts for path in folder.rglob("*.py")}
    found = [path for path, parts in sources.items() if parts[0].split("_")[0] in ROOTS]
    for path in found:
        for module in _imports(path, folder):
            if module not in found and not WORDS.intersection(sources[module]):
                found.append(module)
    chosen = {path for path in found if not WORDS.intersection(sources[path])}
    return [*sorted(chosen), folder / "game.toml"]


def _imports(path: Path, folder: Path) -> Iterator[Path]:
    package = f"quincunx.games.{folder.name}"
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(f"{package}."):
            inside = folder.joinpath(*(node.module or "").removeprefix(package).split("."))
            for module in [inside, *(inside / alias.name for alias in node.names)]:
                if module.with_suffix(".py").is_file():
                    yield module.with_suffix(".py")


def faults_of(folder: Path, not_rules: list[dict[str, str]]) -> list[Fault]:
    """Return every fault that can be put into a game, except where its file of marks says that it is no
    rule."""
    left_out = {entry["in"] for entry in not_rules if "in" in entry}
    fields = {entry["field"] for entry in not_rules if "field" in entry}
    found: list[Fault] = []
    for path in files_of(folder):
        at = path.relative_to(folder).as_posix()
        if path.suffix == ".toml":
            found += _amounts(path.read_bytes(), at, fields)
        else:
            found += _Source(path.read_bytes(), at, left_out, fields).faults
    return found


def definitions_of(folder: Path) -> set[str]:
    """Return the names of all functions and classes in the files that faults are put into."""
    found: set[str] = set()
    for path in files_of(folder):
        if path.suffix == ".py":
            found |= _Source(path.read_bytes(), path.name, set(), set()).names
    return found


class _Source:
    """One Python file, read statement by statement."""

    def __init__(self, source: bytes, path: str, left_out: set[str], fields: set[str]) -> None:
        self.path, self.left_out, self.fields = path, left_out, fields
        self.validates = path.removesuffix(".py").split("/")[0] == "numbers"
        self.faults: list[Fault] = []
        self.names: set[str] = set()
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.block(ast.parse(source), [])

    def block(self, whole: Whole, names: list[str]) -> None:
        self.whole, self.name = whole, ".".join(names)
        for statement in whole.body:
            self.statement(statement, whole, names)

    def statement(self, node: ast.stmt, whole: Whole, names: list[str]) -> None:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = [*names, node.name]
            self.names.add(".".join(name))
            told = node.name in MACHINERY or node.name.lstrip("_").startswith("note_")
            if not told and not self.left_out.intersection((".".join(name), f"*.{node.name}")):
                self.block(node, name)
            self.whole, self.name = whole, ".".join(names)
            return
        if self.is_rule(node):
            self.visit(node, node)
        tells = isinstance(node, ast.If) and "log is" in ast.unparse(node.test)
        parts = ("orelse",) if tells else ("body", "orelse", "finalbody")
        for part in parts:
            for inner in getattr(node, part, []):
                self.statement(inner, whole, names)

    def is_rule(self, node: ast.stmt) -> bool:
        if isinstance(node, ast.Raise | ast.Assert | ast.Import | ast.ImportFrom | ast.Pass | ast.Try):
            return False
        if isinstance(node, ast.Expr):
            call = node.value
            told = isinstance(call, ast.Call) and _called(call).lstrip("_").startswith("note")
            return isinstance(call, ast.Call) and not told and _called(call) != "__init__"
        if isinstance(node, ast.If):
            refuses = self.validates and isinstance(node.body[0], ast.Raise)
            return not refuses and "log is" not in ast.unparse(node.test)
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if getattr(target, "attr", getattr(target, "id", "")) in self.fields:
                return False
        if isinstance(node, ast.AnnAssign):
            # What is Final and a number is a code: only that it differs from others matters.
            final = "Final" in ast.unparse(node.annotation)
            return node.value is not None and not (final and _is_number(node.value))
        return True

    def visit(self, statement: ast.stmt, node: ast.AST) -> None:
        """Find the faults of a statement without the statements inside it."""
        for change in _changes(node, self.whole):
            self.add(statement, node, change)
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "decorator_list", "type_comment"):
                continue
            if isinstance(node, ast.Call) and field == "args" and _called(node) == "take":
                value = value[:1]  # the rest is what a variant may say
            for index, child in enumerate(value) if isinstance(value, list) else [(-1, value)]:
                if isinstance(child, ast.expr | ast.comprehension | ast.keyword) and not _is_said(child):
                    child.parent = node, field, index  # type: ignore[union-attr]
                    self.visit(statement, child)

    def add(self, statement: ast.stmt, node: ast.AST, change: ast.AST) -> None:
        assert isinstance(node, ast.expr | ast.stmt)
        before = _head(statement)
        if node is statement:
            after = _head(change)
        else:
            _swap(node, change)
            after = _head(statement)
            _swap(node, node)
        if before == after:
            return
        before, after = _cut(before, after)
        text = ast.unparse(change)
        if isinstance(
            getattr(node, "parent", (None,))[0], ast.BinOp | ast.UnaryOp | ast.BoolOp | ast.Compare
        ):
            text = f"({text})"
        body = getattr(statement, "body", None)
        last = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
        self.faults.append(
            Fault(
                self.path,
                statement.lineno,
                max(statement.lineno, last),
                self.name,
                before,
                after,
                self.starts[node.lineno - 1] + node.col_offset,
                self.starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0),
                text,
                not isinstance(self.whole, ast.FunctionDef),
            )
        )


def _changes(node: ast.AST, whole: Whole) -> Iterator[ast.AST]:
    """Yield the possible replacements of a statement or an expression, one fault each."""
    match node:
        case ast.Compare():
            for index, operator in enumerate(node.ops):
                for other in COMPARE[type(operator)]:
                    ops = [*node.ops[:index], other(), *node.ops[index + 1 :]]
                    yield ast.Compare(node.left, ops, node.comparators)
        case ast.BinOp() if not _joins(node):
            yield ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
        case ast.BoolOp():
            other_bool = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield ast.BoolOp(other_bool, node.values)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield node.operand
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int() as number):
            yield ast.Constant(number + 1)
            yield ast.Constant(number - 1)
        case ast.Call(func=ast.Name(id=name)) if name in TWINS:
            yield ast.Call(ast.Name(TWINS[name]), node.args, node.keywords)
        case ast.Call(func=ast.Name(id="range")):
            stop = min(1, len(node.args) - 1)
            if not isinstance(node.args[stop], ast.Constant):
                for shifted in _beside(node.args[stop]):
                    yield ast.Call(
                        node.func, [*node.args[:stop], shifted, *node.args[stop + 1 :]], node.keywords
                    )
        case ast.Slice():
            for bound in ("lower", "upper"):
                value = getattr(node, bound)
                if value is not None and not isinstance(value, ast.Constant):
                    for shifted in _beside(value):
                        bounds = {"lower": node.lower, "upper": node.upper, bound: shifted}
                        yield ast.Slice(bounds["lower"], bounds["upper"], node.step)
        case ast.AugAssign():
            yield ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)
            yield ast.Pass()
        case ast.Expr() | ast.Delete() | ast.Break() | ast.Continue() | ast.Return(value=None):
            yield ast.Pass()
            if isinstance(node, ast.Break):
                yield ast.Continue()
            if isinstance(node, ast.Continue):
                yield ast.Break()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            if not isinstance(whole, ast.FunctionDef) or whole.name != "__init__":
                yield ast.Pass()
        case ast.Return(value=ast.expr() as value) if isinstance(whole, ast.FunctionDef):
            yield from (ast.Return(other) for other in _other_answers(value, whole))
    if isinstance(node, ast.If | ast.IfExp):
        node.test.tested = [True, False]  # type: ignore[attr-defined]
    elif isinstance(node, ast.While):
        node.test.tested = [False]  # type: ignore[attr-defined]
    elif isinstance(node, ast.comprehension):
        for test in node.ifs:
            test.tested = [True]  # type: ignore[attr-defined]
    if not isinstance(node, ast.Constant):
        yield from (ast.Constant(answer) for answer in getattr(node, "tested", []))


def _other_answers(value: ast.expr, whole: ast.FunctionDef) -> Iterator[ast.expr]:
    returns = ast.unparse(whole.returns) if whole.returns else ""
    if isinstance(value, ast.Constant):
        return
    if returns == "bool":
        yield ast.UnaryOp(ast.Not(), value)
    elif returns in ("int", "i64"):
        yield ast.BinOp(value, ast.Add(), ast.Constant(1))
    elif returns.startswith("list[") and not (isinstance(value, ast.List) and not value.elts):
        yield ast.List([])


def _beside(value: ast.expr) -> list[ast.expr]:
    return [ast.BinOp(value, operator, ast.Constant(1)) for operator in (ast.Add(), ast.Sub())]


def _joins(node: ast.BinOp) -> bool:
    """Whether it joins texts or lists."""
    sides = (node.left, node.right)
    return any(
        isinstance(side, ast.JoinedStr | ast.List | ast.ListComp)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in sides
    )


def _is_said(node: ast.AST) -> bool:
    """Whether it is a text or a type."""
    named = ast.unparse(node.value) if isinstance(node, ast.Subscript) else ""
    return isinstance(node, ast.JoinedStr) or named == "Annotated"


def _is_number(value: ast.expr) -> bool:
    made = ast.Call | ast.List | ast.Tuple | ast.Dict | ast.Set | ast.ListComp
    return not any(isinstance(part, made) for part in ast.walk(value))


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _head(statement: ast.AST) -> str:
    """Return a statement in one line, without the statements inside it."""
    if not isinstance(statement, ast.If | ast.For | ast.While | ast.With):
        return " ".join(ast.unparse(statement).split())
    inside, statement.body = statement.body, []
    try:
        return ast.unparse(statement).partition("\n")[0]
    finally:
        statement.body = inside


def _swap(node: ast.AST, other: ast.AST) -> None:
    parent, field, index = node.parent  # type: ignore[attr-defined]
    if index < 0:
        setattr(parent, field, other)
    else:
        getattr(parent, field)[index] = other


def _cut(before: str, after: str) -> tuple[str, str]:
    """Return both texts, of long ones only the part around the change."""
    if max(len(before), len(after)) <= WIDTH:
        return before, after
    pairs = zip(before, after, strict=False)
    first = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    start = max(0, first - WIDTH // 2)
    return before[start : first + WIDTH // 2], after[start : first + WIDTH // 2]


AMOUNT = re.compile(r'(?<![\w."-])(-?\d[\d_]*\.\d+|-?\d[\d_]*|true|false|"\d+[KMBT]?")(?![\w."])')
STRING = re.compile(r'"""|"(?!\d+[KMBT]?")[^"]*"')


def _amounts(source: bytes, path: str, fields: set[str]) -> list[Fault]:
    """Return the faults of game.toml: another amount, or an entry of a list less. Its header is for
    people."""
    found: list[Fault] = []
    table, start, inside = "", 0, False
    for number, raw in enumerate(source.splitlines(keepends=True), 1):
        begin, start = start, start + len(raw)
        whole = raw.decode()
        triple = whole.count('"""') % 2
        if inside or triple:
            inside = inside != bool(triple)
            continue
        # Texts keep their length, so that columns stay.
        line = STRING.sub(lambda text: " " * len(text[0].encode()), whole).partition("#")[0]
        if line.startswith("["):
            table = whole.partition("#")[0].strip().strip("[]")
            continue
        if table == "game" or line.partition("=")[0].strip() in fields:
            continue
        shown = whole.strip()
        changes: list[tuple[int, int, str]] = []
        for hit in AMOUNT.finditer(line):
            key = re.findall(r"([\w-]+) *=", line[: hit.start()])
            if not key or key[-1] not in fields:
                changes += [(hit.start(), hit.end(), other) for other in _other_amounts(hit[0])]
        if line.startswith(" ") and line.rstrip().endswith("],") and "=" not in line:
            changes.append((0, len(whole.rstrip("\n")), ""))
        for first, last, other in changes:
            before, after = _cut(shown, (whole[:first] + other + whole[last:]).strip())
            first, last = len(whole[:first].encode()), len(whole[:last].encode())
            found.append(
                Fault(path, number, number, table, before, after, begin + first, begin + last, other, True)
            )
    return found


def _other_amounts(amount: str) -> list[str]:
    if amount in ("true", "false"):
        return ["false" if amount == "true" else "true"]
    if amount.startswith('"'):
        digits, unit = re.findall(r"\d+|[KMBT]", amount + "-")[:1], amount.strip('"0123456789')
        last = int(digits[0][-1])
        return [f'"{digits[0][:-1]}{last + 1 if last < 5 else last - 1}{unit}"']
    if "." in amount:
        return [str(float(amount) + 0.5)]
    return [str(int(amount) + 1), str(int(amount) - 1)]
