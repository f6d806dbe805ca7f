"""Makes docs/screenshots from the demo data, with the whole product running on a throw-away folder."""

import io
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402
from playwright.sync_api import Page, sync_playwright  # noqa: E402

from tests.product import Product, until  # noqa: E402

TARGET = ROOT / "docs" / "screenshots"
SIZES = {1280: 900, 360: 760}
TALLEST = 1500
COLOURS = 128  # enough for flat pages, and small files


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="baize-screenshots-") as folder:
        product = Product(Path(folder) / "data")
        product.data.mkdir()
        product.start()
        try:
            product.wait_until_up()
            until(lambda: _all_issued(product), "the certificates", product.output)
            shoot(f"http://127.0.0.1:{product.port}")
        except Exception:
            print(product.output()[-3000:], file=sys.stderr)
            raise
        finally:
            product.interrupt()


def shoot(address: str) -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
        )
        for width, height in SIZES.items():
            for name, visit in PAGES.items():
                context = chromium.new_context(
                    base_url=address, viewport={"width": width, "height": height}, reduced_motion="reduce"
                )
                page = context.new_page()
                visit(page)
                page.wait_for_load_state("networkidle")
                _save(page.screenshot(full_page=True), TARGET / f"{name}-{width}.png")
                context.close()
        chromium.close()


def home(page: Page) -> None:
    page.goto("/")


def sign_in(page: Page) -> None:
    page.goto("/sign-in/")


def draft(page: Page) -> None:
    """A draft in New Zealand with a breach just typed."""
    _sign_in_as(page, "kowhai-submitter")
    drafts = page.get_by_role("table", name="Drafts").get_by_role("link").first
    page.goto(f"{drafts.get_attribute('href')}draft/odds/")
    page.get_by_role("button", name="2×", exact=True).click()
    page.locator("#live").get_by_text("No breaches found").wait_for()
    page.locator('[name="odds.pass_line.multiples.4"]').fill("3")
    page.locator("#live .badge.breach").wait_for()


def review(page: Page) -> None:
    """A late case in New Zealand that its officer is reading."""
    _sign_in_as(page, "nz-officer")
    page.get_by_role("table", name="Cases you are reviewing").get_by_role("link").first.click()


def queue(page: Page) -> None:
    _sign_in_as(page, "nz-officer")
    page.goto("/regulator/queue/")


def register(page: Page) -> None:
    """A decision in force, with its certificate."""
    page.goto("/register/?q=Harbour+Point+Casino")
    page.get_by_role("link", name="MD-").first.click()
    page.get_by_role("link", name="Open the PDF").wait_for()


def impact(page: Page) -> None:
    """Whom Maryland's draft of its next edition would affect."""
    _sign_in_as(page, "md-admin")
    page.goto("/regulator/editions/")
    page.get_by_role("table", name="Drafts, visible only to your organisation").get_by_role(
        "link"
    ).first.click()
    page.get_by_role("link", name="See whom it affects").click()


def reports(page: Page) -> None:
    _sign_in_as(page, "md-admin")
    page.goto("/regulator/reports/")


def layout(page: Page) -> None:
    """The layout step of a draft, begun from the standard layout."""
    _sign_in_as(page, "kowhai-submitter")
    drafts = page.get_by_role("table", name="Drafts").get_by_role("link").first
    page.goto(f"{drafts.get_attribute('href')}draft/layout/")


def clause(page: Page) -> None:
    page.goto("/rulebook/md-craps/5/G(3)(a)/")


def matrix(page: Page) -> None:
    page.goto("/compare/matrix/")


def try_table(page: Page) -> None:
    """A come-out, odds, a buy bet and a come bet that moved, in Maryland."""
    page.goto("/try/md-craps/?run=1~pass_line-10~31~pass_odds-30~buy.10-20~come-10~54")


def calculator(page: Page) -> None:
    page.goto("/calculator/")


PAGES: dict[str, Callable[[Page], None]] = {
    "home": home,
    "sign-in": sign_in,
    "draft": draft,
    "review": review,
    "queue": queue,
    "impact": impact,
    "reports": reports,
    "register": register,
    "layout": layout,
    "clause": clause,
    "matrix": matrix,
    "try": try_table,
    "calculator": calculator,
}


def _sign_in_as(page: Page, account: str) -> None:
    page.goto("/sign-in/")
    page.locator(f'button[value^="{account}@"]').click()
    page.get_by_role("heading", name="Dashboard").wait_for()


def _all_issued(product: Product) -> bool:
    states: list[tuple[Any, ...]] = product.rows("SELECT state FROM documents_document")
    return bool(states) and all(state == "ready" for (state,) in states)


def _save(picture: bytes, path: Path) -> None:
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image = image.crop((0, 0, image.width, min(image.height, TALLEST)))
    image.quantize(COLOURS).save(path, optimize=True)
    print(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
