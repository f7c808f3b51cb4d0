import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, test } from "node:test";
import { ApiProblem } from "../../../Public/api/api-problem.js";
import { reasonFor } from "../../../Public/api/reasons.js";
import { FOR_PROGRAMS, REFUSALS, whyRefused } from "../../../Public/api/refusals.js";
import { PHRASES, phraseInWords } from "../../../Public/api/server-phrases.js";
import { speak } from "../../../Public/shell/texts.js";
import { TEXTS } from "../../../Public/shell/texts/de.js";

const SOURCES = new URL("../../../Sources/", import.meta.url);

/** All of the server's sources. */
function serverSource() {
  const names = readdirSync(SOURCES, { recursive: true }).filter((name) => name.endsWith(".swift"));
  return names.map((name) => readFileSync(new URL(name, SOURCES), "utf8")).join("\n");
}

/** The codes of problems that the server answers with. */
function serverCodes() {
  const model = readFileSync(new URL("DocumentModel/Errors/DocumentError.swift", SOURCES), "utf8");
  const http = readFileSync(new URL("HTTPServer/Errors/HTTPError.swift", SOURCES), "utf8");
  const codes = http.slice(http.indexOf("private var code: String"));
  return new Set([
    ...[...model.matchAll(/case \w+ = "([a-z-]+)"/g), ...model.matchAll(/^ {4}case ([a-z]+)$/gm)].map(([, code]) => code),
    ...[...codes.matchAll(/: "([a-z-]+)"/g), ...serverSource().matchAll(/code: "([a-z-]+)"/g)].map(([, code]) => code),
  ]);
}

afterEach(() => speak("en", {}));

describe("a refusal", () => {
  test("has a sentence for each code that the server answers with, or is one that only programs get", () => {
    const codes = serverCodes();
    assert.ok(codes.size > 60, `${codes.size} codes were found`);
    assert.deepEqual([...codes].filter((code) => !(code in REFUSALS) && !FOR_PROGRAMS.has(code)), [], "said by no sentence");
    assert.deepEqual([...Object.keys(REFUSALS), ...FOR_PROGRAMS].filter((code) => !codes.has(code)), [], "answered by nothing");
    assert.deepEqual(Object.keys(REFUSALS).filter((code) => FOR_PROGRAMS.has(code)), [], "listed twice");
  });

  test("is told in English by the server, whose sentence names the thing, and by its code where it says nothing", () => {
    assert.equal(whyRefused({ code: "in-use", detail: "the handler org.example.a opens it" }), "The handler org.example.a opens it.");
    assert.equal(whyRefused({ code: "in-use", detail: "" }), "Another declaration refers to it. Remove that one first.");
    assert.equal(whyRefused({ code: "novel", detail: "" }), "The server refused it.");
  });

  test("is told in the language of a person by its code, and by the server where the code is a new one", () => {
    speak("de", TEXTS);
    assert.equal(whyRefused({ code: "in-use", detail: "the handler org.example.a opens it" }), "Eine andere Angabe bezieht sich darauf. Entfernen Sie zuerst diese.");
    assert.equal(whyRefused({ code: "novel", detail: "it is Tuesday" }), "It is Tuesday.");
    for (const code of Object.keys(REFUSALS)) assert.notEqual(whyRefused({ code, detail: "" }), REFUSALS[code], code);
  });

  test("says the limit that the server names", () => {
    speak("de", TEXTS);
    const problem = ApiProblem.parse(413, JSON.stringify({ code: "too-large", detail: "The body is larger.", limit: 2_000_000 }));
    assert.match(whyRefused(problem), /2 MB/);
  });

  test("for want of a program names the program, also in a preview's reason", () => {
    speak("de", TEXTS);
    const detail = "Office documents need LibreOffice: run `make extras` on the server";
    assert.equal(whyRefused({ code: "converter-missing", detail }), "Office-Dokumente brauchen LibreOffice: „make extras“ installiert es auf dem Server.");
    assert.match(reasonFor("converter-missing", detail).text, /^Office-Dokumente brauchen LibreOffice: /);
  });
});

describe("a sentence of the server without a code", () => {
  test("is known for each title of a job and each program that may be missing", () => {
    const source = serverSource();
    const found = [...source.matchAll(/\.(?:run|start|begin)\(\s*\.(?:reconcile|importing|cleanUp|conversion|thumbnails|download|rule),\s*"((?:[^"\\]|\\.)*)"/g)]
      .map(([, title]) => title.replaceAll(/\\\((?:[^()]|\([^()]*\))*\)/g, "x").replaceAll('\\"', '"'));
    assert.ok(found.length >= 9, `${found.length} titles were found`);
    speak("de", TEXTS);
    assert.deepEqual(found.filter((title) => phraseInWords(title) === title), []);
    const kinds = readFileSync(new URL("DocumentModel/Previewing/ConverterKind.swift", SOURCES), "utf8");
    const subjects = [...kinds.slice(kinds.indexOf("var subject")).matchAll(/: "([^"]+)"/g)].map(([, subject]) => subject);
    assert.ok(subjects.length >= 7);
    for (const subject of subjects) assert.ok(PHRASES.includes(`${subject} need {program}: run \`make extras\` on the server`), subject);
  });

  test("keeps the names in it as they are, also hostile ones", () => {
    speak("de", TEXTS);
    assert.equal(phraseInWords("Preparing {name} from $& (1).odt"), "{name} from $& (1).odt vorbereiten");
    assert.equal(phraseInWords("Fetch a from b.pdf from example.org"), "a from b.pdf von example.org holen");
    assert.equal(phraseInWords('Reading "a\nb"'), "„a\nb“ lesen");
  });

  test("with numbers has the form of each number", () => {
    speak("de", TEXTS);
    assert.equal(phraseInWords("1 version was let go of"), "1 Version wurde aufgegeben");
    assert.equal(phraseInWords("12 documents were removed"), "12 Dokumente wurden entfernt");
    assert.equal(phraseInWords("1 document changed"), "1 Dokument geändert");
    assert.equal(phraseInWords("5000 documents changed; there are more"), "5000 Dokumente geändert; es gibt noch mehr");
    assert.equal(phraseInWords("3 added, 1 changed"), "3 neu, 1 geändert");
  });

  test("stays as it is in English, and where it is not known", () => {
    assert.equal(phraseInWords("Emptying the Trash"), "Emptying the Trash");
    speak("de", TEXTS);
    assert.equal(phraseInWords("Shrinking with Press"), "Shrinking with Press");
    assert.equal(phraseInWords("getdents: Permission denied"), "getdents: keine Berechtigung");
  });
});
