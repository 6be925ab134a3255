"""Leases: who may do something alone until an hour, by the clock of the database or of its one process."""

from nomorebets.store.connection import Part


class Leases(Part):
    """An epoch counts how often a lease has changed hands: who slept past the end of it finds another one."""

    def lock(self, name: str) -> tuple[str, int, int]:
        """The holder, the epoch and the end of a lease, locked until the end of the unit."""
        new = "INSERT INTO lease (name, holder, epoch, until_ms) VALUES (?, '', 0, 0) ON CONFLICT DO NOTHING"
        self.on.run(new, name)
        held = self.on.all(f"SELECT holder, epoch, until_ms FROM lease WHERE name = ?{self.on.locking}", name)
        holder, epoch, until = held[0]
        return str(holder), int(epoch), int(until)

    def take(self, name: str, holder: str, now_ms: int, for_ms: int) -> int | None:
        """The epoch under which a holder has a lease from now on; none, if another has it still."""
        owner, epoch, until = self.lock(name)
        if owner != holder and until > now_ms:
            return None
        epoch += owner != holder
        statement = "UPDATE lease SET holder = ?, epoch = ?, until_ms = ? WHERE name = ?"
        self.on.run(statement, holder, epoch, now_ms + for_ms, name)
        return epoch
