/**
 * The hand that marks pages: tools, what they draw, and what is done with a mark that is tapped.
 *
 *     reading ──tool taken──► tool in the hand ──draws──► drawing ──lifts──► one step of undo
 *        ▲  │ mark tapped           │  ▲                     │
 *        │  ▼                       │  └─────────────────────┘
 *        │ card of the mark         │
 *        └──────── put away ◄───────┘
 */

import { addGestureRecognizer, isActive, State, TapGestureRecognizer } from "../../gestures/index.js";
import { StrokeBuilder } from "../../ink/stroke-builder.js";
import { announce } from "../../shell/announcer.js";
import { say } from "../../shell/texts.js";
import { lettersOf, rangeBetween } from "../selection/word-range.js";
import { KIND_NAMES, REMOVALS, marksText, newAnnotation } from "./annotation.js";
import { DrawingGestureRecognizer } from "./drawing-gesture.js";
import { MarkCard } from "./mark-card.js";
import { markAt, marksAlong } from "./mark-hits.js";
import { drawnMarks, MarkLayers } from "./mark-layers.js";
import { TOOLS } from "./mark-tool.js";
import { CutLine, heldOnPage, isOnPage } from "./page-edges.js";
import { MarkToolbar } from "./mark-toolbar.js";

/** @typedef {import("../../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../../gestures/index.js").Touch} Touch */
/** @typedef {import("./annotation.js").Annotation} Annotation */
/** @typedef {import("./annotation.js").MarkKind} MarkKind */
/** @typedef {import("./mark-tool.js").ToolName} ToolName */

/** How far beside a mark a finger, and the point of the mouse or a pen, still mean it, in CSS pixels. */
const REACH = Object.freeze({ touch: 14, fine: 6 });

/** Shapes smaller than this are slips, in CSS pixels. */
const LEAST_SHAPE = 4;

/**
 * @typedef {object} MarkingRoom
 * @property {import("../page-scroller.js").PageScroller} pages
 * @property {HTMLElement} stage in which the pages lie
 * @property {import("./document-marks.js").DocumentMarks} marks
 * @property {import("./mark-tool.js").MarkTool} tool
 * @property {() => void} list shows all marks in a panel
 * @property {() => void} changed called when another tool is in the hand
 */

export class PageMarking {
  #room;
  #signal;
  #paper;
  #layers;
  /** @type {MarkToolbar | null} */
  #toolbar = null;
  /** @type {MarkCard | null} */
  #card = null;
  /** Whether a pen was seen: fingers move the pages then. */
  #hasPen = false;
  /**
   * The mark that is drawn just now.
   * @type {Annotation | null}
   */
  #live = null;
  /**
   * Marks that the eraser has touched.
   * @type {Set<string>}
   */
  #erased = new Set();
  #isDue = false;

