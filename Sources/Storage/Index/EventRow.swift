import DocumentModel
import FoundationEssentials
import GRDB

/// A row of the table `event`: what happened, with the document as it was then as JSON.
struct EventRow: FetchableRecord {
  let event: DocumentEvent

  init(row: Row) throws {
    guard let kind = DocumentEvent.Kind(rawValue: try row.read("kind")),
      let document = try? Self.decoder.decode(
        Document.self, from: Data((try row.read("document") as String).utf8))
    else { throw DocumentError(.storageFailed, "the index holds an event that cannot be read") }
    event = DocumentEvent(
      sequence: row["sequence"], kind: kind, document: document,
      date: Date(microseconds: try row.read("date")))
  }

  static func entry(_ row: Row) -> EventPage.Entry {
    (try? EventRow(row: row)).map { .event($0.event) } ?? .unreadable(row["sequence"])
  }

  /// Writes the next event, and lets go of events older than the newest `retention`, now and then.
  static func insert(
    _ kind: DocumentEvent.Kind, _ document: Document, at date: Date, retention: Int64, in database: Database
  ) throws -> DocumentEvent {
    let json = String(decoding: try encoder.encode(document), as: UTF8.self)
    try database.run(
      "INSERT INTO event (kind, document, date) VALUES (?, ?, ?)",
      [kind.rawValue, json, date.microseconds])
    let sequence = database.lastInsertedRowID
    if sequence % pruneInterval == 0 {
      try database.run(
        "DELETE FROM event WHERE sequence <= ?", [sequence - retention])
    }
    return DocumentEvent(sequence: sequence, kind: kind, document: document, date: date.kept)
  }

  /// Old events go once in so many, in one cheap range.
  static let pruneInterval: Int64 = 100

  /// Writes documents as they lie in the index: times in whole microseconds.
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.microseconds)
    }
    return encoder
  }

  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      Date(microseconds: try decoder.singleValueContainer().decode(Int64.self))
    }
    return decoder
  }
}
