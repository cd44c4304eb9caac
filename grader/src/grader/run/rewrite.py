"""A check's source made ready for the process of the student: compiled here, never sent as text.

Some things are changed on the way, so that the check's own side decides what a value is worth
(see `values`): comparisons, arithmetic, calls, and what `match` looks at go through helpers. Their
names hold a dot, so that no cell can use or shadow them.
"""

import ast
import base64
import builtins
import functools
import itertools
import marshal
import types
from collections.abc import Iterator

from grader.run.frames import Frame

FILE = "<check>"  # the file name of a check's code
COMPARE, CALL, METHOD, PLAIN, KNOWN = ".compare", ".call", ".method", ".plain", ".known"
CALCULATE, OPERAND = ".calculate", ".operand"

_SIGNS = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.MatMult: "@",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}


@functools.lru_cache(maxsize=1024)  # a class hands in the same checks again and again
def prepare(source: str) -> Frame:
    """Return what the process needs of a check.

    Returns:
        code: two code objects, marshalled and in base64: the statements, and the last expression
            or None. names: what the code refers to. shared: names that its functions rebind.

    Raises:
        SyntaxError: the source is no Python, even without IPython's additions.
        ValueError: the source holds a null byte.
    """
    try:
        tree = ast.parse(source, FILE)
    except SyntaxError:
        from IPython.core.inputtransformer2 import TransformerManager  # heavy, and rarely needed

        tree = ast.parse(TransformerManager().transform_cell(source), FILE)
    rebinding = [node for node in ast.walk(tree) if isinstance(node, ast.Global)]
    names = set(_names(compile(tree, FILE, "exec", dont_inherit=True)))
    tree = ast.fix_missing_locations(_Rewriter().visit(tree))
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    body = compile(tree, FILE, "exec", dont_inherit=True)
    value = last and compile(ast.Expression(last.value), FILE, "eval", dont_inherit=True)
    return {
        "code": base64.b64encode(marshal.dumps((body, value))).decode(),
        "names": sorted(names),
        "shared": sorted({name for node in rebinding for name in node.names}),
    }


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


class _Rewriter(ast.NodeTransformer):
    """Lets the helpers see what a check compares and calls, and the classes that it makes."""

    def __init__(self) -> None:
        self._numbers = itertools.count()  # of names for what a chain of comparisons looks at twice

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        left, pairs = node.left, []
        for place, (sign, right) in enumerate(zip(node.ops, node.comparators, strict=True), 1):
            after = right
            if place < len(node.ops) and not isinstance(right, ast.Name | ast.Constant):
                name = f".{next(self._numbers)}"
                right = ast.NamedExpr(ast.Name(name, ast.Store()), right)
                after = ast.Name(name, ast.Load())
            pairs.append(_call(COMPARE, left, ast.Constant(_SIGNS[type(sign)]), right))
            left = after
        return pairs[0] if len(pairs) == 1 else ast.BoolOp(ast.And(), pairs)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        return _call(CALCULATE, node.left, ast.Constant(_SIGNS[type(node.op)]), node.right)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.operand, ast.Constant):
            return node
        return ast.UnaryOp(node.op, _call(OPERAND, node.operand))

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AugAssign:
        self.generic_visit(node)
        return ast.AugAssign(node.target, node.op, _call(OPERAND, node.value))

    def visit_MatchValue(self, node: ast.MatchValue) -> ast.MatchValue:
        return node  # a pattern holds no expressions but names and numbers

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        match node.func:
            case ast.Attribute(value=owner, attr=name) if not _is_mangled(name):
                function = _call(METHOD, owner, ast.Constant(name))
            case other:
                function = _call(CALL, other)
        return ast.Call(function, node.args, node.keywords)

    def visit_Match(self, node: ast.Match) -> ast.Match:
        self.generic_visit(node)
        patterns = [part for case in node.cases for part in ast.walk(case.pattern)]
        if any(map(_names_a_class, patterns)):
            return node  # the student's class may be what is looked for
        return ast.Match(_call(PLAIN, node.subject), node.cases)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self.generic_visit(node)
        node.decorator_list.insert(0, ast.Name(KNOWN, ast.Load()))
        return node


def _is_mangled(name: str) -> bool:
    """Tell whether a name means another one inside a class."""
    return name.startswith("__") and not name.endswith("__")


def _names_a_class(pattern: ast.AST) -> bool:
    """Tell whether a pattern asks for a class, or an attribute such as an enum's member."""
    match pattern:
        case ast.MatchClass(cls=ast.Name(id=name)):
            return not hasattr(builtins, name)
        case ast.MatchClass() | ast.MatchValue(value=ast.Attribute()):
            return True
    return False


def _call(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])
