"""A class's hand-ins from folders, zips and LMSs; and zips that are made to do harm."""

import io
import json
import os
import shutil
import stat
import zipfile
from pathlib import Path

import pytest

from grader.intake import Intake, Unreadable
from grader.intake.names import safe_student
from grader.notebooks import read

FIRST, SECOND = "01_chain_rule", "02_backprop"


@pytest.fixture
def intake(tmp_path, course):
    sources = {name: read(course.exercise_notebook(name)) for name in (FIRST, SECOND)}
    return Intake(tmp_path / "submitted", tmp_path / "originals", sources)


@pytest.fixture
def right(work):
    return json.dumps(work()).encode()


@pytest.fixture
def wrong(work):
    return json.dumps(work(first_is_right=False)).encode()


@pytest.fixture
def second(course):
    return course.exercise_notebook(SECOND).read_bytes()


def lay_out(folder, files):
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def pack(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return path


def packed(files):
    file = io.BytesIO()
    pack(file, files)
    return file.getvalue()


def handed_in(tmp_path):
    """What lies in submitted/, by student and assignment."""
    folder = tmp_path / "submitted"
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def answer(tmp_path, student, assignment=FIRST):
    path = tmp_path / "submitted" / student / assignment / f"{assignment}.ipynb"
    return next(cell.source for cell in read(path).cells if cell.id == "num_grad")


WRONG = "def num_grad(f, x, eps):\n    return x"

LAYOUTS = {
    "student/notebook": "{s}/{a}.ipynb",
    "student/assignment/notebook": "{s}/{a}/{a}.ipynb",
    "assignment/student/notebook": "{a}/{s}/{a}.ipynb",
    "wrapped": "class of 2025/hand-ins/{s}/{a}.ipynb",
    "nbgrader's submitted": "submitted/{s}/{a}/{a}.ipynb",
    "nbgrader's exchange": "inbound/{s}+{a}+2025-01-0{n} 10:00:00 UTC+abc/{a}.ipynb",
    "moodle": "{s}_{n}_assignsubmission_file_/{a}.ipynb",
    "moodle without folders": "{s}_{n}_assignsubmission_file_{a}.ipynb",
    "canvas": "{s}_{n}_999_{a}.ipynb",
    "canvas, late, again": "{s}_LATE_{n}_999_{a}-2.ipynb",
    "copies": "{s}/Copy of {a} (1).ipynb",
    "capitals and hyphens": "{s}/01-Chain-Rule-final.ipynb",
    "in a folder of the student's": "{s}/my work/final/{a}.ipynb",
}


@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_each_layout_is_understood(layout, zipped, intake, right, tmp_path):
    names = ["ada", "grace hopper", "zoë"]
    files = {layout.format(s=s, a=FIRST, n=n): right for n, s in enumerate(names, 1)}
    source = pack(tmp_path / "a.zip", files) if zipped else lay_out(tmp_path / "in", files)
    statuses = list(intake.take_in(source))
    assert sorted(status.student for status in statuses) == names
    assert {status.assignment for status in statuses} == {FIRST}
    assert not any(status.fatal for status in statuses)
    expected = {f"{name}/{FIRST}/{FIRST}.ipynb" for name in names}
    assert {name for name in handed_in(tmp_path) if name.endswith(".ipynb")} == expected


def test_zips_of_students_in_the_zip_of_the_class(intake, right, tmp_path):
    inner = packed({f"work/{FIRST}.ipynb": right, "work/data/points.csv": b"1,2"})
    files = {
        "ada_1_assignsubmission_file_/work.zip": inner,
        "bob_2_assignsubmission_file_/work.zip": b"PK\x03\x04 broken",
        "eve_3_assignsubmission_file_/work.zip": packed({f"../../eve/{FIRST}.ipynb": right}),
    }
    statuses = {one.student: one for one in intake.take_in(pack(tmp_path / "all.zip", files))}
    assert statuses["ada"].fatal is None
    assert "can't be read as a zip" in statuses["bob"].fatal
    assert "out of its folder" in statuses["eve"].fatal
    expected = [f"ada/{FIRST}/{FIRST}.ipynb", f"ada/{FIRST}/data/points.csv"]
    assert handed_in(tmp_path) == expected


def test_several_assignments_of_one_student(intake, right, second, tmp_path):
    files = {f"ada/{FIRST}.ipynb": right, f"ada/{SECOND}.ipynb": second, "ada/helper.py": b"x = 1"}
    statuses = list(intake.take_in(lay_out(tmp_path / "in", files)))
    assert sorted(status.assignment for status in statuses) == [FIRST, SECOND]
    assert (tmp_path / "submitted" / "ada" / SECOND / "helper.py").read_bytes() == b"x = 1"


def test_a_name_that_says_nothing_is_told_by_its_cells(intake, right, second, tmp_path):
    files = {"ada/Untitled.ipynb": second, "bob/homework.ipynb": right, "eve/x.ipynb": b"{}"}
    statuses = {one.student: one for one in intake.take_in(lay_out(tmp_path / "in", files))}
    assert statuses["ada"].assignment == SECOND
    assert statuses["bob"].assignment == FIRST
    assert "no exercise notebook" in statuses["eve"].fatal


def test_the_newest_hand_in_counts_and_the_others_are_kept(intake, right, wrong, tmp_path):
    older = lay_out(tmp_path / "older", {f"ada/{FIRST}.ipynb": wrong})
    newer = lay_out(tmp_path / "newer", {f"ada/{FIRST}.ipynb": right})
    os.utime(older / "ada" / f"{FIRST}.ipynb", (1000, 1000))
    for source in (older, newer):
        list(intake.take_in(source))
    assert answer(tmp_path, "ada") != WRONG
    (again,) = intake.take_in(older)
    assert answer(tmp_path, "ada") != WRONG
    assert again.fatal is None
    originals = (tmp_path / "originals" / "ada" / FIRST).glob("*.ipynb")
    assert {path.read_bytes() for path in originals} == {right, wrong}


def test_an_older_hand_in_that_comes_later_is_only_kept(intake, right, wrong, tmp_path):
    list(intake.take_in(lay_out(tmp_path / "newer", {f"ada/{FIRST}.ipynb": right})))
    older = lay_out(tmp_path / "older", {f"ada/{FIRST}.ipynb": wrong, "ada/data.csv": b"old"})
    os.utime(older / "ada" / f"{FIRST}.ipynb", (1000, 1000))
    (status,) = intake.take_in(older)
    assert "only kept" in str(status)
    assert answer(tmp_path, "ada") != WRONG
    originals = (tmp_path / "originals" / "ada" / FIRST).glob("*.ipynb")
    assert {path.read_bytes() for path in originals} == {right, wrong}
    assert handed_in(tmp_path) == [f"ada/{FIRST}/{FIRST}.ipynb"]


def test_several_hand_ins_of_one_student_in_the_exchange(intake, right, wrong, tmp_path):
    files = {
        f"ada+{FIRST}+2025-01-09 10:00:00 UTC+a/{FIRST}.ipynb": wrong,
        f"ada+{FIRST}+2025-01-10 09:00:00 UTC+b/{FIRST}.ipynb": right,
        f"ada+{FIRST}+2025-01-10 09:00:00 UTC+b/timestamp.txt": b"2025-01-10 09:00:00 UTC",
        f"ada+{FIRST}+2025-01-09 10:00:00 UTC+a/timestamp.txt": b"2025-01-09 10:00:00 UTC",
    }
    list(intake.take_in(lay_out(tmp_path / "in", files)))
    assert answer(tmp_path, "ada") != WRONG
    path = tmp_path / "submitted" / "ada" / FIRST / "timestamp.txt"
    assert path.read_bytes().startswith(b"2025-01-10")


def test_taking_in_twice_changes_nothing(intake, right, tmp_path):
    source = pack(tmp_path / "a.zip", {f"ada/{FIRST} (1).ipynb": right, "ada/data.csv": b"1"})
    first = list(intake.take_in(source))
    before = {path: path.lstat().st_mtime_ns for path in sorted(tmp_path.rglob("*"))}
    assert list(intake.take_in(source)) == first
    assert {path: path.lstat().st_mtime_ns for path in sorted(tmp_path.rglob("*"))} == before


def test_a_changed_extra_file_is_kept_too(intake, right, wrong, tmp_path):
    list(intake.take_in(lay_out(tmp_path / "1", {f"ada/{FIRST}.ipynb": wrong, "ada/d.csv": b"1"})))
    second = lay_out(tmp_path / "2", {f"ada/{FIRST}.ipynb": right, "ada/d.csv": b"2"})
    for path in second.rglob("*.*"):
        os.utime(path, (path.stat().st_atime, path.stat().st_mtime + 60))
    list(intake.take_in(second))
    assert (tmp_path / "submitted" / "ada" / FIRST / "d.csv").read_bytes() == b"2"
    kept = (tmp_path / "originals" / "ada" / FIRST).glob("d.*.csv")
    assert [path.read_bytes() for path in kept] == [b"1"]


def test_an_unreadable_hand_in_does_not_replace_a_good_one(intake, right, tmp_path):
    list(intake.take_in(lay_out(tmp_path / "1", {f"ada/{FIRST}.ipynb": right})))
    (tmp_path / "2" / "ada").mkdir(parents=True)
    (tmp_path / "2" / "ada" / f"{FIRST}.ipynb").symlink_to("/etc/passwd")
    (status,) = intake.take_in(tmp_path / "2")
    assert status.fatal is None
    assert "is a link" in str(status)


def test_links_and_pipes_in_a_folder_are_named_and_not_followed(intake, right, tmp_path):
    source = lay_out(tmp_path / "in", {f"ada/{FIRST}.ipynb": right})
    (source / "ada" / "secret").symlink_to("/etc/passwd")
    (source / "ada" / "all").symlink_to("/", target_is_directory=True)
    os.mkfifo(source / "ada" / "pipe")
    (source / "bob").mkdir()
    (source / "bob" / f"{FIRST}.ipynb").symlink_to(source / "ada" / f"{FIRST}.ipynb")
    statuses = {one.student: one for one in intake.take_in(source)}
    assert "secret is a link" in str(statuses["ada"])
    assert "pipe is a pipe" in str(statuses["ada"])
    assert "is a link" in str(statuses["bob"])
    assert statuses["bob"].fatal
    names = [f"ada/{FIRST}/{FIRST}.ipynb", f"bob/{FIRST}/{FIRST}.ipynb"]
    assert handed_in(tmp_path) == names


STUDENTS = [
    "ada [lovelace]",
    "ada*?",
    'it\'s "ada"',
    "$(touch x)",
    "`touch x`; rm",
    "阿达",
    "-rf",
    ".hidden",
    "<img src=x onerror=alert(1)>",
    "a" * 250,
    "é" * 120,
    "a\nb",
    "  ada  ",
    "{student_id}",
    "%2e%2e",
]


@pytest.mark.parametrize("student", STUDENTS)
def test_odd_names_of_students(student, intake, right, tmp_path):
    (status,) = intake.take_in(lay_out(tmp_path / "in", {f"{student}/{FIRST}.ipynb": right}))
    assert status.fatal is None
    assert handed_in(tmp_path) == [f"{status.student}/{FIRST}/{FIRST}.ipynb"]
    assert status.student == safe_student(student) == safe_student(status.student)
    assert str(status).isprintable()
    assert not (Path.cwd() / "x").exists()


def test_names_of_one_person_in_two_unicode_forms_are_one(intake, right, wrong, tmp_path):
    files = {f"Jose\u0301/{FIRST}.ipynb": wrong, f"Jos\u00e9/{FIRST}.ipynb": right}
    source = lay_out(tmp_path / "in", files)
    os.utime(source / f"Jose\u0301/{FIRST}.ipynb", (1000, 1000))
    assert {one.student for one in intake.take_in(source)} == {"Jos\u00e9"}
    assert answer(tmp_path, "Jos\u00e9") != WRONG


def test_names_that_differ_by_capitals_are_two_and_named(intake, right, wrong, tmp_path):
    files = {f"Ada/{FIRST}.ipynb": wrong, f"ada/{FIRST}.ipynb": right}
    statuses = list(intake.take_in(lay_out(tmp_path / "in", files)))
    assert sorted(one.student for one in statuses) == ["Ada", "ada"]
    assert "is another student here" in str(statuses[1])


def test_students_of_one_name_stay_apart(intake, right, wrong, tmp_path):
    files = {
        f"Ada L_{number}_assignsubmission_file_/{FIRST}.ipynb": data
        for number, data in [(12, right), (34, wrong)]
    }
    statuses = list(intake.take_in(pack(tmp_path / "a.zip", files)))
    assert sorted(one.student for one in statuses) == ["Ada L 12", "Ada L 34"]


def test_safe_names_never_fall_together():
    names = [*STUDENTS, "ada (lovelace)", "ada _lovelace_", "ada ]lovelace[", "_rf", "rf", "ada"]
    assert len({safe_student(name) for name in names}) == len(names) - 1  # "ada" and "  ada  "


def test_what_belongs_to_nobody_is_named(intake, right, tmp_path):
    files = {f"{FIRST}.ipynb": right, "readme.txt": b"x", "bob/essay.pdf": b"%PDF"}
    statuses = {one.student: one.fatal for one in intake.take_in(lay_out(tmp_path / "in", files))}
    assert "whose it is" in statuses[f"{FIRST}.ipynb"]
    assert "no exercise notebook" in statuses["bob"]
    assert handed_in(tmp_path) == []


# Zips that do harm -------------------------------------------------------------------------------


def link(name, target):
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info, target


def harmful(kind, path, right):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr(f"ada/{FIRST}.ipynb", right)
        if kind == "dots":
            zipped.writestr("../outside.txt", "x")
        elif kind == "dots inside":
            zipped.writestr("ada/a/../../../outside.txt", "x")
        elif kind == "backslashes":
            zipped.writestr("..\\..\\outside.txt", "x")
        elif kind == "absolute":
            zipped.writestr("/tmp/outside.txt", "x")
        elif kind == "drive":
            zipped.writestr("C:\\outside.txt", "x")
        elif kind == "link":
            zipped.writestr(*link("ada/link", "/etc/passwd"))
        elif kind == "bomb":
            zipped.writestr("ada/zeros", bytes(300_000_000))
        elif kind == "many":
            for number in range(101):
                zipped.writestr(f"{number}", b"")


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("dots", "out of its folder"),
        ("dots inside", "out of its folder"),
        ("backslashes", "out of its folder"),
        ("absolute", "out of its folder"),
        ("drive", "out of its folder"),
        ("link", "holds a link"),
        ("bomb", "too much"),
        ("many", "too much"),
    ],
)
def test_a_harmful_zip_is_refused_and_nothing_is_written(
    kind, says, intake, right, tmp_path, monkeypatch
):
    monkeypatch.setattr("grader.intake.entries._MOST_FILES", 100)
    harmful(kind, tmp_path / "in.zip", right)
    with pytest.raises(Unreadable, match=says) as refused:
        list(intake.take_in(tmp_path / "in.zip"))
    assert str(refused.value).startswith("in.zip")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.zip"]


