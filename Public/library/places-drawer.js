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
  #wide = matchMedia(WIDE);

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
    this.whenTurned(() => this.#set(false), signal);
    this.#set(false);
  }

  /** Whether the places have a column of their own, and there is no drawer. */
  get isColumn() {
    return this.#wide.matches;
  }

  /**
   * Calls back when they get their column, or lose it.
   * @param {() => void} action
   * @param {AbortSignal} signal
   */
  whenTurned(action, signal) {
    this.#wide.addEventListener("change", action, { signal });
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
    const { isColumn } = this;
    this.#library.classList.toggle("drawer-open", isOpen && !isColumn);
    this.#sidebar.element.inert = !isOpen && !isColumn;
    this.#button.setAttribute("aria-expanded", String(isOpen));
  }
}
