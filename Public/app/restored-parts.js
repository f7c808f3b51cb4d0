/**
 * The parts of the app that come back as they were, each with its identifier.
 *
 *     shell ─┬─ library ─┬─ list ── (selection)
 *            │           └┄ details
 *            ├─ document ─┬─ reader ── find
 *            │            ├─ board
 *            │            └─ comparison
 *            └┄ settings, look
 *
 * The address says which list, document, page or section is shown; it has the last word. So a part comes back where the
 * address leads to what it belongs to. A private document has no identifier. Choices, as the look of the list or the width of
 * what is beside a document, come back by themselves.
 */

import { documentPath, libraryPath } from "../shell/address.js";
import { isPrivate } from "../offline/private-documents.js";
import { RestorableObjects } from "../shell/restoration/restorable-objects.js";
import { isRecord } from "../shell/last-seen.js";
import { documentScreens } from "./open-documents.js";

/** @typedef {import("../shell/restoration/state-archive.js").Restorable} Restorable */
/** @typedef {import("../shell/restoration/state-archive.js").Slot} Slot */

/** More selected items than these are not kept. */
const MOST_SELECTED = 500;

/**
 * @typedef {object} RestoredContext
 * @property {import("../library/library.js").Library} library
 * @property {import("../library/library-screen.js").LibraryScreen} screen
 * @property {import("../shell/last-seen.js").LastSeen<import("../library/list-view.js").ListPlace>} listPlaces
 * @property {import("./open-documents.js").OpenDocuments} documents
 * @property {import("./settings-route.js").SettingsRoute} settings
 * @property {import("./quick-looking.js").QuickLooking} looks
 */

export class RestoredParts {
  #context;
  objects = new RestorableObjects();
  /** Called when the list has come to where it was, or cannot. */
  /** @type {(() => void)[]} */
  #waiting = [];