def test_a_zip_that_lies_about_its_sizes_is_harmless(intake, right, tmp_path):
    path = pack(tmp_path / "in.zip", {f"ada/{FIRST}.ipynb": right, f"bob/{FIRST}.ipynb": right})
    data = path.read_bytes()
    size = len(right).to_bytes(4, "little")
    at = data.rindex(size)
    path.write_bytes(data[:at] + (10).to_bytes(4, "little") + data[at + 4 :])
    statuses = {one.student: one for one in intake.take_in(path)}
    assert statuses["ada"].fatal is None
    assert "unpacked" in str(statuses["bob"]) or statuses["bob"].fatal


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"not a zip", b"PK\x05\x06" + b"\xff" * 18])
def test_a_broken_zip_is_named(data, intake, tmp_path):
    (tmp_path / "in.zip").write_bytes(data)
    with pytest.raises(Unreadable, match=r"in\.zip can't be read as a zip"):
        list(intake.take_in(tmp_path / "in.zip"))


def test_a_zip_with_a_password_is_named(intake, right, tmp_path):
    path = pack(tmp_path / "in.zip", {f"ada/{FIRST}.ipynb": right})
    data = bytearray(path.read_bytes())
    for start in (data.index(b"PK\x03\x04") + 6, data.index(b"PK\x01\x02") + 8):
        data[start] |= 1
    path.write_bytes(data)
    with pytest.raises(Unreadable, match="password"):
        list(intake.take_in(path))