  /**
   * @param {MarkingRoom} room
   * @param {AbortSignal} signal
   */
  constructor(room, signal) {
    this.#room = room;
    this.#signal = signal;
    this.#paper = room.pages.paper;
    this.#layers = new MarkLayers((page) => this.#marksOf(page));
    room.pages.markWith(this);
    this.#addDrawing();
    this.#addTap();
    // A note that is being written is kept, however the page is left.
    document.addEventListener("visibilitychange", () => this.#card?.finish(), { signal });
    window.addEventListener("pagehide", () => this.#card?.finish(), { signal });
    signal.addEventListener("abort", () => {
      this.#closeCard();
      this.#layers.clear();
    });
  }

  /**
   * @param {number} page
   * @param {import("../page-view.js").PageView} view
   */
  made(page, view) {
    this.#layers.add(page, view.element, this.#paper.pageSize(page));
  }

  /** @param {number} page */
  remove(page) {
    this.#layers.remove(page);
  }

  /**
   * The marks of a page as a drawing for the printer; null where it has none.
   * @param {number} page
   */
  printed(page) {
    const marks = this.#marksOf(page);
    return marks.length > 0 ? drawnMarks(this.#paper.pageSize(page), marks) : null;
  }

  /** Brings what is seen up to date with the marks. */
  show() {
    this.#layers.show();
    this.#toolbar?.show(this.#room.marks.steps);
    if (!this.#card) return;
    const mark = this.#room.marks.one(this.#card.id);
    if (mark) this.#card.show(mark);
    else if (this.#live?.id !== this.#card.id) this.#closeCard();
  }

  /** The pages are drawn elsewhere: the card of a mark goes with it. */
  moved() {
    this.#card?.place();
  }

  /** The tool in the hand; null while it reads. */
  get tool() {
    return this.#room.tool.name;
  }

  get isOpen() {
    return this.#toolbar !== null;
  }

  /** Shows the tools, or puts them away. */
  toggle() {
    if (this.#toolbar) return this.close();
    const { marks, list } = this.#room;
    this.#toolbar = new MarkToolbar(this.#room.tool, {
      take: (tool) => this.take(tool === this.tool ? null : tool), list, close: () => this.close(),
      choose: (choice) => {
        this.#room.tool.choose(choice);
        this.#toolbar?.show(marks.steps);
      },
      undo: () => this.undo(), redo: () => this.redo(),
    }, this.#signal);
    this.#room.stage.append(this.#toolbar.element);
    this.take(null);
  }

  close() {
    this.take(null);
    this.#toolbar?.element.remove();
    this.#toolbar = null;
    this.#room.changed();
  }

  /** @param {ToolName | null} tool */
  take(tool) {
    this.#closeCard();
    this.#room.tool.name = tool;
    this.#paper.fingersDraw(tool !== null && !this.#hasPen);
    this.#room.stage.toggleAttribute("data-marking", tool !== null);
    this.#toolbar?.show(this.#room.marks.steps);
    const label = TOOLS.find((one) => one.tool === tool)?.label;
    if (label) announce(say("{tool} in the hand", { tool: say(label) }));
    this.#room.changed();
  }

  undo() {
    const name = this.#room.marks.undo();
    if (name) announce(say("Undone: {name}", { name }));
  }

  redo() {
    const name = this.#room.marks.redo();
    if (name) announce(say("Made again: {name}", { name }));
  }

  /**
   * Marks the selected words; false where none are.
   * @param {"highlight" | "underline" | "strikeout"} kind
   * @param {boolean} [note] whether the card is opened to write one
   */
  markSelection(kind, note = false) {
    const { selection } = this.#room.pages;
    if (selection.isEmpty) return false;
    if (selection.isRead) this.#markQuotes(kind, note);
    else void selection.read().then((isRead) => isRead && this.#markQuotes(kind, note));
    return true;
  }

  /**
   * @param {"highlight" | "underline" | "strikeout"} kind
   * @param {boolean} note
   */
  #markQuotes(kind, note) {
    const { selection } = this.#room.pages;
    const made = selection.quotes.map(({ page, boxes, ...quote }) => this.#new(kind, page, { boxes, quote }));
    const [first] = made;
    if (!first) return;
    selection.clear();
    this.#room.marks.run(say(KIND_NAMES[kind]), made.map((after) => ({ id: after.id, after })));
    announce(say("{kind} added", { kind: say(KIND_NAMES[kind]) }));
    if (note) this.open(first.id, true);
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether it meant something
   */
  pressed(event) {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "z";
    if (isUndo || ((event.ctrlKey || event.metaKey) && event.key === "y")) {
      if (event.shiftKey || event.key === "y") this.redo();
      else this.undo();
      return true;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "Escape") return this.#escape();
    if (["Delete", "Backspace"].includes(event.key) && this.#card) return this.#remove(this.#card.id), true;
    const tool = this.#toolbar && TOOLS.find(({ key }) => key === event.key);
    if (tool) this.take(tool.tool === this.tool ? null : tool.tool);
    return Boolean(tool);
  }

  #escape() {
    if (this.#card) this.#closeCard();
    else if (this.tool) this.take(null);
    else if (this.#toolbar) this.close();
    else return false;
    return true;
  }

  /** @param {Touch} touch */
  draws(touch) {
    if (touch.type === "pen" && !this.#hasPen) {
      this.#hasPen = true;
      this.#paper.fingersDraw(false);
    }
    if (this.tool === null || touch.button > 0 || touch.type === "scroll" || touch.type === "trackpad") return false;
    return touch.type !== "touch" || !this.#hasPen;
  }

  /** @param {Point} at of the pages */
  tapped(at) {
    const mark = this.#markUnder(at, REACH.touch);
    if (mark) this.open(mark.id);
    else if (!this.#card) return false;
    else this.#closeCard();
    return true;
  }

  /**
   * Shows the card of a mark.
   * @param {string} id
   * @param {boolean} [isWriting] whether its note is to be written
   */
  open(id, isWriting = false) {
    const mark = this.#room.marks.one(id) ?? (this.#live?.id === id ? this.#live : null);
    if (!mark) return;
    this.#closeCard();
    this.#layers.choose(id);
    const { marks } = this.#room;
    this.#card = new MarkCard(mark, {
      place: () => this.#frameOf(mark), color: (color) => this.#change(id, say("Change colour"), { color }),
      note: (note) => this.#write(this.#live?.id === id ? this.#live : mark, note), remove: () => this.#remove(id), close: () => this.#closeCard(),
      current: () => marks.one(id) ?? mark,
    }, this.#signal);
    this.#room.stage.append(this.#card.element);
    this.#card.place();
    this.#card.focus(isWriting || (mark.kind === "note" && mark.note === ""));
  }

  #closeCard() {
    const card = this.#card;
    if (!card) return;
    this.#card = null;
    const isHeld = card.element.contains(document.activeElement);
    card.finish();
    card.element.remove();
    if (this.#live?.id === card.id) this.#live = null;
    this.#layers.choose(null);
    if (isHeld) this.#paper.element.focus({ preventScroll: true, focusVisible: false });
  }

  /**
   * @param {Annotation} mark
   * @param {string} note
   */
  #write(mark, note) {
    const known = this.#room.marks.one(mark.id);
    // One that was removed elsewhere is made again, rather than lose what was written.
    if (!known && note) {
      if (this.#live?.id === mark.id) this.#live = null;
      this.#room.marks.run(say("Note"), [{ id: mark.id, after: { ...mark, note } }]);
    } else if (known && known.note !== note) this.#change(mark.id, note ? say("Write note") : say("Remove note"), { note });
  }

  /**
   * @param {string} id
   * @param {string} name of the step
   * @param {Partial<Annotation>} change
   */
  #change(id, name, change) {
    const known = this.#room.marks.one(id);
    if (known) this.#room.marks.run(name, [{ id, after: { ...known, ...change } }]);
    else if (this.#live?.id === id) this.#live = { ...this.#live, ...change };
    this.#layers.show();
  }

  /** @param {string} id */
  #remove(id) {
    const known = this.#room.marks.one(id);
    this.#card?.forget();
    this.#closeCard();
    if (known) this.#room.marks.run(say(REMOVALS[known.kind]), [{ id, after: null }]);
  }

  /** @param {number} page */
  #marksOf(page) {
    const live = this.#live;
    const marks = this.#room.marks.of(page).filter(({ id, isPlaced }) => isPlaced && !this.#erased.has(id) && id !== live?.id);
    return live?.page === page ? [...marks, live] : marks;
  }

  /**
   * @param {Point} at of the pages
   * @param {number} reach in CSS pixels
   */
  #markUnder(at, reach) {
    const page = this.#paper.pageUnder(at);
    return markAt(this.#marksOf(page), this.#paper.placeOn(page, at), reach / this.#paper.unit(page));
  }

  /**
   * Where a mark is seen, in CSS pixels of the window; null while its page is not in the document.
   * @param {Annotation} mark
   */
  #frameOf(mark) {
    const drawn = this.#paper.pageElement(mark.page)?.querySelector(`[data-mark="${mark.id}"]`);
    return drawn?.getBoundingClientRect() ?? null;
  }

  /**
   * @param {MarkKind} kind
   * @param {number} page
   * @param {Partial<Annotation>} parts
   */
  #new(kind, page, parts) {
    const { tool } = this.#room;
    return newAnnotation({ id: crypto.randomUUID?.() ?? uuid(), kind, page, color: tool.colorOf(kind), width: tool.width, ...parts }, new Date());
  }

  #addTap() {
    const tap = new TapGestureRecognizer();
    tap.delegate = { shouldReceive: (_, touch) => this.draws(touch) };
    tap.addTarget(() => this.#tap(tap.location()));
    addGestureRecognizer(this.#paper.view, tap);
  }

  /** @param {Point} at */
  #tap(at) {
    const page = this.#paper.pageUnder(at);
    const [place, size] = [this.#paper.placeOn(page, at), this.#paper.pageSize(page)];
    const { x, y } = heldOnPage(place, size);
    if (this.tool === "note") {
      this.#live = this.#new("note", page, { points: [[round(x), round(y)]] });
      this.#layers.show();
      return this.open(this.#live.id, true);
    }
    if (this.tool === "eraser") {
      const mark = this.#markUnder(at, REACH.touch);
      if (mark) this.#remove(mark.id);
    } else if (this.tool === "ink") {
      if (!isOnPage(place, size)) return;
      const dot = this.#new("ink", page, { points: [[round(x), round(y)]] });
      this.#room.marks.run(say("Ink"), [{ id: dot.id, after: dot }]);
    } else {
      this.tapped(at);
    }
  }

  #addDrawing() {
    const drawing = new DrawingGestureRecognizer();
    drawing.delegate = { shouldReceive: (_, touch) => this.draws(touch) && this.tool !== "note" };
    /** @type {Drawn | null} */
    let drawn = null;
    drawing.addTarget(() => {
      if (drawing.state === State.Began) drawn = this.#begin(drawing);
      drawn?.go(drawing);
      if (isActive(drawing.state)) return this.#showSoon();
      if (drawing.state === State.Ended) drawn?.keep();
      drawn = null;
      this.#live = null;
      this.#erased.clear();
      this.show();
    });
    addGestureRecognizer(this.#paper.view, drawing);
  }

  #showSoon() {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#layers.show();
    });
  }

  /**
   * @typedef {{go: (drawing: DrawingGestureRecognizer) => void, keep: () => void}} Drawn
   * @param {DrawingGestureRecognizer} drawing
   * @returns {Drawn | null}
   */
  #begin(drawing) {
    this.#closeCard();
    const { tool } = this;
    const start = drawing.touch?.startLocation;
    if (!tool || !start) return null;
    const page = this.#paper.pageUnder(start);
    if (tool === "eraser") return this.#erasing(page, drawing.touch?.type === "touch" ? REACH.touch : REACH.fine);
    if (tool === "ink") return this.#inking(page);
    return isForText(tool) ? this.#texting(tool, start) : this.#shaping(tool, page, start);
  }

  /**
   * @param {number} page
   * @returns {Drawn}
   */
  #inking(page) {
    const mark = this.#new("ink", page, {});
    const builder = new StrokeBuilder(mark, this.#paper.unit(page));
    const line = new CutLine(this.#paper.pageSize(page));
    const onPage = (/** @type {import("../../ink/stroke-builder.js").InkSample} */ sample) => ({ ...sample, ...this.#paper.placeOn(page, sample) });
    return {
      go: (drawing) => {
        builder.extend(line.take(drawing.take().map(onPage)), line.ahead(drawing.predicted.map(onPage)));
        this.#live = { ...mark, points: builder.shown.points };
      },
      keep: () => {
        const stroke = builder.finish();
        if (stroke) this.#room.marks.run(say("Ink"), [{ id: mark.id, after: { ...mark, points: stroke.points } }]);
      },
    };
  }

  /**
   * @param {"highlight" | "underline" | "strikeout"} kind
   * @param {Point} start
   * @returns {Drawn}
   */
  #texting(kind, start) {
    const { words } = this.#paper;
    const first = words.at(start);
    /** @type {Annotation[]} */
    let made = [];
    return {
      go: (drawing) => {
        const at = drawing.take().at(-1);
        const last = at && words.at(at);
        if (!first || !last) return;
        const [id] = made.map((mark) => mark.id);
        made = words.quotes(lettersOf(rangeBetween(first, last))).map(({ page, boxes, ...quote }) => this.#new(kind, page, { boxes, quote }));
        if (made[0] && id) made[0] = { ...made[0], id };
        this.#live = made[0] ?? null;
      },
      keep: () => made.length > 0 && this.#room.marks.run(say(KIND_NAMES[kind]), made.map((after) => ({ id: after.id, after }))),
    };
  }

  /**
   * @param {MarkKind} kind
   * @param {number} page
   * @param {Point} start
   * @returns {Drawn}
   */
  #shaping(kind, page, start) {
    const heldAt = (/** @type {Point} */ at) => heldOnPage(this.#paper.placeOn(page, at), this.#paper.pageSize(page));
    const from = heldAt(start);
    const mark = this.#new(kind, page, {});
    return {
      go: (drawing) => {
        const at = drawing.take().at(-1);
        if (!at) return;
        const to = heldAt(at);
        const isSlip = Math.hypot(at.x - start.x, at.y - start.y) < LEAST_SHAPE;
        this.#live = isSlip ? null : { ...mark, ...placed(kind, from, to, drawing.touch?.modifiers.shift === true) };
      },
      keep: () => {
        const after = this.#live;
        if (after) this.#room.marks.run(say(KIND_NAMES[kind]), [{ id: after.id, after }]);
      },
    };
  }

  /**
   * @param {number} page
   * @param {number} reach in CSS pixels
   * @returns {Drawn}
   */
  #erasing(page, reach) {
    /** @type {Point | null} */
    let last = null;
    return {
      go: (drawing) => {
        for (const sample of drawing.take()) {
          const at = this.#paper.placeOn(page, sample);
          const marks = marksAlong(this.#marksOf(page), last ?? at, at, reach / this.#paper.unit(page));
          for (const { id } of marks) this.#erased.add(id);
          last = at;
        }
      },
      keep: () => {
        const ids = [...this.#erased];
        this.#erased.clear();
        if (ids.length > 0) this.#room.marks.run(say("Erase"), ids.map((id) => ({ id, after: null })));
      },
    };
  }
}

/**
 * @param {MarkKind} kind
 * @param {Point} from
 * @param {Point} to
 * @param {boolean} isEven whether sides are equal, and lines upright, level or in between
 * @returns {Partial<Annotation>}
 */
function placed(kind, from, to, isEven) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (kind === "line" || kind === "arrow") {
    const step = Math.PI / 4;
    const angle = isEven ? Math.round(Math.atan2(dy, dx) / step) * step : Math.atan2(dy, dx);
    const length = Math.hypot(dx, dy);
    const end = [round(from.x + length * Math.cos(angle)), round(from.y + length * Math.sin(angle))];
    return { points: [[round(from.x), round(from.y)], end] };
  }
  const side = Math.max(Math.abs(dx), Math.abs(dy));
  const [width, height] = isEven ? [side, side] : [Math.abs(dx), Math.abs(dy)];
  const [x, y] = [dx < 0 ? from.x - width : from.x, dy < 0 ? from.y - height : from.y];
  return { boxes: [[round(x), round(y), round(width), round(height)]] };
}

/**
 * @param {ToolName} tool
 * @returns {tool is "highlight" | "underline" | "strikeout"}
 */
function isForText(tool) {
  return tool !== "eraser" && marksText(tool);
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}

/** A random UUID where the browser makes none, since the page came over plain HTTP. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
}
