public import ServiceLifecycle

/// Makes documents of uploads that were complete when the server ended, and removes old ones, now and then.
public struct UploadMaintenance: Service {
  private let uploads: ResumableUploads
  private let workspace: DocumentWorkspace
  private let expiry: ExpiryGuard
  private let interval: Duration
  private let task: PeriodicTask

  /// Maintenance of `uploads`, at the start and then every `interval`, in `task`.
  ///
  /// Nothing is removed while `expiry` says so: a clock that leaps must not end an upload.
  public init(
    _ uploads: ResumableUploads, of workspace: DocumentWorkspace, expiry: ExpiryGuard = ExpiryGuard(),
    interval: Duration = .seconds(3600), task: PeriodicTask = PeriodicTask()
  ) {
    self.uploads = uploads
    self.workspace = workspace
    self.expiry = expiry
    self.interval = interval
    self.task = task
  }

  /// Passes again and again until the service group shuts down.
  public func run() async throws {
    await task.run { _ in
      let date = workspace.now()
      await uploads.tidy(at: date, mayExpire: await expiry.mayExpire(at: date))
      return interval
    }
  }
}