def test_damage_in_one_file_of_a_zip_costs_only_that(intake, right, tmp_path):
    path = pack(tmp_path / "in.zip", {f"{s}/{FIRST}.ipynb": right for s in ("ada", "bob")})
    data = bytearray(path.read_bytes())
    data[200:400] = os.urandom(200)
    path.write_bytes(data)
    statuses = {one.student: one for one in intake.take_in(path)}
    assert statuses["ada"].fatal
    assert "can't be unpacked" in str(statuses["ada"])
    assert statuses["bob"].fatal is None


def test_every_truncation_of_a_zip_is_a_sentence(intake, right, tmp_path):
    whole = pack(tmp_path / "in.zip", {f"ada/{FIRST}.ipynb": right}).read_bytes()
    for end in range(0, len(whole), 97):
        (tmp_path / "in.zip").write_bytes(whole[:end])
        with pytest.raises(Unreadable):
            list(intake.take_in(tmp_path / "in.zip"))


def test_no_source_is_named(intake, tmp_path):
    with pytest.raises(Unreadable, match="There is no"):
        list(intake.take_in(tmp_path / "nothing"))


def test_a_full_disk_does_not_stop_the_batch(intake, right, tmp_path, monkeypatch):
    files = {f"{student}/{FIRST}.ipynb": right for student in ("ada", "bob")}
    source = lay_out(tmp_path / "in", files)
    write_bytes = Path.write_bytes

    def full(path, data):
        if "ada" in str(path):
            raise OSError(28, "No space left on device")
        return write_bytes(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    statuses = {one.student: one for one in intake.take_in(source)}
    assert "No space left" in statuses["ada"].fatal
    assert statuses["bob"].fatal is None
    monkeypatch.undo()
    shutil.rmtree(tmp_path / "submitted" / "ada", ignore_errors=True)
    assert not any(one.fatal for one in intake.take_in(source))
