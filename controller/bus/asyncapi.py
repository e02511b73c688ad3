"""The contract as an AsyncAPI 3.0 document, made of the same models that the table publishes with."""

from __future__ import annotations

import re
from typing import Any, Final

from pydantic.json_schema import models_json_schema

from contract.channels import CHANNELS, PARAMETERS, ROOT, Channel
from contract.messages import BODIES, SCHEMA, Body, Command
from controller.bus.examples import EXAMPLES
from controller.bus.vocabulary import schemas as events

_SCHEMAS: Final = "#/components/schemas/"
_MESSAGES: Final = "#/components/messages/"
_BINDING: Final = "0.2.0"


def document() -> dict[str, Any]:
    """Seen from the table: it publishes messages and receives commands."""
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Jantaku table",
            "version": f"{SCHEMA}.0",
            "description": "Topics and payloads of a riichi table: docs/mqtt.md says what they mean.",
        },
        "defaultContentType": "application/json",
        "servers": {
            "table": {
                "host": "table.local:1883",
                "protocol": "mqtt",
                "protocolVersion": "5.0",
                "description": "MQTT 5 or 3.1.1, with the same meaning; with an account.",
            },
            "pages": {
                "host": "table.local:8090",
                "pathname": "/mqtt",
                "protocol": "ws",
                "protocolVersion": "5.0",
                "description": "The same for browsers, at the port of the pages; /config.json names a guest.",
            },
        },
        "channels": {channel.name: _channel(channel) for channel in CHANNELS},
        "operations": _operations(),
        "components": {"messages": _messages(), "schemas": _schemas()},
    }


def _channel(channel: Channel) -> dict[str, Any]:
    address = f"{ROOT}{channel.address}"
    name = channel.model.__name__
    return {
        "address": address,
        "description": channel.when,
        "parameters": {key: {"description": PARAMETERS[key]} for key in re.findall(r"{(\w+)}", address)},
        "messages": {name: {"$ref": f"{_MESSAGES}{name}"}},
    }


def _operations() -> dict[str, Any]:
    out = {}
    for channel in CHANNELS:
        key, name = channel.name, channel.model.__name__
        expiry = {} if channel.expiry_s is None else {"messageExpiryInterval": channel.expiry_s}
        operation: dict[str, Any] = {
            "action": "receive" if channel.from_devices else "send",
            "channel": {"$ref": f"#/channels/{key}"},
            "summary": channel.when,
            "messages": [{"$ref": f"#/channels/{key}/messages/{name}"}],
            "bindings": {
                "mqtt": {
                    "qos": channel.qos,
                    "retain": channel.retained,
                    **expiry,
                    "bindingVersion": _BINDING,
                }
            },
        }
        if channel.model is Command:
            operation["reply"] = {
                "address": {"location": "$message.payload#/reply_to"},
                "channel": {"$ref": "#/channels/reply_device"},
                "messages": [{"$ref": "#/channels/reply_device/messages/Reply"}],
            }
        out[("hear_" if channel.from_devices else "tell_") + key] = operation
    return out


def _messages() -> dict[str, Any]:
    out: dict[str, Any] = {}
    for channel in CHANNELS:
        name = channel.model.__name__
        out[name] = {
            "name": name,
            "summary": _line(channel.model.__doc__ or ""),
            "payload": {"$ref": f"{_SCHEMAS}{name}"},
            "headers": {"$ref": f"{_SCHEMAS}UserProperties"},
            "examples": [
                {"payload": example.model_dump(mode="json")} for example in EXAMPLES.get(channel.model, ())
            ],
        }
        if channel.model is Command:
            out[name]["correlationId"] = {"location": "$message.payload#/id"}
    return out


def _schemas() -> dict[str, Any]:
    received = {channel.model for channel in CHANNELS if channel.from_devices} | set(BODIES.values()) | {Body}
    models = dict.fromkeys([*(channel.model for channel in CHANNELS), *BODIES.values()])
    _, found = models_json_schema(
        [(model, "validation" if model in received else "serialization") for model in models],
        ref_template=_SCHEMAS + "{model}",
    )
    strict = {model.__name__ for model in received}
    schemas = {name: _plain(schema, name in strict) for name, schema in sorted(found["$defs"].items())}
    schemas["EventMessage"]["allOf"] = [
        {"if": {"properties": {"type": {"const": name}}}, "then": {"properties": {"data": data}}}
        for name, data in events().items()
    ]
    return {"UserProperties": _user_properties()} | schemas


def _user_properties() -> dict[str, Any]:
    return {
        "type": "object",
        "description": "User properties of MQTT 5 on all that the table sends; the payloads say the same.",
        "properties": {"schema": {"type": "string"}, "boot": {"type": "string"}},
    }


def _plain(schema: Any, strict: bool) -> Any:
    """JSON Schema of draft 7, which AsyncAPI speaks; what the table sends may grow, so that others must not
    refuse what they do not know."""
    if isinstance(schema, list):
        return [_plain(each, strict) for each in schema]
    if not isinstance(schema, dict):
        return schema
    out = {key: _plain(value, strict) for key, value in schema.items() if key != "discriminator"}
    if "prefixItems" in out:
        out["items"] = out.pop("prefixItems")
        out["additionalItems"] = False
    if not strict and out.get("additionalProperties") is False:
        del out["additionalProperties"]
    if isinstance(out.get("description"), str):
        out["description"] = " ".join(out["description"].split())
    return out


def _line(said: str) -> str:
    return " ".join(said.split())
