/// Something that a walk over `Documents` meets.
public enum TreeFinding: Hashable, Sendable {
  /// A document's file.
  case file(PlacedContent)
  /// A folder that could not be read now: nothing is known of what lies in it.
  case unread(FolderPath)
  /// Something that can be no document, with its path relative to `Documents` as far as it can be written.
  case passedOver(String, Reason)

  /// Why something can be no document.
  ///
  /// Hidden names are passed over without a word.
  public enum Reason: String, Hashable, Sendable {
    /// Not UTF-8, or with characters that no name may have.
    case illegalName
    /// Another spelling in Unicode of a name that lies beside it.
    case twin
    /// A link, device, socket or FIFO.
    case notRegular
    /// Nested more deeply than documents may be.
    case tooDeep
    /// A package that holds what none may hold, or too much of it.
    case unfitPackage

    /// The reason for people.
    public var sentence: String {
      switch self {
      case .illegalName: "the name cannot be a document's; rename the file to have it listed"
      case .twin: "a file of the same name in another Unicode spelling lies beside it; rename one of them"
      case .notRegular: "links, devices and FIFOs are no documents"
      case .tooDeep: "nested more deeply than documents may be"
      case .unfitPackage:
        "the package holds a link, a device, a name that cannot be kept, or too many files or levels"
      }
    }
  }
}
