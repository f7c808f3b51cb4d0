/** The other ways to add something: files in folders, the camera, the clipboard, the web, what is made new. Fetched when it is first opened. */

import { openMenu } from "../../shell/menu.js";
import { say } from "../../shell/texts.js";
import { named } from "./adding-words.js";
import { askForAddress } from "./web-import.js";

export { pastedFiles } from "./adding-words.js";

/** @typedef {import("../../shell/menu.js").MenuItem} MenuItem */
/** @typedef {import("./file-adding.js").FileAdding} FileAdding */

/**
 * @typedef {Omit<import("./web-import.js").WebImportPorts, "folder"> & {folder: string | null, makeFolder: () => unknown, makeBoard: () => unknown,
 *   makeText: () => unknown}}
 *   AddingMenuPorts
 */

/** As in `library.css`: below this width no other buttons make folders and boards. */
const NARROW = "(max-width: 599px)";

/** Where photos go that are taken while no folder is shown. */
const INBOX = "Inbox";

/** Texts are taken of a clipboard in this form, pictures in any. */
const TEXT = "text/plain";

/**
 * @param {HTMLElement} anchor
 * @param {Pick<FileAdding, "choose" | "chooseBy" | "paste">} adding
 * @param {AddingMenuPorts} ports
 */
export function openAddingMenu(anchor, adding, ports) {
  /** @type {MenuItem[]} */
  const items = [
    { label: say("Files…"), icon: "document", act: () => adding.choose() },
    { label: say("Folder…"), icon: "folder", act: () => adding.chooseBy({ webkitdirectory: true }) },
  ];
  if (matchMedia("(pointer: coarse)").matches) items.push({ label: say("Take a photo"), icon: "image", act: () => takePhoto(adding, ports) });
  items.push(
    { label: say("Paste"), icon: "duplicate", note: say("Files, a picture or a text"), act: () => void pasteNow(adding, ports) },
    { label: say("From the web…"), icon: "link", apart: true, act: () => askForAddress({ ...ports, folder: ports.folder ?? "" }) },
  );
  items.push({ label: say("New text"), icon: "text", apart: true, act: () => void ports.makeText() });
  if (matchMedia(NARROW).matches) items.push(
    { label: say("New folder"), icon: "add-folder", act: () => void ports.makeFolder() },
    { label: say("New board"), icon: "board", act: () => void ports.makeBoard() },
  );
  openMenu(anchor, say("Add"), items);
}

/**
 * Opens the camera of a phone.
 * @param {Pick<FileAdding, "chooseBy">} adding
 * @param {Pick<AddingMenuPorts, "folder">} ports
 */
function takePhoto(adding, { folder }) {
  const place = (/** @type {File} */ file) => ({ file: named(file, say("Photo"), new Date()), folder: folder ?? INBOX });
  adding.chooseBy({ accept: "image/*", capture: "environment" }, (files) => files.map(({ file }) => place(file)));
}

/**
 * Reads the clipboard, which a browser may refuse.
 * @param {Pick<FileAdding, "paste">} adding
 * @param {Pick<AddingMenuPorts, "notices">} ports
 */
async function pasteNow(adding, { notices }) {
  try {
    const items = await navigator.clipboard.read();
    const pictures = await Promise.all(items.flatMap((item) => pictureOf(item)));
    const texts = await Promise.all(items.map((item) => textOf(item)));
    const text = texts.join("\n");
    if (pictures.length || text.trim()) await adding.paste(pictures, text);
    else notices.show({ text: say("There is nothing in the clipboard that can be added.") });
  } catch {
    notices.problem(say("This browser does not let the page read the clipboard. Press Ctrl+V or ⌘V instead."));
  }
}

/** @param {ClipboardItem} item */
function pictureOf(item) {
  const type = item.types.find((kind) => kind.startsWith("image/"));
  return type ? [item.getType(type).then((blob) => new File([blob], "", { type }))] : [];
}

/**
 * @param {ClipboardItem} item
 * @returns {Promise<string>}
 */
async function textOf(item) {
  return item.types.includes(TEXT) ? (await item.getType(TEXT)).text() : "";
}
