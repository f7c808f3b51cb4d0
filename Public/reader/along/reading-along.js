/** The companions of pages that are read: a slideshow, notes over them, a second window, other windows that turn with this one. */

import { LazyModule } from "../../shell/lazy-module.js";
import { preference, setPreference } from "../../shell/preferences.js";
import { say } from "../../shell/texts.js";
import { DocumentPresenting } from "./document-presenting.js";
import { LinkedWindows } from "./linked-windows.js";
import { PageNotes } from "./page-notes.js";
import { ReadingStatus } from "./reading-status.js";
import { readShowChoices } from "./show-choices.js";
import { SlideshowPlayer } from "./slideshow-player.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../reader.js").Reader} Reader */
/** @typedef {import("./show-choices.js").ShowChoices} ShowChoices */

/** The choices, as this browser keeps them. */
const KEPT = "reader.show";

/** Few people change them. */
const showSheet = new LazyModule(() => import("./show-sheet.js"));

/**
 * @typedef {object} AlongParts
 * @property {import("../../api/api.js").Api} api
 * @property {import("../../api/notices.js").Notices} notices
 * @property {import("../reader-bars.js").ReaderBars} bars
 * @property {ScreenQueue | null} queue null for an earlier version, which is no document of a list and turns alone
 * @property {() => import("../marks/document-marking.js").DocumentMarking | null} marking
 */

export class ReadingAlong {
  #parts;
  #signal;
  /** @type {ShowChoices} */
  #choices = readShowChoices(preference(KEPT));
  #slideshow;
  #notes;
  #presenting;
  /** @type {LinkedWindows | null} */
  #linked = null;
  #status;
  /** Whether fingers point at the pages while this tab presents them. */
  #isPointing = false;
  /** @type {Reader | null} */
  #reader = null;
  /** Whether notes were seen over pages a moment ago. */
  #hadNotes = false;

  /**
   * @param {AlongParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.#signal = signal;
    const changed = () => this.#changed();
    this.#slideshow = new SlideshowPlayer({ bars: parts.bars, queue: parts.queue, seconds: () => this.#choices.seconds, changed }, signal);
    this.#notes = new PageNotes(() => this.#hasNotes, ({ first, last }) => parts.marking()?.marksFrom(first, last) ?? null, signal);
    this.#presenting = new DocumentPresenting(parts.notices, { overlay: () => this.#choices, changed }, signal);
    this.#status = new ReadingStatus({
      toggleSlideshow: () => this.toggleSlideshow(), endSlideshow: () => this.#slideshow.end(), present: () => this.togglePresenting(),
      togglePointing: () => this.#point(!this.#isPointing),
      forgetPresenter: () => {
        this.#presenting.forget();
        changed();
      },
    }, signal);
  }

  get isPlaying() {
    return this.#slideshow.isPlaying;
  }

  get isPresenting() {
    return this.#presenting.isOpen;
  }

  /** Whether there is a second window, of whichever tab. */
  get isConnected() {
    return this.#presenting.isConnected;
  }

  /** Whether other windows turn the pages with this one. */
  get isLinked() {
    return this.#linked?.isOn ?? false;
  }

  get #hasNotes() {
    const { notes } = this.#choices;
    return notes === "always" || (notes === "showing" && (this.isPlaying || this.isPresenting));
  }

  /**
   * Other pages are shown.
   * @param {Reader} reader
   * @param {Document} document
   * @param {{isPreparing: boolean, showing: AbortSignal}} how whether more pages are being made; what ends that reader
   */
  follow(reader, document, { isPreparing, showing }) {
    const { api, queue } = this.#parts;
    const parts = { api, changed: (/** @type {boolean} */ isInvited) => this.#linkChanged(isInvited) };
    if (queue) this.#linked ??= new LinkedWindows(document.id, parts, this.#signal);
    this.#reader = reader;
    reader.stage.after(this.#status.element);
    this.#linked?.follow(reader);
    this.#notes.follow(reader);
    this.#presenting.follow(reader, document, showing);
    this.#slideshow.follow(reader, document.id, { isPreparing, signal: showing });
    this.#changed();
  }

  /** Another page or zoom is shown, or an image has come. */
  moved() {
    this.#linked?.moved();
    this.#slideshow.moved();
    this.#notes.moved();
    this.#presenting.moved();
  }

  /** A hand or a key has moved the pages. */
  touched() {
    this.#slideshow.touched();
  }

  /** The marks of the document are known now. */
  marksCame() {
    this.#notes.came();
  }

  /** @param {unknown} turn of the pages in another browser */
  turned(turn) {
    this.#linked?.turned(turn);
  }

  /** The document is no longer shown as pages. */
  end() {
    this.#presenting.end();
    this.#slideshow.end();
    this.#notes.clear();
    this.#status.element.remove();
  }

  toggleSlideshow() {
    this.#slideshow.toggle();
  }

  /** Shows the page in a second window, or no longer. */
  togglePresenting() {
    void this.#presenting.toggle();
  }

  /** Turns pages together with other windows of the document, or no longer. */
  toggleLink() {
    this.#linked?.toggle();
  }

  /** Opens the sheet of choices. */
  async chooseHow() {
    const part = await this.#parts.notices.load(showSheet);
    if (!part || this.#signal.aborted) return;
    new part.ShowSheet(this.#choices, { isConnected: () => this.isConnected, chosen: (choices) => this.#choose(choices) }, this.#signal).open();
  }

  /**
   * Escape pauses a slideshow before it does anything else.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    if (event.key !== "Escape" || !this.isPlaying) return false;
    this.#slideshow.toggle();
    return true;
  }

  /** @param {ShowChoices} choices */
  #choose(choices) {
    this.#choices = choices;
    setPreference(KEPT, JSON.stringify(choices));
    this.#presenting.cover();
    this.#changed();
  }

  /** @param {boolean} isPointing whether a finger shows the listeners a place from now on, and leaves the pages where they are */
  #point(isPointing) {
    this.#isPointing = isPointing;
    this.#changed();
  }

  #changed() {
    const { isOpen, isPlaying } = this.#slideshow;
    this.#isPointing &&= this.isPresenting;
    if (this.#reader) this.#reader.pages.fingersPoint = this.#isPointing;
    this.#status.show({
      slideshow: isPlaying ? "playing" : isOpen ? "paused" : "none", seconds: this.#choices.seconds,
      presenter: this.#presenter, pointing: this.isPresenting ? this.#isPointing : null,
    });
    const has = this.#hasNotes;
    if (has !== this.#hadNotes) this.#notes.chosen();
    this.#hadNotes = has;
  }

  /** @returns {import("./reading-status.js").ReadingFacts["presenter"]} */
  get #presenter() {
    if (this.isConnected) return this.#presenting.isBehind ? "behind" : "connected";
    return this.#presenting.isLost ? "lost" : "none";
  }

  /** @param {boolean} isInvited whether another window chose it */
  #linkChanged(isInvited) {
    const { notices } = this.#parts;
    const alone = { label: say("Turn alone"), act: () => this.isLinked && this.toggleLink() };
    if (this.isLinked) notices.show({ text: isInvited ? say("Pages turn together with another window") : say("Pages turn together with other windows of this document"), also: alone });
    else notices.show({ text: say("This window turns its pages alone") });
  }
}
