"""Every screen is held against the rules of axe: WCAG 2.2 to level AA, and those that its authors call good practice."""

from pathlib import Path

import axe_playwright_python
from harness import DESKTOP, settle
from reader_layout_checks import SIZES, device
from screens import EMPTY, SCREENS, furnish

AXE = (Path(axe_playwright_python.__file__).parent / 'axe.min.js').read_text()
RULES = {'type': 'tag', 'values': ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}
# The rules that a colour can break; all others are asked once.
COLORS = {'type': 'rule', 'values': ['color-contrast', 'link-in-text-block']}
# What axe says, and Sheaf does otherwise on purpose.
OTHERWISE = (
    # A menu is over the page for a moment, has the focus meanwhile, and a name: it is no part of a landmark.
    'region: .menu-room',
    # Arrows lead the focus from item to item of a menu, and the menu scrolls with it. Tab closes it.
    'scrollable-region-focusable: .menu:',
)
# Each rule that is broken, with the elements that break it. Under the sheet that a menu is on a phone lies a screen that is
# looked at by itself, and is veiled now.
RUN = """
async (runOnly) => {
  const moving = document.getAnimations().filter((motion) => motion.effect.getComputedTiming().endTime < Infinity);
  for (const motion of moving) motion.finish();
  const seen = document.querySelector('.menu-room.as-sheet') ?? document;
  const found = await globalThis.axe.run(seen, { runOnly, resultTypes: ['violations'], iframes: false });
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target, any, all, none }) => (
    `${id}: ${target.join(' ')}: ${[...any, ...all, ...none].map(({ message }) => message).join('; ').slice(0, 200)}`
  )));
}
"""


def broken(page, rules):
    """The rules that the page breaks. The policy of the page has no word in this: the browser itself is told to run it."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(f'{AXE}; null')
    return [one for one in page.evaluate(RUN, rules) if not one.startswith(OTHERWISE)]


def hold_against_rules(report, page, screen, documents, where):
    screen.open(page, documents)
    found = broken(page, RULES)
    page.emulate_media(color_scheme='dark')
    found += [f'dark: {one}' for one in broken(page, COLORS)]
    page.emulate_media(color_scheme='light')
    report.check(f'{where}: {screen.name} keeps the rules of axe', found == [], '\n'.join(found))


def look_at(report, browser, screens, documents, where, options):
    for signed_in in (True, False):
        page = browser.context(options, signed_in, color_scheme='light').new_page()
        for screen in screens:
            if screen.signed_in == signed_in:
                hold_against_rules(report, page, screen, documents, where)
        page.context.close()


def check_axe(report, browser, client):
    """In one window; in windows of all sizes when all checks are asked for."""
    look_at(report, browser, EMPTY, {}, 'desktop', DESKTOP)
    look_at(report, browser, SCREENS, furnish(client), 'desktop', DESKTOP)


def check_axe_everywhere(report, browser, client):
    """In windows of all sizes."""
    documents = furnish(client)
    for width, height in SIZES:
        look_at(report, browser, SCREENS, documents, f'{width}×{height}', device(width, height))
