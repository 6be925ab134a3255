"""What every request passes before anything else looks at it.

A page elsewhere can make a browser ask on somebody's behalf, and a name elsewhere can be made to lead to loopback.  So
the house answers to names that it knows, letter for letter; what changes something with a cookie comes from its own
pages and shows the session's token; and no body is read that is not JSON or is too large.  A bearer token is sent by
nobody who does not hold it, and needs none of that.

All of it is decided on what the server has parsed (`scope["path"]`, headers), never on an address put together from it.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from typing import Any

from msgspec import Struct

from nomorebets.errors import NoMoreBetsError
from nomorebets.service.people.sessions import Who, has_csrf
from nomorebets.service.problems import NotAllowed, NotForUs, NotJson, NotSignedIn, TooLarge, encoded, problem

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Authenticate = Callable[[str], Awaitable[Who | None]]  # whose token it is

COOKIE = "nmb_session"
CSRF = b"x-csrf-token"
ONCE = frozenset({b"host", b"origin", b"authorization", CSRF, b"content-length", b"content-type"})
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
WHO, BODY = "who", "body"  # under which the rest of the service finds whoever asks, and what, in `scope["state"]`
MOST_BYTES = 16 * 1024
A_YEAR_S = 365 * 24 * 60 * 60

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"cache-control": b"no-store",
}
OVER_TLS = {b"strict-transport-security": b"max-age=%d" % A_YEAR_S}


class Hosts(Struct, frozen=True):
    """The names that the house answers to, each with the origin of its pages."""

    origins: dict[str, str]

    @property
    def over_tls(self) -> frozenset[str]:
        return frozenset(host for host, origin in self.origins.items() if origin.startswith("https:"))


def hosts(port: int, names: Iterable[str] = (), *, secure: bool = True) -> Hosts:
    """Loopback with this port, and the names under which the house is reached, as browsers send them."""
    ports = (f":{port}", "") if port == 80 else (f":{port}",)
    here = [f"{name}{end}" for name in ("localhost", "127.0.0.1", "[::1]") for end in ports]
    known = {host: f"http://{host}" for host in here}
    scheme = "https" if secure else "http"
    return Hosts(known | {name.lower(): f"{scheme}://{name.lower()}" for name in names})


class Asked(Struct, frozen=True):
    """What is asked for, as far as the gates look at it."""

    method: str  # of a socket: nothing
    path: str
    host: str
    origin: str | None
    bearer: str | None
    cookie: str | None
    csrf: str
    length: int | None
    body: bool
    media: str

    @property
    def changes(self) -> bool:
        """Whether it may change something; a socket may."""
        return self.method not in SAFE


def asked(scope: Scope) -> Asked:
    """What a request or a socket asks for; several headers of one that there is once are as bad as a wrong one."""
    once: dict[bytes, str] = {}
    cookies, coded = list[bytes](), False
    for written, value in scope["headers"]:
        name = written.lower()
        if name in once:
            raise NotAllowed(f"there is more than one header {name.decode()}")
        if name in ONCE:
            once[name] = value.decode("latin-1").strip()
        elif name == b"cookie":
            cookies.append(value)
        elif name == b"transfer-encoding":
            coded = True
    length = once.get(b"content-length")
    return Asked(
        method=scope.get("method", ""),
        path=scope["path"],
        host=once.get(b"host", "").lower(),
        origin=once.get(b"origin"),
        bearer=_bearer(once.get(b"authorization")),
        cookie=_cookie(cookies) if cookies else None,
        csrf=once.get(CSRF, ""),
        length=int(length) if length and length.isdecimal() else None,
        body=length not in (None, "0") or coded,
        media=once.get(b"content-type", "").partition(";")[0].strip().lower(),
    )


def _bearer(header: str | None) -> str | None:
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotSignedIn("only a bearer token signs in with this header")
    return token.strip()


def _cookie(lines: Iterable[bytes]) -> str | None:
    """The token in a cookie; of several with its name none, since somebody else may have set one of them."""
    pairs = [pair.partition("=") for line in lines for pair in line.decode("latin-1").split(";")]
    tokens = [value.strip().strip('"') for name, _, value in pairs if name.strip() == COOKIE]
    return tokens[0] if len(tokens) == 1 and tokens[0] else None


class Gates:
    """An application behind the gates.  What may be larger than other bodies is listed by its path."""

    def __init__(
        self,
        app: App,
        known: Hosts,
        authenticate: Authenticate,
        larger: Mapping[str, int] | None = None,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self.app, self.known, self.authenticate = app, known, authenticate
        self.over_tls = known.over_tls
        self.larger, self.most_bytes = dict(larger or {}), most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        send = self._with_headers(scope, send)
        try:
            request = asked(scope)
            self._check(request)
            who = await self._who(request)
            if scope["type"] == "http":
                scope.setdefault("state", {})[BODY], receive = await self._read(request, receive)
        except NoMoreBetsError as error:
            await _refuse(scope, receive, send, error)
            return
        scope.setdefault("state", {})[WHO] = who
        await self.app(scope, receive, send)

    def _check(self, request: Asked) -> None:
        """Everything that can be seen without asking whose token it is."""
        if request.host not in self.known.origins:
            raise NotForUs("this house does not answer to that name")
        if request.changes and request.bearer is None:
            by_cookie = request.cookie is not None
            if request.origin != self.known.origins[request.host] and (by_cookie or request.origin is not None):
                raise NotAllowed("this has to come from a page of the house")
        if request.changes and request.body and request.media != "application/json":
            raise NotJson("what is sent has to be application/json")
        if request.length is not None and request.length > self._most(request):
            raise TooLarge(f"what is sent may have {self._most(request)} bytes")

    def _most(self, request: Asked) -> int:
        return self.larger.get(request.path, self.most_bytes)

    async def _who(self, request: Asked) -> Who | None:
        """Whoever asks; a cookie that has run out is nobody's, but a bearer token that is nobody's is refused."""
        token = request.cookie if request.bearer is None else request.bearer
        who = None if token is None else await self.authenticate(token)
        if request.bearer is not None:
            if who is None:
                raise NotSignedIn("this token is nobody's, or it has run out")
        elif who is not None and request.changes and request.method and not has_csrf(who, request.csrf):
            raise NotAllowed("this has to come with the token that the session was told")
        return who

    async def _read(self, request: Asked, receive: Receive) -> tuple[bytes, Receive]:
        """The whole body, as far as it may go; it is handed on in one piece."""
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return b"", _handing_on(message, receive)
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > self._most(request):
                raise TooLarge(f"what is sent may have {self._most(request)} bytes")
        if body and request.changes and not request.body:  # it came without saying that it would
            raise NotJson("what is sent has to be application/json")
        return body, _handing_on({"type": "http.request", "body": body, "more_body": False}, receive)

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        """Every answer says what a browser may do with it, unless the application has said so itself."""
        ours = HEADERS
        if self.over_tls:
            host = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1").lower()
            ours = HEADERS | OVER_TLS if host in self.over_tls else HEADERS

        async def with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                said = {name.lower() for name, _ in message.get("headers", ())}
                added = [(name, value) for name, value in ours.items() if name not in said]
                message["headers"] = [*message.get("headers", ()), *added]
            await send(message)

        return with_headers


def _handing_on(first: Message, receive: Receive) -> Receive:
    waiting = [first]

    async def handing_on() -> Message:
        return waiting.pop() if waiting else await receive()

    return handing_on


async def _refuse(scope: Scope, receive: Receive, send: Send, error: NoMoreBetsError) -> None:
    """Tell what is wrong, to a socket before it is accepted."""
    told = problem(error)
    headers, body = encoded(told)
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()
        if "websocket.http.response" not in (scope.get("extensions") or {}):
            await send({"type": "websocket.close", "code": 1008})
            return
        kind = "websocket.http.response"
    else:
        headers.append((b"connection", b"close"))  # the rest of what was sent is not read
    await send({"type": f"{kind}.start", "status": told.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
