"""The schemas keep the rules of Ajv's strict mode, so that programs in JavaScript can compile them as they are."""

import pytest

import referee

TYPE_OF_KEYWORD = {
    **dict.fromkeys(
        ("maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "multipleOf"), "number"
    ),
    **dict.fromkeys(("maxLength", "minLength", "pattern"), "string"),
    **dict.fromkeys(
        ("contains", "items", "maxItems", "minItems", "prefixItems", "uniqueItems"), "array"
    ),
    **dict.fromkeys(
        (
            "additionalProperties",
            "maxProperties",
            "minProperties",
            "patternProperties",
            "properties",
            "propertyNames",
            "required",
        ),
        "object",
    ),
}
LISTS = ("allOf", "anyOf", "oneOf")
CONDITIONS = ("if", "then", "else", "not")
MAPS = ("properties", "patternProperties", "$defs")
VALUES = ("items", "additionalProperties", "contains", "propertyNames")
OTHERS = {
    *("$schema", "$id", "$ref", "title", "description", "examples", "default", "type", "enum"),
    "const",
}
KNOWN = {*TYPE_OF_KEYWORD, *LISTS, *CONDITIONS, *MAPS, *VALUES, *OTHERS}


def breaches(schema, where="", inherited=frozenset()):
    """Yield what strict mode refuses.  The types of a schema hold in its conditions and combinations too."""
    if isinstance(schema, bool):
        return
    own = {schema["type"]} if isinstance(schema.get("type"), str) else {*schema.get("type", ())}
    types = own or inherited
    yield from (f"{where}: {breach}" for breach in _own_breaches(schema, own, inherited))
    for path, part in _parts_of_the_same_value(schema):
        yield from breaches(part, f"{where}/{path}", types)
    for path, part in _parts_of_inner_values(schema):
        yield from breaches(part, f"{where}/{path}")


def _own_breaches(schema, own, inherited):
    yield from (f"unknown keyword {name}" for name in schema.keys() - KNOWN)
    if len(own - {"null"}) > 1:
        yield "several types"
    if inherited and not _as_numbers(own) <= _as_numbers(inherited):
        yield "a type that is not allowed around it"
    for keyword in schema.keys() & TYPE_OF_KEYWORD.keys():
        if TYPE_OF_KEYWORD[keyword] not in _as_numbers(own or inherited):
            yield f"{keyword} without type {TYPE_OF_KEYWORD[keyword]}"
    for name in {*schema.get("required", ())} - schema.get("properties", {}).keys():
        yield f"{name} is required and not defined"
    size = len(schema.get("prefixItems", ()))
    if size and not schema.get("minItems") == schema.get("maxItems") == size:
        yield "prefixItems without as many items"
    if "if" not in schema and {"then", "else"} & schema.keys():
        yield "then or else without if"


def _parts_of_the_same_value(schema):
    for keyword in schema.keys() & {*LISTS}:
        for number, part in enumerate(schema[keyword]):
            yield f"{keyword}/{number}", part
    for keyword in schema.keys() & {*CONDITIONS}:
        yield keyword, schema[keyword]


def _parts_of_inner_values(schema):
    for keyword in schema.keys() & {*MAPS}:
        for name, part in schema[keyword].items():
            yield f"{keyword}/{name}", part
    for number, part in enumerate(schema.get("prefixItems", ())):
        yield f"prefixItems/{number}", part
    for keyword in schema.keys() & {*VALUES}:
        yield keyword, schema[keyword]


def _as_numbers(types):
    return {"number" if one == "integer" else one for one in types}


@pytest.mark.parametrize("name", referee.SCHEMAS)
def test_no_schema_breaks_a_rule_of_strict_mode(name):
    assert [*breaches(referee.schema(name))] == []


@pytest.mark.parametrize(
    ("schema", "breach"),
    [
        ({"typ": "string"}, ": unknown keyword typ"),
        ({"properties": {"a": True}}, ": properties without type object"),
        ({"type": "string", "minItems": 1}, ": minItems without type array"),
        ({"type": ["string", "number"]}, ": several types"),
        ({"type": "object", "required": ["a"]}, ": a is required and not defined"),
        (
            {"type": "array", "prefixItems": [True, True], "minItems": 2},
            ": prefixItems without as many items",
        ),
        (
            {"type": "object", "allOf": [{"type": "string"}]},
            "/allOf/0: a type that is not allowed around it",
        ),
        ({"type": "object", "then": True}, ": then or else without if"),
        (
            {"type": "object", "properties": {"a": {"items": True}}},
            "/properties/a: items without type array",
        ),
    ],
)
def test_a_schema_that_strict_mode_refuses_is_noticed(schema, breach):
    assert [*breaches(schema)] == [breach]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": ["array", "null"], "items": {"type": "integer", "minimum": 1}},
        {
            "type": "object",
            "allOf": [{"if": {"properties": {"a": True}}, "then": {"type": "object"}}],
        },
        {"type": "array", "prefixItems": [True], "minItems": 1, "maxItems": 1},
    ],
)
def test_a_schema_that_strict_mode_takes_is_left_alone(schema):
    assert [*breaches(schema)] == []
