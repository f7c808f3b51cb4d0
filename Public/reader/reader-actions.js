/** The tools of an open document, by what is shown of it. */

import { say, text } from "../shell/texts.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./reader-tools.js").ReaderTool} ReaderTool */

/**
 * The actions of tools and keys; `anchor` is the pressed element.
 * @typedef {object} ReaderCommands
 * @property {(anchor: HTMLElement) => void} versions
 * @property {(anchor: HTMLElement) => void} addToBoard
 * @property {(anchor: HTMLElement) => void} openIn
 * @property {(document: Document) => boolean} mayOpenIn whether any handler opens it
 * @property {(anchor: HTMLElement) => void} view
 * @property {(document: Document) => readonly import("../library/acting/web-actions.js").OfferedAction[]} webActions those of web apps
 * @property {() => void} print
 * @property {(() => void) | null} edit lets the user change its text; null where that cannot be
 * @property {() => void} rename
 * @property {() => void} searchable saves a PDF in which the words of scans can be selected
 * @property {() => void} toDevice shows the code by which a phone goes on with it
 * @property {() => void} info
 * @property {() => void} contents
 * @property {() => void} thumbnails
 * @property {() => void} find
 * @property {() => void} marks
 * @property {() => void} copyLink
 * @property {import("./along/reading-along.js").ReadingAlong} along what goes along with pages
 * @property {ScreenQueue} queue of the library's list; it lists no tools where no list has led to the document
 */

/** @typedef {Pick<ReaderCommands, "edit" | "versions" | "info" | "openIn" | "mayOpenIn" | "webActions" | "rename" | "toDevice" | "queue">} DocumentCommands those of any document */
/** @typedef {Pick<import("./read-content.js").ReadContent, "live" | "download">} ToolContent */

/** The name of the tool that lays the page that is read on a board. */
export const ADD_TO_BOARD = text("Add this page to a board");

/** The name of the tool that lets the user change a text. */
export const EDIT = text("Edit");

/** The name of the tool that shows the marking tools. */
export const MARK_UP = text("Mark up");

/** The name of the tool that arranges and turns the pages. */
export const PAGE_VIEW = text("Page view");

/**
 * The tools of a document of which pages are shown.
 * @param {Document} document as it is shown
 * @param {import("./read-content.js").ReadContent} content
 * @param {{canFind: boolean, hasContents: boolean, pageCount: number, isMoving: boolean | null}} facts `isMoving` is null where
 *   nothing on the pages can move
 * @param {ReaderCommands & {turn: () => void, savePage: () => void, savePdf: () => void}} commands `turn` stops what moves, or
 *   lets it move
 * @returns {ReaderTool[]}
 */
export function pageTools(document, content, { canFind, hasContents, pageCount, isMoving }, commands) {
  return [
    ...(isMoving === null ? [] : [motionTool(isMoving, commands.turn)]),
    ...(canFind ? [findTool(commands.find)] : []),
    ...(hasContents ? [contentsTool(commands.contents)] : []),
    ...(pageCount > 1 ? [thumbnailsTool(commands.thumbnails)] : []),
    ...(content.live && !document.trashed ? [marksTool(commands.marks)] : []),
    viewTool(commands.view), ...toolsOf(document, commands, content, commands), ...sharingTools(commands, content.live),
    ...showTools(commands, pageCount, content.live), ...queueTools(commands.queue, content.live),
  ];
}

/**
 * The tools of a document that is shown without pages.
 * @param {Document} document as it is shown
 * @param {ToolContent} content
 * @param {DocumentCommands} calls
 * @returns {ReaderTool[]}
 */
export function readerActions(document, content, calls) {
  return [...toolsOf(document, null, content, calls), ...queueTools(calls.queue, content.live)];
}

/**
 * @param {Document} document as it is shown
 * @param {Pick<ReaderCommands, "print" | "addToBoard" | "searchable"> | null} paged actions on its pages; null where none are shown
 * @param {ToolContent} content
 * @param {DocumentCommands} calls
 * @returns {ReaderTool[]}
 */
