import ArgumentParser
import Foundation
import Identity
import IdentityWire
import Operations

struct ProjectShowCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case web, snippet, plist, json, table

    /// True if the document contains the server's address.
    var namesServer: Bool { self != .json && self != .table }
  }

  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the values that a project's apps need.",
    discussion: """
      Without --format, prints the first lines of a web app, and GoogleService-Info.plist if an Apple app is \
      registered. With --format, prints only one document: "web" is the argument of the JavaScript SDK's initializeApp \
      (JSON), "snippet" is the first lines of a web app, "plist" is GoogleService-Info.plist, "json" contains the whole \
      project for programs, and "table" contains it for people. No format shows a secret.

      Name the server with --config or --server. Otherwise, the output contains \(ClientConfiguration.unknownHost) \
      instead of the server's address.

      EXAMPLES
        latchkey project show my-app
        latchkey project show my-app --server https://auth.example.com --format web
        latchkey project show my-app --config latchkey.yaml --format snippet
        latchkey project show latchkey-dev --server http://127.0.0.1:9099
        latchkey project show my-app --config latchkey.yaml --format plist

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Option(help: "Print only one document.")
  var format: Format?

  @Option(
    help: ArgumentHelp(
      """
      The address at which apps reach the server: https://auth.example.com, or http://\(ClientConfiguration.developmentHost) \
      for a development server. (default: publicOrigin of --config)
      """, valueName: "address"), transform: KeyFileOptions.parseServer)
  var server: String?

  @Option(help: "The host that serves /__/auth/handler. (default: the server's)")
  var authDomain: String?

  @Option(help: "The Apple app of the plist. (default: the first one)")
  var bundleId: String?

  /// The server that --server or the configuration names; nil if neither names a server.
  private var place: ClientConfiguration.Server? {
    if let server {
      return server.hasPrefix("https://")
        ? .address(server) : ClientConfiguration.host(of: server).map { .development($0) }
    }
    return data.config.flatMap { try? ConfigurationOptions.publicOrigin(of: $0) }.map { .address($0) }
  }

  func validate() throws {
    guard let server, !server.hasPrefix("https://") else { return }
    guard ReturnPolicy.isLoopback(URL(string: server)?.host() ?? "") else {
      throw ValidationError(
        "Write the server's https address. Only a development server on this machine may have an http address."
      )
    }
  }

  func run() async throws {
    try await data.withBackend { backend in
      let project = try await backend.requireProject(id)
      let configuration = ClientConfiguration(project, authDomain: authDomain, server: place)
      switch format {
      case .web: try Terminal.print(JSONText.pretty(configuration.web))
      case .snippet: try Terminal.print(configuration.webSnippet)
      case .plist: try Terminal.print(try plist(configuration))
      case .json: try Terminal.print(JSONText.pretty(ProjectDescription(project).json))
      case .table: try Terminal.print(ProjectDescription(project).text)
      case nil:
        try Terminal.print("A web app begins with:\n\n\(configuration.webSnippet)\n")
        if project.apps.contains(where: { $0.platform == .ios }) || bundleId != nil {
          try Terminal.print("GoogleService-Info.plist:\n\n\(try plist(configuration))")
        } else {
          try Terminal.print(
            """
            There is no GoogleService-Info.plist, because the project has no Apple app. Register one with \
            "latchkey project add-app \(id) --platform ios --bundle-id BUNDLE".
            """)
        }
      }
      if configuration.server == nil, format?.namesServer ?? true {
        Terminal.note(
          "The server's address is unknown: the output contains \(ClientConfiguration.unknownHost) instead. Name the server with "
            + "--config or --server.")
      }
    }
  }

  private func plist(_ configuration: ClientConfiguration) throws(CommandFailure) -> String {
    let apps = configuration.project.apps.filter { $0.platform == .ios }
    guard let app = bundleId.map({ id in apps.first { $0.bundleID == id } }) ?? apps.first else {
      throw CommandFailure(
        .refused,
        "The project has no Apple app\(bundleId.map { " with the bundle id \($0)" } ?? ""). Register one with "
          + "\"latchkey project add-app \(id) --platform ios --bundle-id BUNDLE\".")
    }
    let text = String(decoding: configuration.propertyList(for: app), as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
