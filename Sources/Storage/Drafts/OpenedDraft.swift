package import DocumentModel
import FoundationEssentials
package import LinuxSystem

/// The files of a draft as they belong together at one moment, open: a replacement or removal of the draft does not reach
/// them.
package struct OpenedDraft: Sendable {
  package struct File: Sendable {
    package let path: String
    package let descriptor: Descriptor
    package let status: FileStatus

    /// The plain file at `path` beneath `root`; nil when there is none.
    init?(_ path: String, in root: Directory) throws(SystemError) {
      guard let (descriptor, status) = try FileContent.open(path, in: root) else { return nil }
      (self.path, self.descriptor, self.status) = (path, descriptor, status)
    }
  }

  /// A draft that is replaced all the time is given up after so many tries.
  private static let attempts = 100

  /// The description, and the content that it describes where that is there.
  package let files: [File]

  /// The draft as its description says; nil when that cannot be read.
  package let draft: Draft?

  /// The draft in the directory at `folder` beneath `root`; nil when nothing describes one.
  ///
  /// A content goes after another one was described (see ``DraftFolder``): a caller that finds it gone reads the description
  /// again.
  ///
  /// Blocks.
  package init?(in folder: String, of root: Directory) throws(SystemError) {
    var last: FileStatus?
    for _ in 0..<Self.attempts {
      guard let description = try File("\(folder)/\(DraftFolder.description)", in: root) else { return nil }
      let draft = try DraftFolder.draft(describedIn: description.descriptor)
      if let draft, let content = try File("\(folder)/\(draft.content.sha256)", in: root) {
        (files, self.draft) = ([description, content], draft)
        return
      }
      guard last?.isSameContent(as: description.status) != true else {
        (files, self.draft) = ([description], draft)
        return
      }
      last = description.status
    }
    return nil
  }
}
