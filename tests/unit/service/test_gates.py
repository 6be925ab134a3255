"""Requests of people and of pages elsewhere, as a server hands them on."""

import asyncio
from typing import Any

import msgspec
import pytest

from nomorebets.service.gates import COOKIE, MOST_BYTES, WHO, Gates, Message, Receive, Scope, Send, hosts
from nomorebets.service.people.sessions import Kind, Who

HERE, THERE = "127.0.0.1:8077", "casino.example"
ANN = Who(1, "person-1", (), Kind.COOKIE, "the csrf token", b"hash", 9)
JSON = {"content-type": "application/json"}
BY_COOKIE = {"cookie": f"{COOKIE}=ann", "origin": f"http://{HERE}", "x-csrf-token": ANN.csrf}
BY_BEARER = {"authorization": "Bearer ann"}
SUBMISSIONS = "/v1/submissions"


async def authenticate(token: str) -> Who | None:
    return ANN if token == "ann" else None


class Asking:
    """One request or socket through the gates, and what came of it."""

    def __init__(
        self, method: str, headers: dict[str, str], chunks: tuple[bytes, ...] = (b"",), path: str = "/v1/tables"
    ) -> None:
        self.reached = False
        self.who: Who | None = None
        self.body = b""
        self.sent: list[Message] = []
        self.chunks = list(chunks)
        listed = [(name.partition("#")[0].encode(), value.encode("latin-1")) for name, value in headers.items()]
        self.scope: Scope = {"type": "http", "method": method, "path": path, "headers": listed}
        if method == "SOCKET":
            self.scope = {"type": "websocket", "path": path, "headers": listed, "extensions": {}}

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.reached, self.who = True, scope["state"][WHO]
        if scope["type"] == "http":
            message = await receive()
            assert not message.get("more_body")
            self.body = message.get("body", b"")
            await send({"type": "http.response.start", "status": 200, "headers": [(b"cache-control", b"max-age=9")]})
            await send({"type": "http.response.body", "body": b"ok"})

    async def receive(self) -> Message:
        if self.scope["type"] == "websocket":
            return {"type": "websocket.connect"}
        if not self.chunks:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": self.chunks.pop(0), "more_body": bool(self.chunks)}

    async def send(self, message: Message) -> None:
        self.sent.append(message)

    def run(self) -> "Asking":
        known = hosts(8077, [THERE])
        gates = Gates(self.app, known, authenticate, larger={SUBMISSIONS: 2 * MOST_BYTES})
        asyncio.run(gates(self.scope, self.receive, self.send))
        return self

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"]) if self.sent and "status" in self.sent[0] else 0

    @property
    def headers(self) -> dict[bytes, bytes]:
        return dict(self.sent[0]["headers"])

    @property
    def document(self) -> Any:
        return msgspec.json.decode(self.sent[1]["body"])


def ask(
    method: str,
    *headers: dict[str, str],
    chunks: tuple[bytes, ...] = (b"",),
    path: str = "/v1/tables",
    host: str = HERE,
) -> Asking:
    merged = {"host": host} if host else {}
    for one in headers:
        merged |= one
    if chunks != (b"",) and "content-length" not in merged and "transfer-encoding" not in merged:
        merged["content-length"] = str(sum(map(len, chunks)))
    return Asking(method, merged, chunks, path).run()


def assert_refused(asking: Asking, status: int) -> None:
    assert not asking.reached
    assert asking.status == status == asking.document["status"]
    assert asking.headers[b"content-type"] == b"application/problem+json"


# --- Hosts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["localhost:8077", "127.0.0.1:8077", "[::1]:8077", "LOCALHOST:8077", THERE])
def test_the_house_answers_to_its_names(host: str) -> None:
    assert ask("GET", host=host).status == 200


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8077",
        "127.0.0.1",
        "127.0.0.1:8078",
        "127.0.0.1.evil.example:8077",
        "127.0.0.2:8077",
        "localhost.:8077",
        "casino.example:8077",
        "casino.example.evil.example",
        "127.0.0.1:8077@evil.example",
    ],
)
@pytest.mark.parametrize("signed_in", [{}, BY_BEARER])
def test_the_house_answers_to_no_other_name(host: str, signed_in: dict[str, str]) -> None:
    assert_refused(ask("GET", signed_in, host=host), 421)


