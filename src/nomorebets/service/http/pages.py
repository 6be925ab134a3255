"""The pages that a browser opens, and the scripts and styles they are made of."""

from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nomorebets.web import Asset, assets, edition, page

PAGES = {
    "/": "lobby",
    "/table/{id}": "table",
    "/rules": "rules",
    "/odds": "odds",
    "/submission": "submission",
    "/sign-in": "sign-in",
    "/deal": "deal",
    "/deal/{id}": "deal",
    "/floor": "floor",
    "/rounds": "rounds",
    "/fair/{id}/{round}": "fair",
}
FOR_GOOD = "public, max-age=31536000, immutable"  # the address changes with the content


def routes() -> list[Route]:
    """An address for each page, and one for what they are made of."""
    found = [Route(path, _opening(name), methods=["GET"], name=f"page {name}") for path, name in PAGES.items()]
    return [*found, Route("/web/{edition}/{file:path}", _part, methods=["GET"], name="part of a page")]


def _opening(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def opened(request: Request) -> Response:
        return _sent(request, page(name), "no-cache")

    return opened


async def _part(request: Request) -> Response:
    found = assets().get(request.path_params["file"])
    if found is None:
        raise HTTPException(404)
    known = request.path_params["edition"] == edition()
    return _sent(request, found, FOR_GOOD if known else "no-store")


def _sent(request: Request, asset: Asset, kept: str) -> Response:
    small = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"cache-control": kept, "vary": "accept-encoding"} | ({"content-encoding": "gzip"} if small else {})
    return Response(asset.small if small else asset.plain, headers=headers, media_type=asset.kind)
