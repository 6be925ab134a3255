"""The routes as an OpenAPI 3.1 document, made of the same types that read requests and write answers."""

import re
from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec

from nomorebets import __version__
from nomorebets.service.http.app import ROUTES
from nomorebets.service.http.routing import Nothing, Route
from nomorebets.service.problems import MEDIA_TYPE, Problem

COMPONENTS = "#/components/schemas/{name}"
ALWAYS = (400, 401, 403, 404, 413, 415, 421, 429, 500, 503)


@cache
def document() -> dict[str, Any]:
    """All that can be asked for."""
    types = {one for route in ROUTES for one in (route.body, route.answer) if one and one is not Nothing} | {Problem}
    ordered = sorted(types, key=lambda one: (one.__module__, one.__qualname__))
    schemas, components = msgspec.json.schema_components(ordered, ref_template=COMPONENTS, schema_hook=_anything)
    by_type = dict(zip(ordered, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "No More Bets: tables", "version": __version__, "license": {"name": "Apache-2.0"}},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


@cache
def written() -> bytes:
    """The same as it is sent."""
    return msgspec.json.encode(document())


def _anything(kind: type) -> dict[str, Any]:
    """What may be of any kind: settings of a submission, parts of a game's own."""
    if kind in (object, msgspec.Raw):
        return {"description": "of any kind"}
    raise NotImplementedError(kind)


def _operation(route: Route, by_type: dict[Any, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "description": route.summary,
        "operationId": route.name,
        "parameters": [*_parameters(route)],
    }
    if route.body:
        schema = by_type.get(route.body, {"type": "object", "additionalProperties": False})
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    if route.may is not None:
        told["security"] = [{"bearer": []}]
    answer: dict[str, Any] = {"description": route.summary}
    if route.status != HTTPStatus.NO_CONTENT:
        answer["content"] = {route.kind.partition(";")[0]: {"schema": by_type[route.answer]} if route.answer else {}}
    problem = {"content": {MEDIA_TYPE: {"schema": by_type[Problem]}}}
    refusals = {*ALWAYS, *route.errors} | ({428, 422} if route.once else set())
    told["responses"] = {str(route.status): answer} | {
        str(status): {"description": HTTPStatus(status).phrase, **problem} for status in sorted(refusals)
    }
    return told


def _parameters(route: Route) -> list[dict[str, Any]]:
    """What stands in the path, in the query and in headers."""
    found: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", route.path)
    ]
    fields = msgspec.json.schema(route.query)
    told: dict[str, Any] = next(iter(fields.get("$defs", {}).values()), {})
    properties, required = told.get("properties", {}), told.get("required", [])
    found += [
        {"name": name, "in": "query", "required": name in required, "schema": schema}
        for name, schema in properties.items()
    ]
    if route.once:
        key = {"type": "string", "minLength": 1, "maxLength": 100}
        found.append({"name": "Idempotency-Key", "in": "header", "required": True, "schema": key})
    return found
