
import pathlib, sys, json
import pytest
from tests.scorekeeper.imports.test_sent_sheets import send
@pytest.mark.parametrize("name", sorted(p.name for p in pathlib.Path("/tmp/nasty").glob("[0-9]*")))
def test_it(carol, club, name):
    content = pathlib.Path("/tmp/nasty", name).read_bytes()
    kind = "text/plain" if name.endswith("txt") else "text/csv"
    if name.endswith("xlsx"): kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    a = send(carol, club, content, content_type=kind, dry_run="true", file_name=name).json()
    r = a.get("review")
    out = [f"=== {name}"]
    if not r: out.append(json.dumps(a, ensure_ascii=False)[:300])
    else:
        out += [f"  S {s['line']} {s['played_on']} {s['variant']} {s['players']} {s['hands']} {s['totals']}" for s in r["sessions"]]
        out += [f"  Q {q['id']} {q['message'][:150]} -> {q['assumed']} {q['answers']}" for q in r["questions"]]
        out += [f"  R {q['line']} {q['code']} {q['message'][:150]}" for q in r["refused"]]
    with open("/tmp/nasty/api.out", "a") as f: f.write("\n".join(out) + "\n")
