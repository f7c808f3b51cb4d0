/**
 * The reader and the board without a browser. `node app-replay.js reader|board < JSON` plays a recording of the app's own
 * hands on the app's own recognizers. It prints where that led, as JSON. The page in a browser must say the same.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BoardController } from "../../../Public/board/board-controller.js";
import { BoardGestures } from "../../../Public/board/gestures/board-gestures.js";
import { BoardModel } from "../../../Public/board/board-model.js";
import { BoardViewport } from "../../../Public/board/board-viewport.js";
import { Arbiter, ManualClock, PalmUndo, recordingFrom, replay } from "../../../Public/gestures/index.js";
import { ONE_COLUMN } from "../../../Public/reader/page-layout.js";
import { PageScroll } from "../../../Public/reader/page-scroll.js";
import { ReaderGestures } from "../../../Public/reader/reader-gestures.js";
import { PageNavigation } from "../../../Public/reader/page-navigation.js";
import { CSS_PIXELS_PER_POINT, Viewport } from "../../../Public/reader/viewport.js";
import { Frames } from "../board/boards.js";
import { FakeElement } from "./fake-dom.js";

/** A time by which everything has come to rest, ms. */
const LONG_AFTER = 100_000;

/**
 * Plays hands on a board. Cards that fly when the recording is over come to rest.
 * @param {{recording: string, board: {cards: object[], strokes: object[], viewport: object, size: object, tool: string, selection: string[]}, aspects: Record<string, number[]>}} given
 */
export function playBoard({ recording, board, aspects }) {
  const model = new BoardModel({ cards: board.cards, strokes: board.strokes, rest: {} }, { pen: { color: "#2b55c9", width: 4 } });
  for (const [document, known] of Object.entries(aspects)) model.learnPages(document, known);
  model.show(new BoardViewport({ ...board.viewport, size: board.size }));
  model.use(board.tool);
  model.select(board.selection);
  const [clock, frames] = [new ManualClock(), new Frames()];
  let ids = 0;
  const controller = new BoardController(model, {
    frames: frames.request, still: () => false, newId: () => `new-${(ids += 1)}`, inkChanged: () => {},
  });
  const gestures = new BoardGestures(controller, { menu: () => {}, back: () => {}, trail: () => {} });
  const arbiter = new Arbiter({ hitTest: gestures.hitTest, clock });
  new PalmUndo(arbiter, gestures.remember);
  replay(recordingFrom(recording), { arbiter, clock });
  frames.at(0);
  frames.at(LONG_AFTER);
  controller.settle();
  const { cards, strokes } = model.board;
  return {
    cards, strokes: strokes.map(({ points }) => points), viewport: model.viewport.facts, selection: [...model.selection],
    undo: model.steps.undo, redo: model.steps.redo,
  };
}

/**
 * Plays hands on the pages of a document, which shows the start of its first page.
 * @param {{recording: string, pages: {width: number, height: number}[], box: {width: number, height: number}, pixelRatio: number}} given
 */
export function playReader({ recording, pages, box, bars = { top: 0, bottom: 0 }, pixelRatio }) {
  const clock = new ManualClock();
  const viewport = new Viewport({ pages, unit: CSS_PIXELS_PER_POINT, raster: false, box, pixelRatio, zoom: { mode: "automatic" }, arrangement: ONE_COLUMN, turn: 0, bars });
  const scroll = new PageScroll(viewport, { clock }, () => {});
  const navigation = new PageNavigation(scroll);
  navigation.goTo(1);
  const element = new FakeElement({ left: 0, top: 0, ...box });
  const elements = { pages: element, content: new FakeElement({ left: 0, top: 0, ...box }, element) };
  const { arbiter } = new ReaderGestures(elements, navigation, { changed: () => {}, scrolled: () => {}, tapped: () => {}, tappedTwice: () => {}, left: () => {}, columnAt: () => null }, new AbortController().signal, clock);
  replay(recordingFrom(recording), { arbiter, clock });
  clock.advance(clock.now() + LONG_AFTER);
  return { page: navigation.page, zoom: Math.round(scroll.viewport.zoom * 100), top: scroll.viewport.frame(1).y - scroll.seen.y };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const given = JSON.parse(readFileSync(0, "utf8"));
  console.log(JSON.stringify(process.argv[2] === "board" ? playBoard(given) : playReader(given)));
}
