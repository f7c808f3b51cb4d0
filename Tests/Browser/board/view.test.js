import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BoardViewport } from "../../../Public/board/board-viewport.js";
import { inkChanges, TILE_PIXELS, tileFrame, tilesOver } from "../../../Public/board/ink/ink-tiles.js";
import { PathWriter } from "../../../Public/ink/path-writer.js";
import { printedFrame } from "../../../Public/board/board-print.js";
import { stepAbove } from "../../../Public/board/card-view.js";
import { cardBounds } from "../../../Public/board/card-geometry.js";
import { boundsOf, holds, meet } from "../../../Public/gestures/geometry/index.js";
import { showsNothing } from "../../../Public/board/board-notes.js";
import { addPages } from "../../../Public/board/board-placing.js";
import { savingInWords } from "../../../Public/saving/saving-line.js";
import { CLEAN } from "../../../Public/saving/autosave.js";
import { document } from "../factories.js";
import { board, card, open, stroke } from "./boards.js";

describe("the view of a board", () => {
  test("leads from the board to the window and back, however it is turned and zoomed", () => {
    for (const [zoom, rotation] of [[1, 0], [0.3, 17], [8, -160], [2, 90]]) {
      const view = new BoardViewport({ x: 40, y: -9, zoom, rotation, size: { width: 800, height: 600 } });
      const there = view.toView({ x: 123, y: 456 });
      const back = view.toBoard(there);
      assert.ok(Math.hypot(back.x - 123, back.y - 456) < 1e-9);
    }
  });

  test("has its own point in the middle, and turns clockwise", () => {
    const view = new BoardViewport({ x: 5, y: 7, rotation: 90, size: { width: 800, height: 600 } });
    assert.deepEqual(view.toView({ x: 5, y: 7 }), { x: 400, y: 300 });
    const { x, y } = view.toView({ x: 15, y: 7 });
    assert.ok(Math.abs(x - 400) < 1e-9 && Math.abs(y - 310) < 1e-9);
  });

  test("takes no impossible zoom or place", () => {
    const view = new BoardViewport({ x: NaN, y: Infinity, zoom: -1, rotation: NaN });
    assert.deepEqual(view.facts, { x: 0, y: 0, zoom: 0.05, rotation: 0 });
    assert.equal(view.moved({ translation: { x: NaN, y: 0 }, scale: 1, rotation: 0, about: { x: 0, y: 0 } }), view);
  });
});

describe("tiles of ink", () => {
  test("cover a rectangle without a gap, and nothing beside it", () => {
    const spots = tilesOver({ x: -10, y: 0, width: 600, height: 20 }, 1);
    assert.deepEqual(spots.map(({ column, row }) => `${column} ${row}`), ["-1 0", "0 0", "1 0"]);
    assert.deepEqual(tileFrame({ column: 1, row: -1 }, 2), { x: 256, y: -256, width: TILE_PIXELS / 2, height: 256 });
  });

  const [a, b, c] = ["a", "b", "c"].map((id) => stroke([[0, 0]], { id }));
  const lists = (/** @type {unknown[]} */ ...items) => /** @type {ReturnType<typeof stroke>[]} */ (items);

  for (const [what, before, after, added, disturbed] of /** @type {[string, unknown[], unknown[], unknown[], unknown[]][]} */ ([
    ["a new stroke is painted over the others", [a, b], [a, b, c], [c], []],
    ["one that is undone disturbs what is under it", [a, b, c], [a, b], [], [c]],
    ["one that is replaced disturbs both its places", [a, b], [a, c], [], [b, c]],
    ["another order disturbs all from where it differs", [a, b, c], [a, c, b], [], [c, b]],
    ["nothing new is nothing to paint", [a, b], [a, b], [], []],
  ])) {
    test(what, () => assert.deepEqual(inkChanges(lists(...before), lists(...after)), { added, disturbed }));
  }
});

describe("images of cards", () => {
  test("come in steps, each no smaller than what is needed and less than half as large again", () => {
    for (const width of [1, 100, 128, 129, 181, 182, 320, 1000, 4096]) {
      const step = stepAbove(width);
      assert.ok(step >= width && (width < 128 || step < width * 1.5), `${width} ${step}`);
    }
    assert.equal(stepAbove(512), 512);
  });
});

describe("printing a board", () => {
  test("writes the path that was drawn, circles too", () => {
    const writer = new PathWriter();
    writer.moveTo(12, 10);
    writer.arc(10, 10, 2);
    writer.closePath();
    writer.bezierCurveTo(1, 2, 3, 4, 5.004, 1 / 3);
    assert.equal(writer.text, "M12 10A2 2 0 0 0 8 10A2 2 0 0 0 12 10ZC1 2 3 4 5 0.33");
  });

  test("takes in all cards and ink, and nothing where there is nothing", () => {
    assert.equal(printedFrame(board(), () => 1), null);
    const frame = printedFrame(board([card()], [stroke([[300, 300]])]), () => 1);
    assert.ok(frame && frame.x <= 76 && frame.x + frame.width >= 302 + 24);
  });
});

describe("laying pages down", () => {
  const ids = () => {
    let count = 0;
    return () => `n${(count += 1)}`;
  };

  test("puts them side by side in the middle of what is seen, selected, in one step", () => {
    const { model } = open(board());
    addPages(model, { document: document({ id: "d" }), pages: [2, 5], aspects: [1, 1] }, ids());
    const [left, right] = model.board.cards;
    assert.deepEqual([left?.page, right?.page, model.steps.undo, [...model.selection]], [2, 5, 1, ["n1", "n2"]]);
    assert.ok(left && right && Math.abs((left.x + right.x) / 2 - 200) < 0.01 && right.x - left.x > left.width);
  });

  test("lays them on nothing that lies there, however high they are, and shows them", () => {
    const { model } = open(board());
    const make = ids();
    const laid = document({ id: "d" });
    const aspects = [4, 0.5, 4, 0.5, 1];
    for (let count = 0; count < 3; count += 1) addPages(model, { document: laid, pages: [1, 2, 3, 4, 5], aspects }, make);
    const frames = model.board.cards.map((card, index) => cardBounds(card, aspects[index % 5] ?? 1));
    const pairs = frames.flatMap((frame, index) => frames.slice(0, index).filter((other) => meet(frame, other)));
    assert.deepEqual([frames.length, pairs], [15, []]);
    const seen = boundsOf(model.viewport.corners);
    assert.ok(seen && frames.slice(10).every((frame) => holds(seen, frame) && holds(seen, { x: frame.x + frame.width, y: frame.y + frame.height })));
  });

  test("tells when nothing of what lies there is seen", () => {
    const { model } = open(board());
    assert.equal(showsNothing(model), false, "an empty board has lost nothing");
    addPages(model, { document: document({ id: "d" }), pages: [1], aspects: [1] }, ids());
    assert.equal(showsNothing(model), false);
    model.show(model.viewport.with({ x: 90_000 }));
    assert.equal(showsNothing(model), true);
  });
});

test("saving is told in words", () => {
  const words = (/** @type {object} */ facts) => savingInWords({ ...CLEAN, ...facts }).text;
  assert.equal(words({}), "Saved");
  assert.equal(words({ phase: "saving" }), "Saving…");
  assert.equal(words({ phase: "failed", reason: "offline" }), "Offline, not saved yet");
  assert.equal(words({ phase: "failed", reason: "busy" }), "Not saved yet, trying again");
  assert.equal(words({ phase: "refused", reason: "too-large" }), "Not saved");
  assert.match(words({ phase: "refused", reason: "viewer-only" }), /^Not saved: what opens this document now only shows it/);
});
