/** Menus that choose the handler of a document. Pure but for their actions. */

import { noteOf } from "./openers.js";
import { say } from "../shell/texts.js";

export { openMenu } from "../shell/menu.js";

/** @typedef {import("../shell/menu.js").MenuItem} MenuItem */
/** @typedef {import("./openers.js").Choice} Choice */
/** @typedef {import("./openers.js").Openers} Openers */

/** The icons of Sheaf's own handlers. */
const ICONS = new Map([["viewer", "document"], ["text", "text"], ["player", "media"], ["board", "board"]]);

/**
 * All that open a document; those elsewhere get a copy of it once they are chosen.
 * @param {Openers} openers
 * @param {{open: (choice: Choice) => void, always: () => void}} calls
 * @returns {MenuItem[]}
 */
export function openInMenu({ choices, chosen, lost }, { open, always }) {
  /** @type {MenuItem[]} */
  const items = choices.map((choice) => ({
    label: choice.name, icon: iconOf(choice), note: noteOf(choice), act: () => open(choice),
  }));
  // A single handler that was not chosen leaves no choice.
  if (choices.length < 2 && !chosen && !lost) return items;
  return [...items, { label: say("Always open this document with…"), icon: "pin", apart: true, act: always }];
}

/**
 * One of them for good, or none.
 * @param {Openers} openers
 * @param {string} kind of the document, in words
 * @param {(choice: Choice | null) => void} choose
 * @returns {MenuItem[]}
 */
export function alwaysMenu({ choices, chosen, lost }, kind, choose) {
  const usual = lost ? say("What was chosen opens it no more") : say("Like every {kind}", { kind });
  return [
    ...choices.map((choice) => ({
      label: choice.name, icon: iconOf(choice), note: noteOf({ ...choice, usual: false, chosen: false }),
      checked: choice.chosen, act: () => choose(choice),
    })),
    {
      label: say("As usual for its type"), icon: "restore", note: usual, apart: true,
      checked: chosen === null && !lost, act: () => choose(null),
    },
  ];
}

/** @param {Choice} choice */
function iconOf({ identifier, host }) {
  return host === null ? ICONS.get(identifier) ?? "document" : "open";
}
