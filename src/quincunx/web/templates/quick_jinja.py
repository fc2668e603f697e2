"""A Jinja environment with faster versions of what our templates do hundreds of times a page.

The output is the same. Jinja compiles templates to Python; here that code gets our own `escape`, which makes
no object for each piece of text, and our own ways to find attributes and items and to call macros.
"""

import re
from collections.abc import Iterable, Iterator
from types import BuiltinMethodType, MethodType
from typing import Any

import jinja2
import markupsafe
from jinja2 import pass_context
from jinja2.environment import TemplateModule
from jinja2.ext import Extension
from jinja2.filters import FILTERS
from jinja2.runtime import Context, Macro, Undefined
from jinja2.utils import missing
from markupsafe import Markup

_IMPORT = "from jinja2.runtime import "
_OURS = f"; from {__name__} import escape, markup_join, as_markup as Markup"
_needs_escape = re.compile("[&<>'\"]").search
_OF_DICTS = frozenset(dir(dict))
_NOTHING: Any = object()
_PLAIN = frozenset([str, int])
_new = str.__new__


def escape(value: Any) -> str:
    """Return the HTML for a value. It goes straight into the page, so it need not be Markup."""
    kind = type(value)
    if kind is str:
        return markupsafe.escape(value) if _needs_escape(value) else value
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is int or kind is float:
        return str(value)
    if kind is Undefined:  # From expressions such as `{{ "now" if it.now }}` when the condition is false.
        return ""
    return markupsafe.escape(value)


def as_markup(text: str) -> Markup:
    """Return text as Markup without checks: Jinja passes only str here."""
    return _new(Markup, text)


def markup_join(values: tuple[Any, ...]) -> str:
    """Return values joined; escaped if one of them is Markup."""
    if _PLAIN.issuperset(map(type, values)):
        return "".join(map(str, values))
    parts = [value if isinstance(value, str) else markupsafe.soft_str(value) for value in values]
    if any(type(part) is not str for part in parts):
        return Markup("").join(parts)
    return "".join(parts)


class QuickContext(Context):
    def call(self, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        kind = type(called)
        if kind is not Macro and not _needs_nothing(called, kind):
            return super().call(called, *args, **kwargs)
        kwargs.pop("_block_vars", None)
        kwargs.pop("_loop_vars", None)
        if kind is not Macro:
            return called(*args, **kwargs)
        absent = called._argument_count - len(args)
        if kwargs or absent < 0 or _takes_more(called):
            return called(self.eval_ctx, *args, **kwargs)  # Jinja sorts the arguments.
        return as_markup(called._func(*args, *[missing] * absent))


def _needs_nothing(called: Any, kind: type) -> bool:
    """Whether it takes no context: `update` of a dict, or a method of an extension such as `keep`."""
    return kind is BuiltinMethodType or (kind is MethodType and isinstance(called.__self__, Extension))


def _takes_more(macro: Macro) -> bool:
    """Whether a macro uses more than its arguments."""
    return macro.caller or macro.catch_kwargs or macro.catch_varargs


@pass_context
def quick_map(context: Context, values: Iterable[Any], *args: Any, **given: Any) -> Iterator[Any]:
    """Filter `map(attribute="name")` without looking up for each item how attributes are found."""
    attribute = given.get("attribute")
    if args or len(given) > 1 or type(attribute) is not str or not attribute.isidentifier():
        return FILTERS["map"](context, values, *args, **given)  # type: ignore[no-any-return]
    get, item = context.environment.getattr, context.environment.getitem
    return (item(each, attribute) if type(each) is dict else get(each, attribute) for each in values)


@pass_context
def quick_select(context: Context, values: Iterable[Any], *args: Any) -> Iterator[Any]:
    """Filter `select` without arguments, and `select("in", OTHERS)`."""
    if not args:
        return (each for each in values if each)
    if len(args) == 2 and args[0] == "in":
        return (each for each in values if each in args[1])
    return FILTERS["select"](context, values, *args)  # type: ignore[no-any-return]


class QuickTemplate(jinja2.Template):
    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        # No template of ours has globals of its own, so all importers can share one module.
        return super()._get_default_module()


class QuickEnvironment(jinja2.Environment):
    context_class = QuickContext
    template_class = QuickTemplate

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.filters.update(list=list, map=quick_map, select=quick_select)

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute not in _OF_DICTS:
            found = obj.get(attribute, _NOTHING)
            return self.undefined(obj=obj, name=attribute) if found is _NOTHING else found
        try:
            return getattr(obj, attribute)
        except AttributeError:
            return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        kind = type(argument)
        if type(obj) is dict and (kind is str or kind is int):
            found = obj.get(argument, _NOTHING)
            if found is not _NOTHING:
                return found
            if kind is int or argument not in _OF_DICTS:
                return self.undefined(obj=obj, name=argument)
        return super().getitem(obj, argument)

    def _generate(self, source: Any, name: Any, filename: Any, defer_init: bool = False) -> str:
        code = super()._generate(source, name, filename, defer_init)
        # On the same line, since Jinja maps lines of this code to lines of the template.
        return code.replace("\n", f"{_OURS}\n", 1) if code.startswith(_IMPORT) else code
