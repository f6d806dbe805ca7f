"""The layout editor in a real browser: by keyboard, by mouse, and without JavaScript."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from craps import game_of, load_edition, load_ruleset
from craps.layouts import standard_layout
from portal.accounts.models import User
from portal.submissions.models import Submission
from tests.factories import PASSWORD, House, draft, make_house
from tests.flows.casework import version_of

pytestmark = pytest.mark.browser


@pytest.fixture
def house(transactional_db: None) -> House:
    return make_house("md", "md-craps")


@pytest.fixture
def made(house: House) -> Submission:
    layout = standard_layout(load_edition("md-craps"), operator="Harbour Point Casino")
    return draft(house, {"edition": "md-craps", "operator": "Harbour Point Casino", "layout": layout})


def address(live_server: Any, made: Submission) -> str:
    return f"{live_server.url}/operator/submissions/{made.reference}/draft/layout/"


def test_an_area_is_added_moved_resized_and_removed_by_keyboard(
    page: Any, live_server: Any, house: House, made: Submission, sign_in: Callable[[User], None]
) -> None:
    sign_in(house.submitter)
    page.goto(address(live_server, made))
    said = page.locator("#layout-said")
    table = page.get_by_role("application")
    page.get_by_label("Area", exact=True).select_option(label=_option(page, "Hop Bet"))
    expect(table).to_have_accessible_name("Table drawing, area chosen: Hop Bet")
    table.focus()
    page.keyboard.press("Delete")
    expect(said).to_have_text("Hop Bet removed. Undo brings it back.")
    expect(page.locator("#live")).to_contain_text("1 breach")
    page.get_by_label("Add an area for").select_option("hop")
    page.get_by_role("button", name="Add area").focus()
    page.keyboard.press("Enter")
    expect(said).to_contain_text("Hop Bet added")
    expect(table).to_be_focused()
    row = page.locator("#layout-rows tbody tr:visible")
    expect(row).to_have_count(1)
    left, wide = row.locator('[data-side="x"]'), row.locator('[data-side="w"]')
    before, width = int(left.input_value()), int(wide.input_value())
    page.keyboard.press("Shift+ArrowLeft")
    expect(said).to_contain_text(f"{width - 1} wide")
    page.keyboard.press("ArrowRight")
    expect(left).to_have_value(str(before + 1))
    page.keyboard.press("Control+z")
    expect(left).to_have_value(str(before))
    page.keyboard.press("Enter")
    page.keyboard.press("Control+A")
    page.keyboard.type("HOP HERE")
    expect(page.locator("#drawing")).to_contain_text("HOP HERE")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status").first).to_contain_text("Saved as version")
    made.refresh_from_db()
    area = version_of(made).ruleset["layout"]["areas"][-1]
    assert (area["wager"], area["label"], area["w"]) == ("hop", "HOP HERE", str(width - 1))


def test_an_area_is_dragged_and_resized_with_the_mouse(
    page: Any, live_server: Any, house: House, made: Submission, sign_in: Callable[[User], None]
) -> None:
    sign_in(house.submitter)
    page.goto(address(live_server, made))
    page.get_by_label("Area", exact=True).select_option(label=_option(page, "Hop Bet"))
    row = page.locator("#layout-rows tbody tr:visible")
    top, high = row.locator('[data-side="y"]'), row.locator('[data-side="h"]')
    before, height = int(top.input_value()), int(high.input_value())
    page.locator(".overlay").scroll_into_view_if_needed()
    chosen = _box(page.locator(".overlay .chosen"))
    unit = chosen["height"] / height
    middle = (chosen["x"] + chosen["width"] / 2, chosen["y"] + chosen["height"] / 2)
    _drag(page, middle, 0, -2 * unit)
    expect(top).to_have_value(str(before - 2))
    expect(page.locator("#live")).to_contain_text("judgement")
    expect(page.locator("#drawing .lit")).to_have_count(1)
    corner = _box(page.locator(".overlay .handle.se"))
    _drag(page, (corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2), 0, -2 * unit)
    expect(high).to_have_value(str(height - 2))
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    expect(top).to_have_value(str(before))
    expect(page.locator("#live")).to_contain_text("No breaches of")


def test_the_drawing_does_not_keep_the_keyboard(
    page: Any, live_server: Any, house: House, made: Submission, sign_in: Callable[[User], None]
) -> None:
    sign_in(house.submitter)
    page.goto(address(live_server, made))
    page.get_by_role("application").focus()
    page.keyboard.press("PageDown")
    expect(page.locator("#layout-said")).to_contain_text("from the left")
    page.keyboard.press("Tab")
    expect(page.get_by_role("application")).not_to_be_focused()


def test_the_areas_of_a_wheel_are_moved_on_a_phone_where_the_wheel_fills_the_screen(
    page: Any, live_server: Any, transactional_db: None, sign_in: Callable[[User], None]
) -> None:
    house, edition = make_house("bc", "bc-wheel"), load_edition("bc-wheel")
    game = game_of(edition)
    rules = game.first_draft(edition)
    layout = game.standard_layout(load_ruleset(rules))
    sign_in(house.submitter)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(address(live_server, draft(house, rules | {"layout": layout})))
    chosen, drawing = page.locator(".overlay .chosen"), page.locator(".drawing-scroll")
    expect(chosen).to_be_visible()
    assert _box(chosen)["x"] + _box(chosen)["width"] <= _box(drawing)["x"] + _box(drawing)["width"]
    page.get_by_role("application").focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#layout-said")).to_have_text("Space 10 moved: 37 from the left, 16 from the top.")
    expect(page.locator("#drawing .lit")).to_have_count(1)
    page.wait_for_function(  # the frame around the area is where the area is drawn
        """() => ['x', 'y', 'width', 'height'].every(side => Math.abs(
            document.querySelector('#drawing .lit > path').getBoundingClientRect()[side] -
            document.querySelector('.overlay .chosen').getBoundingClientRect()[side]) < 1)"""
    )
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status").first).to_contain_text("Saved as version")


@pytest.fixture
def plain_page(browser: Any) -> Iterator[Any]:
    """A phone of 320 px with JavaScript off."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": 320, "height": 640})
    yield context.new_page()
    context.close()


def test_the_table_of_areas_is_enough_without_javascript(
    plain_page: Any, live_server: Any, house: House
) -> None:
    page, made = plain_page, draft(house, {"edition": "md-craps", "operator": "Harbour Point Casino"})
    page.goto(f"{live_server.url}/sign-in/")
    page.get_by_label("E-mail address").fill(house.submitter.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.goto(address(live_server, made))
    page.get_by_role("button", name="Start from the standard layout").click()
    page.get_by_label("Remove Hop Bet").check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status").first).to_contain_text("Saved as version 3")
    page.get_by_label("Add an area for").select_option("hop")
    page.get_by_role("button", name="Add area").click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status").first).to_contain_text("Saved as version 4")
    expect(page.get_by_text("No breaches of")).to_be_visible()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 320


def _option(page: Any, name: str) -> str:
    texts = page.locator("#layout-chooser option").all_text_contents()
    return next(str(text) for text in texts if text.endswith(f". {name}"))


def _box(shape: Any) -> Any:
    """Where it stands, once it is drawn: each check draws the table anew, also while we ask."""
    for _ in range(50):
        expect(shape).to_be_visible()
        if box := shape.bounding_box():
            return box
    raise AssertionError(f"{shape} is drawn anew again and again")


def _drag(page: Any, start: tuple[float, float], dx: float, dy: float) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + dx, start[1] + dy, steps=4)
    page.mouse.up()
