// Makes a PDF of a book: its pages, contents, links, title and author.
//
//   mutool run book.js DOCUMENT PDF
//
// `mutool convert` makes pages only. MuPDF's interpreter knows ECMAScript 5.
"use strict";

// A page of the size of a paperback, which a tablet shows whole, in points.
var width = 420, height = 595, fontSize = 11;
var pagesFile = "/tmp/pages.pdf";
// Contents and links may have so many entries and levels, and their places may take so many seconds to find.
var mostEntries = 5000, deepest = 16, mostLinks = 50000, seconds = 10;

// MuPDF names a place by its chapter and the page in it, and does not tell how many pages a chapter has. This line
// beside the body of a chapter, thinner than a hair, begins above every page but the first.
setUserCSS("body { border-left: 0.01pt solid #fefefe !important }");
var lineColor = 254 / 255;

var book = new Document(scriptArgs[0]);
book.layout(width, height, fontSize);
var pageCount = book.countPages();
var hasChapters = book.getMetaData("format") === "EPUB";
// The first page of each chapter.
var chapters = hasChapters ? [] : [0];

function beginsChapter(page) {
  var top = 0;
  var points = {
    moveTo: function (x, y) { top = y; },
    lineTo: function () {},
    curveTo: function () {},
    closePath: function () {},
  };
  page.run({
    fillPath: function (path, isEvenOdd, matrix, space, color) {
      var isLine = color.length === 3 && color.every(function (part) { return Math.abs(part - lineColor) < 0.001; });
      if (isLine) path.walk(points);
    },
  }, Identity);
  return top >= 0;
}

function writePages() {
  var writer = new DocumentWriter(pagesFile, "pdf", "");
  for (var number = 0; number < pageCount; number++) {
    var page = book.loadPage(number);
    page.run(writer.beginPage(page.bound()), Identity);
    writer.endPage();
    if (hasChapters && beginsChapter(page)) chapters.push(number);
  }
  writer.close();
}

writePages();
var pdf = new Document(pagesFile);
var deadline = Date.now() + seconds * 1000;
var addresses = {};

// The address in the PDF of an address in the book; null when it leads nowhere.
function address(uri) {
  if (/^(https?|mailto):/i.test(uri)) return uri;
  if (!(uri in addresses)) addresses[uri] = uri && Date.now() < deadline ? placeAddress(uri) : null;
  return addresses[uri];
}

function placeAddress(uri) {
  var place = book.resolveLink(uri);
  var page = chapters[hasChapters ? place.chapter : 0] + place.page;
  if (!(place.page >= 0 && page < pageCount)) return null;
  return pdf.formatLinkURI({ type: "XYZ", page: page, x: 0, y: place.y || 0, zoom: 0 });
}

var entryCount = 0;

function addContents(items, contents, depth) {
  items.forEach(function (item) {
    if (entryCount++ >= mostEntries) return;
    var uri = address(item.uri || "");
    contents.insert(uri ? { title: item.title || "", uri: uri } : { title: item.title || "" });
    if (!item.down || depth === deepest) return;
    contents.prev();
    contents.down();
    addContents(item.down, contents, depth + 1);
    contents.up();
    contents.next();
  });
}

function addLinks() {
  for (var number = 0, count = 0; number < pageCount && count < mostLinks; number++) {
    var page = pdf.loadPage(number);
    book.loadPage(number).getLinks().slice(0, mostLinks - count).forEach(function (link) {
      var uri = address(link.uri);
      count++;
      if (uri) page.createLink(link.bounds, uri);
    });
  }
}

function addMetadata(names) {
  var information = pdf.newDictionary();
  names.forEach(function (name) {
    var value = book.getMetaData("info:" + name);
    if (value) information[name] = pdf.newString(value);
  });
  // An object that is added may bring a new trailer.
  var reference = pdf.addObject(information);
  pdf.getTrailer().Info = reference;
}

try {
  addMetadata(["Title", "Author"]);
  addContents(book.loadOutline() || [], pdf.outlineIterator(), 1);
  addLinks();
} catch (error) {
  // The pages go without what cannot be read.
  print(error);
}
pdf.save(scriptArgs[1], "compress");
