/**
 * mutants.js [--most N] [--seed N] [--only PART]: plants one fault at a time, and runs the tests that import the faulty
 * module. The faults go into the gestures, the tile planner and the state machines of the app.
 *
 * A mutant survives when all these tests pass; it is printed with its line. The exit status is 1 when fewer than nine
 * tenths are killed, or when one of those that are planted each time survives. Each worker has a copy of the modules and
 * tests, so the tree is not changed.
 */

import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const TOP = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const LEAST_KILLED = 0.9;
/** A fault may make a loop without an end. */
const MOST_SECONDS = 60;
/** A fault that the nearest tests do not find is not looked for in all that import the module by the way. */
const MOST_TESTS = 24;
/** A share of the random streams is enough here; the slow tests do not run the modules that they import. */
const ENVIRONMENT = { ...process.env, STREAMS: "0.02" };
const SLOW = /\/(size|demo|standalone)\.test\.js$/;

const LINES = readFileSync(new URL("mutants.txt", import.meta.url), "utf8").split("\n")
  .map((line) => line.replace(/^#.*/, "").trim()).filter(Boolean);
/**
 * Files in which faults are planted, as paths below the tree. A folder ends in a slash. Of a file with a text, faults are
 * planted in what is above it.
 */
const TARGETS = LINES.filter((line) => !line.includes(" -> ")).map((line) => line.split(" above "));
/** Faults that are planted each time: a text of one module, and its replacement. */
const NAMED = LINES.filter((line) => line.includes(" -> ")).map((line) => line.split(" -> "));

/** Kinds of faults: a pattern in code, and a function from the match to its replacements. */
const FAULTS = [
  [/(?<![\w.#$])\d+(?:\.\d+)?(?![\w.])/g, (text) => Number(text) === 0 ? ["1"] : [`(${text} * 10)`, "0"]],
  [/(?<=\s)(<=|>=)(?=\s)/g, (text) => [text[0]]],
  [/(?<=\s)(<|>)(?=\s)/g, (text) => [`${text}=`]],
  [/(?<=\s)(===|!==)(?=\s)/g, (text) => [text === "===" ? "!==" : "==="]],
  [/(?<=\s)(&&|\|\|)(?=\s)/g, (text) => [text === "&&" ? "||" : "&&"]],
  [/(?<=[\w)\]] )[-+](?= [\w(])/g, (text) => [text === "+" ? "-" : "+"]],
  [/(?<![\w.])(true|false)(?!\w)/g, (text) => [text === "true" ? "false" : "true"]],
  [/(?<=\bif \()(?=[^)])/g, () => ["!"], "whole"],
  [/^\s+(this\.[\w.#]+\(.*\)|[\w.#]+\.(delete|clear|push|add|splice)\(.*\));$/gm, () => [";"]],
];

/** The code with comments and strings blanked; all positions stay the same. */
function codeOf(source) {
  const parts = /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;
  return source.replace(parts, (text) => text.replace(/[^\n]/g, "_"));
}

function mutantsOf([path, below]) {
  const source = readFileSync(join(TOP, path), "utf8");
  const code = codeOf(below ? source.slice(0, source.indexOf(below)) : source);
  return FAULTS.flatMap(([pattern, replacements, whole]) => [...code.matchAll(pattern)].flatMap((match) => {
    const [place, text] = [match.index, match[0]];
    const end = whole ? closing(code, place) : place + text.length;
    if (end === null) return [];
    const before = source.slice(place, end);
    return replacements(before).map((after) => ({
      path, line: code.slice(0, place).split("\n").length, before,
      after: whole ? `!(${before})` : after,
      source: source.slice(0, place) + (whole ? `!(${before})` : after) + source.slice(end),
    }));
  }));
}

/** The place of the bracket that closes the one just before `place`, or null. */
function closing(code, place) {
  let depth = 1;
  for (let at = place; at < code.length; at += 1) {
    if (code[at] === "(") depth += 1;
    if (code[at] === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return null;
}

function filesBelow(folder) {
  return readdirSync(join(TOP, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : path.endsWith(".js") ? [path] : [];
  });
}

/** The modules and tests, with their text and what they import. */
const SOURCES = new Map([...filesBelow("Public"), ...filesBelow("Tests/Browser")].map((path) => {
  const text = readFileSync(join(TOP, path), "utf8");
  const found = [...text.matchAll(/^(?:import|export)\b[^;]*?from "(\.[^"]+)"|^import "(\.[^"]+)"/gm)];
  return [path, { text, imports: new Set(found.map((match) => join(dirname(path), match[1] ?? match[2]))) }];
}));

/** All modules that a test imports, and those that these import. */
function reachOf(test) {
  const reach = new Set([test]);
  for (const path of reach) for (const next of SOURCES.get(path)?.imports ?? []) reach.add(next);
  return reach;
}

const REACHES = new Map([...SOURCES.keys()].filter((path) => path.endsWith(".test.js") && !SLOW.test(path)).map((path) => [path, reachOf(path)]));

/** The names that a module and its users export: a test that is about them says them. A constant has its own users. */
function namesAround({ path, source, line }) {
  const constant = /^export const ([A-Z_]+) =/.exec(source.split("\n")[line - 1])?.[1];
  const users = [...SOURCES].filter(([, { text, imports }]) => imports.has(path) && (!constant || text.includes(constant)));
  return [SOURCES.get(path).text, ...users.map(([, { text }]) => text)]
    .flatMap((text) => [...text.matchAll(/^export (?:class|function|const) (\w+)/gm)].map(([, name]) => name));
}

/** The method or function that a mutant is in. */
function nameAbove({ source, line }) {
  const above = source.split("\n").slice(0, line).reverse();
  for (const text of above) {
    const name = /^(?:  (?:async |static |get |set )*|(?:export )?(?:async )?function )(\w+)\(.*\) \{/.exec(text)?.[1];
    if (name && name !== "constructor") return name;
  }
  return "constructor";
}

/** The tests that import a mutant's module: first those that do so themselves, then those that say most about it. */
function testsOf(mutant) {
  const [around, above] = [namesAround(mutant).join("|"), nameAbove(mutant)].map((names) => new RegExp(`\\b(?:${names})\\b`, "g"));
  const count = (test, names) => SOURCES.get(test).text.match(names)?.length ?? 0;
  const isOwn = (test) => SOURCES.get(test).imports.has(mutant.path);
  const mentions = (test) => (isOwn(test) ? 1e6 : 0) + count(test, around) + 10 * count(test, above);
  const tests = [...REACHES].filter(([, reach]) => reach.has(mutant.path)).map(([test]) => [mentions(test), test]);
  return tests.sort(([a], [b]) => b - a).slice(0, MOST_TESTS).map(([, test]) => test);
}

/** The mutants that `mutants.txt` names: the module of each is the one that has the text. */
function namedMutants() {
  const modules = filesBelow("Public");
  return NAMED.map(([before, after]) => {
    const holders = modules.filter((path) => readFileSync(join(TOP, path), "utf8").includes(before));
    if (holders.length !== 1) throw new Error(`${holders.length} modules have the text ${before}`);
    const source = readFileSync(join(TOP, holders[0]), "utf8");
    const line = source.slice(0, source.indexOf(before)).split("\n").length;
    return { path: holders[0], line, before, after, source: source.replace(before, () => after), isNamed: true };
  });
}

/** A copy of the modules and tests, in which one fault at a time is planted. */
class Bench {
  #folder = mkdtempSync(join(tmpdir(), "mutants-"));

  constructor() {
    for (const part of ["Public", "Tests/Browser", "package.json"]) cpSync(join(TOP, part), join(this.#folder, part), { recursive: true });
  }

  /** Whether a test fails with this fault. */
  async kills(mutant, tests) {
    const path = join(this.#folder, mutant.path);
    writeFileSync(path, mutant.source);
    try {
      return await this.firstFailing(tests) !== undefined;
    } finally {
      writeFileSync(path, readFileSync(join(TOP, mutant.path)));
    }
  }

  async firstFailing(tests) {
    for (const test of tests) if (await this.#fails(test)) return test;
    return undefined;
  }

  #fails(test) {
    return new Promise((done) => {
      const run = spawn(process.execPath, ["--expose-gc", test], { cwd: this.#folder, env: ENVIRONMENT, stdio: "ignore" });
      const watch = setTimeout(() => run.kill("SIGKILL"), MOST_SECONDS * 1000);
      run.on("close", (status) => {
        clearTimeout(watch);
        done(status !== 0);
      });
    });
  }

  remove() {
    rmSync(this.#folder, { recursive: true });
  }
}

/** The same sequence for the same seed (Park and Miller, 1988). */
function shuffled(list, seed) {
  let state = seed;
  const next = () => (state = state * 48271 % 2147483647) / 2147483647;
  return list.map((item) => [next(), item]).sort(([a], [b]) => a - b).map(([, item]) => item);
}

function option(name, otherwise) {
  const place = process.argv.indexOf(`--${name}`);
  return place < 0 ? otherwise : process.argv[place + 1];
}

async function survivorsOf(mutants) {
  const waiting = [...mutants];
  const survivors = [];
  await Promise.all(Array.from({ length: availableParallelism() }, async () => {
    const bench = new Bench();
    for (let mutant = waiting.pop(); mutant; mutant = waiting.pop()) {
      if (waiting.length % 50 === 0) console.log(`${waiting.length} wait`);
      if (await bench.kills(mutant, testsOf(mutant))) continue;
      survivors.push(mutant);
      console.log(`survived  ${mutant.path}:${mutant.line}  ${mutant.before.trim()}  ->  ${mutant.after.trim()}`);
    }
    bench.remove();
  }));
  return survivors;
}

async function main() {
  const only = option("only", "");
  const files = TARGETS.flatMap(([path, below]) => path.endsWith("/") ? filesBelow(path).map((file) => [file]) : [[path, below]]);
  const some = shuffled(files.filter(([path]) => path.includes(only)).flatMap(mutantsOf), Number(option("seed", "1"))).slice(0, Number(option("most", "300")));
  const all = [...some, ...namedMutants().filter(({ path }) => path.includes(only))];
  const sound = new Bench();
  const failing = await sound.firstFailing(new Set(all.flatMap(testsOf)));
  sound.remove();
  if (failing) throw new Error(`${failing} fails without any fault`);
  const survivors = await survivorsOf(all);
  const killed = all.length - survivors.length;
  console.log(`${killed} of ${all.length} mutants killed (${(100 * killed / all.length).toFixed(1)} %)`);
  process.exitCode = killed >= LEAST_KILLED * all.length && !survivors.some(({ isNamed }) => isNamed) ? 0 : 1;
}

await main();