  /** @param {RestoredContext} context */
  constructor(context) {
    this.#context = context;
    this.objects.register(this.#selection, "shell/library/list");
  }

  /** The paths to what is shown: of the list, of the document over it, of the settings over that. */
  get paths() {
    const { settings } = this.#context;
    const [shown, document] = [location.pathname + location.search + location.hash, this.document];
    const over = settings.isShown ? [settings.below, shown] : [shown];
    return [this.#listPath, ...over.filter((path) => (path.startsWith("/d/") ? document !== null : path.startsWith("/settings")))];
  }

  /** The document that is shown, unless it is private or not known yet. */
  get document() {
    const document = this.#context.documents.opened?.document ?? null;
    return document && !isPrivate(document) ? document : null;
  }

  /** Where the user is in it, as an address and as a page. Its name is asked for when it is offered: it may be another by then. */
  get place() {
    const { document } = this;
    const { opened, facts } = this.#context.documents;
    if (!document || !opened) return null;
    const { position } = opened;
    const isNow = facts.version === null;
    const path = documentPath(document.id, position);
    return { id: document.id, page: facts.reader && isNow ? position.page : 1, path };
  }

  /** @returns {Restorable} */
  get root() {
    const { settings, looks } = this.#context;
    return {
      restoreId: "shell", encode: (slot) => slot.encode("paths", this.paths),
      children: () => [this.#library, this.#document],
      presented: () => (settings.isShown ? this.#settings : looks.shown && !isPrivate(looks.shown) ? this.#look : null),
    };
  }

  /** @type {Readonly<Record<string, import("../shell/restoration/state-restoring.js").Factory>>} */
  factories = {
    "shell": () => this.root,
    // A list behind a document comes back when the user goes back to it.
    "library": () => (this.#context.screen.element.hidden ? null : this.#library),
    "list": (slot) => (slot.text("place") === this.#listPath ? this.#list : null),
    "selection": () => this.#selection,
    "details": () => this.#details,
    "look": () => this.#look,
    "settings": () => this.#settings,
    "document": async (slot) => {
      const { documents } = this.#context;
      if (!documents.isShown) return null;
      await documentScreens.load();
      // `OpenDocuments` waits for the same screens, and opens the document first.
      await null;
      return slot.text("id") === documents.id ? this.#document : null;
    },
    "reader": () => this.#reader, "find": () => this.#find, "board": () => this.#board, "comparison": () => this.#comparison,
  };

  /** The list may have come, or changed. */
  follow() {
    if (this.#waiting.length === 0 || !this.#isListed) return;
    for (const act of this.#waiting.splice(0)) act();
  }

  get #listPath() {
    return libraryPath(this.#context.library.state.query);
  }

  /** Whether the list is there as far as it was scrolled, or cannot be had. */
  get #isListed() {
    const { library, screen } = this.#context;
    const { fresh, problem } = library.state;
    return screen.element.hidden || Boolean(problem) || (fresh && !screen.place.isComing);
  }

  /** @returns {Promise<void>} */
  #listed() {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.follow();
    });
  }

  /** @returns {Restorable} */
  get #library() {
    const { screen } = this.#context;
    return {
      restoreId: "library", encode: (slot) => slot.encode("place", this.#listPath), children: () => [this.#list],
      presented: () => (screen.details.isOpen ? this.#details : null),
    };
  }

  /** @returns {Restorable} */
  get #list() {
    const { screen, listPlaces } = this.#context;
    return {
      restoreId: "list",
      encode: (slot) => {
        screen.place.keep();
        slot.encode("place", this.#listPath);
        slot.encode("scroll", listPlaces.of(this.#listPath));
        slot.encode("selection", this.#selection);
      },
      decode: (slot) => {
        const scroll = slot.decode("scroll");
        if (!isRecord(scroll) || listPlaces.of(this.#listPath)) return;
        // The browser may have lost the places of its lists.
        listPlaces.keep(this.#listPath, /** @type {import("../library/list-view.js").ListPlace} */ (/** @type {unknown} */ (scroll)));
        screen.place.comeTo(listPlaces.of(this.#listPath));
      },
    };
  }

  /** @type {Restorable} */
  #selection = {
    restoreId: "selection",
    encode: (slot) => {
      const { screen, library } = this.#context;
      const hidden = new Set(library.state.documents.filter(isPrivate).map(({ id }) => id));
      const keys = screen.selected.filter((key) => !hidden.has(key));
      if (keys.length <= MOST_SELECTED) slot.encode("keys", keys);
    },
    decode: (slot) => {
      const keys = slot.decode("keys");
      const known = Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : [];
      return known.length > 0 ? this.#listed().then(() => this.#context.screen.select(known)) : undefined;
    },
  };

  /** @returns {Restorable} */
  get #details() {
    return { restoreId: "details", finishedRestoring: () => this.#context.screen.details.bringBack() };
  }

  /** @returns {Restorable} */
  get #look() {
    const { looks, library, screen } = this.#context;
    let wanted = /** @type {string | null} */ (null);
    return {
      restoreId: "look", encode: (slot) => slot.encode("id", looks.shown?.id),
      decode: (slot) => void (wanted = slot.text("id")),
      // It goes through what is selected, so it comes after the selection.
      finishedRestoring: () => this.#listed().then(() => {
        if (wanted !== null && library.state.documents.some(({ id }) => id === wanted)) screen.look(wanted);
      }),
    };
  }

  /** @returns {Restorable} */
  get #settings() {
    return { restoreId: "settings", encode: (slot) => slot.encode("section", location.pathname) };
  }

  /** @returns {Restorable} */
  get #document() {
    const { documents } = this.#context;
    const { document } = this;
    return {
      restoreId: document && "document",
      encode: (slot) => {
        for (const [key, value] of Object.entries(this.place ?? {})) slot.encode(key, value);
        slot.encode("version", documents.facts.version);
      },
      children: () => {
        const { reader, board, comparison } = documents.facts;
        return [...(reader ? [this.#reader] : []), ...(board ? [this.#board] : []), ...(comparison ? [this.#comparison] : [])];
      },
    };
  }

  /** @returns {Restorable} */
  get #reader() {
    const { documents } = this.#context;
    return {
      restoreId: "reader",
      encode: (slot) => {
        const { page, zoom, at, arrangement, turn, panel } = documents.opened?.position ?? {};
        for (const [key, value] of Object.entries({ page, zoom, at, arrangement, turn, panel })) slot.encode(key, value);
        slot.encode("selected", documents.opened?.selected);
      },
      decode: (slot) => documents.opened?.selectAgain(slot.decode("selected")),
      children: () => (documents.opened?.find?.isOpen ? [this.#find] : []),
    };
  }

  /** @returns {Restorable} */
  get #find() {
    const { documents } = this.#context;
    return {
      restoreId: "find",
      encode: (slot) => {
        slot.encode("words", documents.opened?.find?.text);
        slot.encode("exactness", documents.opened?.find?.exactness);
      },
      decode: (slot) => {
        const [words, exactness] = [slot.text("words"), slot.decode("exactness")];
        if (words && documents.opened) documents.opened.findAgain(words, isRecord(exactness) ? exactness : {});
      },
    };
  }

  /** Its view comes back with the board (`board-views.js`). */
  /** @returns {Restorable} */
  get #board() {
    return { restoreId: "board", encode: (slot) => slot.encode("view", this.#context.documents.facts.board?.viewport) };
  }

  /** @returns {Restorable} */
  get #comparison() {
    return { restoreId: "comparison", encode: (slot) => slot.encode("facts", this.#context.documents.facts.comparison) };
  }
}
