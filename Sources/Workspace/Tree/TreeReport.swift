import Logging

/// The result of one pass.
public struct TreeReport: Hashable, Sendable {
  /// Files without an entry that became documents.
  public var added = 0
  /// Files that had gone away, and are their documents again.
  public var returned = 0
  /// Files whose content had changed.
  public var changed = 0
  /// Documents found under another name.
  public var moved = 0
  /// Entries whose file is gone, now in the Trash without content.
  public var gone = 0
  /// Entries whose file is missing beside so many more that a later pass has to see it, too.
  public var held = 0
  /// Files and folders whose names no document can have.
  public var unlisted = 0
  /// Files and folders that could not be read.
  public var unread = 0
  /// Files that a program is still writing, and missing ones that a program may be about to write, which are
  /// left for a later pass.
  public var unfinished = 0
  /// Files looked at.
  public var files = 0
  /// A sentence for each file that could not be taken up and of which that was not said before; the first few.
  public var findings: [String] = []

  static let mostFindings = 10

  var metadata: Logger.Metadata {
    [
      "added": "\(added)", "returned": "\(returned)", "changed": "\(changed)", "moved": "\(moved)",
      "gone": "\(gone)", "held": "\(held)", "unlisted": "\(unlisted)", "unread": "\(unread)",
      "unfinished": "\(unfinished)", "files": "\(files)",
      "findings": .array(findings.map { .string($0) }),
    ]
  }

  var hasNews: Bool { added + returned + changed + moved + gone > 0 }

  mutating func merge(_ part: TreeReport) {
    added += part.added
    returned += part.returned
    changed += part.changed
    moved += part.moved
    gone += part.gone
    held += part.held
    unlisted += part.unlisted
    unread += part.unread
    unfinished += part.unfinished
    files += part.files
    findings += part.findings.prefix(max(0, Self.mostFindings - findings.count))
  }

  var sentence: String {
    let parts = [
      (added, "added"), (returned, "returned"), (changed, "changed"), (moved, "moved"), (gone, "gone"),
    ]
    let counts = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return ((counts.isEmpty ? [] : [counts]) + findings).joined(separator: "; ")
  }

  var summary: String? { hasNews || !findings.isEmpty ? sentence : nil }
}
