"""Who leaves a seat and comes back reads what was their own, and nothing of whoever sat there meanwhile."""

from nomorebets.service.commands import Run
from nomorebets.service.policy import Policy
from nomorebets.table.actions import Leave
from tests.open_house import OpenHouse, Person
from tests.unit.service.playing import play_round, sit

QUICK = Policy(pause_seconds=0, betting_seconds=1, deciding_seconds=1)


def lines(house: OpenHouse, table: str, who: Person | None) -> list[bytes]:
    path = f"/v1/tables/{table}/entries?most=500"
    return house.ask("GET", path, headers=who.bearer if who else {}).body.splitlines()


def test_a_seat_is_not_who_sits_at_it(house: OpenHouse) -> None:
    table = house.table("high-card-flush")
    number = next(row.id for row in house.site.writer.rows.values() if row.key == table)
    house.site.writer.ask(Run(number, QUICK)).result()
    first, second = house.person(), house.person()
    rounds = {}
    for person in (first, second, first):
        client = house.as_(person)
        sit(client, table, 1)
        rounds[play_round(client, table)] = person
        client.act(table, Leave(1))
    assert len(rounds) == 3
    seen = {who: lines(house, table, who) for who in (None, first, second)}
    own = {
        person: {place for place, (mine, any_) in enumerate(zip(seen[person], seen[None], strict=True)) if mine != any_}
        for person in (first, second)
    }
    assert own[first]
    assert own[second]
    assert not own[first] & own[second]
    assert min(own[first]) < min(own[second]) <= max(own[second]) < max(own[first])
    for reader, other in ((first, second), (second, first)):
        for number_of_round, person in rounds.items():
            if person is other:
                path = f"/v1/tables/{table}/rounds/{number_of_round}"
                mine = house.ask("GET", path, headers=reader.bearer).json["steps"]
                anybodys = house.ask("GET", f"{path}?watcher=onlooker").json["steps"]
                assert [step["entry"] for step in mine] == [step["entry"] for step in anybodys]
                asked = house.ask("GET", f"{path}?watcher=player:{other.name}", headers=reader.bearer)
                assert asked.status == 403
