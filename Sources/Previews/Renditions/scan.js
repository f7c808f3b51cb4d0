// Lays the words of a scan over the pages of its PDF: unseen, they can be selected and found.
//
//   mutool run scan.js PDF RESULT
//
// Before this script stands `var zones = "…";`, the output of `djvutxt --detail=word`. MuPDF's interpreter knows
// ECMAScript 5.

var pdf = new Document(scriptArgs[0]);

// A font without letters (PDF 32000-1, 9.7): each UTF-16 unit is its own code, half as wide as high.
var unicode = pdf.addStream(
  "begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <FFFF> <0000> endbfrange endcmap",
  {});
var descriptor = pdf.addObject({
  Type: "FontDescriptor", FontName: "Words", Flags: 4, FontBBox: [0, -200, 500, 800], Ascent: 800, Descent: -200,
  CapHeight: 800, ItalicAngle: 0, StemV: 80,
});
var letters = pdf.addObject({
  Type: "Font", Subtype: "CIDFontType2", BaseFont: "Words", DW: 500, FontDescriptor: descriptor,
  CIDSystemInfo: { Registry: pdf.newString("Adobe"), Ordering: pdf.newString("Identity"), Supplement: 0 },
});
var font = pdf.addObject({
  Type: "Font", Subtype: "Type0", BaseFont: "Words", Encoding: "Identity-H", DescendantFonts: [letters],
  ToUnicode: unicode,
});

function codes(word) {
  var text = "";
  for (var i = 0; i < word.length; i++) text += ("000" + Math.min(word.charCodeAt(i), 0xFFFD).toString(16)).slice(-4);
  return text;
}

// The operators that place a word in its box, in points.
function operators(word, left, bottom, right, top) {
  var size = top - bottom, width = word.length * size / 2;
  if (!(size > 0 && right > left && width > 0)) return "";
  return "/W " + size.toFixed(2) + " Tf " + (100 * (right - left) / width).toFixed(2) + " Tz 1 0 0 1 " +
    left.toFixed(2) + " " + (bottom + size / 5).toFixed(2) + " Tm <" + codes(word) + "> Tj\n";
}

var pageCount = pdf.countPages(), number = -1, page, scale, words = [];

function endPage() {
  if (!words.length) return;
  page.Resources.Font = { W: font };
  page.Contents = [page.Contents, pdf.addStream("BT 3 Tr\n" + words.join("") + "ET", {})];
  words = [];
}

function beginPage() {
  endPage();
  number++;
  if (number >= pageCount) return;
  page = pdf.findPage(number);
  // A page has one image, of as many pixels as the page of the scan.
  page.Resources.XObject.forEach(function (name, image) { scale = page.MediaBox[2] / image.Width; });
}

function unescaped(text) {
  return text.replace(/\\([0-7]{3}|.)/g, function (all, code) { return code.length === 3 ? " " : code; });
}

// A page without words, the beginning of another one, or a word, or line, with its box.
var zone = /\(\)|\(page |(-?\d+)\s+(-?\d+)\s+(-?\d+)\s+(-?\d+)\s+"((?:[^"\\]|\\.)*)"/g;
zones.replace(zone, function (part, left, bottom, right, top, word) {
  if (part === "()" || part === "(page ") {
    beginPage();
  } else if (number < pageCount) {
    words.push(operators(unescaped(word), left * scale, bottom * scale, right * scale, top * scale));
  }
});
endPage();
pdf.save(scriptArgs[1], "compress");
