extension TextComparison {
  /// The comparison in the unified format that `patch` reads (POSIX `diff -u`), in UTF-8; empty for equal texts.
  ///
  /// - Parameters:
  ///   - oldName: name of the old text, without line feeds.
  ///   - newName: name of the new text, without line feeds.
  public func unified(oldName: String, newName: String) -> String {
    guard !hunks.isEmpty else { return "" }
    var text = "--- \(oldName)\n+++ \(newName)\n"
    for hunk in hunks {
      text += "@@ -\(hunk.oldStart),\(hunk.oldCount) +\(hunk.newStart),\(hunk.newCount) @@\n"
      for line in hunk.lines {
        text += line.kind.sign
        text += line.line.text
        text += line.line.isTerminated ? "\n" : "\n\\ No newline at end of file\n"
      }
    }
    return text
  }
}

extension TextComparison.Line.Kind {
  fileprivate var sign: String {
    switch self {
    case .context: " "
    case .removed: "-"
    case .added: "+"
    }
  }
}
