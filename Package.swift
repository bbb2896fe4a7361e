// swift-tools-version: 6.1
import PackageDescription

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let hummingbirdTesting: Target.Dependency = .product(name: "HummingbirdTesting", package: "hummingbird")
let httpClient: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let jwtKit: Target.Dependency = .product(name: "JWTKit", package: "jwt-kit")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let metrics: Target.Dependency = .product(name: "Metrics", package: "swift-metrics")
let configuration: Target.Dependency = .product(name: "Configuration", package: "swift-configuration")
let yaml: Target.Dependency = .product(name: "Yams", package: "Yams")
let http2: Target.Dependency = .product(name: "HummingbirdHTTP2", package: "hummingbird")
let tls: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let tracing: Target.Dependency = .product(name: "Tracing", package: "swift-distributed-tracing")
let unixSignals: Target.Dependency = .product(name: "UnixSignals", package: "swift-service-lifecycle")
let mustache: Target.Dependency = .product(name: "Mustache", package: "swift-mustache")
let x509: Target.Dependency = .product(name: "X509", package: "swift-certificates")
let asn1: Target.Dependency = .product(name: "SwiftASN1", package: "swift-asn1")
let lifecycle: Target.Dependency = .product(
  name: "ServiceLifecycle", package: "swift-service-lifecycle")
let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")

// The SDK. Apple's systems have a CryptoKit of their own, which one of this name would hide.
var sdkProducts: [Product] = [
  .library(name: "FirebaseAuth", targets: ["FirebaseAuth"]),
  .library(name: "FirebaseCore", targets: ["FirebaseCore"]),
  .library(name: "FirebaseFirestore", targets: ["FirebaseFirestore"]),
  .library(name: "LatchkeyVerifier", targets: ["LatchkeyVerifier"]),
  .library(name: "LatchkeyHummingbird", targets: ["LatchkeyHummingbird"]),
  .library(name: "SecurityRules", targets: ["SecurityRules"]),
  // For other languages: latchkey_auth.h. `make c-library` builds it with Swift's runtime inside.
  .library(name: "latchkey_auth", type: .dynamic, targets: ["LatchkeyAuthABI"]),
]
var sdkTargets: [Target] = [
  .target(name: "HTTPExchange"),
  .target(name: "SecureRandom"),
  .target(name: "LatchkeyAuth", dependencies: ["IdentityWire", "HTTPExchange", "SecureRandom", crypto]),
  .target(name: "CLatchkeyVersion"),
  .target(name: "CLatchkeyAuth"),
  .target(
    name: "LatchkeyAuthABI",
    dependencies: ["LatchkeyAuth", "IdentityWire", "CLatchkeyAuth", "CLatchkeyVersion"]),
  .target(name: "FirebaseAuth", dependencies: ["LatchkeyAuth"]),
  .target(name: "FirebaseCore", dependencies: ["LatchkeyAuth"]),
  .target(name: "FirebaseFirestore", dependencies: ["LatchkeyAuth"]),
  .target(name: "JSONWebKeys", dependencies: ["IdentityWire", crypto, cryptoExtras]),
  .target(name: "LatchkeyVerifier", dependencies: ["IdentityWire", "HTTPExchange", "JSONWebKeys"]),
  .target(
    name: "LatchkeyHummingbird", dependencies: ["LatchkeyVerifier", "SecurityRules", hummingbird]),
]
// The guides' code, compiled in both language modes, and that of the documentation's tutorials. Apple's modules in it are
// played here. All of it is made of test targets, which packages that use this one do not see: a module named SwiftUI would
// be in their way.
var guides: [Target] = []
var guideDependencies: [Target.Dependency] = []
#if os(Linux)
  sdkProducts.append(.library(name: "CryptoKit", targets: ["CryptoKit"]))
  sdkTargets.append(.target(name: "CryptoKit", dependencies: ["SecureRandom", crypto]))

  let appleStubs: [Target.Dependency] = ["SwiftUI", "AuthenticationServices", "FBSDKLoginKit"]
  let snippetDependencies =
    appleStubs + ["CryptoKit", "GuideStage", "FirebaseAuth", "FirebaseCore", "FirebaseFirestore"]
  guides = [
    .testTarget(name: "SwiftUI", path: "Tests/Guides/Stubs/SwiftUI"),
    .testTarget(
      name: "AuthenticationServices", dependencies: ["SwiftUI"],
      path: "Tests/Guides/Stubs/AuthenticationServices"),
    .testTarget(name: "FBSDKLoginKit", path: "Tests/Guides/Stubs/FBSDKLoginKit"),
    .testTarget(name: "GuideStage", dependencies: appleStubs + ["FirebaseAuth"], path: "Tests/Guides/Stage"),
    .testTarget(
      name: "GuideSnippets", dependencies: snippetDependencies, path: "Tests/Guides/Snippets"),
    .testTarget(
      name: "GuideSnippetsSwift5", dependencies: snippetDependencies, path: "Tests/Guides/SnippetsSwift5",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "Tutorials", dependencies: appleStubs + ["CryptoKit", "FirebaseAuth", "FirebaseCore"],
      path: "Tests/Guides/Tutorials"),
  ]
  guideDependencies =
    appleStubs + ["CryptoKit", "GuideStage", "GuideSnippets", "GuideSnippetsSwift5", "Tutorials"]
