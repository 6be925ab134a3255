"""A table as it goes on, over a WebSocket: versions are the protocol.

The first change begins right after what the client says that it has; each tells from where to where it goes.  Who reads
slowly holds one place: newer views take it, and entries that were left out can be asked for.
"""

import asyncio
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta, Raw, Struct
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from nomorebets.errors import BadInput, NoMoreBetsError
from nomorebets.service.acting import Acting, act, in_turn
from nomorebets.service.commands import Ready
from nomorebets.service.frames import TELL, Tell
from nomorebets.service.gates import WHO, asked
from nomorebets.service.people.limits import counted_as
from nomorebets.service.problems import NotAllowed, TooMany, encoded, problem
from nomorebets.service.running import Running
from nomorebets.service.seeing import Shared, WrittenView
from nomorebets.table.offers import Offer

if TYPE_CHECKING:
    from nomorebets.service.people.sessions import Who
    from nomorebets.service.site import Site

PROTOCOL = 1
LARGEST = 16 * 1024
STUCK_S = 10
SLOW, ENDED, NOT_HERE, BAD = 4008, 4401, 4404, 1008
LOOKED_AFTER_S = 5  # whether the session still lasts, and whether what is sent gets on
TOLD_WHY_S = 1


# --- What is said -----------------------------------------------------------------------------------------------------


class Hello(Struct, frozen=True, tag="hello"):
    protocol: int
    version: int
    round: int
    checkpoint: str


class Change(Struct, frozen=True, tag="change", rename={"start": "from"}, omit_defaults=True):
    """What came after the version before `from`; without entries, if there are too many: they can be asked for."""

    start: int
    version: int
    entries: Raw
    table: WrittenView  # as a `TableView`


class DoneMessage(Struct, frozen=True, tag="done"):
    id: str
    version: int


class Refused(Struct, frozen=True, tag="refused"):
    id: str
    status: int
    sentence: str
    clause: str
    offers: tuple[Offer, ...] = ()


