import DocumentModel
import FoundationEssentials
import LinuxSystem
import Storage

extension StoreVerifier {
  /// Settings that cannot be understood; also beside a server, which replaces each in one step.
  ///
  /// A setting that is written without waiting for the disk is only a note: a power cut may leave half of it.
  func checkSettings(_ report: inout VerificationReport) async throws(DocumentError) {
    let root = root
    for path in SettingsCheck.paths {
      do {
        let damage = try await root.run("the settings could not be examined") {
          try SettingsCheck(root: root.directory).damage(at: path)
        }
        guard let damage else { continue }
        let detail = "\(damage); the next start of the server puts it aside and goes on without"
        if path == SandboxPath.clockReading {
          report.note(.damagedSettings, path, detail)
        } else {
          report.add(.damagedSettings, path, detail)
        }
      } catch  where error.code != .busy {
        report.add(.unreadable, path, error.detail)
      }
    }
    try await checkStates(&report)
  }

  /// Saved states of clients; one that is too old for them is no damage.
  private func checkStates(_ report: inout VerificationReport) async throws(DocumentError) {
    let root = root
    let damages = try await root.run("the saved states could not be examined") {
      try SavedStateFolder.damages(in: root.directory)
    }
    for (path, damage) in damages { report.note(.damagedSettings, path, damage) }
  }

  /// Annotations; a line that a crash cut short is no change, and no damage.
  func checkAnnotations(_ report: inout VerificationReport) async throws(DocumentError) {
    let root = root
    let damages = try await root.run("the annotations could not be examined") {
      try AnnotationFolder.damages(in: root.directory)
    }
    for (path, damage) in damages { report.add(.damagedAnnotations, path, damage) }
  }
}
