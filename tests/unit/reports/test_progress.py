"""Progress on the error stream."""

import pytest

from nomorebets.reports.progress import progress_bar


def test_an_interruption_says_how_far_the_work_had_come(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> None:
        with progress_bar("solving") as progress:
            progress(2, 5)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert "interrupted while solving, after 2 of 5 parts; nothing of it is kept" in capsys.readouterr().err
