/**
 * Opens documents with their default handler, with another from the list "Open in", or with one chosen for good.
 * Handlers of other sites are web pages, which open in a tab of their own.
 */

import { reportEnd } from "../shell/actions.js";
import { documentPath, ownHandler } from "../shell/address.js";
import { visit, webAddress } from "../shell/elsewhere.js";
import { mayOpen, turnElsewhere, waitToOpen } from "../shell/late-opening.js";
import { LazyModule } from "../shell/lazy-module.js";
import { say } from "../shell/texts.js";
import { Timer } from "../shell/timer.js";
import { ApiProblem } from "../api/api-problem.js";
import { askOpeners, chooseHandler, openIn } from "../api/opener-api.js";
import { mayOpen as isOpened, mayOpenElsewhere, openersOf } from "./openers.js";

/** @typedef {import("../api/api.js").Api} Api */
/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../shell/address.js").OwnHandler} OwnHandler */
/** @typedef {import("./openers.js").Choice} Choice */
/** @typedef {import("../api/opener-api.js").Handler} Handler */
/** @typedef {import("./openers.js").Openers} Openers */

/**
 * @typedef {object} DocumentOpeningParts
 * @property {Pick<import("../api/notices.js").Notices, "show" | "problem" | "failed">} notices
 * @property {Pick<import("./library.js").Library, "types" | "step">} library
 * @property {Pick<import("../shell/router.js").Router, "go">} router
 */

/** How the menu "Open in" and what it sends a document to are named where it is told how they ended. */
const OPEN_IN_MENU = "open-in-menu";
const OPEN_IN = "open-in";

/** When the server has not said by then what opens a document, it is told that this is being found out. */
const LATE_MILLISECONDS = 300;

/** Declarations are not asked for again before. */
const ASKED_MILLISECONDS = 3000;

/** Only those who choose what opens a document need them. */
const openerMenus = new LazyModule(() => import("./opener-menus.js"));

export class DocumentOpening {
  #api;
  #parts;
  /** @type {readonly Handler[]} */
  #handlers = [];
  /** When declarations were asked for last because nothing was known to open a document, in ms. */
  #askedAt = -Infinity;

  /**
   * @param {Api} api
   * @param {DocumentOpeningParts} parts
   */
  constructor(api, parts) {
    this.#api = api;
    this.#parts = parts;
  }

  /** All that are declared, as far as is known. */
  get handlers() {
    return this.#handlers;
  }

  /** @param {readonly Handler[]} handlers all that are declared */
  learn(handlers) {
    this.#handlers = handlers;
  }

