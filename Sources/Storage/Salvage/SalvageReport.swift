/// What was read of a damaged index, and of the newest copy, for the new one.
public struct SalvageReport: Hashable, Sendable, Codable {
  /// The files that were read, relative to the workspace's root, the most recent one first.
  public internal(set) var sources: [String] = []
  /// Documents with their ids and marks, those in the Trash too.
  public internal(set) var documents = 0
  /// How many of them are in the Trash.
  public internal(set) var trashed = 0
  /// Their versions.
  public internal(set) var versions = 0
  /// Documents whose row could not be read, and that were put together of what the indexes of their table repeat.
  public internal(set) var rejoined = 0
  /// Documents that only the copy had.
  public internal(set) var copied = 0
  /// Whether the copy was needed.
  public internal(set) var usesCopy = false
  /// Batches that can be undone.
  public internal(set) var batches = 0
  /// Stretches of the table of documents that could not be read.
  public internal(set) var gaps = 0
  /// Rows that could be read and were no document.
  public internal(set) var invalid = 0
  /// Documents of whose history a part could not be read.
  public internal(set) var shortened = 0
  /// Documents whose note and handler, or all of whose marks, could not be read if there were any.
  public internal(set) var unmarked = 0

  /// Whether it is of copies alone, which do not know what happened after they were made.
  public internal(set) var isOfCopy = false

  /// Whether all that the first source had is in the new index.
  public var isWhole: Bool { gaps == 0 && invalid == 0 && shortened == 0 && unmarked == 0 }

  /// What is said where nothing could be read.
  public static let nothing =
    "nothing of an earlier one can be read: a new one is made of the tree, without earlier ids, histories, tags and notes"

  /// A sentence for people.
  public var sentence: String {
    var text =
      "of \(sources.joined(separator: " and ")) were read: \(documents) documents (\(trashed) in the Trash) "
    text += "with their ids, tags and notes, and \(versions) versions"
    if rejoined > 0 { text += "; \(rejoined) of the documents were put together of indexes" }
    if copied > 0 { text += "; \(copied) of the documents only of the copy, as they were then" }
    let losses = [
      (gaps, "stretches of documents"), (invalid, "documents"), (shortened, "parts of histories"),
      (unmarked, "notes of documents"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if losses.isEmpty, isOfCopy {
      return text + "; what happened after the copy was made is known of the files alone"
    }
    if losses.isEmpty, copied > 0 { return text + "; whether more was lost cannot be told" }
    guard !losses.isEmpty else { return text + "; nothing was lost" }
    text += "; could not be read: \(losses.joined(separator: ", "))"
    return text + "; files of documents that are nowhere are taken up as new ones"
  }
}
