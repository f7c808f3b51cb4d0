/** Paths of folders, relative to `Documents`: names joined by slashes, "" for the top. Pure. */

import { say } from "../shell/texts.js";

/**
 * @param {string} folder
 * @param {string} name
 */
export function folderIn(folder, name) {
  return folder ? `${folder}/${name}` : name;
}

/**
 * The folder that holds a folder; "" for those at the top.
 * @param {string} folder
 */
export function parentOf(folder) {
  return folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
}

/** @param {string} folder */
export function nameOf(folder) {
  return folder.slice(folder.lastIndexOf("/") + 1);
}

/**
 * Whether a folder is another one or lies in it, at any depth.
 * @param {string} folder
 * @param {string} other
 */
export function isWithin(folder, other) {
  return other === "" || folder === other || folder.startsWith(`${other}/`);
}

/**
 * The folders from the top down to a folder, itself at the end; none for the top.
 * @param {string} folder
 * @returns {string[]}
 */
export function trailOf(folder) {
  return folder ? [...trailOf(parentOf(folder)), folder] : [];
}

/** The longest name that the server takes, in bytes of UTF-8. */
const LONGEST_NAME = 255;

/** Control characters, and places in Unicode at which there is no character, as the server refuses them. */
const CONTROLS = /[\p{Cc}\u2028\u2029\uFEFF\p{Noncharacter_Code_Point}]/u;

/** Characters that turn the direction of reading, so that `gpj.exe` reads as `exe.jpg`. */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** A name of nothing but these cannot be seen. */
const UNSEEN = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]+$/u;

/**
 * Why a folder cannot be called that, in words; "" where it may. The rest, as names that are taken, the server knows.
 * @param {string} name
 */
export function problemOfName(name) {
  if (/[/\\]/.test(name)) return say("A name cannot hold a slash.");
  if (name.startsWith(".")) return say("A name cannot begin with a dot.");
  if (CONTROLS.test(name)) return say("A name cannot hold a control character.");
  if (DIRECTIONS.test(name)) return say("A name cannot hold a mark that turns the direction of reading.");
  if (UNSEEN.test(name)) return say("A name needs something that can be seen.");
  // The server joins accents to their letters before it counts.
  return new TextEncoder().encode(name.normalize()).length > LONGEST_NAME ? say("This name is too long.") : "";
}