  /**
   * Whether anything opens a document. Where nothing is known to, declarations that came since are asked for, for the next time;
   * not at each drawing.
   * @param {Pick<Document, "type" | "previewable">} document
   */
  mayOpen(document) {
    const known = isOpened(document, this.#handlers, this.#parts.library.types);
    if (!known && performance.now() - this.#askedAt > ASKED_MILLISECONDS) void this.#askHandlers();
    return known;
  }

  async #askHandlers() {
    this.#askedAt = performance.now();
    const { handlers } = await this.#api.types(new AbortController().signal).catch(() => ({ handlers: this.#handlers }));
    this.#handlers = handlers;
  }

  /**
   * Opens a document with its default handler. The server knows which one; it is asked where that could be a web page.
   * @param {Document} document
   * @param {import("../shell/address.js").OpenParameters} [place] at which it opens here
   */
  async open(document, place) {
    turnElsewhere();
    if (!mayOpenElsewhere(document, this.#handlers, this.#parts.library.types)) return this.#openHere(document, null, place);
    const signal = waitToOpen();
    const late = new Timer(signal);
    late.set(LATE_MILLISECONDS, () => this.#parts.notices.show({ text: say("Opening {name}…", { name: document.name }) }));
    const openers = await this.#ask(document, signal).catch(() => null);
    late.clear();
    if (signal.aborted) return;
    const [first] = openers?.choices ?? [];
    // A document whose default is unknown opens here.
    if (first?.host) await this.#send(document, first);
    else this.#openHere(document, null, place);
  }

  /**
   * Lists what opens a document beside a button. Where nothing does there is no list; a message says so.
   * @param {Document} document
   * @param {HTMLElement} anchor
   * @param {(handler: OwnHandler | null) => void} [here] opens it with one of Sheaf's handlers; null for the document's own
   * @returns {Promise<boolean>} whether the list was shown; how it ended is told then
   */
  async list(document, anchor, here = (handler) => this.#openHere(document, handler)) {
    const signal = waitToOpen();
    try {
      const [openers, menus] = await Promise.all([this.#ask(document, signal), openerMenus.load()]);
      if (!mayOpen(anchor, signal)) return false;
      if (openers.choices.length === 0) return this.#sayNone(document, here), false;
      menus.openMenu(anchor, say("Open {name} in", { name: document.name }), menus.openInMenu(openers, {
        open: (choice) => this.#chosen(document, choice, here),
        always: () => (reportEnd(OPEN_IN_MENU, "done"), this.#listAlways(document, { openers, menus }, anchor)),
      }), undefined, () => reportEnd(OPEN_IN_MENU, "cancelled"));
      return true;
    } catch (error) {
      if (!signal.aborted) this.#parts.notices.failed(error, refusalInWords(document, error));
      return false;
    }
  }

  /**
   * The menu is gone, then the document goes, and each is told of in this order.
   * @param {Document} document
   * @param {Choice} choice
   * @param {(handler: OwnHandler | null) => void} here
   */
  #chosen(document, choice, here) {
    reportEnd(OPEN_IN_MENU, "done");
    if (choice.host !== null) return void this.#send(document, choice);
    here(choice.usual ? null : ownHandler(choice.identifier));
    return reportEnd(OPEN_IN, "done", choice.name);
  }

  /**
   * Gives a handler of another site a copy of a document. It is told neither where the document lies nor who may read it.
   * @param {Document} document
   * @param {Choice} choice
   */
  async #send(document, choice) {
    try {
      const { presented, url } = await openIn(this.#api, document.id, choice.identifier);
      const address = presented && url ? webAddress(url) : null;
      if (address === null) this.#sayNone(document, (handler) => this.#openHere(document, handler));
      else this.#openElsewhere(document, choice, address);
      reportEnd(OPEN_IN, address === null ? "failed" : "done", choice.name);
    } catch (error) {
      this.#parts.notices.failed(error, refusalInWords(document, error));
      reportEnd(OPEN_IN, "failed", choice.name);
    }
  }

  /**
   * The handler that opens a document by default; null where none does.
   * @param {Document} document
   * @param {AbortSignal} signal
   */
  async handlerOf(document, signal) {
    return (await this.#ask(document, signal)).choices[0] ?? null;
  }

  /**
   * Lists what may always open a document, beside a button.
   * @param {Document} document
   * @param {HTMLElement} anchor
   */
  async listAlways(document, anchor) {
    const signal = waitToOpen();
    try {
      const [openers, menus] = await Promise.all([this.#ask(document, signal), openerMenus.load()]);
      if (mayOpen(anchor, signal)) this.#listAlways(document, { openers, menus }, anchor);
    } catch (error) {
      if (!signal.aborted) this.#parts.notices.failed(error, refusalInWords(document, error));
    }
  }

  /**
   * @param {Document} document
   * @param {AbortSignal} signal
   */
  async #ask(document, signal) {
    const openers = openersOf(await this.#askOpeners(document, signal), document, this.#handlers);
    this.#learnFrom(openers, document);
    return openers;
  }

  /**
   * The address of one that gets a copy is known from its declaration, which may be younger than what is known here.
   * @param {Document} document
   * @param {AbortSignal} signal
   */
  async #askOpeners(document, signal) {
    const openers = await askOpeners(this.#api, document.id, signal);
    const isKnown = openers.every(({ identifier, url }) => url !== undefined || this.#handlers.some((handler) => handler.identifier === identifier));
    if (!isKnown) this.#handlers = (await this.#api.types(signal)).handlers;
    return openers;
  }

  /**
   * Handlers may be declared at any time.
   * @param {Openers} openers
   * @param {Document} document
   */
  #learnFrom({ choices }, document) {
    if (mayOpenElsewhere(document, this.#handlers, this.#parts.library.types)) return;
    const others = choices.flatMap(({ identifier, host }) => (
      host === null ? [] : [{ identifier, url: `https://${host}`, contentTypes: [document.type] }]
    ));
    this.#handlers = [...this.#handlers, ...others];
  }

  /**
   * @param {Document} document
   * @param {{openers: Openers, menus: typeof import("./opener-menus.js")}} known
   * @param {HTMLElement} anchor
   */
  #listAlways(document, { openers, menus }, anchor) {
    const kind = this.#parts.library.types.nameOf(document);
    menus.openMenu(anchor, say("Always open {name} with", { name: document.name }), menus.alwaysMenu(
      openers, kind, (choice) => void this.#choose(document, choice, openers.chosen),
    ));
  }

  /**
   * @param {Document} document
   * @param {Choice | null} choice null for what its type opens with
   * @param {Choice | null} before
   */
  async #choose(document, choice, before) {
    try {
      const changed = await chooseHandler(this.#api, document.id, choice?.identifier ?? null);
      this.#parts.library.step({ type: "came", documents: [changed] });
      const text = choice ? say("{name} always opens with {opener} now", { name: changed.name, opener: choice.name }) : say("{name} opens as usual again", { name: changed.name });
      const action = { label: say("Undo"), act: () => void this.#choose(changed, before, choice) };
      const isNew = choice?.identifier !== before?.identifier;
      this.#parts.notices.show({ text, ...(isNew ? { action } : {}) });
    } catch (error) {
      this.#parts.notices.failed(error, changeRefusalInWords(document, choice, error));
    }
  }

  /**
   * @param {Document} document
   * @param {OwnHandler | null} [handler]
   * @param {import("../shell/address.js").OpenParameters} [place]
   */
  #openHere({ id }, handler = null, place = undefined) {
    this.#parts.router.go(documentPath(id, place, undefined, handler));
  }

  /**
   * @param {Document} document
   * @param {Choice} choice
   * @param {string} url
   */
  #openElsewhere(document, { name }, url) {
    visit(url);
    this.#parts.notices.show({
      text: say("{name} opens with {app}, in a new tab, as a copy", { name: document.name, app: name }),
      also: { label: say("Show it here"), act: () => this.#openHere(document) },
    });
  }

  /**
   * @param {Document} document
   * @param {(handler: null) => void} here
   */
  #sayNone(document, here) {
    this.#parts.notices.show({
      text: say("Nothing here opens {name} yet. It is kept as it is, and can be downloaded.", { name: document.name }),
      also: { label: say("Show it here"), act: () => here(null) },
    });
  }
}

/**
 * @param {Document} document
 * @param {unknown} error
 */
function refusalInWords({ name }, error) {
  if (ApiProblem.from(error).code === "not-found") return say("{name} is not here any more.", { name });
  return say("What opens {name} could not be found out. It is safe on the server; try again in a moment.", { name });
}

/**
 * @param {Document} document
 * @param {Choice | null} choice
 * @param {unknown} error
 */
function changeRefusalInWords({ name }, choice, error) {
  const { code } = ApiProblem.from(error);
  if (code === "not-found") return say("{name} is not here any more.", { name });
  if (choice && code === "unsuitable-handler") return say("{opener} does not open {name} any more. It opens as before.", { opener: choice.name, name });
  return say("What opens {name} could not be changed. It opens as before; try again in a moment.", { name });
}
