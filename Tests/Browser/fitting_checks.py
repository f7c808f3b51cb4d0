"""The library's screens in small windows, and with large text: nothing is covered, squeezed, out of reach, or cut in a word."""

from harness import overflow, settle, wait
from reader_layout_checks import CONTROLS, NEW_CONTROLS, SIZES, device
from screens import SCREENS, furnish

# Text of twice the size from the first paint on, as browsers offer it.
LARGE = """
new MutationObserver(() => document.documentElement?.style.setProperty('font-size', '200%')).observe(document, { childList: true })
"""
# What lies under a sheet or a menu is looked at by itself.
KEEP_BELOW = f"""
() => {{
  const over = 'dialog:modal, .menu-room:popover-open, .activity-panel, .drawer-open .sidebar, .info-panel, .found-words:popover-open';
  const top = [...document.querySelectorAll(over)].filter((element) => element.checkVisibility()).at(-1) ?? document;
  // Cards scroll under heads on purpose, and have checks of their own.
  const isLeft = (element) => !top.contains(element) || element.closest('li.card, .section-heads, .grid');
  globalThis.keptControls = new Set({CONTROLS.strip()}.filter(isLeft));
}}
"""
# Words of the app, not names that people gave, of which the end is not seen.
CUT = """
() => [...document.querySelectorAll('h1, h2, h3, label, button, button > span, .selection-count, .find-count, .list-count, .note')].filter((element) => {
  if (!element.checkVisibility({visibilityProperty: true, opacityProperty: true}) || element.closest('[inert], [dir=auto], bdi, .page, .visually-hidden, .board-title')) return false;
  if (getComputedStyle(element).overflowX === 'visible' || !element.textContent || element.querySelector('bdi')) return false;
  const range = new Range();
  range.selectNodeContents(element);
  const [words, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
  return words.width > box.width + 0.01 || words.height > box.height + 4;
}).map((element) => `${element.className}: ${element.textContent.slice(0, 40)}`)
"""


def faults(page):
    page.evaluate(KEEP_BELOW)
    cut = page.evaluate(CUT)
    found = [f'{one["name"]}: {", ".join(one["faults"])}' for one in page.evaluate(NEW_CONTROLS) if one['faults']]
    return [*found, *(f'{one} is cut' for one in cut), *([f'wider by {overflow(page)}'] if overflow(page) > 0 else [])]


def look_at(report, browser, documents, screens, sizes):
    for width, height in sizes:
        for root in (1, 2):
            where = f'{width}×{height}{", text of 200 %" if root == 2 else ""}'
            for signed_in in (True, False):
                context = browser.context(device(width, height), signed_in)
                if root == 2:
                    context.add_init_script(LARGE)
                page = context.new_page()
                for screen in screens:
                    if screen.signed_in == signed_in:
                        screen.open(page, documents)
                        # Sheets and menus have come to rest.
                        page.wait_for_timeout(350)
                        # So has the screen before it, which a busy machine takes away late.
                        wait(page, lambda: faults(page) == [], 3)
                        found = faults(page)
                        report.check(f'{where}: {screen.name} fits', found == [], '\n'.join(found))
                context.close()


# The reader, boards and versions have checks of their layouts of their own.
OF_LIBRARY = [screen for screen in SCREENS if not callable(screen.path) and not screen.name.startswith('settings')]


def check_small_windows(report, browser, client):
    """The screens of the library, in the smallest window."""
    look_at(report, browser, furnish(client), OF_LIBRARY, [(320, 640)])


def check_all_windows(report, browser, client):
    look_at(report, browser, furnish(client), OF_LIBRARY, SIZES)
