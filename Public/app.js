/** The app: puts the parts together. Nothing else knows all of them. */

import { randomId } from "./board/random-id.js";
import { documentPath, libraryPath } from "./shell/address.js";
import { announce } from "./shell/announcer.js";
import { ConnectionBanner } from "./shell/banner.js";
import { element } from "./shell/element.js";
import { isMoving } from "./shell/inspection.js";
import { showKeys } from "./shell/keys-help.js";
import { openMenu } from "./shell/menu.js";
import { preference, setPreference } from "./shell/preferences.js";
import { Router } from "./shell/router.js";
import { Toasts } from "./shell/toasts.js";
import { BOARD_TYPE } from "./screens/board-document.js";
import { BoardAdding } from "./screens/board-adding.js";
import { BoardOpening } from "./screens/board-opening.js";
import { BoardScreen } from "./screens/board-screen.js";
import { BoardViews } from "./screens/board-views.js";
import { LibraryScreen } from "./screens/library-screen.js";
import { downloadOf } from "./screens/page-source.js";
import { ReaderScreen } from "./screens/reader-screen.js";
import { signedOutScreen } from "./screens/signed-out-screen.js";
import { Api } from "./workspace/api.js";
import { ApiProblem } from "./workspace/api-problem.js";
import { DropTarget } from "./workspace/drop-target.js";
import { chosenFiles } from "./workspace/dropped-files.js";
import { EventStream } from "./workspace/event-stream.js";
import { Library } from "./workspace/library.js";
import { orderNamed, placeOf } from "./workspace/places.js";
import { SharedChoices } from "./workspace/shared-choices.js";
import { TypeTree } from "./workspace/type-tree.js";
import { Uploader } from "./workspace/uploader.js";

/** @typedef {import("./shell/address.js").Address} Address */
/** @typedef {import("./shell/address.js").LibraryAddress} LibraryAddress */
/** @typedef {import("./shell/address.js").DocumentAddress} DocumentAddress */
/** @typedef {import("./shell/address.js").OpenParameters} OpenParameters */
/** @typedef {import("./workspace/api.js").Document} Document */
/** @typedef {import("./workspace/event-stream.js").ServerEvent} ServerEvent */

/** The name of the library's order among what is chosen. */
const ORDER = "library.order";