Id = Annotated[str, Meta(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f\x7f]+$")]  # no store keeps a zero in text
Number = Annotated[int, Meta(ge=0, le=10**12)]


class ActMessage(Acting, frozen=True, tag="act", kw_only=True):
    id: Id


class SinceMessage(Struct, frozen=True, tag="since", forbid_unknown_fields=True):
    version: Number


class ReadyMessage(Struct, frozen=True, tag="ready", forbid_unknown_fields=True):
    id: Id
    seat: Annotated[int, Meta(ge=1, le=100)]


Said = ActMessage | SinceMessage | ReadyMessage
_SAID = msgspec.json.Decoder(Said)


# --- Watching ---------------------------------------------------------------------------------------------------------


Now = tuple[int, int, tuple[int, ...]]  # the version of a table, its clock, and the meters that it shares


class Watching:
    """One socket at one table."""

    def __init__(
        self, socket: WebSocket, site: "Site", who: "Who | None", token: str, address: str, number: int, since: int
    ) -> None:
        self.socket, self.site, self.who, self.token, self.address = socket, site, who, token, address
        self.number, self.version = number, since
        self.tell: Tell = socket.scope["state"][TELL]
        self.told: Now | None = None  # what was told last
        self.sends_since = 0.0  # when what is under way was begun to be sent; 0: nothing is
        self.loop, self.news = asyncio.get_running_loop(), asyncio.Event()
        self.stuck: asyncio.Future[None] = self.loop.create_future()

    async def run(self) -> None:
        """Until one side has enough."""
        with self.site.hub.looking_on(self.number, self.who.pseudonym if self.who else "") as self.news:
            telling = asyncio.create_task(self._tell())
            hearing = asyncio.create_task(self._hear())
            looking = asyncio.create_task(self._look())
            tasks = telling, hearing, looking
            try:
                await asyncio.wait((*tasks, self.stuck), return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        if self.stuck.done():
            with suppress(TimeoutError):  # whoever does not read is not told why either
                async with asyncio.timeout(TOLD_WHY_S):
                    await self.socket.close(SLOW)

    async def _look(self) -> None:
        """From time to time: whether the session still lasts, and whether what is sent gets on."""
        while True:
            await asyncio.sleep(LOOKED_AFTER_S)
            self.news.set()
            if self.sends_since and self.loop.time() - self.sends_since > STUCK_S:
                self.stuck.set_result(None)
                return

    # --- What is told ---

    async def _tell(self) -> None:
        checkpoint = await self.site.read(lambda unit: unit.log.checkpoint())
        running = await self.site.running(self.number)
        note = checkpoint.note if checkpoint else ""
        await self._send(msgspec.json.encode(Hello(PROTOCOL, running.table.version, running.table.rounds + 1, note)))
        while await self._lasts():
            self.news.clear()
            running = await self.site.running(self.number)
            shared = await self.site.shared(running)
            now = running.head.version, running.head.due_ms, tuple(shared.values())
            if now != self.told:
                await self._send(self._change(running, shared))
                self.version, self.told = running.head.version, now
            await self.news.wait()
        await self.socket.close(ENDED)

    async def _lasts(self) -> bool:
        """Whether somebody who was signed in still is."""
        if self.who is None:
            return True
        self.who = await self.site.who(self.token)
        return self.who is not None

    def _change(self, running: Running, shared: Shared) -> bytes:
        """What is new, as this watcher sees it."""
        now_ms, actors = self.site.writer.now_ms(), self.site.as_(self.who, running)
        recent = self.site.hub.since(self.number, self.version) or []
        told = [one for one in recent if one.entry.version <= running.table.version]
        sight = self.site.hub.sight(running, now_ms, shared)
        entries = sight.entries_since(self.version, told, actors[0])
        shown = sight.told(actors, running, now_ms)
        return msgspec.json.encode(Change(self.version + 1, running.table.version, entries, shown))

    async def _send(self, message: bytes) -> None:
        self.sends_since = self.sends_since or self.loop.time()
        await self.tell(message)
        self.sends_since = 0.0

    # --- What is heard ---

    async def _hear(self) -> None:
        while True:
            try:
                text = await self.socket.receive_text()
            except (WebSocketDisconnect, KeyError, RuntimeError):
                return
            if len(text) > LARGEST:
                await self.socket.close(BAD)
                return
            await self._answer(text)

    async def _answer(self, text: str) -> None:
        name = ""
        try:
            said = _SAID.decode(text)
            name = getattr(said, "id", "")
            await self._done(said)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            await self._refuse(name, BadInput(f"this is not understood: {' '.join(str(error).split())[:200]}"))
        except NoMoreBetsError as error:
            await self._refuse(name, error)

    async def _done(self, said: Said) -> None:
        running = await self.site.running(self.number)
        match said:
            case SinceMessage(version=version):
                self.version, self.told = min(version, running.table.version), None
                self.site.hub.wake(self.number, (self.news,))  # nobody else is told anything by it
            case ReadyMessage(id=name, seat=seat):
                who = await self._signed_in()
                done = await in_turn(self.site, who, self.address, Ready(self.number, seat, who.pseudonym))
                await self._send(msgspec.json.encode(DoneMessage(name, done.last)))
            case ActMessage(id=name):
                done = await act(self.site, await self._signed_in(), running, said, name, self.address)
                await self._send(msgspec.json.encode(DoneMessage(name, done.last)))
                self.news.set()  # who has acted need not wait for what came of it

    async def _signed_in(self) -> "Who":
        """Whoever acts: a session may have ended since this socket last looked."""
        who = self.who and await self.site.who(self.token)
        if who is None:
            raise NotAllowed("who is not signed in looks on")
        return who

    async def _refuse(self, name: str, error: NoMoreBetsError) -> None:
        told = problem(error)
        await self._send(msgspec.json.encode(Refused(name, told.status, told.sentence, told.clause, told.offers)))


async def watch(socket: WebSocket) -> None:
    """A socket is opened: whoever it is, the gates have let in."""
    site: Site = socket.app.state.site
    request = asked(socket.scope)
    try:
        running = await site.table(socket.path_params["id"])
        since = int(socket.query_params.get("since", running.table.version))
    except (NoMoreBetsError, ValueError):
        await socket.close(BAD)  # before it is accepted: the answer is 403
        return
    who: Who | None = socket.scope["state"][WHO]
    address = counted_as(socket.client.host if socket.client else "")
    with ExitStack() as places:
        try:
            places.enter_context(site.sockets_from.held_by(address))
            if who:
                places.enter_context(site.sockets.held_by(who.pseudonym))
        except TooMany as error:
            headers, body = encoded(problem(error))
            told = {name.decode(): value.decode() for name, value in headers}
            await socket.send_denial_response(Response(body, problem(error).status, told))
            return
        await socket.accept()
        since = max(0, min(since, running.table.version))
        token = request.bearer or request.cookie or ""
        places.enter_context(site.metrics.sockets.track_inprogress())
        await Watching(socket, site, who, token, address, running.row.id, since).run()
