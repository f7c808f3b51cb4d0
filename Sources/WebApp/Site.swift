import DocumentModel
import HTTPServer
import HTTPTypes
import Logging
import Previews
import Storage
import Workspace

/// The application: all routes, their access rules, and the headers of every response.
struct Site: Sendable {
  private let configuration: Configuration
  private let assembly: Assembly
  private let drops: [DropFolderWatcher]
  private let metrics: PrometheusRegistry
  private let log: Logger
  private let access: AccessControl
  private let origins: OriginPolicy
  private let shares = RequestShares()
  private let passwords: GivenPasswords
  private let codes = DeviceCodes()
  let cache: ResponseCache

  init(
    configuration: Configuration, assembly: Assembly, drops: [DropFolderWatcher], metrics: PrometheusRegistry,
    log: Logger
  ) throws {
    self.configuration = configuration
    self.assembly = assembly
    self.drops = drops
    self.metrics = metrics
    self.log = log
    access = AccessControl(
      configuration.requiresSignIn ? assembly.accounts : nil, workspace: assembly.identity)
    origins = OriginPolicy(host: configuration.host, allowed: configuration.allowedHosts)
    let (types, privates) = (assembly.workspace.types, assembly.workspace.privates)
    cache = ResponseCache(isPrivate: { privates.contains($0) }) { types.converterRevision }
    passwords = GivenPasswords()
  }

  func application() throws -> HTTPApplication {
    var router = Router()
    try addOpen(to: &router)
    router.mount(try guarded(), middleware: [admitted, SingleParameters.middleware])
    var application = HTTPApplication(router: router, middleware: [crossOrigin, sameOrigin], logger: log)
    application.fast = fast
    application.defaultHeaders = Self.headers
    application.refusalHeaders = { path in
      CrossOriginAccess.applies(to: path)
        ? CrossOriginAccess.headers : ResumableUploadRoutes.refusalHeaders(path)
    }
    application.problem = { [log] error in Self.problem(error, log) }
    return application
  }

  /// Turns an error into a problem for the client; internal failures also go to the log with their cause.
  private static func problem(_ error: any Error, _ log: Logger) -> HTTPProblem? {
    guard let error = error as? DocumentError else { return nil }
    if [.storageFailed, .storageFull, .rendererCrashed].contains(error.code) {
      log.error("\(error)", metadata: ["cause": "\(error.cause.map { "\($0)" } ?? "unknown")"])
    }
    return error.problem
  }

  private func addOpen(to router: inout Router) throws {
    let pages = try PublicPages(directory: assembly.files.pages, origins: origins)
    pages.add(to: &router)
    OperationRoutes(
      version: App.version, room: assembly.room, pool: assembly.pool, index: assembly.indexHealth,
      types: assembly.workspace.types
    )
    .add(to: &router)
    openIn.addOpen(to: &router)
    actions.addOpen(to: &router)
    SignInRoutes(
      accounts: assembly.accounts, access: access, codes: codes, pages: pages, origins: origins
    ).add(to: &router)
  }

  private var openIn: OpenInRoutes {
    OpenInRoutes(
      workspace: assembly.workspace, sessions: assembly.sessions, addresses: assembly.addresses,
      origins: origins,
      maximumBytes: configuration.maximumUpload)
  }

  private var actions: ActionRoutes {
    ActionRoutes(
      workspace: assembly.workspace, runs: assembly.actionRuns, addresses: assembly.addresses,
      origins: origins)
  }