class App {
  #life = new AbortController();
  #api = new Api();
  #choices = new SharedChoices(
    this.#api, { get: preference, set: setPreference }, randomId(), (key) => this.#chosenElsewhere(key),
  );
  #root;
  #router;
  #library;
  #uploader;
  #screen;
  #toasts;
  #banner;
  #stream;
  #boards;
  #boardViews = new BoardViews();
  #adding;
  /** @type {ReaderScreen | BoardScreen | null} */
  #reader = null;
  #reading = new AbortController();
  #signedOut = false;
  #opened = false;
  /** @type {Promise<TypeTree>} */
  #types;

  /** @param {HTMLElement} root */
  constructor(root) {
    const { signal } = this.#life;
    this.#root = root;
    this.#router = new Router((address) => this.#show(address), signal);
    this.#library = new Library(
      this.#api,
      this.#queryOf(null),
      { changed: () => this.#draw(), failed: (problem) => this.#failed(problem) },
    );
    this.#uploader = new Uploader(this.#api, {
      changed: () => this.#draw(),
      stored: (document) => this.#stored(document),
      refused: (problem, name) => this.#refused(problem, name),
    });
    this.#toasts = new Toasts(signal);
    this.#boards = new BoardOpening(this.#api, {
      go: (path) => this.#router.go(path),
      refuse: (text) => this.#toasts.show({ text, problem: true }),
      failed: (error, text) => this.#actionFailed(error, text),
    });
    this.#adding = new BoardAdding(this.#api, {
      go: (path) => this.#router.go(path), toast: (toast) => this.#toasts.show(toast),
      failed: (error, text) => this.#actionFailed(error, text),
      changed: (board) => this.#boardViews.forget(board),
    }, randomId);
    this.#screen = new LibraryScreen(this.#library, this.#uploader, this.#screenCalls(), signal);
    this.#stream = new EventStream({
      event: (event) => this.#heard(event),
      choice: (choice) => this.#choices.heard(choice),
      state: (state) => this.#streamIs(state),
    }, signal);
    this.#banner = new ConnectionBanner(() => this.#stream.reconnect(), signal);
    this.#assemble(signal);
    this.#types = this.#learn(signal);
    void this.#lookForDropFolders(signal);
    void this.#choices.load(signal);
    this.#show(this.#router.address);
  }

  /** @returns {import("./shell/inspection.js").Inspection} */
  inspect() {
    const { active, failed, done } = this.#uploader.summary;
    const { query, documents, next, fresh } = this.#library.state;
    const busy = this.#reader ? this.#reader.loading : this.#screen.loading;
    return {
      view: this.#signedOut ? "signed-out" : this.#reader?.view ?? "library",
      document: this.#reader?.id ?? null,
      busy: !this.#signedOut && (busy || isMoving()),
      reader: this.#reader instanceof ReaderScreen ? this.#reader.facts : null,
      board: this.#reader instanceof BoardScreen ? this.#reader.facts : null,
      uploads: { active, failed, done },
      library: { ...query, shown: documents.length, complete: fresh && next === null },
    };
  }

  /** @param {AbortSignal} signal */
  #assemble(signal) {
    const text = "What was dropped could not be read. Try dropping the files themselves.";
    const failed = () => this.#toasts.show({ text, problem: true });
    const drop = new DropTarget((files) => this.#add(files), failed, signal);
    this.#root.replaceChildren(
      this.#banner.element, this.#screen.element, this.#toasts.element, drop.element,
    );
    document.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    window.addEventListener("online", () => this.#stream.reconnect(), { signal });
    window.addEventListener("beforeunload", (event) => this.#leaving(event), { signal });
  }

  /** @returns {import("./screens/library-screen.js").LibraryScreenCalls} */
  #screenCalls() {
    return {
      go: (path) => this.#router.go(path),
      search: (q) => this.#ask({ q }),
      sort: (sort) => this.#sort(sort),
      add: () => this.#chooseFiles(),
      newBoard: () => void this.#boards.create(),
      open: (document) => this.#router.go(documentPath(document.id)),
      more: (document, anchor) => this.#more(document, anchor),
      trash: (document) => void this.#trash(document),
      restore: (document) => void this.#restore(document),
      showKeys,
    };
  }

  /**
   * The types give names and kinds; without them everything else works.
   * @param {AbortSignal} signal
   */
  async #learn(signal) {
    const { types } = await this.#api.types(signal).catch(() => ({ types: [] }));
    this.#library.learn(new TypeTree(types));
    return this.#library.types;
  }

  /** @param {AbortSignal} signal */
  async #lookForDropFolders(signal) {
    const { watchers } = await this.#api.watchers(signal).catch(() => ({ watchers: [] }));
    if (watchers.length) this.#screen.setDropFolders(watchers.map(({ name }) => name));
  }

  /** @param {Address} address */
  #show(address) {
    if (this.#signedOut) return;
    if (address.view === "document") this.#showDocument(address);
    else this.#showLibrary(address);
  }

  /** @param {DocumentAddress} address */
  #showDocument(address) {
    if (this.#reader?.id === address.id) return this.#goTo(address.open);
    const known = this.#library.state.documents.find((document) => document.id === address.id);
    if (known?.type === BOARD_TYPE) this.#showBoard(known);
    else this.#showReader(address);
  }

  /** @param {OpenParameters} open */
  #goTo(open) {
    if (this.#reader instanceof ReaderScreen) this.#reader.goTo(open);
  }

  /** @param {DocumentAddress} address */
  #showReader(address) {
    const context = { api: this.#api, types: this.#types, id: address.id, open: address.open };
    const calls = {
      back: () => this.#router.back("/"),
      moved: (/** @type {OpenParameters} */ open) => this.#router.note(documentPath(address.id, open)),
      failed: (/** @type {ApiProblem} */ problem) => this.#failed(problem),
      addToBoard: (/** @type {[Document, number, HTMLElement]} */ ...what) => void this.#adding.choose(...what),
      elsewhere: (/** @type {Document} */ document) => this.#isForBoard(document),
    };
    this.#open((signal) => new ReaderScreen(context, calls, signal));
  }

  /** @param {Document} document */
  #isForBoard(document) {
    const board = document.type === BOARD_TYPE;
    if (board) this.#showBoard(document);
    return board;
  }

  /** @param {Document} document */
  #showBoard(document) {
    const add = this.#boards.take(document.id);
    const context = { api: this.#api, types: this.#library.types, document, add, views: this.#boardViews };
    this.#open((signal) => new BoardScreen(context, {
      back: () => this.#router.back("/"),
      failed: (problem) => this.#failed(problem),
      moved: (copy) => this.#router.note(documentPath(copy.id)),
      toast: (toast) => this.#toasts.show(toast),
      open: (id) => this.#router.go(documentPath(id)),
    }, signal));
  }

  /** @param {(signal: AbortSignal) => ReaderScreen | BoardScreen} make */
  #open(make) {
    if (!this.#reader) this.#screen.leave();
    this.#closeReader();
    this.#reading = new AbortController();
    this.#reader = make(this.#reading.signal);
    this.#screen.element.hidden = true;
    this.#screen.element.after(this.#reader.element);
    this.#toasts.hide();
    void this.#reader.load();
  }

  #closeReader() {
    if (this.#reader instanceof BoardScreen) this.#reader.leave();
    this.#reading.abort();
    this.#reader?.element.remove();
    this.#reader = null;
  }

  /** @param {LibraryAddress} address */
  #showLibrary(address) {
    const closed = this.#reader?.id ?? null;
    this.#closeReader();
    this.#screen.element.hidden = false;
    const query = this.#queryOf(address);
    const { query: before, fresh } = this.#library.state;
    const same = before.place === query.place && before.q === query.q && before.sort === query.sort;
    document.title = `${placeOf(query.place).name} – Sheaf`;
    if (!same || !this.#opened) this.#library.ask(query);
    this.#opened = true;
    if (!same) this.#screen.scrollToTop();
    this.#draw();
    if (closed && same && fresh) this.#screen.comeBack(closed);
  }

  /** @param {LibraryAddress | null} address */
  #queryOf(address) {
    return {
      place: placeOf(address?.place ?? "all").id,
      q: address?.q ?? "",
      sort: orderNamed(address?.sort ?? this.#choices.get(ORDER)),
    };
  }

  /** @param {Partial<{place: string, q: string}>} changes */
  #ask(changes) {
    const { place, q } = this.#library.state.query;
    const path = libraryPath({ place, q, ...changes });
    this.#router.note(path);
    const query = { ...this.#library.state.query, ...changes };
    if (query.q === q && query.place === place) return;
    this.#library.ask(query);
    this.#screen.scrollToTop();
  }

  /** @param {string} key */
  #chosenElsewhere(key) {
    const sort = orderNamed(this.#choices.get(ORDER));
    const { query } = this.#library.state;
    // An address that names its order was asked for by somebody.
    if (key !== ORDER || new URLSearchParams(location.search).has("sort") || query.sort === sort) return;
    this.#library.ask({ ...query, sort });
    this.#draw();
  }

  /** @param {string} sort */
  #sort(sort) {
    const { place, q } = this.#library.state.query;
    void this.#choices.set(ORDER, sort);
    this.#router.note(libraryPath({ place, q }));
    this.#library.ask({ ...this.#library.state.query, sort });
    this.#screen.scrollToTop();
  }

  #draw() {
    if (!this.#screen.element.hidden) this.#screen.draw();
  }

  #chooseFiles() {
    const input = element("input", { type: "file", multiple: true });
    input.addEventListener("change", () => this.#add(chosenFiles(input.files ?? [])), { once: true });
    input.click();
  }

  /** @param {import("./workspace/uploader.js").FileInFolder[]} files */
  #add(files) {
    if (files.length === 0) return;
    const { query } = this.#library.state;
    if (this.#reader || query.q || !["all", "recent"].includes(query.place)) this.#router.go("/");
    this.#screen.scrollToTop();
    this.#uploader.add(files);
  }

  /** @param {Document} document */
  #stored(document) {
    this.#library.step({ type: "came", document });
    announce(`${document.name} was added`);
  }

  /**
   * @param {ApiProblem} problem
   * @param {string} name
   */
  #refused(problem, name) {
    if (problem.signedOut) return this.#failed(problem);
    this.#toasts.show({ text: `${name} was not added. Its card says why.`, problem: true });
  }

  /**
   * @param {Document} document
   * @param {HTMLElement} anchor
   */
  #more(document, anchor) {
    openMenu(anchor, document.name, [
      { label: "Open", icon: "open", act: () => this.#router.go(documentPath(document.id)) },
      { label: "Add to a board", icon: "board", act: () => void this.#boards.choose(document, anchor) },
      { label: "Download", icon: "download", download: downloadOf(document) },
      { label: "Move to Trash", icon: "trash", danger: true, act: () => void this.#trash(document) },
    ]);
  }

  /** @param {Document} document */
  async #trash(document) {
    const undo = { label: "Undo", act: () => void this.#restore(document) };
    this.#toasts.show({ text: `${document.name} is in the Trash`, action: undo });
    await this.#library.trash(document).catch(
      (error) => this.#actionFailed(error, `${document.name} could not be deleted. It is where it was.`),
    );
  }

  /** @param {Document} document */
  async #restore(document) {
    try {
      await this.#library.restore(document);
      const back = { label: "Undo", act: () => void this.#trash(document) };
      this.#toasts.show({ text: `${document.name} is back`, ...(this.#inTrash ? { action: back } : {}) });
    } catch (error) {
      this.#actionFailed(error, `${document.name} could not be taken back. It is still in the Trash.`);
    }
  }

  get #inTrash() {
    return placeOf(this.#library.state.query.place).trashed === true;
  }

  /**
   * @param {unknown} error
   * @param {string} text
   */
  #actionFailed(error, text) {
    const problem = ApiProblem.from(error);
    if (problem.signedOut) this.#failed(problem);
    else this.#toasts.show({ text, problem: true });
  }

  /** @param {ServerEvent} event */
  #heard(event) {
    this.#library.step({ type: "event", ...event });
    if (event.kind === "document.deleted") this.#openDocumentLeft(event.document);
    else this.#reader?.heard(event.document);
  }

  /** @param {Document} document */
  #openDocumentLeft(document) {
    if (this.#reader?.id !== document.id) return;
    const action = { label: "Undo", act: () => void this.#restore(document) };
    this.#toasts.show({ text: `${document.name} was moved to the Trash`, action });
  }

  /** @param {import("./workspace/event-stream.js").StreamState} state */
  #streamIs(state) {
    if (this.#signedOut) return;
    this.#banner.show(state === "lost");
    // What happened while nobody listened is not told again.
    if (state === "open") void this.#library.refresh();
    if (state === "lost") void this.#probe();
  }

  /** Whether it is the session that is lost: an event stream does not say why it ended. */
  async #probe() {
    const problem = await this.#api.problemOf("/api/v1/documents?limit=1");
    if (problem) this.#failed(problem);
  }

  /** @param {ApiProblem} problem */
  #failed(problem) {
    if (!problem.signedOut || this.#signedOut) return;
    this.#signedOut = true;
    this.#closeReader();
    document.title = "Sign in – Sheaf";
    this.#root.replaceChildren(signedOutScreen(() => location.reload(), this.#life.signal));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.defaultPrevented || this.#signedOut || document.querySelector("dialog[open]")) return;
    const pressed = () => (this.#reader ? this.#pressedInDocument(event) : this.#pressedInLibrary(event));
    if (this.#anywhere(event) || pressed()) event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  #anywhere(event) {
    const typing = isTyping(event.target);
    if (event.key === "?" && !typing) return showKeys(), true;
    // A board has its own undo, which goes back farther than a message does.
    if (this.#reader instanceof BoardScreen) return false;
    return event.key === "z" && (event.ctrlKey || event.metaKey) && !typing && this.#toasts.act();
  }

  /** @param {KeyboardEvent} event */
  #pressedInDocument(event) {
    if (this.#reader instanceof BoardScreen) return this.#pressedInBoard(this.#reader, event);
    if (event.key === "Escape") return this.#router.back("/"), true;
    if (isTyping(event.target) || (event.key === " " && isControl(event.target))) return false;
    return this.#reader?.pressed(event) ?? false;
  }

  /**
   * @param {BoardScreen} board
   * @param {KeyboardEvent} event
   */
  #pressedInBoard(board, event) {
    const onControl = (event.key === " " || event.key === "Enter") && isControl(event.target);
    if (isTyping(event.target) || onControl) return false;
    if (board.pressed(event)) return true;
    return event.key === "Escape" && (this.#router.back("/"), true);
  }

  /** @param {KeyboardEvent} event */
  #pressedInLibrary(event) {
    if (event.key === "Escape") return this.#screen.dismiss();
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "/") return this.#screen.focusSearch(), true;
    const moves = event.key === "ArrowDown" || event.key === "ArrowRight";
    return moves && !isControl(event.target) && (this.#screen.focusCards(), true);
  }

  /** @param {BeforeUnloadEvent} event */
  #leaving(event) {
    const losing = this.#reader instanceof BoardScreen && this.#reader.losing;
    if (this.#uploader.summary.active > 0 || losing) event.preventDefault();
  }
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLInputElement
    || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

/** @param {EventTarget | null} target */
function isControl(target) {
  return target instanceof Element && target.closest("a, button, select, input, [role=menuitem]") !== null;
}

const root = document.getElementById("app");
if (root) {
  const app = new App(root);
  globalThis.sheaf = { inspect: () => app.inspect() };
}