#endif

let package = Package(
  name: "latchkey",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "latchkey", targets: ["latchkey"]),
    .executable(name: "sign-in-cli", targets: ["SignInCLI"]),
  ] + sdkProducts,
  dependencies: [
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // No traits: its own reader of YAML can name neither the keys of a file nor their lines.
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CLibcrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
    .systemLibrary(
      name: "CCrypt", pkgConfig: "libxcrypt", providers: [.apt(["libcrypt-dev"])]),
    .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "Libxml2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CDeflate", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .executableTarget(name: "embed-texts"),
    .plugin(name: "EmbedTexts", capability: .buildTool(), dependencies: ["embed-texts"]),
    .target(name: "QRCodes", dependencies: ["CQREncode"]),
    .target(name: "CMailTransfer", linkerSettings: [.linkedLibrary("curl")]),
    .target(name: "CResolver", linkerSettings: [.linkedLibrary("resolv")]),
    .target(name: "CSQLiteMemory", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CMultiBufferRSA", dependencies: ["CLibcrypto"]),
    .target(name: "CFileExchange"),
    .target(name: "CXML2", dependencies: ["Libxml2"]),
    .target(name: "LatchkeyVersion", dependencies: ["CLatchkeyVersion"]),
    .target(name: "IdentityWire"),
    .target(name: "SecurityRules", dependencies: ["IdentityWire"]),
    .target(name: "Secrets", dependencies: ["IdentityWire", crypto]),
    .target(name: "WorkPool"),
    .target(name: "Settings", dependencies: ["IdentityWire", "Secrets", configuration, yaml]),
    .target(name: "Telemetry", dependencies: [logging, metrics]),
    .target(name: "WebAuthn", dependencies: ["IdentityWire", crypto, cryptoExtras, x509, asn1]),
    .target(name: "SAML", dependencies: ["IdentityWire", "CXML2", "CDeflate", "CLibcrypto"]),
    .target(name: "Texts"),
    .target(name: "Identity", dependencies: ["IdentityWire"]),
    .target(
      name: "Tokens",
      dependencies: [
        "IdentityWire", "Identity", "Secrets", "JSONWebKeys", "WorkPool", "CLibcrypto", "CMultiBufferRSA",
        crypto, cryptoExtras, x509, asn1,
      ]),
    .target(
      name: "Passwords",
      dependencies: [
        "IdentityWire", "Identity", "WorkPool", "CArgon2", "CCrypt", "CLibcrypto", crypto, cryptoExtras,
      ]),
    .target(name: "OutgoingTLS", dependencies: [x509, asn1, httpClient, tls]),
    .target(
      name: "IdentityProviders",
      dependencies: [
        "IdentityWire", "Identity", "Secrets", "WorkPool", "JSONWebKeys", "OutgoingTLS", "SAML", crypto,
        cryptoExtras, x509, httpClient, tls,
      ]),
    .target(
      name: "Storage",
      dependencies: [
        "IdentityWire", "Identity", "LatchkeyVersion", "Secrets", "WorkPool", "CPQ", "CSQLiteMemory", crypto,
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .target(
      name: "Messaging",
      dependencies: [
        "IdentityWire", "Identity", "Secrets", "Texts", "WorkPool", "OutgoingTLS", "CMailTransfer",
        "CResolver", crypto, httpClient, lifecycle, tls,
      ],
      exclude: ["Texts"], plugins: ["EmbedTexts"]),
    .target(
      name: "Operations",
      dependencies: [
        "IdentityWire", "Identity", "Secrets", "WorkPool", "Settings", "Tokens", "Passwords",
        "IdentityProviders", "Storage", "Messaging", "WebAuthn", "SAML", crypto, logging,
      ]),
    .target(
      name: "SeedFiles",
      dependencies: ["IdentityWire", "Identity", "Settings", "Operations", "CFileExchange", crypto]),
    .target(
      name: "Composition",
      dependencies: [
        "IdentityWire", "Identity", "Secrets", "WorkPool", "Settings", "Telemetry", "Tokens", "Passwords",
        "IdentityProviders", "Storage", "Messaging", "Operations", logging,
      ]),
    .target(
      name: "ProviderLab",
      dependencies: [
        "IdentityWire", "SAML", "WebPages", "CDeflate", crypto, cryptoExtras, x509, asn1, hummingbird,
      ],
      exclude: ["Pages"], plugins: ["EmbedTexts"]),
    .target(name: "WebPages", dependencies: ["IdentityWire", "Identity", hummingbird, mustache]),
    .target(
      name: "Console",
      dependencies: [
        "IdentityWire", "Identity", "Secrets", "WorkPool", "Texts", "Tokens", "IdentityProviders",
        "Messaging", "Operations", "WebPages", "QRCodes", crypto, hummingbird, mustache, logging,
      ],
      exclude: ["Pages", "Texts"], plugins: ["EmbedTexts"]),
    .target(
      name: "Server",
      dependencies: [
        "LatchkeyVersion", "IdentityWire", "SecurityRules", "Identity", "Secrets", "WorkPool", "Settings",
        "Telemetry", "Texts", "Tokens",
        "IdentityProviders", "Messaging", "Operations", "Composition", "ProviderLab", "QRCodes", "WebPages",
        "Console", crypto, hummingbird, http2, tls, logging, tracing, lifecycle, unixSignals,
      ],
      exclude: ["Pages", "Texts"], plugins: ["EmbedTexts"]),
    .executableTarget(
      name: "latchkey",
      dependencies: [
        "LatchkeyVersion", "IdentityWire", "SecurityRules", "Identity", "Secrets", "Settings", "Telemetry",
        "Tokens",
        "Passwords", "IdentityProviders", "Storage", "Messaging", "Operations", "SeedFiles", "Composition",
        "JSONWebKeys", "ProviderLab", "QRCodes", "Server", arguments, httpClient, lifecycle, logging, metrics,
      ]),
    .executableTarget(
      name: "latchkey-benchmarks",
      dependencies: [
        "IdentityWire", "SecurityRules", "Identity", "Secrets", "WorkPool", "WebAuthn", "SAML", "Tokens",
        "Passwords", "Storage",
        arguments, crypto, httpClient, hummingbird, .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      path: "Benchmarks/Latchkey",
      resources: [.embedInCode("Resources/requests.lua"), .embedInCode("Resources/sign-up.sql")]),
    .executableTarget(
      name: "SignInCLI", dependencies: ["QRCodes", "FirebaseAuth", "FirebaseCore", arguments],
      path: "Examples/SignInCLI"),
    .executableTarget(
      name: "NotesServer", dependencies: ["LatchkeyHummingbird", hummingbird, arguments],
      path: "Examples/NotesServer", resources: [.embedInCode("notes.rules")]),

    .systemLibrary(name: "CSpawn", path: "Tests/CSpawn"),
    // For suites that start no server of ours, which are not to wait for its modules.
    .target(
      name: "TestTools", dependencies: ["IdentityWire", "Identity", "CSpawn", crypto, logging],
      path: "Tests/TestTools"),
    .target(
      name: "TestSupport",
      dependencies: [
        "TestTools",
        "IdentityWire", "Identity", "Secrets", "Settings", "Tokens", "Passwords", "Storage", "Messaging",
        "Operations", "Composition", "ProviderLab", "Server", "SAML", hummingbird,
        httpClient, lifecycle, logging, crypto, cryptoExtras,
      ],
      path: "Tests/TestSupport"),
    .testTarget(name: "IdentityWireTests", dependencies: ["IdentityWire", "TestTools"]),
    .testTarget(
      name: "SecurityRulesTests", dependencies: ["IdentityWire", "SecurityRules", "TestTools"],
      exclude: ["Cases"]),
    .testTarget(
      name: "NotesServerTests",
      dependencies: [
        "NotesServer", "FirebaseAuth", "FirebaseCore", "LatchkeyHummingbird", "TestSupport", hummingbird,
        httpClient,
      ]),
    .testTarget(name: "SecretsTests", dependencies: ["Secrets"]),
    .testTarget(
      name: "WebAuthnTests",
      dependencies: ["IdentityWire", "WebAuthn", "TestTools", crypto, cryptoExtras, x509],
      exclude: ["make_vectors.py"]),
    .testTarget(name: "SAMLTests", dependencies: ["SAML"]),
    .testTarget(name: "SettingsTests", dependencies: ["IdentityWire", "Settings", "TestTools"]),
    .testTarget(name: "TelemetryTests", dependencies: ["Telemetry", logging, metrics]),
    .testTarget(
      name: "TextsTests", dependencies: ["Identity", "Texts", "Messaging", "Console", "Server", "TestTools"]),
    .testTarget(name: "IdentityTests", dependencies: ["IdentityWire", "Identity"]),
    .testTarget(
      name: "TokensTests",
      dependencies: ["IdentityWire", "Identity", "Secrets", "Tokens", crypto, cryptoExtras, x509]),
    .testTarget(
      name: "PasswordsTests", dependencies: ["IdentityWire", "Identity", "WorkPool", "Passwords"],
      exclude: ["make_vectors.py"]),
    .testTarget(name: "StorageTests", dependencies: ["IdentityWire", "Identity", "Storage", "TestTools"]),
    .testTarget(
      name: "MessagingTests",
      dependencies: [
        "Identity", "Secrets", "WorkPool", "Storage", "Messaging", "TestSupport", hummingbird, lifecycle,
        logging,
      ]),
    .testTarget(
      name: "IdentityProvidersTests",
      dependencies: [
        "IdentityWire", "Identity", "Secrets", "WorkPool", "JSONWebKeys", "IdentityProviders", "ProviderLab",
        "TestSupport",
        hummingbird, httpClient, crypto, cryptoExtras,
      ]),
    .testTarget(
      name: "ProviderLabTests",
      dependencies: ["IdentityWire", "SAML", "ProviderLab", jwtKit, crypto, hummingbird, hummingbirdTesting]),
    .testTarget(
      name: "OperationsTests",
      dependencies: [
        "IdentityWire", "Identity", "Secrets", "WorkPool", "Settings", "Telemetry", "Tokens", "Passwords",
        "IdentityProviders", "Storage", "Messaging", "Operations", "Composition", "Server", "TestSupport",
        logging,
      ]),
    .testTarget(
      name: "SeedFilesTests",
      dependencies: ["IdentityWire", "Identity", "Settings", "Operations", "SeedFiles", "TestSupport"]),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "IdentityWire", "Identity", "Secrets", "WorkPool", "Settings", "Telemetry", "Tokens",
        "IdentityProviders", "Messaging", "Operations", "Composition", "ProviderLab", "SAML", "WebPages",
        "Server", "TestSupport",
        crypto, cryptoExtras, x509, asn1, tls, hummingbird, httpClient, logging, lifecycle,
      ]),
    .testTarget(
      name: "ConsoleTests",
      dependencies: [
        "LatchkeyVersion", "IdentityWire", "Identity", "Secrets", "Settings", "Texts", "IdentityProviders",
        "Messaging", "Operations", "ProviderLab", "QRCodes", "Console", "TestSupport", "TestTools",
      ]),
    .testTarget(
      name: "AttackTests",
      dependencies: [
        "IdentityWire", "Identity", "Secrets", "WorkPool", "Settings", "Tokens", "Passwords",
        "IdentityProviders", "Messaging", "Operations", "ProviderLab", "Console", "FirebaseAuth",
        "FirebaseCore", "SAML", "TestSupport", "TestTools", crypto, cryptoExtras, hummingbird,
      ]),
    .testTarget(name: "SourceDocumentTests", dependencies: ["IdentityWire", "Identity", "TestSupport"]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "IdentityWire", "Identity", "Storage", "Messaging", "Operations", "Composition", "Server",
        "TestSupport", "TestTools", httpClient, .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "LatchkeyAuthTests",
      dependencies: [
        "IdentityWire", "Identity", "Operations", "ProviderLab", "LatchkeyAuth", "FirebaseAuth",
        "FirebaseCore", "TestSupport", "TestTools",
      ]
        + guideDependencies),
    .testTarget(
      name: "LatchkeyVerifierTests",
      dependencies: [
        "IdentityWire", "Identity", "Tokens", "LatchkeyVerifier", "LatchkeyHummingbird", "TestSupport",
        hummingbird, httpClient, logging, crypto,
      ]),
  ] + sdkTargets + guides,
  swiftLanguageModes: [.v6]
)