function toolsOf(document, paged, content, calls) {
  const printing = paged ? [{ id: "print", label: say("Print"), icon: "print", class: "quiet reader-print", keys: "Control+P", act: paged.print }] : [];
  // Over a version stands a line that offers to download it.
  if (!content.live) return [versionsTool(calls.versions), ...printing];
  const ofPages = paged && !document.trashed ? paged : null;
  return [
    ...(calls.edit && !document.trashed ? [editTool(calls.edit)] : []),
    ...(ofPages ? [{ id: "board", label: say(ADD_TO_BOARD), icon: "board", class: "reader-board", keys: "B", act: ofPages.addToBoard }] : []), versionsTool(calls.versions), infoTool(calls.info),
    ...openers(document, content, calls), ...printing,
    { id: "download", label: say("Download"), icon: "download", class: "quiet reader-download", download: content.download(document) },
    ...(ofPages ? [{ id: "searchable-pdf", label: say("PDF with searchable text"), icon: "search", class: "", isRare: true, act: ofPages.searchable }] : []),
    ...(document.trashed ? [] : [
      { id: "rename", label: say("Rename"), icon: "pen", class: "", keys: "F2", isRare: true, act: calls.rename },
      { id: "to-device", label: say("Send to a phone…"), icon: "touch", class: "", isRare: true, act: calls.toDevice },
      ...calls.webActions(document).map((action) => ({ ...action, class: "", isRare: true })),
    ]),
  ];
}

/**
 * The tools of a document of which nothing can be shown.
 * @param {Document} document
 * @param {import("./read-content.js").ReadContent} content
 * @param {ReaderCommands} calls
 * @returns {ReaderTool[]}
 */
export function unshownActions(document, content, calls) {
  const { versions, info, queue } = calls;
  return [
    versionsTool(versions), ...(content.live ? [infoTool(info)] : []), ...openers(document, content, calls),
    ...queueTools(queue, content.live),
  ];
}

/**
 * The tools that lead to the documents beside this one. An earlier version has none.
 * @param {ScreenQueue} queue
 * @param {boolean} live whether it is what the document is now
 * @returns {ReaderTool[]}
 */
function queueTools(queue, live) {
  if (!live || (queue.next === null && queue.previous === null)) return [];
  const rare = { class: "", isRare: true };
  return [
    { ...rare, id: "next-document", label: say("Next document"), icon: "next", leadsTo: () => queue.next?.name ?? null, act: () => void queue.go(1) },
    { ...rare, id: "previous-document", label: say("Previous document"), icon: "previous", leadsTo: () => queue.previous?.name ?? null, act: () => void queue.go(-1) },
  ];
}

/**
 * @param {(anchor: HTMLElement) => void} act
 * @returns {ReaderTool}
 */
export function versionsTool(act) {
  return { id: "versions", label: say("Versions"), icon: "history", class: "versions-button", keys: "H", act };
}

/**
 * The tool that lets the user change a text.
 * @param {() => void} act
 * @returns {ReaderTool}
 */
function editTool(act) {
  return { id: "edit", label: say(EDIT), icon: "pen", class: "quiet reader-edit", keys: "E", act };
}

/**
 * The tool that stops a moving picture, or lets it move.
 * @param {boolean} isMoving
 * @param {() => void} act
 * @returns {ReaderTool}
 */
function motionTool(isMoving, act) {
  const words = isMoving ? { label: say("Hold still"), icon: "pause" } : { label: say("Let it move"), icon: "play" };
  return { id: "motion", ...words, class: "quiet reader-motion", act };
}

/**
 * The tool that shows the metadata of the document.
 * @param {() => void} act
 * @returns {ReaderTool}
 */
function infoTool(act) {
  return { id: "details", label: say("Information"), icon: "info", class: "quiet reader-info", keys: "I", act };
}

/**
 * The tool that finds words in the document.
 * @param {() => void} act
 * @returns {ReaderTool}
 */
function findTool(act) {
  return { id: "find", label: say("Find"), icon: "search", class: "quiet reader-find", keys: "/ Control+F", act };
}

