import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ApiProblem } from "../../../../Public/api/api-problem.js";
import { JobApi } from "../../../../Public/api/job-api.js";
import { take } from "../../../../Public/library/uploads/web-import.js";

function ports(answer) {
  const told = { asked: [], shown: [], failed: 0 };
  const imports = new JobApi({ ask: async (path, options) => {
    told.asked.push([path, options.method, JSON.parse(options.body)]);
    if (answer instanceof Error) throw answer;
    return answer;
  } });
  const notices = { show: ({ text }) => told.shown.push(text), failed: () => { told.failed += 1; }, problem: () => {} };
  return { told, ports: { imports, notices, folder: "Papers" } };
}

describe("adding from the web", () => {
  test("hands the address and the folder to the server", async () => {
    const { told, ports: given } = ports({ id: 1, state: "running" });
    assert.equal(await take("https://example.org/a.pdf", given), null);
    assert.deepEqual(told.asked, [["/imports", "POST", { url: "https://example.org/a.pdf", folder: "Papers" }]]);
    assert.deepEqual(told.shown, ["Fetching from example.org…"]);
  });

  test("takes an address without its beginning", async () => {
    const { told, ports: given } = ports({ id: 1, state: "running" });
    await take("example.org/a.pdf", given);
    assert.equal(told.asked[0][2].url, "https://example.org/a.pdf");
  });

  test("asks nothing of what is no address", async () => {
    const { told, ports: given } = ports({});
    assert.match(await take("ftp://example.org/", given), /no web address/u);
    assert.deepEqual(told.asked, []);
  });

  test("says why the server refused, and leads to signing in", async () => {
    const detail = "the address leads to a machine that is not on the public internet";
    const refused = ports(ApiProblem.parse(422, JSON.stringify({ code: "address-refused", detail })));
    assert.equal(await take("https://localhost/", refused.ports), "The address leads to a machine that is not on the public internet.");
    const offline = ports(new TypeError("fetch"));
    assert.match(await take("https://example.org/", offline.ports), /does not answer/u);
    const out = ports(ApiProblem.parse(401, "{}"));
    await take("https://example.org/", out.ports);
    assert.equal(out.told.failed, 1);
  });
});
