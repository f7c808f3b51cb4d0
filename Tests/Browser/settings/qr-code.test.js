import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatBits, VERSIONS, versionBits } from "../../../Public/settings/devices/qr-tables.js";
import { codeWords, versionFor } from "../../../Public/settings/devices/qr-words.js";
import { qrModules, qrPath, QUIET_ZONE } from "../../../Public/settings/devices/qr-code.js";

/** The code words of a number of each version at any level (ISO/IEC 18004:2015, table 1). */
const ALL_WORDS = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346];

describe("the tables", () => {
  test("have all code words of each version", () => {
    for (const { number, blocks, correction } of VERSIONS) {
      assert.equal(blocks.reduce((sum, length) => sum + length + correction, 0), ALL_WORDS[number - 1], `version ${number}`);
    }
  });

  test("name formats and versions as the standard's tables C.1 and D.1 do", () => {
    assert.equal(formatBits(0).toString(2).padStart(15, "0"), "101010000010010");
    assert.equal(formatBits(5).toString(2).padStart(15, "0"), "100000011001110");
    assert.equal(versionBits(7).toString(2).padStart(18, "0"), "000111110010010100");
    assert.equal(versionBits(10).toString(2).padStart(18, "0"), "001010010011010011");
  });
});

describe("code words", () => {
  test("have the mode, the length, the bytes and the padding first", () => {
    const [version] = VERSIONS;
    const words = codeWords(new TextEncoder().encode("A"), version);
    assert.deepEqual(words.slice(0, 5), [0x40, 0x14, 0x10, 0xec, 0x11]);
    assert.equal(words.length, 26);
  });

  test("are divided by the generator without a rest", () => {
    // The example of Annex I: "01234567" at level M of version 1 has these data words and these of correction.
    const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
    const correction = [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55];
    assert.equal(syndromes([...data, ...correction], 10).every((value) => value === 0), true, "the standard's own words");
    const words = codeWords(new TextEncoder().encode("sheaf"), VERSIONS[0]);
    assert.equal(syndromes(words, 10).every((value) => value === 0), true);
    words[3] ^= 1;
    assert.equal(syndromes(words, 10).every((value) => value === 0), false);
  });

  test("take the smallest version that holds them", () => {
    assert.deepEqual([14, 15, 180, 181, 213].map((length) => versionFor(length)?.number), [1, 2, 9, 10, 10]);
    assert.equal(versionFor(214), null);
  });
});

describe("modules", () => {
  test("are a square with three finders and a dark module beside one", () => {
    const modules = qrModules("http://192.0.2.2:8080/sign-in?code=ABCDEFGH");
    const size = modules.length;
    assert.equal(size, 33);
    for (const [top, left] of [[0, 0], [0, size - 7], [size - 7, 0]]) {
      const middle = modules[top + 3].slice(left, left + 7).map(Number).join("");
      assert.equal(middle, "1011101");
    }
    assert.equal(modules[size - 8][8], true);
  });

  test("are the same each time, and none for a text that is too long", () => {
    assert.deepEqual(qrModules("sheaf"), qrModules("sheaf"));
    assert.equal(qrModules("x".repeat(214)), null);
  });

  test("are drawn with light around them", () => {
    assert.ok(qrPath(qrModules("sheaf")).startsWith(`M${QUIET_ZONE} ${QUIET_ZONE}h7v1h-7z`));
  });
});

/** The values of a block at the roots of the generator: 0 where the division leaves no rest. */
function syndromes(words, count) {
  const double = (value) => (value & 0x80 ? (value << 1) ^ 0x11d : value << 1);
  const product = (a, b) => {
    let sum = 0;
    for (let x = a, y = b; y > 0; y >>= 1, x = double(x)) if (y & 1) sum ^= x;
    return sum;
  };
  let root = 1;
  return Array.from({ length: count }, () => {
    const value = words.reduce((sum, word) => product(sum, root) ^ word, 0);
    root = double(root);
    return value;
  });
}
