/**
 * mutants.js [--most N] [--seed N] [--only PART]: plants one fault at a time into the gestures, the tile planner and the
 * state machines of the app, and runs the tests that import the faulty module.
 *
 * A mutant survives when all these tests pass; it is printed with its line. The exit status is 1 when fewer than nine
 * tenths are killed. Each worker has a copy of the modules and tests, so the tree is not changed.
 */

import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const TOP = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const LEAST_KILLED = 0.9;
const MOST_SECONDS = 120;

/** Files with planted faults: paths below the tree; a folder ends in a slash. */
const TARGETS = readFileSync(new URL("mutants.txt", import.meta.url), "utf8").split("\n")
  .map((line) => line.replace(/#.*/, "").trim()).filter(Boolean);

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

function mutantsOf(path) {
  const source = readFileSync(join(TOP, path), "utf8");
  const code = codeOf(source);
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

/** For each module the tests that import it, the nearest ones first. */
function testsByModule() {
  const imports = new Map([...filesBelow("Public"), ...filesBelow("Tests/Browser")].map((path) => {
    const source = readFileSync(join(TOP, path), "utf8");
    const found = [...source.matchAll(/^(?:import|export)\b[^;]*?from "(\.[^"]+)"|^import "(\.[^"]+)"/gm)];
    return [path, found.map((match) => join(dirname(path), match[1] ?? match[2]))];
  }));
  /** @type {Map<string, [number, string][]>} */
  const tests = new Map();
  for (const test of imports.keys()) {
    if (!test.endsWith(".test.js")) continue;
    const steps = new Map([[test, 0]]);
    for (const [path, step] of steps) {
      for (const next of imports.get(path) ?? []) if (!steps.has(next)) steps.set(next, step + 1);
    }
    for (const [path, step] of steps) tests.set(path, [...tests.get(path) ?? [], [step, test]]);
  }
  return new Map([...tests].map(([path, list]) => [path, list.sort(([a], [b]) => a - b).map(([, test]) => test)]));
}

/** A copy of the modules and tests, in which one fault at a time is planted. */
class Bench {
  #folder = mkdtempSync(join(tmpdir(), "mutants-"));

  constructor() {
    for (const part of ["Public", "Tests/Browser", "package.json"]) {
      try {
        cpSync(join(TOP, part), join(this.#folder, part), { recursive: true });
      } catch (error) {
        if (error.code !== "ENOENT") throw error;
      }
    }
  }

  async isSound(tests) {
    return !(await this.#fails(tests));
  }

  /** Whether a test fails with this fault; the nearest tests run first. */
  async kills(mutant, tests) {
    const path = join(this.#folder, mutant.path);
    writeFileSync(path, mutant.source);
    try {
      for (const some of [tests.slice(0, 3), tests.slice(3, 12), tests.slice(12)]) {
        if (some.length > 0 && await this.#fails(some)) return true;
      }
      return false;
    } finally {
      writeFileSync(path, readFileSync(join(TOP, mutant.path)));
    }
  }

  #fails(tests) {
    return new Promise((done) => {
      const run = spawn(process.execPath, ["--expose-gc", "--test", ...tests], {
        cwd: this.#folder, stdio: "ignore", detached: true,
      });
      // Also ends a loop without an end.
      const watch = setTimeout(() => process.kill(-run.pid, "SIGKILL"), MOST_SECONDS * 1000);
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

async function main() {
  const only = option("only", "");
  const paths = TARGETS.flatMap((path) => path.endsWith("/") ? filesBelow(path) : [path]).filter((path) => path.includes(only));
  const tests = testsByModule();
  const all = shuffled(paths.flatMap(mutantsOf), Number(option("seed", "1"))).slice(0, Number(option("most", "400")));
  const sound = new Bench();
  const wanted = [...new Set(all.flatMap(({ path }) => tests.get(path) ?? []))];
  if (!(await sound.isSound(wanted))) throw new Error("the tests fail without any fault");
  sound.remove();
  const waiting = [...all];
  const survivors = [];
  await Promise.all(Array.from({ length: availableParallelism() }, async () => {
    const bench = new Bench();
    for (let mutant = waiting.pop(); mutant; mutant = waiting.pop()) {
      if (await bench.kills(mutant, tests.get(mutant.path) ?? [])) continue;
      survivors.push(mutant);
      console.log(`survived  ${mutant.path}:${mutant.line}  ${mutant.before.trim()}  ->  ${mutant.after.trim()}`);
    }
    bench.remove();
  }));
  const killed = all.length - survivors.length;
  console.log(`${killed} of ${all.length} mutants killed (${(100 * killed / all.length).toFixed(1)} %)`);
  process.exitCode = all.length > 0 && killed >= LEAST_KILLED * all.length ? 0 : 1;
}

await main();
