// swift-tools-version:6.1
import PackageDescription

/// Settings of every Swift target: the language of tomorrow, so that `public import` marks what leaks.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let log = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let signals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "sheaf",
  products: [
    .executable(name: "sheaf", targets: ["sheaf"]),
    .executable(name: "sheaf-render", targets: ["sheaf-render"]),
    .executable(name: "sheaf-converter", targets: ["sheaf-converter"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ],
  targets: [
    // C libraries: each has one module, imported by one Swift target.
    .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd"),
    .systemLibrary(name: "CDrawing", pkgConfig: "poppler-glib"),
    // A target has one `pkgConfig`; the module CDrawing has Pango's declarations.
    .systemLibrary(name: "CPango", pkgConfig: "pangocairo"),
    .systemLibrary(name: "CMarkdown"),
    .systemLibrary(name: "CQPDF"),
    .systemLibrary(name: "CMail", pkgConfig: "gmime-3.0"),
    .systemLibrary(name: "CHTML", pkgConfig: "libxml-2.0"),
    // As CPango: CVips uses gdk-pixbuf.
    .systemLibrary(name: "CPixbuf", pkgConfig: "gdk-pixbuf-2.0"),
    // vips' functions are variadic and its headers bring GLib's types a second time: a C target of plain functions.
    .target(
      name: "CVips", dependencies: ["CDrawing", "CPixbuf"],
      linkerSettings: [
        .linkedLibrary("vips"), .linkedLibrary("gmodule-2.0"), .linkedLibrary("gobject-2.0"),
        .linkedLibrary("gdk_pixbuf-2.0"),
      ]),
    .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg"),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebp"),
    .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate"),
    .systemLibrary(name: "CMagic"),
    .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode"),
    .systemLibrary(name: "CStemmer"),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
    .systemLibrary(name: "CArchive"),
    // ICU renames its functions by macros for each release: a C target of plain functions.
    .target(name: "CCharset", linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
    // source-highlight and LibRaw are C++ libraries, which Swift sees through functions of C.
    .target(name: "CHighlight", linkerSettings: [.linkedLibrary("source-highlight")]),
    .target(name: "CRaw", linkerSettings: [.linkedLibrary("raw")]),
    // OpenSSL's types are macros.
    .target(name: "CCertificate", linkerSettings: [.linkedLibrary("crypto")]),
    .target(name: "CSandbox", linkerSettings: [.linkedLibrary("seccomp")]),
    .target(name: "CLinux"),

    // Libraries, lowest first. An arrow that is not written here does not exist.
    .target(name: "DocumentModel", swiftSettings: strict),
    .target(name: "LinuxSystem", dependencies: ["CLinux", "CNettle"], swiftSettings: strict),
    .target(
      name: "HTTPServer", dependencies: ["CMicroHTTPD", "CZlib", log, metrics, httpTypes],
      swiftSettings: strict,
      // libmicrohttpd is to find the program's definition before the C library's (ReceivedBytes.swift).
      linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic-symbol=recv"])]),
    .target(
      name: "Storage", dependencies: ["DocumentModel", "LinuxSystem", "CStemmer", grdb], swiftSettings: strict
    ),
    .target(
      name: "Maintenance", dependencies: ["Storage", "DocumentModel", "LinuxSystem"], swiftSettings: strict),
    .target(
      name: "Previews", dependencies: ["DocumentModel", "LinuxSystem", log, metrics],
      resources: ["book.js", "scan.js", "web-page.py"].map { .embedInCode("Renditions/\($0)") },
      swiftSettings: strict),
    .target(
      name: "Workspace", dependencies: ["DocumentModel", "LinuxSystem", log, lifecycle],
      swiftSettings: strict),
    .target(
      name: "Rendering",
      dependencies: [
        "DocumentModel", "LinuxSystem", "CSandbox", "CDrawing", "CPango", "CVips", "CTurboJPEG", "CWebP",
        "CDeflate", "CMagic", "CCharset", "CMarkdown", "CQPDF", "CMail", "CHTML", "CHighlight", "CArchive",
        "CRaw", "CCertificate",
      ],
      swiftSettings: strict),
    .target(
      name: "WebApp",
      dependencies: [
        "DocumentModel", "LinuxSystem", "HTTPServer", "Storage", "Maintenance", "Previews", "Workspace",
        "CQREncode", log, metrics, lifecycle, signals, httpTypes,
      ],
      swiftSettings: strict),

    // Processes.
    .executableTarget(
      name: "sheaf", dependencies: ["WebApp", "DocumentModel", arguments, log], swiftSettings: strict),
    .executableTarget(name: "sheaf-render", dependencies: ["Rendering"], swiftSettings: strict),
    // It is C, and runs where the Swift runtime is not.
    .executableTarget(
      name: "sheaf-converter", dependencies: ["CSandbox"],
      linkerSettings: [.linkedLibrary("dl"), .unsafeFlags(["-static-stdlib"])]),

    .testTarget(
      name: "DocumentModelTests", dependencies: ["DocumentModel"],
      exclude: ["FileTypes/ReleasedTypes.txt"], swiftSettings: strict),
    .testTarget(name: "LinuxSystemTests", dependencies: ["LinuxSystem"], swiftSettings: strict),
    .testTarget(
      name: "HTTPServerTests", dependencies: ["HTTPServer", "CZlib", log, metrics, httpTypes],
      swiftSettings: strict),
    .testTarget(
      name: "StorageTests", dependencies: ["Storage", "DocumentModel", "LinuxSystem", grdb],
      swiftSettings: strict),
    .testTarget(
      name: "MaintenanceTests",
      dependencies: ["Maintenance", "Storage", "DocumentModel", "LinuxSystem", grdb],
      swiftSettings: strict),
    .testTarget(
      name: "PreviewsTests",
      dependencies: ["Previews", "DocumentModel", "LinuxSystem", "sheaf-render", "sheaf-converter", log],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "RenderingTests",
      dependencies: ["Rendering", "DocumentModel", "LinuxSystem", "sheaf-render", "CArchive"],
      swiftSettings: strict),
    .testTarget(
      name: "WorkspaceTests",
      dependencies: ["Workspace", "Storage", "Maintenance", "DocumentModel", "LinuxSystem", log, lifecycle],
      swiftSettings: strict),
    .testTarget(
      name: "WebAppTests",
      dependencies: [
        "WebApp", "HTTPServer", "Workspace", "Previews", "DocumentModel", "LinuxSystem", "sheaf-render",
        "sheaf-converter", httpTypes, log,
        .product(name: "CoreMetrics", package: "swift-metrics"),
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
