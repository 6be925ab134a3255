"""What each decision is worth that somebody has now: reckoned for the submission of the table itself.

The dealer's advice is another thing (`setting`): this is a calculation, and a table may do without it.
"""

from typing import Annotated

from msgspec import Meta, Struct

from nomorebets.games.registry import house_terms
from nomorebets.service.http.reckoning import told
from nomorebets.service.http.routing import PLAYERS, Answer, Call, Routes
from nomorebets.service.problems import NotAllowed, NotNow
from nomorebets.service.reckoning import FILE, submitted
from nomorebets.table.hiding import HIDDEN
from nomorebets.table.state import DEALERS
from nomorebets.table.view import view

routes = Routes()


class Whose(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=1, le=100)]


@routes("GET", "/v1/tables/{id}/worth", PLAYERS, query=Whose, errors=(403, 404, 409))
async def worth_at_seat(call: Call) -> Answer:
    """What each lawful decision is worth with the hand that one holds at a seat, the best first, per unit wagered."""
    running = await call.site.table(call.path["id"])
    if not running.policy.coach:
        raise NotAllowed("at this table exact values are not told")
    shown = view(running.table, call.site.as_(call.who, running)[0])
    held = shown.cards(f"seat {call.query.seat}")
    if not held or HIDDEN in held:
        raise NotNow("there is no hand of yours at that seat to be reckoned with")
    up = [one for one in shown.places[DEALERS].up if one != HIDDEN] if DEALERS in shown.places else []
    terms, game = running.terms, running.row.game
    own = "" if terms.document == house_terms(game).document else submitted(game, terms).text
    options = [f"--hand={' '.join(held)}", *([f"--up={' '.join(up)}"] if up else [])]
    return await told(call, "advise", *([f"--submission={FILE}"] if own else []), *options, "--", game, file=own)
