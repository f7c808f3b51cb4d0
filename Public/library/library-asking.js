/** Requests for the library: by the address, by words in the search, by an order that is chosen here or elsewhere. */

import { libraryPath, parseAddress } from "../shell/address.js";
import { OPENED, openedIn } from "./openings.js";
import { orderNamed, placeOf, shownFolder } from "./places.js";

/** @typedef {import("../shell/address.js").LibraryAddress} LibraryAddress */
/** @typedef {import("./places.js").Query} Query */

/** The name of the library's order among what is chosen. */
const ORDER = "library.order";

/**
 * @typedef {object} LibraryAskingParts
 * @property {Pick<import("./library.js").Library, "state" | "ask">} library
 * @property {Pick<import("./folders/folder-list.js").FolderList, "show">} folders
 * @property {Pick<import("../shell/router.js").Router, "note">} router
 */

/**
 * The order that a person has chosen, the same in all browsers.
 * @typedef {object} Choices
 * @property {(key: string) => string | null} get
 * @property {(key: string, value: string) => unknown} set
 */

/**
 * @param {LibraryAddress | null} address what is missing in it is as it is by itself
 * @param {Pick<Choices, "get">} choices
 * @returns {Query}
 */
export function libraryQuery(address, choices) {
  const place = placeOf(address?.place ?? "all");
  return {
    place: place.id,
    folder: place.folders || place.bare ? address?.folder ?? "" : "",
    name: place.named ? address?.name ?? "" : "",
    q: address?.q ?? "",
    sort: orderNamed(address?.sort ?? choices.get(ORDER)),
    ...(place.listed ? { ids: openedIn(choices.get(OPENED)).map(({ id }) => id) } : {}),
  };
}

export class LibraryAsking {
  #choices;
  #library;
  #folders;
  #router;
  #asked = false;
  /**
   * The address of the list that was shown last.
   * @type {LibraryAddress | null}
   */
  #address = null;
  /** The address of the list below the settings, if another order was chosen there than it names. */
  #outdated = "";

  /**
   * @param {Choices} choices
   * @param {LibraryAskingParts} parts
   */
  constructor(choices, { library, folders, router }) {
    this.#choices = choices;
    this.#library = library;
    this.#folders = folders;
    this.#router = router;
  }

  /** Whether the library has shown a list: one that is fetched behind a document was never seen. */
  get hasShown() {
    return this.#asked;
  }

  /** @param {LibraryAddress} address */
  queryOf(address) {
    return libraryQuery(address, this.#choices);
  }

  /**
   * @param {LibraryAddress} address
   * @returns {boolean} whether it was what is shown already
   */
  show(address) {
    this.#address = libraryPath(address) === this.#outdated ? this.#withoutOrder(address) : address;
    this.#outdated = "";
    const query = this.queryOf(this.#address);
    const same = pathOf(query) === pathOf(this.#library.state.query);
    const isShown = same && this.#asked;
    this.#folders.show(shownFolder(query));
    if (!isShown) this.#library.ask(query);
    this.#asked = true;
    return isShown;
  }

  /**
   * @param {LibraryAddress} address of the list that is shown
   * @returns {LibraryAddress}
   */
  #withoutOrder(address) {
    const changed = { ...address, sort: null };
    this.#router.note(libraryPath(changed));
    return changed;
  }

  /**
   * Searches where one is.
   * @param {string} words
   * @returns {boolean} whether other words were searched for
   */
  search(words) {
    const { query: shown } = this.#library.state;
    // A place without documents leads to all of them.
    const query = placeOf(shown.place).bare && words ? { ...shown, place: "all", folder: "", name: "" } : shown;
    this.#router.note(libraryPath({ ...query, q: words, sort: null }));
    if (words === query.q) return false;
    const wanted = { ...query, q: words };
    this.#folders.show(shownFolder(wanted));
    this.#library.ask(wanted);
    return true;
  }

  /** @param {string} sort chosen here, for all who look */
  sort(sort) {
    const { query } = this.#library.state;
    void this.#choices.set(ORDER, sort);
    this.#router.note(libraryPath({ ...query, sort: null }));
    this.#library.ask({ ...query, sort });
  }

  #openedElsewhere() {
    const { query } = this.#library.state;
    const opened = openedIn(this.#choices.get(OPENED)).map(({ id }) => id);
    if (query.ids && String(query.ids) !== String(opened)) this.#library.ask({ ...query, ids: opened });
  }

  /**
   * Takes over what was chosen in the settings, or in another window.
   * @param {string} key
   * @param {boolean} isHere whether it was chosen in this one
   */
  chosen(key, isHere) {
    if (key === OPENED && !isHere) this.#openedElsewhere();
    if (key !== ORDER) return;
    const { query } = this.#library.state;
    const shown = parseAddress(location);
    // The settings lie over the list.
    const address = shown.view === "settings" ? this.#address : shown.view === "library" ? shown : null;
    // An address that names its order keeps it until another one is chosen here.
    const isNamed = address !== null && address.sort !== null && libraryPath(address) !== this.#outdated;
    if (isNamed && !isHere) return;
    if (isNamed && shown.view === "library") this.#withoutOrder(address);
    else if (isNamed) this.#outdated = libraryPath(address);
    const sort = orderNamed(this.#choices.get(ORDER));
    if (query.sort !== sort) this.#library.ask({ ...query, sort });
  }
}

/**
 * The whole of a query as text; two of the same text ask for the same.
 * @param {Query} query
 */
function pathOf(query) {
  return `${libraryPath(query)} ${query.ids ?? ""}`;
}