def test_two_hosts_are_none() -> None:
    assert_refused(ask("GET", {"host#2": "evil.example"}), 403)


def test_at_the_port_of_the_web_browsers_leave_it_out() -> None:
    assert hosts(80).origins["localhost"] == "http://localhost"
    assert "localhost" not in hosts(8077).origins


# --- Where it comes from ----------------------------------------------------------------------------------------------

FOREIGN = ["null", "http://evil.example", "https://127.0.0.1:8077", "http://127.0.0.1", "http://localhost:8077", ""]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "INVENTED"])
def test_what_changes_something_with_a_cookie_comes_from_a_page_of_the_house_with_its_token(method: str) -> None:
    asking = ask(method, BY_COOKIE)
    assert asking.status == 200
    assert asking.who == ANN
    without = {name: value for name, value in BY_COOKIE.items() if name != "origin"}
    assert_refused(ask(method, without), 403)
    for origin in FOREIGN:
        assert_refused(ask(method, BY_COOKIE, {"origin": origin}), 403)
    for csrf in ("", "another"):
        assert_refused(ask(method, BY_COOKIE, {"x-csrf-token": csrf}), 403)


def test_what_only_looks_needs_no_origin_and_no_token() -> None:
    asking = ask("GET", {"cookie": BY_COOKIE["cookie"]})
    assert asking.who == ANN
    assert ask("GET", {"cookie": BY_COOKIE["cookie"], "origin": "http://evil.example"}).status == 200


def test_a_bearer_token_needs_neither() -> None:
    asking = ask("POST", BY_BEARER)
    assert (asking.status, asking.who) == (200, ANN)
    assert ask("POST", BY_BEARER, {"cookie": f"{COOKIE}=other", "origin": "http://evil.example"}).who == ANN


@pytest.mark.parametrize("header", ["Bearer wrong", "Bearer", "Bearer ", "Basic YTpi", ""])
def test_a_bearer_token_that_is_nobody_s_is_refused_even_with_a_good_cookie(header: str) -> None:
    assert_refused(ask("GET", BY_COOKIE, {"authorization": header}), 401)


def test_who_is_not_signed_in_may_ask_from_a_page_of_the_house_or_from_none() -> None:
    for headers in ({}, {"origin": f"http://{HERE}"}):
        asking = ask("POST", headers)
        assert (asking.status, asking.who) == (200, None)
    for origin in FOREIGN:
        assert_refused(ask("POST", {"origin": origin}), 403)


def test_a_cookie_that_has_run_out_is_nobody_s() -> None:
    asking = ask("POST", BY_COOKIE, {"cookie": f"{COOKIE}=old"})
    assert (asking.status, asking.who) == (200, None)


@pytest.mark.parametrize(
    "cookie", [f"{COOKIE}=ann; {COOKIE}=ann", f"{COOKIE}=", f"x{COOKIE}=ann", COOKIE, f"{COOKIE.upper()}=ann"]
)
def test_a_cookie_that_is_doubtful_is_none(cookie: str) -> None:
    assert ask("GET", {"cookie": cookie}).who is None


def test_a_cookie_is_found_among_others() -> None:
    assert ask("GET", {"cookie": f'a=b; {COOKIE}="ann"; c'}).who == ANN


# --- Sockets ----------------------------------------------------------------------------------------------------------


def test_a_socket_with_a_cookie_comes_from_a_page_of_the_house() -> None:
    cookie = {"cookie": BY_COOKIE["cookie"]}
    assert ask("SOCKET", cookie, {"origin": f"http://{HERE}"}).who == ANN
    assert ask("SOCKET", BY_BEARER).who == ANN
    for headers in (cookie, cookie | {"origin": "http://evil.example"}, {"origin": "null"}):
        asking = ask("SOCKET", headers)
        assert not asking.reached
        assert asking.sent == [{"type": "websocket.close", "code": 1008}]


def test_a_socket_is_told_why_where_the_server_can() -> None:
    asking = Asking("SOCKET", {"host": "evil.example"})
    asking.scope["extensions"] = {"websocket.http.response": {}}
    asking.run()
    assert [message["type"] for message in asking.sent] == [
        "websocket.http.response.start",
        "websocket.http.response.body",
    ]
    assert_refused(asking, 421)


