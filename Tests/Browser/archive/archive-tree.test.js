import assert from "node:assert/strict";
import { test } from "node:test";
import { archiveTree, openAtFirst, ROWS_AT_ONCE, treeRows } from "../../../Public/archive/archive-tree.js";

/**
 * @param {string} path
 * @param {object} [more]
 */
const file = (path, more = {}) => ({ number: 0, path, kind: /** @type {const} */ ("file"), size: 10, encrypted: false, ...more });

/**
 * @param {ReturnType<typeof archiveTree>} root
 * @param {Iterable<string>} [open]
 */
const lines = (root, open = []) => treeRows(root, new Set(open)).rows.map(({ node, depth }) => `${"-".repeat(depth)}${node.name}`);

test("folders are made of paths, come before files, and are sorted as people count", () => {
  const root = archiveTree([file("b.txt"), file("z/page 10.txt"), file("z/page 9.txt"), file("a.txt")]);
  assert.deepEqual(lines(root), ["z", "a.txt", "b.txt"]);
  assert.deepEqual(lines(root, ["z"]), ["z", "-page 9.txt", "-page 10.txt", "a.txt", "b.txt"]);
});

test("a folder has the size of all in it, however deep", () => {
  const root = archiveTree([file("a/b/c.txt"), file("a/d.txt", { size: 5 }), file("a/e.txt", { size: undefined })]);
  assert.equal(root.children[0]?.size, 15);
  assert.equal(root.size, 15);
});

test("folders that are named, before or after their files, are the same as those of paths", () => {
  const folder = file("a/b/", { kind: "folder" });
  const root = archiveTree([file("a/b/c.txt"), folder, file("a/d/", { kind: "folder" })]);
  assert.deepEqual(lines(root, ["a", "a/b"]), ["a", "-b", "--c.txt", "-d"]);
  assert.equal(root.children[0]?.children[0]?.entry, folder);
});

test("steps out of the archive, roots and backslashes lead nowhere", () => {
  const root = archiveTree([file("../../x.txt"), file("/etc/y.txt"), file("w\\z.txt"), file("./"), file("..")]);
  assert.deepEqual(lines(root, ["etc", "w"]), ["etc", "-y.txt", "w", "-z.txt", "x.txt"]);
});

test("folders that are alone in theirs are open at first", () => {
  const root = archiveTree([file("one/two/a.txt"), file("one/two/b.txt")]);
  assert.deepEqual([...openAtFirst(root)], ["one", "one/two"]);
  assert.deepEqual([...openAtFirst(archiveTree([file("one/a.txt"), file("b.txt")]))], []);
  assert.deepEqual([...openAtFirst(archiveTree([]))], []);
});

test("a folder of very many files shows some, and the rest on demand", () => {
  const root = archiveTree(Array.from({ length: ROWS_AT_ONCE + 1 }, (_, index) => file(`a/${index}.txt`)));
  const open = new Set(["a"]);
  const first = treeRows(root, open);
  assert.equal(first.rows.length, ROWS_AT_ONCE + 1);
  assert.deepEqual(first.cut, ["a"]);
  const all = treeRows(root, open, new Map([["a", ROWS_AT_ONCE * 2]]));
  assert.equal(all.rows.length, ROWS_AT_ONCE + 2);
  assert.deepEqual(all.cut, []);
});

test("each line knows the line of its folder", () => {
  const { rows } = treeRows(archiveTree([file("a/b/c.txt"), file("d.txt")]), new Set(["a", "a/b"]));
  assert.deepEqual(rows.map(({ parent }) => parent), [-1, 0, 1, -1]);
});
