"""News from other processes that share the store: heard as they tell of it, and looked for once a second besides."""

import logging
import threading
import time

from nomorebets.errors import NoMoreBetsError
from nomorebets.service.writer import Writer
from nomorebets.store.postgres import PostgresStore

LOOKED_AFTER_S = 1.0
AGAIN_AFTER_S = 0.5

log = logging.getLogger(__name__)


class News:
    """A thread that keeps what is in memory up to what is kept."""

    def __init__(self, writer: Writer, store: PostgresStore) -> None:
        self.writer, self.store = writer, store
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self._run, name="news", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        while not self.stopping.is_set():
            try:
                for _ in self.store.listen(LOOKED_AFTER_S):
                    if self.stopping.is_set():
                        return
                    self.writer.catch_up()
            except (NoMoreBetsError, self.store.errors) as error:
                log.warning("news are not heard: %s", type(error).__name__)
                time.sleep(AGAIN_AFTER_S)

    def stop(self) -> None:
        self.stopping.set()
        self.thread.join()
