/**
 * Which test holds which row: writes `Public/gestures/COVERAGE.md` with `--write`, and says what is missing or
 * stale otherwise.
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { REQUIRED } from "./rows.js";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const TABLE = fileURLToPath(new URL("../../../Public/gestures/COVERAGE.md", import.meta.url));
const CALL = /\b(describe|test)\(\s*(["'`])((?:\\.|(?!\2).)*)\2/gs;
const SET = /\b(gestures|interaction|field notes|ipad) ([A-Za-z]\b|\d+(?=\.))/g;
const ROW = /^([A-Z]?\d+(?:\.\d+)?) /;

function testFiles(folder = HERE) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return testFiles(path);
    return entry.name.endsWith(".test.js") ? [path] : [];
  }).sort();
}

/**
 * The tests of a file that are named after a row, each with the sets that the row is in: those that its `describe`
 * names, or else those of the documents that the file's first comment names.
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

/** For each set and row, the sentences of its tests. */
export function coverage() {
  const table = new Map();
  for (const [set, rows] of Object.entries(REQUIRED)) table.set(set, new Map(rows.map((row) => [row, []])));
  for (const path of testFiles()) {
    for (const { sets, row, title } of testsIn(readFileSync(path, "utf8"))) {
      for (const set of sets) table.get(set)?.set(row, [...(table.get(set).get(row) ?? []), title]);
    }
  }
  return table;
}

export function missing(table = coverage()) {
  return [...table].flatMap(([set, rows]) => [...rows].filter(([, tests]) => tests.length === 0).map(([row]) => `${set}: ${row}`));
}

const byNumber = ([a], [b]) => a.localeCompare(b, "en", { numeric: true });

export function asMarkdown(table = coverage()) {
  const parts = [...table].map(([set, rows]) => {
    const lines = [...rows].sort(byNumber).map(([row, tests]) => `| ${row} | ${tests.join("<br>").replaceAll("|", "\\|")} |`);
    return `## ${set}\n\n| row | what the tests say |\n| --- | --- |\n${lines.join("\n")}\n`;
  });
  return `# Behaviour and its tests\n\nMade by \`node Tests/Browser/gestures/coverage.js --write\`.\n\n${parts.join("\n")}`;
}

export function isStale() {
  return readFileSync(TABLE, "utf8") !== asMarkdown();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--write")) writeFileSync(TABLE, asMarkdown());
  const findings = [...missing().map((row) => `${row} has no test`), ...(isStale() ? ["COVERAGE.md is stale"] : [])];
  for (const finding of findings) console.error(finding);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
