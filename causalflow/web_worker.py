"""gunicorn's threaded worker, ending so that a balancer loses nothing (docs/operate.md)."""

from gunicorn.workers.gthread import ThreadWorker


class WebWorker(ThreadWorker):  # type: ignore[misc]
    """Who is asked to end takes what waits at the door, and closes the door before serving it.

    gunicorn's own leaves it open, without looking, until the last request is served: who connects meanwhile waits for as long, and is
    reset in the end, where a balancer that is refused would have gone on at once.
    """

    def set_accept_enabled(self, enabled: bool) -> None:
        super().set_accept_enabled(enabled)
        if self.alive:
            return
        for listener in self.sockets:
            taken = -1
            while taken != self.nr_conns:
                taken = self.nr_conns
                self.accept(listener)
            listener.close()
