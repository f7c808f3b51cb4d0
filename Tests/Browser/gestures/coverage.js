/**
 * Which test holds which row, and whether the app has it: writes `Public/gestures/COVERAGE.md` with `--write`, and says what
 * is missing or stale otherwise.
 *
 * A row is the app's when a test of the board or the reader carries it at the head of its name. Or `app-rows.tsv` gives a
 * reason. That table says which rows the app has (`app`), has in part (`partly`), or leaves to other users of the library
 * (`library`).
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { REQUIRED } from "./rows.js";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const BROWSER = fileURLToPath(new URL("..", import.meta.url));
const TABLE = fileURLToPath(new URL("../../../Public/gestures/COVERAGE.md", import.meta.url));
const PUBLIC = fileURLToPath(new URL("../../../Public", import.meta.url));
const CALL = /\b(describe|test)\(\s*(["'`])((?:\\.|(?!\2).)*)\2/gs;
const SET = /\b(gestures|interaction|field notes|ipad) ([A-Za-z]\b|\d+(?=\.))/g;
const ROW = /^([A-Z]?\d+(?:\.\d+)?) /;

/** Folders with tests of the app, and the inventory that their rows are of. */
const APP_TESTS = [["board", "gestures"], ["reader", "interaction"]].map(([folder, name]) => ({ folder: join(BROWSER, folder), name }));
const STATES = { app: "yes", partly: "in part", library: "no" };

function testFiles(folder = HERE) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return testFiles(path);
    return entry.name.endsWith(".test.js") ? [path] : [];
  }).sort();
}

/**
 * The tests of a file that are named after a row, each with the sets that the row is in. These are those that its
 * `describe` names, or else those of the documents that the file's first comment names.
 */
export function testsIn(text) {
  const documents = [...text.slice(0, text.indexOf("*/")).matchAll(/`(gestures|interaction|ipad)`/g)].map(([, name]) => name);
  let sets = [];
  const tests = [];
  for (const [, call, , title] of text.matchAll(CALL)) {
    if (call === "describe") sets = [...title.matchAll(SET)].map(([, name, letter]) => `${name} ${letter}`);
    const row = call === "test" && ROW.exec(title)?.[1];
    if (!row) continue;
    const own = sets.length > 0 ? sets : documents.map((name) => `${name} ${row[0]}`);
    tests.push({ sets: own, row, title: title.replace(ROW, "").replace(/\$\{.*?\}/g, "…") });
  }
  return tests;
}

/** For each set and row: the sentences of its tests, those of the app's, and what the app has of it. */
export function coverage() {
  const table = new Map();
  for (const [set, rows] of Object.entries(REQUIRED)) {
    table.set(set, new Map(rows.map((row) => [row, { tests: [], appTests: [], state: undefined, reason: "" }])));
  }
  for (const path of testFiles()) {
    for (const { sets, row, title } of testsIn(readFileSync(path, "utf8"))) {
      for (const set of sets) table.get(set)?.get(row)?.tests.push(title);
    }
  }
  for (const { folder, name } of APP_TESTS) {
    for (const { row, title } of testFiles(folder).flatMap((path) => testsIn(readFileSync(path, "utf8")))) {
      table.get(`${name} ${row[0]}`)?.get(row)?.appTests.push(title);
    }
  }
  for (const [set, row, state, reason = ""] of appRows()) Object.assign(table.get(set)?.get(row) ?? {}, { state, reason });
  return table;
}

function appRows() {
  return readFileSync(join(HERE, "app-rows.tsv"), "utf8").trim().split("\n").slice(1).map((line) => line.split("\t"));
}

/** The rows without a test, and those of which nothing says whether the app has them. */
export function missing(table = coverage()) {
  return [...table].flatMap(([set, rows]) => [...rows].flatMap(([row, { tests, appTests, state, reason }]) => [
    ...(tests.length === 0 ? [`${set}: ${row} has no test`] : []),
    ...(!(state in STATES) || (!reason && (state !== "app" || appTests.length === 0)) ? [`${set}: ${row} says nothing of the app`] : []),
  ]));
}

/** Checks and modules that a reason of `app-rows.tsv` names, and that are not there. */
export function unknownNames() {
  const browser = readdirSync(BROWSER, { recursive: true, encoding: "utf8" });
  const paths = [...browser, ...readdirSync(PUBLIC, { recursive: true, encoding: "utf8" })];
  const checks = browser.filter((path) => /^\w+_checks\.py$/.test(path)).map((path) => readFileSync(join(BROWSER, path), "utf8")).join("\n");
  return appRows().flatMap(([, , , reason = ""]) => [
    ...[...reason.matchAll(/\bcheck_\w+/g)].map(([name]) => name).filter((name) => !checks.includes(`def ${name}(`)),
    ...[...reason.matchAll(/[\w/-]+(?:\.test)?\.js\b/g)].map(([name]) => name).filter((name) => !paths.some((path) => `/${path}`.endsWith(`/${name}`))),
  ]);
}

const byNumber = ([a], [b]) => a.localeCompare(b, "en", { numeric: true });

const inCell = (sentences) => sentences.filter(Boolean).join("<br>").replaceAll("|", "\\|");

export function asMarkdown(table = coverage()) {
  const parts = [...table].map(([set, rows]) => {
    const lines = [...rows].sort(byNumber).map(([row, { tests, appTests, state, reason }]) => {
      return `| ${row} | ${STATES[state]} | ${inCell([reason, ...appTests])} | ${inCell(tests)} |`;
    });
    return `## ${set}\n\n| row | in the app | by which test, or why | tests of the library |\n| --- | --- | --- | --- |\n${lines.join("\n")}\n`;
  });
  const all = [...table.values()].flatMap((rows) => [...rows.values()]);
  const count = (wanted) => all.filter(({ state }) => state === wanted).length;
  const sums = `Of ${all.length} rows the app has ${count("app")}, ${count("partly")} in part; ${count("library")} are of the library alone.`;
  return `# Behaviour and its tests\n\nMade by \`node Tests/Browser/gestures/coverage.js --write\`. ${sums}\n\n${parts.join("\n")}`;
}

export function isStale() {
  return readFileSync(TABLE, "utf8") !== asMarkdown();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--write")) writeFileSync(TABLE, asMarkdown());
  const findings = [...missing(), ...unknownNames().map((name) => `${name} is not there`), ...(isStale() ? ["COVERAGE.md is stale"] : [])];
  for (const finding of findings) console.error(finding);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
