/** Requests for the library: by the address, by words in the search, by an order that is chosen here or elsewhere. */

import { libraryPath, parseAddress } from "../shell/address.js";
import { orderNamed, placeOf, shownFolder } from "./places.js";

/** @typedef {import("../shell/address.js").LibraryAddress} LibraryAddress */
/** @typedef {import("./folders/folder-list.js").FolderList} FolderList */
/** @typedef {import("./library.js").Library} Library */

/** The name of the library's order among what is chosen. */
const ORDER = "library.order";

/**
 * @typedef {object} LibraryAskingPorts
 * @property {() => Library} library
 * @property {() => FolderList} folders
 * @property {(path: string) => void} note the address that leads to what is shown
 * @property {() => void} scrollToTop
 * @property {() => void} draw
 */

/**
 * The order that a person has chosen, the same in all browsers.
 * @typedef {object} Choices
 * @property {(key: string) => string | null} get
 * @property {(key: string, value: string) => unknown} set
 */

export class LibraryAsking {
  #choices;
  #ports;
  /** Whether the library has been asked for at all. */
  #asked = false;

  /**
   * @param {Choices} choices
   * @param {LibraryAskingPorts} ports called when something is asked for, not before
   */
  constructor(choices, ports) {
    this.#choices = choices;
    this.#ports = ports;
  }

  /** @param {LibraryAddress | null} address what is missing in it is as it is by itself */
  queryOf(address) {
    const place = placeOf(address?.place ?? "all");
    return {
      place: place.id,
      folder: place.folders ? address?.folder ?? "" : "",
      q: address?.q ?? "",
      sort: orderNamed(address?.sort ?? this.#choices.get(ORDER)),
    };
  }

  /**
   * Asks for what an address names.
   * @param {LibraryAddress} address
   * @returns {boolean} whether it was what is shown already
   */
  show(address) {
    const query = this.queryOf(address);
    const library = this.#ports.library();
    const { query: before } = library.state;
    const same = before.place === query.place && before.folder === query.folder
      && before.q === query.q && before.sort === query.sort;
    const isShown = same && this.#asked;
    this.#ports.folders().show(shownFolder(query));
    if (!isShown) library.ask(query);
    this.#asked = true;
    if (!same) this.#ports.scrollToTop();
    return isShown;
  }

  /** @param {Partial<{place: string, q: string}>} changes */
  ask(changes) {
    const library = this.#ports.library();
    const { place, folder, q } = library.state.query;
    this.#ports.note(libraryPath({ place, folder, q, ...changes }));
    const query = { ...library.state.query, ...changes };
    if (query.q === q && query.place === place) return;
    this.#ports.folders().show(shownFolder(query));
    library.ask(query);
    this.#ports.scrollToTop();
  }

  /** @param {string} sort chosen here, for all who look */
  sort(sort) {
    const library = this.#ports.library();
    const { place, folder, q } = library.state.query;
    void this.#choices.set(ORDER, sort);
    this.#ports.note(libraryPath({ place, folder, q }));
    library.ask({ ...library.state.query, sort });
    this.#ports.scrollToTop();
  }

  /**
   * Takes over what was chosen in the settings, or in another window.
   * @param {string} key
   * @param {boolean} isHere whether it was chosen in this one
   */
  chosen(key, isHere) {
    if (key !== ORDER) return;
    const library = this.#ports.library();
    const { query } = library.state;
    const address = parseAddress(location);
    // An address that names its order keeps it until another one is chosen here.
    const isNamed = address.view === "library" && address.sort !== null;
    if (isNamed && !isHere) return;
    if (isNamed) this.#ports.note(libraryPath({ ...address, sort: null }));
    const sort = orderNamed(this.#choices.get(ORDER));
    if (query.sort === sort) return;
    library.ask({ ...query, sort });
    this.#ports.draw();
  }
}
