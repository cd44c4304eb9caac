"""A check's source made ready for the process of the student: compiled here, never sent as text.

Some things are changed on the way, so that the check's own side decides what a value is worth
(see `values`): comparisons, arithmetic, calls, and what `match` looks at go through helpers. Their
names hold a dot, so that no cell can use or shadow them.
"""

import ast
import base64
import functools
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

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        signs = [ast.Constant(_SIGNS[type(sign)]) for sign in node.ops]
        if len(signs) == 1:
            right = node.comparators
        else:  # a < b < c: what comes later may never be evaluated
            right = [ast.Lambda(_NOTHING, operand) for operand in node.comparators]
        pairs = [item for pair in zip(signs, right, strict=True) for item in pair]
        return _call(COMPARE, node.left, *pairs)

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
        return ast.Match(_call(PLAIN, node.subject), node.cases)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self.generic_visit(node)
        node.decorator_list.insert(0, ast.Name(KNOWN, ast.Load()))
        return node


def _is_mangled(name: str) -> bool:
    """Tell whether a name means another one inside a class."""
    return name.startswith("__") and not name.endswith("__")


_NOTHING = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])


def _call(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])
