/** The view without cards: the reason, and the one thing to do. */

import { announce } from "../shell/announcer.js";
import { button, element, icon } from "../shell/element.js";
import { say } from "../shell/texts.js";
import { plain } from "./failed-view.js";
import { placeOf, titleOf } from "./places.js";
import { wordsOf } from "./place-words.js";

/** @typedef {import("./document-store.js").ListState} ListState */

/**
 * @typedef {object} EmptyCalls
 * @property {() => void} add
 * @property {() => void} clearSearch
 * @property {() => void} searchEverywhere
 */

/**
 * @param {ListState} state
 * @param {readonly string[]} dropFolders names of the folders that are watched
 * @param {EmptyCalls} calls
 * @param {AbortSignal} signal
 * @param {string} [elsewhere] how many documents a search would find everywhere, in words; "" for none
 */
export function emptyView(state, dropFolders, calls, signal, elsewhere = "") {
  if (state.query.q) return elsewhere ? foundElsewhere(state.query, elsewhere, calls, signal) : nothingFound(state.query.q, calls, signal);
  const place = placeOf(state.query.place);
  if (place.id === "all") return invitation(dropFolders, calls, signal);
  const { empty, hint } = wordsOf(state.query);
  if (place.folders) return emptyFolder(empty, hint, calls, signal);
  return plain(place.icon, empty, hint);
}

/**
 * @param {readonly string[]} dropFolders
 * @param {EmptyCalls} calls
 * @param {AbortSignal} signal
 */
function invitation(dropFolders, calls, signal) {
  const choose = button(
    { label: say("Choose files"), icon: "add", text: true, class: "primary large" }, calls.add, signal,
  );
  const view = element(
    "div", { class: "empty invitation" },
    icon("empty"),
    element("h2", {}, say("Drop a file here")),
    element("p", {}, say("A PDF, a picture, a text: any file will do. Whole folders too.")),
    choose,
  );
  if (dropFolders.length) view.append(folderHint(dropFolders));
  return view;
}

/**
 * @param {string} title
 * @param {string} hint
 * @param {EmptyCalls} calls
 * @param {AbortSignal} signal
 */
function emptyFolder(title, hint, calls, signal) {
  const view = plain("folder", title, hint);
  view.append(button({ label: say("Choose files"), icon: "add", text: true, class: "primary" }, calls.add, signal));
  return view;
}

/**
 * @param {() => void} up
 * @param {AbortSignal} signal
 */
export function lostFolder(up, signal) {
  const view = plain(
    "folder", say("This folder is not here"), say("It may have another name or place now. Documents that were in it are where it is."),
  );
  view.append(button({ label: say("All folders"), text: true, class: "outlined" }, up, signal));
  return view;
}

/** @param {readonly string[]} names */
function folderHint(names) {
  const shown = names.map((name) => say("“{name}”", { name })).join(` ${say("or")} `);
  return element(
    "p", { class: "secondary hint" }, say("Files put into the drop folder {names} appear here by themselves.", { names: shown }),
  );
}

/**
 * @param {string} text
 * @param {EmptyCalls} calls
 * @param {AbortSignal} signal
 */
function nothingFound(text, calls, signal) {
  const view = plain(
    "search", say("Nothing is called “{text}”", { text }), say("Names are listed here; words in documents are below."),
  );
  view.append(
    button({ label: say("Clear the search"), text: true, class: "outlined" }, calls.clearSearch, signal),
  );
  return view;
}

/**
 * @param {import("./places.js").Query} query
 * @param {string} elsewhere
 * @param {EmptyCalls} calls
 * @param {AbortSignal} signal
 */
function foundElsewhere(query, elsewhere, calls, signal) {
  const title = say("“{text}”: none in {place}, {count} everywhere", { text: query.q, place: titleOf(query), count: elsewhere });
  announce(title);
  const view = plain("search", title, say("Names are listed here; words in documents are below."));
  view.append(element(
    "div", { class: "empty-actions" },
    button({ label: say("Search everywhere"), icon: "search", text: true, class: "primary" }, calls.searchEverywhere, signal),
    button({ label: say("Clear the search"), text: true, class: "outlined" }, calls.clearSearch, signal),
  ));
  return view;
}