# --- Bodies -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("media", ["application/json", "Application/JSON; charset=utf-8"])
def test_json_is_handed_on_in_one_piece(media: str) -> None:
    asking = ask("POST", BY_BEARER, {"content-type": media}, chunks=(b'{"a"', b":1", b"}"))
    assert asking.body == b'{"a":1}'


@pytest.mark.parametrize(
    "media", ["", "text/plain", "application/x-www-form-urlencoded", "text/plain; application/json"]
)
def test_another_form_is_not_read(media: str) -> None:
    assert_refused(ask("POST", BY_BEARER, {"content-type": media}, chunks=(b"{}",)), 415)
    assert_refused(
        ask("POST", BY_BEARER, {"content-type": media, "transfer-encoding": "chunked"}, chunks=(b"{}",)), 415
    )
    assert_refused(ask("POST", BY_BEARER, {"content-type": media, "content-length": "0"}, chunks=(b"{}",)), 415)


def test_what_has_no_body_needs_no_form() -> None:
    assert ask("DELETE", BY_BEARER).status == 200


@pytest.mark.parametrize("told", [{}, {"transfer-encoding": "chunked"}])
def test_a_body_is_as_large_as_it_may_be(told: dict[str, str]) -> None:
    half = b"x" * (MOST_BYTES // 2)
    assert ask("POST", BY_BEARER, JSON, told, chunks=(half, half)).status == 200
    asking = ask("POST", BY_BEARER, JSON, told, chunks=(half, half, b"x", half))
    assert_refused(asking, 413)
    assert asking.headers[b"connection"] == b"close"
    assert asking.chunks, "the rest was not read"


def test_a_body_that_says_it_is_too_large_is_not_begun() -> None:
    asking = ask("POST", BY_BEARER, JSON, {"content-length": str(MOST_BYTES + 1)}, chunks=(b"x",))
    assert_refused(asking, 413)
    assert asking.chunks == [b"x"]


def test_where_it_is_said_so_more_is_read_and_nowhere_else() -> None:
    body = (b"x" * 2 * MOST_BYTES,)
    assert ask("POST", BY_BEARER, JSON, chunks=body, path=SUBMISSIONS).status == 200
    assert_refused(ask("POST", BY_BEARER, JSON, chunks=(*body, b"x"), path=SUBMISSIONS), 413)
    assert_refused(ask("POST", BY_BEARER, JSON, chunks=body, path=f"{SUBMISSIONS}/other"), 413)


def test_who_goes_away_while_sending_is_not_waited_for() -> None:
    asking = Asking("POST", {"host": HERE, **BY_BEARER, **JSON, "content-length": "5"}, ())
    assert asking.run().body == b""


# --- Headers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("asking", [lambda: ask("GET"), lambda: ask("POST", {"origin": "null"})])
def test_every_answer_says_what_a_browser_may_do_with_it(asking: Any) -> None:
    headers = asking().headers
    policy = headers[b"content-security-policy"].decode()
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert headers[b"referrer-policy"] == b"same-origin"
    assert b"strict-transport-security" not in headers


def test_what_the_application_says_holds() -> None:
    assert ask("GET").headers[b"cache-control"] == b"max-age=9"
    assert ask("POST", {"origin": "null"}).headers[b"cache-control"] == b"no-store"


def test_under_a_name_of_its_own_the_house_is_reached_over_tls_alone() -> None:
    assert ask("GET", host=THERE).headers[b"strict-transport-security"].startswith(b"max-age=")
    assert ask("POST", BY_COOKIE, {"origin": f"https://{THERE}"}, host=THERE).status == 200
    assert_refused(ask("POST", BY_COOKIE, {"origin": f"http://{THERE}"}, host=THERE), 403)


def test_a_name_is_of_one_scheme_alone() -> None:
    assert hosts(1, ["Casino.Example"], secure=False).origins[THERE] == f"http://{THERE}"
    assert hosts(1, ["Casino.Example"], secure=False).over_tls == frozenset()
    assert hosts(1, ["Casino.Example"]).over_tls == {THERE}


def test_the_life_of_the_server_is_none_of_the_gates_business() -> None:
    reached = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        reached.append(scope["type"])

    asyncio.run(Gates(app, hosts(1), authenticate)({"type": "lifespan"}, app, app))  # type: ignore[arg-type]
    assert reached == ["lifespan"]