/**
 * The tool that shows the contents of the document.
 * @param {() => void} act
 * @returns {ReaderTool}
 */
function contentsTool(act) {
  return { id: "contents", label: say("Contents"), icon: "contents", class: "quiet reader-contents", keys: "O", act };
}

/**
 * The tool that shows all pages in small.
 * @param {() => void} act
 * @returns {ReaderTool}
 */
function thumbnailsTool(act) {
  return { id: "all-pages", label: say("All pages"), icon: "all", class: "quiet reader-thumbnails", keys: "G", act };
}

/**
 * The tool that arranges and turns the pages.
 * @param {(anchor: HTMLElement) => void} act
 * @returns {ReaderTool}
 */
function viewTool(act) {
  return { id: "page-view", label: say(PAGE_VIEW), icon: "pages-down", class: "quiet reader-view", keys: "V", opens: true, act };
}

/**
 * The tool that shows the marking tools.
 * @param {() => void} act
 * @returns {ReaderTool}
 */
function marksTool(act) {
  return { id: "mark-up", label: say(MARK_UP), icon: "highlighter", class: "quiet reader-marks", keys: "A", act };
}

/**
 * The tools that hand on what is read: a link to the place, the page as an image or a PDF.
 * @param {{copyLink: () => void, savePage: () => void, savePdf: () => void}} calls
 * @param {boolean} live whether it is what the document is now
 * @returns {ReaderTool[]}
 */
function sharingTools({ copyLink, savePage, savePdf }, live) {
  const link = { id: "copy-link", label: say("Copy link to this place"), icon: "link", class: "", isRare: true, act: copyLink };
  const image = { id: "page-as-image", label: say("Save page as image"), icon: "image", class: "", isRare: true, act: savePage };
  const pdf = { id: "page-as-pdf", label: say("Save page as PDF"), icon: "document", class: "", isRare: true, act: savePdf };
  return live ? [link, image, pdf] : [link];
}

/**
 * The tools that show pages to others, or by themselves.
 * @param {Pick<ReaderCommands, "along" | "queue">} calls
 * @param {number} pageCount
 * @param {boolean} live whether it is what the document is now
 * @returns {ReaderTool[]}
 */
function showTools({ along, queue }, pageCount, live) {
  const rare = { class: "", isRare: true };
  const slideshow = {
    ...rare, id: "slideshow", label: say("Play slideshow"), labelNow: () => (along.isPlaying ? say("Pause slideshow") : say("Play slideshow")), icon: "play",
    iconNow: () => (along.isPlaying ? "pause" : "play"), keys: "Shift+S",
    isOffered: () => pageCount > 1 || (live && queue.next !== null), act: () => along.toggleSlideshow(),
  };
  const second = {
    ...rare, id: "present", label: say("Present in a second window"), labelNow: () => (along.isPresenting ? say("End presenting") : say("Present in a second window")),
    noteNow: () => (along.isConnected ? say("Connected") : say("Not connected")), icon: "present", keys: "Shift+P", act: () => along.togglePresenting(),
  };
  const linked = { ...rare, id: "turn-together", label: say("Turn pages together"), isOn: () => along.isLinked, icon: "pages-two", act: () => along.toggleLink() };
  const choices = { ...rare, id: "slideshow-settings", label: say("Slideshow and second window…"), icon: "settings", act: () => void along.chooseHow() };
  return [slideshow, second, ...(live && pageCount > 1 ? [linked] : []), choices];
}

/**
 * The tool that lists other handlers; not for an earlier version, nor for a document in the Trash.
 * @param {Document} document
 * @param {ToolContent} content
 * @param {Pick<ReaderCommands, "openIn" | "mayOpenIn">} calls
 * @returns {ReaderTool[]}
 */
function openers(document, { live }, { openIn, mayOpenIn }) {
  if (!live || document.trashed || !mayOpenIn(document)) return [];
  return [{ id: "open-in", label: say("Open in…"), icon: "open-in", class: "quiet reader-open-in", opens: true, act: openIn }];
}
