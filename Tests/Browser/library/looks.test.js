import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FIRST_LOOK, LibraryLook, understoodLook } from "../../../Public/library/library-look.js";
import { columnsIn, COLUMNS, dividerMoved, nextOrder, sortedBy } from "../../../Public/library/looks/columns.js";
import { pinchSteps, pinchStretch } from "../../../Public/library/looks/pinch.js";
import { ScrollPace } from "../../../Public/library/scroll-pace.js";
import { compareBy } from "../../../Public/library/places.js";
import { document } from "../factories.js";

const ids = (columns) => columns.map(({ id }) => id).join(" ");
const column = (id) => COLUMNS.find((one) => one.id === id);

describe("the look of the library", () => {
  /** A look that is kept in a text. */
  function look(text = null) {
    const kept = { text, changes: 0 };
    const store = { read: () => kept.text, write: (written) => void (kept.text = written) };
    return { kept, look: new LibraryLook(() => void (kept.changes += 1), store) };
  }

  test("is kept, and is the same after a reload", () => {
    const { kept, look: first } = look();
    first.change({ view: "list", widths: { size: 90 } });
    first.change({ hidden: ["tags"] });
    assert.equal(kept.changes, 2);
    assert.deepEqual(look(kept.text).look.now, { ...FIRST_LOOK, view: "list", widths: { size: 90 }, hidden: ["tags"] });
  });

  test("is as at first where what was kept is not understood", () => {
    for (const text of [null, "", "{", "[]", "7", '{"view":"pie","size":9,"widths":7,"hidden":{}}']) assert.deepEqual(understoodLook(text), FIRST_LOOK);
    assert.deepEqual(understoodLook('{"widths":{"size":"wide","type":80}}').widths, { type: 80 });
  });

  test("goes through three sizes and stops at both ends", () => {
    const { look: one } = look();
    assert.deepEqual([one.resize(1), one.now.size, one.resize(1), one.resize(-1), one.now.size, one.resize(-5), one.now.size], [true, "large", false, true, "medium", true, "small"]);
    one.change({ view: "list" });
    assert.equal(one.resize(1), false);
  });
});

describe("columns", () => {
  test("that have no room give way, the name never", () => {
    const shown = (width) => ids(columnsIn(width, 16, FIRST_LOOK));
    assert.equal(shown(1600), "name folder type size changed added tags");
    assert.equal(shown(760), "name folder type changed");
    assert.equal(shown(300), "name");
  });

  test("fill the list together", () => {
    for (const width of [760, 1144, 1600]) {
      const columns = columnsIn(width, 16, FIRST_LOOK);
      const sum = columns.reduce((total, one) => total + one.width + 16, -16);
      assert.ok(Math.abs(sum + 92 - width) <= 1, `${width}: ${sum}`);
    }
  });

  test("that were hidden, or made another width, are so", () => {
    const columns = columnsIn(1600, 16, { hidden: ["folder", "name"], widths: { size: 200, type: 1 } });
    assert.equal(ids(columns), "name type size changed added tags");
    assert.deepEqual(columns.slice(1, 3).map(({ width }) => width), [64, 200]);
  });

  test("a divider gives one what the other loses, as far as both may be narrowed", () => {
    const columns = columnsIn(1600, 16, FIRST_LOOK);
    const [folder, type] = [columns[1].width, columns[2].width];
    assert.deepEqual(dividerMoved(columns, 1, 20, 16), { folder: folder + 20, type: type - 20 });
    assert.deepEqual(dividerMoved(columns, 1, 9999, 16), { folder: folder + type - 64, type: 64 });
    assert.deepEqual(dividerMoved(columns, 0, -30, 16), { folder: folder + 30 });
    assert.deepEqual(dividerMoved(columns, columns.length - 1, 9, 16), {});
  });

  test("a press sorts by one, and a second press the other way", () => {
    assert.deepEqual([nextOrder(column("name"), "-created"), nextOrder(column("name"), "name"), nextOrder(column("size"), "-size")], ["name", "-name", "size"]);
    assert.deepEqual([nextOrder(column("tags"), "name"), nextOrder(column("folder"), "folder")], ["tags", "-folder"]);
    assert.deepEqual([sortedBy(column("size"), "-size"), sortedBy(column("size"), "size"), sortedBy(column("size"), "name")], ["descending", "ascending", null]);
  });
});

describe("fingers over the grid", () => {
  test("make another size when they have gone far enough, and none when half way", () => {
    assert.deepEqual([1, 1.2, 0.85, 1.22, 0.81, 1.3, 0.75, 2.7, NaN, 0].map(pinchSteps), [0, 0, 0, 1, -1, 1, -1, 2, 0, 0]);
  });

  test("stretch it as they move, less and less", () => {
    assert.ok(Math.abs(pinchStretch(1.05) - 1.05) < 0.005);
    assert.ok(pinchStretch(9) <= 1.35 && pinchStretch(0.1) >= 1 / 1.35 - 0.001);
  });
});

describe("the pace of a list", () => {
  test("is fast while it is flung, and no longer when it slows down", () => {
    const pace = new ScrollPace();
    const go = (from, step, times, start) => {
      for (let index = 0; index < times; index += 1) pace.moved(from + step * index, start + 16 * index);
    };
    go(0, 20, 10, 1000);
    assert.equal(pace.isFast(900), false);
    go(200, 200, 10, 1160);
    assert.equal(pace.isFast(900), true);
    go(2200, 5, 10, 1320);
    assert.equal(pace.isFast(900), false);
  });

  test("is not known of a first step, until it rests or a second one is slow", () => {
    const pace = new ScrollPace();
    pace.moved(400_000, 1000);
    assert.equal(pace.isFast(900), true);
    pace.moved(400_010, 1016);
    assert.equal(pace.isFast(900), false);
    pace.moved(0, 2000);
    pace.rest();
    assert.equal(pace.isFast(900), false);
  });

  test("is over when the list rests", () => {
    const pace = new ScrollPace();
    for (let index = 0; index < 5; index += 1) pace.moved(300 * index, 16 * index);
    assert.equal(pace.isFast(900), true);
    pace.rest();
    assert.equal(pace.isFast(900), false);
  });
});

describe("names", () => {
  test("sort as on the server: numbers by their value, case and accents apart, extensions last", () => {
    const names = ["report 2.pdf", "page 10", "Page 2", "report.pdf", "ähre", "Zoo", "page 010.a", "b"];
    const sorted = names.map((name, index) => document({ id: `d${index}`, name })).sort(compareBy("name")).map(({ name }) => name);
    assert.deepEqual(sorted, ["ähre", "b", "Page 2", "page 10", "page 010.a", "report.pdf", "report 2.pdf", "Zoo"]);
  });
});