  private func guarded() throws -> Router {
    var router = Router()
    let workspace = assembly.workspace
    DocumentRoutes(workspace: workspace, cache: cache).add(to: &router)
    BatchRoutes(workspace: workspace).add(to: &router)
    CopyRoutes(workspace: workspace).add(to: &router)
    FolderRoutes(workspace: workspace).add(to: &router)
    ArchiveRoutes(workspace: workspace, archives: FolderArchives(assembly.root), log: log).add(to: &router)
    ContainerRoutes(container: SandboxContainer(assembly.root)).add(to: &router)
    UploadRoutes(
      workspace: workspace, maximumBytes: configuration.maximumUpload,
      keyed: KeyedUploads(workspace, owner: access.credential(of:))
    ).add(to: &router)
    ResumableUploadRoutes(uploads: assembly.uploads, maximumBytes: configuration.maximumUpload)
      .add(to: &router)
    InboxRoutes(
      workspace: workspace, imports: assembly.imports, maximumBytes: configuration.maximumUpload,
      keyed: KeyedUploads(workspace, owner: access.credential(of:))
    ).add(to: &router)
    openIn.add(to: &router)
    actions.add(to: &router)
    PreviewSetRoutes(workspace: workspace).add(to: &router)
    ContentRoutes(workspace: workspace).add(to: &router)
    VersionRoutes(workspace: workspace, cache: cache).add(to: &router)
    AnnotationRoutes(annotations: assembly.annotations).add(to: &router)
    SessionRoutes(
      workspace: workspace, sessions: assembly.sessions, maximumBytes: configuration.maximumUpload,
      access: access
    ).add(to: &router)
    ComparisonRoutes(workspace: workspace, comparer: assembly.comparer).add(to: &router)
    PageRoutes(workspace: workspace, cache: cache, icons: assembly.icons).add(to: &router)
    FindRoutes(workspace: workspace).add(to: &router)
    TextRoutes(workspace: workspace).add(to: &router)
    addSearch(to: &router)
    UnlockRoutes(workspace: workspace, passwords: passwords, access: access).add(to: &router)
    QuarantineRoutes(workspace: workspace, pool: assembly.pool).add(to: &router)
    RenditionRoutes(workspace: workspace, annotations: assembly.annotations, scanned: assembly.scanned).add(
      to: &router)
    MediaRoutes(workspace: workspace).add(to: &router)
    DescriptionRoutes(workspace: workspace).add(to: &router)
    EntryRoutes(workspace: workspace, cache: cache).add(to: &router)
    PassingPreviewRoutes(
      workspace: workspace, renderer: assembly.renderer, maximumBytes: configuration.maximumUpload
    ).add(to: &router)
    IIIFRoutes(
      workspace: workspace, annotations: assembly.annotations, cache: cache, origins: origins
    ).add(to: &router)
    AreaRoutes(areas: assembly.areas, workspace: workspace).add(to: &router)
    TypeRoutes(workspace: workspace, cache: cache, icons: assembly.icons).add(to: &router)
    StorageRoutes(
      room: assembly.room, workspace: workspace, cache: assembly.cache, renderer: assembly.renderer, log: log
    ).add(to: &router)
    AccountRoutes(access: access).add(to: &router)
    DeviceCodeRoutes(
      access: access, codes: codes, isLoopback: configuration.isLoopback, origins: origins
    ).add(to: &router)
    EventRoutes(workspace: workspace, room: assembly.room, dropFolders: drops, access: access)
      .add(to: &router)
    PreferenceRoutes(preferences: assembly.preferences, cache: cache).add(to: &router)
    StateRoutes(states: assembly.states, log: log).add(to: &router)
    JobRoutes(jobs: workspace.jobs).add(to: &router)
    MetricsRoutes(metrics: metrics, root: assembly.root).add(to: &router)
    APIDescriptionRoutes(openAPI: try assembly.files.read("openapi.json")).add(to: &router)
    return router
  }

  private func addSearch(to router: inout Router) {
    let workspace = assembly.workspace
    let search = DocumentSearch(in: workspace, by: assembly.words)
    SearchRoutes(workspace: workspace, search: search, scans: assembly.scans).add(to: &router)
    SimilarRoutes(workspace: workspace, similar: SimilarDocuments(in: workspace, by: assembly.words))
      .add(to: &router)
    SuggestionRoutes(suggestions: TitleSuggestions(in: workspace, by: assembly.words)).add(to: &router)
    TextExportRoutes(
      workspace: workspace, search: search, export: TextExport(of: workspace, from: assembly.words)
    ).add(to: &router)
    RuleRoutes(workspace: workspace, rules: assembly.rules).add(to: &router)
  }

  private var admitted: Middleware {
    { [access, shares, passwords] next in
      { request, parameters in
        let name = try await access.admit(request.head)
        let lease = try shares.enter(access.holder(of: request.head))
        // Each client has its own share of the render queue, and its own passwords.
        let client = access.client(of: request.head)
        let given = PasswordAccess { passwords.password(of: $0, for: client) }
        var response = try await RenderClient.$current.withValue(client) {
          try await PasswordAccess.$current.withValue(given) {
            try await Visitor.$name.withValue(name) { try await next(request, parameters) }
          }
        }
        // A later user of this browser has not given the password.
        if given.wasUsed { response.headers[.cacheControl] = "private, no-store" }
        response.lease = lease
        return response
      }
    }
  }

  private var crossOrigin: Middleware {
    CrossOriginAccess { [log] error in Self.problem(error, log) ?? (error as? any HTTPResponseError)?.problem
    }
    .middleware
  }

  /// Refuses foreign host names and origins before any other check.
  private var sameOrigin: Middleware {
    { [origins] next in
      { request, parameters in
        if let problem = origins.problem(with: request.head) { throw problem }
        return try await next(request, parameters)
      }
    }
  }

  /// Sends cached responses inside the HTTP callback, under the same conditions as all other responses.
  private var fast: FastResponder {
    { [cache, access, origins] head in
      guard head.method == .get || head.method == .head, let entity = cache.entity(for: head),
        access.isKnown(head), origins.problem(with: head) == nil
      else { return nil }
      let response = entity.response(to: head)
      // A complete cached response has its headers; a 304 or a partial one repeats only some of them.
      return response.status != .ok && CrossOriginAccess.applies(to: head)
        ? CrossOriginAccess.opened(response) : response
    }
  }

  private static let headers: HTTPFields = [
    .xContentTypeOptions: "nosniff",
    .referrerPolicy: "no-referrer",
    .crossOriginResourcePolicy: "same-origin",
    .xFrameOptions: "DENY",
  ]
}

extension HTTPField.Name {
  static let referrerPolicy = Self("Referrer-Policy") ?? .vary
  static let xFrameOptions = Self("X-Frame-Options") ?? .vary
}
