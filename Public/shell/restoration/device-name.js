/**
 * The name of a device, as a person calls it: "Safari on iPad". Pure. The server names browsers in the same way, but only those that
 * sign in, by their header alone and in English. States have a name without that. An iPad is told from a Mac by its touch points,
 * and the name is said in the language of a person.
 */

import { say, text } from "../texts.js";

/** A part of the text, and the browser's name. The first that is found counts: browsers also name those that they are like. */
const BROWSERS = Object.freeze([
  ["Edg", "Edge"], ["OPR/", "Opera"], ["SamsungBrowser", "Samsung Internet"], ["FxiOS", "Firefox"], ["CriOS", "Chrome"],
  ["Firefox/", "Firefox"], ["Chrome/", "Chrome"], ["Safari/", "Safari"],
]);
const SYSTEMS = Object.freeze([
  ["iPhone", "iPhone"], ["iPad", "iPad"], ["Android", "Android"], ["CrOS", "ChromeOS"], ["Windows", "Windows"], ["Mac OS X", "Mac"], ["Linux", "Linux"],
]);

const OTHER = text("another device");

/**
 * @param {string} userAgent
 * @param {number} touchPoints that it can tell apart: an iPad calls itself a Mac, which has none
 * @returns {{browser: string, system: string}} "" for what is not known
 */
export function deviceOf(userAgent, touchPoints) {
  const nameOf = (/** @type {readonly (readonly string[])[]} */ names) => names.find(([part]) => userAgent.includes(part ?? ""))?.[1] ?? "";
  const system = nameOf(SYSTEMS);
  return { browser: nameOf(BROWSERS), system: system === "Mac" && touchPoints > 1 ? "iPad" : system };
}

/** @param {{browser: string, system: string}} device */
export function deviceInWords({ browser, system }) {
  if (browser && system) return say("{browser} on {system}", { browser, system });
  return browser || system || say(OTHER);
}

/**
 * A browser as the server names it, in the language of a person.
 * @param {string} name
 */
export function browserInWords(name) {
  const [, browser = "", system = ""] = /^(.+) on (.+)$/.exec(name) ?? [];
  if (name === "browser") return say("A browser");
  return browser ? deviceInWords({ browser, system }) : name;
}
