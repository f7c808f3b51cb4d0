import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, test } from "node:test";
import { say, sayCount, sayNumber, speak } from "../../../Public/shell/texts.js";
import { TEXTS } from "../../../Public/shell/texts/de.js";
import { bareTexts, saidAtLoad } from "./text-finding.js";

const PUBLIC = new URL("../../../Public/", import.meta.url);
const RESOURCES = new URL("../../../Resources/", import.meta.url);

/** The texts in the app's sources: of `say` and `text`, and those with a number. */
function textsInSources() {
  const plain = new Set();
  const counted = new Set();
  const files = readdirSync(PUBLIC, { recursive: true }).filter((name) => name.endsWith(".js") && !name.startsWith("gestures"));
  for (const name of files) {
    const source = readFileSync(new URL(name, PUBLIC), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
    // Other functions may have the same names.
    if (!/\/texts\.js";/.test(source)) continue;
    const calls = [...source.matchAll(/(?<![\w.#])(?:say|text)\(((?:[^()"]|"(?:[^"\\]|\\.)*")*?)[,)]/g)];
    for (const [, first] of calls) for (const [, found] of first.matchAll(/"((?:[^"\\]|\\.)+)"/g)) plain.add(JSON.parse(`"${found}"`));
    for (const [, found] of source.matchAll(/sayCount\([^"]*"(?:[^"\\]|\\.)*",\s*"((?:[^"\\]|\\.)*)"/g)) counted.add(JSON.parse(`"${found}"`));
  }
  for (const { title, choices = [] } of JSON.parse(readFileSync(new URL("preferences.json", RESOURCES), "utf8"))) {
    for (const one of [title, ...choices.map((choice) => choice.title)]) plain.add(one);
  }
  const { types, handlers } = JSON.parse(readFileSync(new URL("file-types.json", RESOURCES), "utf8"));
  for (const { name } of [...types, ...handlers]) if (name) plain.add(name);
  return { plain, counted };
}

/** The app's sources but for the gestures, which say nothing, and the tables. */
function sources() {
  const names = readdirSync(PUBLIC, { recursive: true }).filter((name) => name.endsWith(".js") && !/^gestures\/|shell\/texts[./]/.test(name));
  return names.sort().map((name) => ({ name, source: readFileSync(new URL(name, PUBLIC), "utf8") }));
}

/** Names of values in a text. */
function values(text) {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
}

afterEach(() => speak("en", {}));

describe("the sources", () => {
  test("say nothing while they are loaded: no language is known then", () => {
    const found = sources().flatMap(({ name, source }) => (/\/texts\.js";/.test(source) ? saidAtLoad(source).map((line) => `${name}:${line}`) : []));
    assert.deepEqual(found, [], "a constant is marked with `text`, and said where it is shown");
  });

  test("say all that people see", () => {
    const found = sources().flatMap(({ name, source }) => bareTexts(source).map((text) => `${name}:${text}`));
    assert.deepEqual(found, [], "a text goes through `say`, or through `text` where it is a constant");
  });

  test("would be caught with a bare text, and with one that is said too early", () => {
    const texts = ['button({ label: "Open it", icon: "open" })', 'element("p", {}, "Nothing here")', 'one.textContent = "Gone"', 'f({ title: isOn ? "On" : "Off" })',
      'element("p", { "aria-label": "Close" }, icon("close"))', 'element("p", {}, a ?? "None")'];
    for (const one of texts) assert.ok(bareTexts(`${one};`).length > 0, one);
    for (const one of ['button({ label: say("Open it") })', 'element("p", { class: "Big" }, say("Nothing"))', 'if (title === "Open") go("There")']) assert.deepEqual(bareTexts(one), [], one);
    const early = ['const A = Object.freeze([{ name: say("A") }]);', 'class A { static #b = say("B"); }', 'const A = [() => say("A"), say("B")];', "const A = `${say(\"A\")}`;"];
    for (const one of early) assert.ok(saidAtLoad(one).length > 0, one);
    const later = ['const A = () => say("A");', 'class A { #b = say("B"); c() { return say("C"); } }', 'function f() { return say("A"); }', 'const A = { b: (c) => ({ d: say("D") }) };'];
    for (const one of later) assert.deepEqual(saidAtLoad(one), [], one);
  });
});

describe("texts", () => {
  test("are English where no other language is spoken", () => {
    assert.equal(say("{name} is in the Trash", { name: "a.pdf" }), "a.pdf is in the Trash");
    assert.equal(sayCount(1, "{n} document", "{n} documents"), "1 document");
    assert.equal(sayCount(12_000, "{n} document", "{n} documents"), "12,000 documents");
  });

  test("are those of the table, with the plural form of its language, and English where it has none", () => {
    speak("pl", { "Trash": "Kosz", "{n} documents": { one: "{n} dokument", few: "{n} dokumenty", other: "{n} dokumentów" } });
    assert.equal(say("Trash"), "Kosz");
    assert.deepEqual([1, 3, 5].map((number) => sayCount(number, "{n} document", "{n} documents")), ["1 dokument", "3 dokumenty", "5 dokumentów"]);
    assert.equal(say("Not there"), "Not there");
  });

  test("take a value as it is, also one that looks like a value's name", () => {
    assert.equal(say("{name} is in the Trash", { name: "{other}" }), "{other} is in the Trash");
    assert.equal(say("{unknown}", { name: "a" }), "{unknown}");
  });

  test("write numbers as the language does", () => {
    speak("de", {});
    assert.equal(sayNumber(12_345), "12.345");
  });
});

describe("the German table", () => {
  const { plain, counted } = textsInSources();

  test("has every text that is said, and no other", () => {
    assert.ok(plain.size > 200 && counted.size > 5, "the texts were found in the sources");
    assert.deepEqual([...plain, ...counted].filter((text) => !(text in TEXTS)), [], "missing in German");
    assert.deepEqual(Object.keys(TEXTS).filter((text) => !plain.has(text) && !counted.has(text)), [], "said nowhere");
  });

  test("has no text in two of its parts: the later one would hide the other", async () => {
    const files = readdirSync(new URL("shell/texts/de", PUBLIC));
    const parts = await Promise.all(files.map((name) => import(new URL(`shell/texts/de/${name}`, PUBLIC).href)));
    const all = parts.flatMap((part) => Object.values(part)).flatMap((table) => Object.keys(table));
    assert.equal(all.length, Object.keys(TEXTS).length);
    assert.deepEqual(all.filter((text, place) => all.indexOf(text) !== place), []);
  });

  test("has the same values in each text, and both forms where there is a number", () => {
    for (const [english, german] of Object.entries(TEXTS)) {
      const forms = typeof german === "string" ? [german] : Object.values(german);
      assert.equal(typeof german === "object", counted.has(english), english);
      if (typeof german === "object") assert.deepEqual(Object.keys(german), ["one", "other"], english);
      // One is said without its figure, too.
      const said = (/** @type {string} */ form) => values(form).filter((name) => typeof german === "string" || name !== "n");
      for (const form of forms) assert.deepEqual(said(form), said(english), english);
    }
  });
});
