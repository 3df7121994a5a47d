"""nginx, as docs/nginx.conf configures it, sends the files of exports, in parts and to those only whom the web server allows it."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import requests

from scorekeeper.models import Season, Token
from tests.scorekeeper.brokers import free_port
from tests.scorekeeper.embedded_service import ROOT, wait_until
from tests.scorekeeper.sample_rows import create_export_file

pytestmark = [pytest.mark.slow, pytest.mark.needs("nginx")]

CERTIFICATE = ROOT / "tests" / "scorekeeper" / "localhost.pem"


@pytest.fixture
def by_nginx(live_server, settings, export_folder, tmp_path):
    """Start nginx in front of a web server; return its address."""
    settings.EXPORT_ACCEL_PREFIX = "/internal/exports/"
    site, ports = (
        (ROOT / "docs" / "nginx.conf").read_text(),
        {"80": free_port(), "443": free_port()},
    )
    site = re.sub(r"/etc/letsencrypt/\S+\.pem", str(CERTIFICATE), site)
    site = re.sub(r"listen \[::\]:\d+.*\n", "", site)
    site = re.sub(r"listen (\d+)", lambda match: f"listen {ports[match[1]]}", site)
    site = site.replace("http://127.0.0.1:8000", live_server.url)
    site = site.replace("/var/lib/scorekeeper-exports", str(export_folder))
    folder = tmp_path / "nginx"
    folder.mkdir()
    folders = " ".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = folder / "nginx.conf"
    whole.write_text(
        f"daemon off; user {account()}; pid {folder}/pid; error_log {folder}/log; events {{}} http {{ access_log off; {folders} {site} }}"
    )
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    with subprocess.Popen(
        [nginx, "-c", str(whole), "-p", str(folder)], stderr=subprocess.DEVNULL
    ) as process:
        try:
            address = f"https://127.0.0.1:{ports['443']}"
            wait_until(lambda: is_up(address))
            yield address
        finally:
            process.terminate()


def account():
    """Return the account of this process, so that nginx may read the folders of the test."""
    return Path("/proc/self").owner()


def is_up(address):
    try:
        return requests.get(f"{address}/metrics/", verify=False, timeout=2).status_code == 404
    except requests.ConnectionError:
        return False


@pytest.mark.django_db(transaction=True)
@pytest.mark.filterwarnings("ignore:Unverified HTTPS request")
def test_a_file_comes_in_parts_and_only_through_the_web_server(by_nginx, session, hand, people):
    session.season = Season.objects.create(club=session.club, name="Spring")
    session.save()
    row = create_export_file(session.season, by=people.alice)
    _, token = Token.objects.create(user=people.alice)

    def get(path, **headers):
        signed = {"Authorization": f"Bearer {token}", **headers}
        return requests.get(by_nginx + path, headers=signed, verify=False, timeout=10)

    path = f"/api/v1/exports/{row.pk}/file/"
    whole = get(path)
    assert (whole.status_code, len(whole.content)) == (200, row.size)
    assert whole.headers["Content-Disposition"].startswith("attachment; filename=")
    assert whole.headers["Cache-Control"].startswith("private")
    middle = row.size // 2
    rest = get(path, **{"Range": f"bytes={middle}-", "If-Range": whole.headers["ETag"]})
    assert (rest.status_code, rest.content) == (206, whole.content[middle:])
    changed = get(path, **{"Range": f"bytes={middle}-", "If-Range": '"another"'})
    assert (changed.status_code, changed.content) == (200, whole.content)
    assert get(path, Range=f"bytes={row.size}-").status_code == 416
    assert get(path, Authorization="").status_code == 404
    assert get(f"/internal/exports/{row.name}").status_code == 404
