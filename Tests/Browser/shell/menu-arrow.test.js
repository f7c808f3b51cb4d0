import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { arrowAt, DISTANCE, placeBeside } from "../../../Public/shell/menu-place.js";

const WINDOW = { width: 800, height: 600 };
const at = (/** @type {number} */ left, /** @type {number} */ top) => ({ left, top, right: left + 28, bottom: top + 28 });

/** @param {ReturnType<typeof at>} button @param {{width: number, height: number}} size */
function opened(button, size) {
  const place = placeBeside(button, size, WINDOW, 120);
  const menu = { left: place.left, top: place.top, right: place.left + size.width, bottom: place.top + Math.min(size.height, place.height) };
  return { side: place.side, menu, arrow: arrowAt(button, menu, place.side ?? "below") };
}

describe("the arrow of a menu", () => {
  test("points at the button from below it, or from above", () => {
    const below = opened(at(400, 50), { width: 200, height: 300 });
    assert.deepEqual([below.side, below.arrow], ["below", { x: 406, y: 78 + DISTANCE }]);
    const above = opened(at(400, 550), { width: 200, height: 300 });
    assert.deepEqual([above.side, above.arrow.y], ["above", 550 - DISTANCE]);
  });

  test("keeps off the corners", () => {
    const { menu, arrow } = opened(at(770, 50), { width: 200, height: 300 });
    assert.ok(arrow.x <= menu.right - 22 && arrow.x >= menu.left + 22);
  });

  test("is on the side where all of the menu is seen only there", () => {
    const { side, menu } = opened(at(400, 290), { width: 200, height: 500 });
    assert.deepEqual([side, menu.bottom - menu.top], ["left", 500]);
    assert.ok(menu.top >= DISTANCE && menu.bottom <= WINDOW.height - DISTANCE);
  });

  test("is on the side where the menu has no room above and below", () => {
    const { side, menu, arrow } = opened(at(400, 250), { width: 200, height: 590 });
    assert.ok(side === "below" || side === "above");
    const low = placeBeside(at(400, 80), { width: 200, height: 500 }, { width: 800, height: 200 }, 150);
    assert.equal(low.side, "left");
    const edges = { left: low.left, top: low.top, right: low.left + 200, bottom: low.top + low.height };
    assert.deepEqual(arrowAt(at(400, 80), edges, "left"), { x: edges.right, y: 94 });
    assert.ok(menu && arrow);
  });
});
