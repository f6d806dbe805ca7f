"""The trail can be added to and read, by those it concerns, and never rewritten."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.contrib.auth.signals import user_logged_in
from django.db import IntegrityError, connection, models, transaction
from django.test import Client

from portal.audit.append_only import GUARDS, AppendOnly, AppendOnlyError, guard_tables, guarded_tables
from portal.audit.models import AuditEntry
from portal.audit.selectors import trail, trail_of
from portal.audit.services import record
from portal.middleware import current_request_id
from tests.factories import PASSWORD, House


def test_a_row_says_who_what_and_in_which_request(house: House) -> None:
    token = current_request_id.set("request-1234")
    try:
        row = record(
            actor=house.officer, action="test.act", obj=house.property, before={"a": 1}, after={"a": 2}
        )
    finally:
        current_request_id.reset(token)
    row.refresh_from_db()
    assert row.actor_name == f"{house.officer.name} <{house.officer.email}>"
    assert (row.object_type, row.object_id) == ("accounts.property", str(house.property.pk))
    assert (row.before, row.after, row.request_id) == ({"a": 1}, {"a": 2}, "request-1234")
    assert (row.organisation, row.jurisdiction) == (house.operator, "nz")


def test_code_cannot_rewrite_it(house: House) -> None:
    row = record(actor=house.officer, action="test.act")
    row.action = "nothing happened"
    for attempt in (
        row.save,
        row.delete,
        AuditEntry.objects.all().delete,
        lambda: AuditEntry.objects.filter(pk=row.pk).update(action="x"),
        lambda: AuditEntry.objects.bulk_update([row], ["action"]),
    ):
        with pytest.raises(AppendOnlyError):
            attempt()
    assert AuditEntry.objects.get(pk=row.pk).action == "test.act"


@pytest.mark.parametrize("statement", ["UPDATE audit_entry SET action = 'x'", "DELETE FROM audit_entry"])
def test_the_database_refuses_too(house: House, statement: str) -> None:
    record(actor=house.officer, action="test.act")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as sql:
        sql.execute(statement)
    assert AuditEntry.objects.filter(action="test.act").exists()


def test_every_append_only_table_has_its_triggers(db: None) -> None:
    with connection.cursor() as sql:
        if connection.vendor == "sqlite":
            sql.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        else:
            sql.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")
        found = {name for (name,) in sql.fetchall()}
    assert "audit_entry" in guarded_tables()
    for table in guarded_tables():
        assert {f"keep_{table}_update", f"keep_{table}_delete"} <= found


def a_row_of(table: str) -> dict[str, str | int | bytes | bool]:
    """One that the table takes, as far as its types go; foreign keys are asked at commit: never."""
    model = next(m for m in apps.get_models() if m._meta.db_table == table)
    values: dict[str, str | int | bytes | bool] = {}
    for field in model._meta.concrete_fields:
        kind = field.get_internal_type()
        if kind in ("JSONField",):
            value: str | int | bytes | bool = "{}"
        elif kind == "BooleanField":
            value = True
        elif kind == "DateTimeField":
            value = "2026-11-18 12:00:00+00:00"
        elif kind == "DateField":
            value = "2026-11-18"
        elif kind == "UUIDField":
            value = "0" * 31 + "1"
        elif kind in ("CharField", "TextField", "SlugField", "FileField", "EmailField"):
            value = "x"
        elif kind.endswith("SmallIntegerField"):
            value = 7
        elif kind == "BinaryField":
            value = b"x"
        elif isinstance(field, models.ForeignKey) and isinstance(field.target_field, models.CharField):
            value = "x"
        else:
            value = 900_001
        values[str(field.column)] = value
    return values


def without_other_rules(table: str) -> None:
    """Checks and guards of the table go for the length of the test: this one is about triggers alone."""
    with connection.cursor() as sql:
        for guard in GUARDS:
            for name in guard.triggers if guard.table == table else ():
                on = f' ON "{table}"' if connection.vendor == "postgresql" else ""
                sql.execute(f"DROP TRIGGER IF EXISTS {name}{on}")
        if connection.vendor == "sqlite":
            sql.execute("PRAGMA ignore_check_constraints=ON")
            return
        sql.execute(
            "SELECT conname FROM pg_constraint WHERE contype = 'c' AND conrelid = %s::regclass", [table]
        )
        for (name,) in sql.fetchall():
            sql.execute(f'ALTER TABLE "{table}" DROP CONSTRAINT "{name}"')


@pytest.fixture
def pragmas() -> Iterator[None]:
    yield
    if connection.vendor == "sqlite":
        with connection.cursor() as sql:
            sql.execute("PRAGMA ignore_check_constraints=OFF")
            sql.execute("PRAGMA recursive_triggers=ON")


@pytest.mark.sqlite  # PostgreSQL replaces triggers as it creates them
def test_a_guard_whose_condition_has_changed_is_made_anew(db: None) -> None:
    """A new version of the portal can bring another condition without any migration."""
    guard = GUARDS[-1]
    name = guard.triggers[0]
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}")
        cursor.execute(f"CREATE TRIGGER {name} BEFORE DELETE ON {guard.table} WHEN 0 BEGIN SELECT 1; END")
        guard_tables()
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = %s", [name])
        assert "WHEN 0" not in cursor.fetchone()[0]


@pytest.mark.parametrize("table", guarded_tables())
def test_no_append_only_row_can_be_replaced(pragmas: None, db: None, table: str) -> None:
    """`INSERT OR REPLACE` and its like on PostgreSQL; by our connection and by one without its options."""
    row = a_row_of(table)
    model = next(m for m in apps.get_models() if m._meta.db_table == table)
    assert model._meta.pk is not None
    key = model._meta.pk.column
    columns, marks = ", ".join(f'"{c}"' for c in row), ", ".join(["%s"] * len(row))
    plain = f'INSERT INTO "{table}" ({columns}) VALUES ({marks})'
    if connection.vendor == "sqlite":
        statements = [plain.replace("INSERT", "INSERT OR REPLACE", 1)]
    else:
        sets = ", ".join(f'"{c}" = EXCLUDED."{c}"' for c in row)
        statements = [f'{plain} ON CONFLICT ("{key}") DO UPDATE SET {sets}']
    without_other_rules(table)
    with connection.cursor() as sql:
        sql.execute(plain, list(row.values()))
        for options in ("PRAGMA recursive_triggers=ON", "PRAGMA recursive_triggers=OFF"):
            if connection.vendor == "sqlite":
                sql.execute(options)
            for statement in statements:
                with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
                    sql.execute(statement, list(row.values()))
    transaction.set_rollback(True)


@pytest.mark.postgres
def test_postgresql_refuses_to_empty_it(house: House) -> None:
    record(actor=house.officer, action="test.act")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as sql:
        sql.execute("SET CONSTRAINTS ALL IMMEDIATE")  # the test's own rows wait for their foreign keys
        sql.execute("TRUNCATE audit_entry CASCADE")


def test_who_reads_what(house: House) -> None:
    drafting = [
        record(actor=house.submitter, action=action, obj=house.property)
        for action in ("draft.save", "example.save", "document.attach", "submission.submit.turned_away")
    ]
    submit_draft = record(actor=house.submitter, action="submission.submit", obj=house.property)
    theirs = record(actor=house.officer, action="submission.claim", obj=house.property)
    ours = {row.pk for row in drafting}
    everything = ours | {submit_draft.pk, theirs.pk}

    def sees(actor: object) -> set[int]:
        return set(trail(actor).filter(pk__in=everything).values_list("pk", flat=True))  # type: ignore[arg-type]

    assert sees(house.site_admin) == everything
    assert sees(house.officer) == {submit_draft.pk, theirs.pk}  # a draft is the operator's own
    assert sees(house.operator_admin) == ours | {submit_draft.pk}
    tried = record(actor=None, action="sign_in.failed", obj=house.viewer)
    assert tried in trail(house.operator_admin) and tried not in trail(house.officer)
    assert sees(house.submitter) == sees(house.foreign_officer) == sees(house.outsider) == set()
    assert set(trail_of(house.officer, house.property)) == {submit_draft, theirs}


def test_signing_in_and_failing_to_is_recorded(house: House, client: Client) -> None:
    assert user_logged_in.has_listeners()
    client.login(request=client.request().wsgi_request, username=house.viewer.email, password=PASSWORD)
    client.logout()
    assert not client.login(
        request=client.request().wsgi_request, username=house.viewer.email, password="wrong"
    )
    actions = list(
        AuditEntry.objects.filter(object_label=str(house.viewer), action__startswith="sign_")
        .order_by("pk")
        .values_list("action", flat=True)
    )
    assert actions == ["sign_in", "sign_out", "sign_in.failed"]


def test_a_password_typed_as_a_name_is_not_kept(house: House, client: Client) -> None:
    client.login(request=client.request().wsgi_request, username="my secret pass phrase", password="x")
    assert not AuditEntry.objects.filter(action="sign_in.failed").exists()


def test_nothing_that_is_deleted_takes_the_trail_with_it(house: House) -> None:
    """No append-only row goes because what it points at goes."""
    for model in apps.get_models():
        if not issubclass(model, AppendOnly):
            continue
        for field in model._meta.get_fields():
            if isinstance(field, models.ForeignKey):
                assert field.remote_field.on_delete is models.PROTECT, f"{model.__name__}.{field.name}"
    record(actor=house.officer, action="test.act", obj=house.property)
    with pytest.raises(models.ProtectedError):
        house.officer.delete()
