/**
 * The places below the ways to all documents: folders as a tree, saved searches, kinds, tags, drop folders and areas. They
 * come after the list, and follow what happens.
 */

import { libraryPath } from "../../shell/address.js";
import { fetchLateSheets } from "../../shell/late-sheets.js";
import { element } from "../../shell/element.js";
import { setPreference } from "../../shell/preferences.js";
import { say } from "../../shell/texts.js";
import { Timer } from "../../shell/timer.js";
import { listAreas } from "../../api/area-api.js";
import { DetailApi } from "../../api/detail-api.js";
import { PLACE_GROUPS } from "../places.js";
import { countBadge, FolderTree } from "./folder-tree.js";
import { PlaceSection } from "./place-section.js";
import { SearchPlaces } from "./search-places.js";
import { SearchScope } from "./search-scope.js";
import { TagPlaces } from "./tag-places.js";

/** Events come in bursts: what is counted is asked for again after this much quiet. */
const REST_MILLISECONDS = 900;

/** No event tells of drop folders: they are looked at so often while the page is seen. */
const DROPS_MILLISECONDS = 15_000;

/**
 * @typedef {object} PlaceSectionParts
 * @property {import("../../api/api.js").Api} api
 * @property {import("../library.js").Library} library
 * @property {import("../search-elsewhere.js").SearchElsewhere} elsewhere
 * @property {(folder: import("../../api/folder-api.js").Folder, anchor: HTMLElement) => void} folderMenu
 * @property {import("../folders/folder-list.js").FolderList} folders
 * @property {Pick<import("../../shell/router.js").Router, "go">} router
 * @property {import("./search-places.js").SearchChoices} choices
 * @property {{open: (section: string) => void}} settings
 * @property {import("../library-screen.js").LibraryParts["batching"]} batching
 */

export class PlaceSections {
  #parts;
  #sidebar;
  #signal;
  #tree;
  #searches;
  #tags;
  #scope;
  #kinds;
  #elsewhere;
  #resting;
  #isInboxEmpty = false;
  #looking;
  /** @type {readonly import("./place-section.js").PlaceLine[]} */
  #areas = [];

  /**
   * @param {PlaceSectionParts} parts
   * @param {{sidebar: import("../sidebar.js").Sidebar, scope: HTMLElement}} room
   * @param {AbortSignal} signal
   */
  constructor(parts, { sidebar, scope }, signal) {
    this.#parts = parts;
    this.#sidebar = sidebar;
    this.#signal = signal;
    this.#resting = new Timer(signal);
    this.#looking = new Timer(signal);
    const changed = () => sidebar.mark(parts.library.state.query);
    this.#tree = new FolderTree({
      api: parts.batching.folders, menu: parts.folderMenu, drawn: changed, known: (top) => this.#countInbox(top.find(({ path }) => path === "Inbox")?.documents ?? 0),
    }, signal);
    this.#searches = new SearchPlaces(parts, changed, signal);
    this.#tags = new TagPlaces({ ...parts, details: new DetailApi(parts.api) }, changed, signal);
    this.#kinds = new PlaceSection({ title: say("Kinds"), id: "kinds" }, signal);
    this.#kinds.show(PLACE_GROUPS.kinds.map(({ id, name, icon }) => ({ path: libraryPath({ place: id }), name: say(name), icon })));
    this.#elsewhere = new PlaceSection({ title: say("From elsewhere"), id: "elsewhere" }, signal);
    this.#scope = new SearchScope(parts, (query) => this.#searches.save(query), signal);
    scope.append(this.#scope.element);
    sidebar.sections.append(this.#tree.element, this.#searches.element, this.#tags.element, this.#kinds.element, this.#elsewhere.element);
    parts.folders.follow(() => this.#heard(), signal);
    void fetchLateSheets().catch(() => undefined);
    void this.#begin();
  }

  /** The line goes once the user is elsewhere. */
  #hideEmptyInbox() {
    const link = this.#sidebar.element.querySelector('a[href="/?view=inbox"]');
    if (link instanceof HTMLElement) link.hidden = this.#isInboxEmpty && this.#parts.library.state.query.place !== "inbox";
  }

  /** Brings them up to date with what the library shows. */
  draw() {
    const { query } = this.#parts.library.state;
    this.#tree.show(query);
    this.#hideEmptyInbox();
    this.#scope.show(this.#parts.library.state);
    this.#sidebar.mark(query);
  }

  async #begin() {
    this.#areas = (await listAreas(this.#parts.api).catch(() => [])).map(({ name }) => ({ path: libraryPath({ place: "area", name }), name, icon: "lock" }));
    this.draw();
    await Promise.all([this.#tags.refresh(), this.#lookAtDrops()]);
  }

  #heard() {
    this.#tree.heard();
    if (!this.#resting.pending) this.#resting.set(REST_MILLISECONDS, () => void this.#recount());
  }

  async #recount() {
    await Promise.all([this.#tags.refresh(), this.#lookAtDrops()]);
  }

  /** The drop folders with what waits in them, and what is wrong with them. */
  async #lookAtDrops() {
    const found = await this.#parts.api.watchers(this.#signal).catch(() => null);
    if (this.#signal.aborted) return;
    const drops = (found?.watchers ?? []).map(({ name, state, reason, pending, stuck }) => {
      const wrong = state === "failing" ? reason ?? say("It cannot be read") : stuck.length > 0 ? say("Some files cannot be moved out of it") : "";
      return { path: libraryPath({ place: "drop", name }), name, icon: "inbox", badge: { count: pending, noun: say("waiting") }, ...(wrong && { state: wrong }) };
    });
    if (found && this.#elsewhere.show([...drops, ...this.#areas])) this.#sidebar.mark(this.#parts.library.state.query);
    if (drops.length > 0) this.#looking.set(DROPS_MILLISECONDS, () => void (document.hidden ? this.#wait() : this.#lookAtDrops()));
  }

  #wait() {
    this.#looking.set(DROPS_MILLISECONDS, () => void this.#lookAtDrops());
  }

  /**
   * An Inbox without documents is not listed, but where it is shown.
   * @param {number} count of the documents in it
   */
  #countInbox(count) {
    const link = this.#sidebar.element.querySelector('a[href="/?view=inbox"]');
    if (!link) return;
    this.#isInboxEmpty = count === 0;
    setPreference("inbox", this.#isInboxEmpty ? "empty" : null);
    this.#hideEmptyInbox();
    link.querySelector(".place-count")?.remove();
    link.append(...(count > 0 ? [countBadge(count, say("documents"))] : [element("span", { class: "place-count", hidden: true })]));
  }
}
