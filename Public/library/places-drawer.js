import { element } from "../shell/element.js";

/** As in `library.css`: from this width on the places have their own column. */
const WIDE = "(min-width: 1024px)";

/** The drawer in which the places are while there is no room for them beside the list. */
export class PlacesDrawer {
  /** Lies over the list while the drawer is open; a press on it closes the drawer. */
  veil = element("div", { class: "drawer-veil" });
  #library;
  #sidebar;
  #button;

  /**
   * @param {HTMLElement} library all of it
   * @param {Pick<import("./sidebar.js").Sidebar, "element" | "focus">} sidebar
   * @param {HTMLElement} button that opens it
   * @param {AbortSignal} signal
   */
  constructor(library, sidebar, button, signal) {
    this.#library = library;
    this.#sidebar = sidebar;
    this.#button = button;
    this.veil.addEventListener("click", () => this.close(), { signal });
    matchMedia(WIDE).addEventListener("change", () => this.#set(false), { signal });
    this.#set(false);
  }

  get isOpen() {
    return this.#library.classList.contains("drawer-open");
  }

  open() {
    this.#set(true);
    this.#sidebar.focus();
  }

  close() {
    this.#set(false);
    this.#button.focus();
  }

  /** Closes it, as the user goes elsewhere. */
  leave() {
    this.#set(false);
  }

  /** @param {boolean} isOpen */
  #set(isOpen) {
    const isColumn = matchMedia(WIDE).matches;
    this.#library.classList.toggle("drawer-open", isOpen && !isColumn);
    this.#sidebar.element.inert = !isOpen && !isColumn;
    this.#button.setAttribute("aria-expanded", String(isOpen));
  }
}
