/** Opens the details of the library, which are fetched when they are first asked for. */

import { isPlain, isTyping } from "../../shell/keys.js";
import { fetchLateSheets } from "../../shell/late-sheets.js";
import { LazyModule } from "../../shell/lazy-module.js";
import { preference, setPreference } from "../../shell/preferences.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("./library-details.js").LibraryDetails} LibraryDetails */
/** @typedef {import("./library-details.js").LibraryDetailParts} LibraryDetailParts */
/** @typedef {import("./library-details.js").DetailsRoom} DetailsRoom */

/** Whether they are open in this browser. */
const DETAILS_OPEN = "library.details";

/** As in `details.css`: from this width on they have their own column. */
const DETAILS_WIDE = "(min-width: 1024px)";

/** A list is shown without them. */
const detailsPart = new LazyModule(async () => (await Promise.all([import("./library-details.js"), fetchLateSheets()]))[0]);

export class DetailsOpening {
  #parts;
  #room;
  #signal;
  /** @type {LibraryDetails | null} */
  #details = null;

  /**
   * @param {LibraryDetailParts} parts
   * @param {Omit<DetailsRoom, "wide">} room
   * @param {AbortSignal} signal
   */
  constructor(parts, room, signal) {
    const wide = matchMedia(DETAILS_WIDE);
    this.#parts = parts;
    this.#signal = signal;
    const toggled = (/** @type {boolean} */ isOpen) => {
      room.toggled(isOpen);
      if (wide.matches) setPreference(DETAILS_OPEN, isOpen ? "true" : null);
    };
    this.#room = { ...room, toggled, wide };
    const wasOpen = preference(DETAILS_OPEN) !== null && wide.matches;
    if (wasOpen) detailsPart.loadWhenIdle(() => void this.#with((details) => details.open({ hasFocus: false })));
  }

  /** Whether leaving now would lose something that was typed. */
  get losing() {
    return this.#details?.losing ?? false;
  }

  get isOpen() {
    return this.#details?.isOpen ?? false;
  }

  /** Opens them as they were before, without the focus. */
  bringBack() {
    return this.#with((details) => details.isOpen || details.open({ hasFocus: false }));
  }

  draw() {
    this.#details?.draw();
  }

  /** Closes them where Escape is meant for them; false where it is not. */
  dismiss() {
    return this.#details?.dismiss() ?? false;
  }

  /** @param {Document | null} document null for whatever is selected */
  show(document) {
    return this.#with((details) => details.open(document ? { document } : {}));
  }

  /** @param {Document | null} document with the focus */
  toggle(document) {
    return this.#with((details) => void (details.close() || details.open(document ? { document } : {})));
  }

  /** @param {(details: LibraryDetails) => unknown} act */
  async #with(act) {
    const part = await this.#parts.batching.notices.load(detailsPart);
    if (!part || this.#signal.aborted) return;
    this.#details ??= new part.LibraryDetails(this.#parts, this.#room, this.#signal);
    act(this.#details);
  }
}

/** @param {KeyboardEvent} event */
export function isDetailsKey(event) {
  const { key, altKey, ctrlKey, metaKey, target } = event;
  return !isTyping(target) && (key === "Enter" ? altKey && !ctrlKey && !metaKey : key === "i" && isPlain(event));
}
