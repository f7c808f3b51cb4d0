import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AddedElsewhere } from "../../../../Public/library/uploads/added-elsewhere.js";

/** A library whose types are their own ancestors, and what it tells. */
function adding() {
  const told = [];
  const conforms = (type, ancestor) => type === ancestor;
  const added = new AddedElsewhere({
    library: { types: { conforms } }, showAdded: () => told.push("shown"), notices: { show: ({ text, also }) => (told.push(text), also.act()) },
  });
  const come = (type, { place = "images", isLast = true, name = "plan" } = {}) => added.arrived({ name, type }, place ?? undefined, isLast);
  return { told, come };
}

describe("PH-1 a file that is added where one kind is shown", () => {
  test("and is of another is told of, with the way to it", () => {
    const { told, come } = adding();
    come("com.adobe.pdf", { name: "plan.jpg" });
    assert.deepEqual(told, ["plan.jpg was added. It is listed under Recently added, not under Pictures.", "shown"]);
  });

  test("and is of that kind is not, nor anywhere else", () => {
    const { told, come } = adding();
    come("public.image");
    come("com.adobe.pdf", { place: null });
    assert.deepEqual(told, []);
  });

  test("is told of with the others, when no more are on their way", () => {
    const { told, come } = adding();
    come("com.adobe.pdf", { isLast: false });
    come("public.image", { isLast: false });
    come("public.text", { isLast: false });
    assert.deepEqual(told, []);
    come("com.adobe.pdf", { place: null });
    assert.deepEqual(told, ["2 files were added that are listed under Recently added, not under Pictures.", "shown"]);
  });
});
