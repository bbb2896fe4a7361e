import ArgumentParser
import Identity
import IdentityWire
import Operations

struct ProjectShowCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case web, snippet, plist, json, table
  }

  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what a project's apps need to know.",
    discussion: """
      Without --format it prints what a web app begins with, and GoogleService-Info.plist when an Apple app is \
      registered. With --format it prints one document alone: "web" is what the JavaScript SDK's initializeApp \
      takes (JSON), "snippet" is the code that a web app begins with, "plist" is GoogleService-Info.plist, \
      "json" tells the whole project, and "table" is for people. No format shows a secret.

      EXAMPLES
        latchkey project show my-app
        latchkey project show my-app --format web > firebase-config.json
        latchkey project show my-app --config latchkey.yaml --format snippet
        latchkey project show my-app --format plist > GoogleService-Info.plist

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Option(help: "Print one document alone.")
  var format: Format?

  @Option(
    help: """
      The host that serves /__/auth/handler. (default: that of publicOrigin of --config; without one the first \
      authorized domain that is not this machine, or a development server, \(ClientConfiguration.developmentHost))
      """)
  var authDomain: String?

  @Option(help: "The Apple app of the plist. (default: the first one)")
  var bundleId: String?

  /// Nil where nothing says how the server is reached.
  private var origin: String? { data.config.flatMap { try? ConfigurationOptions.publicOrigin(of: $0) } }

  func run() async throws {
    try await data.withBackend { backend in
      let project = try await backend.requireProject(id)
      let address = origin
      let configuration = ClientConfiguration(
        project, authDomain: authDomain ?? address.flatMap(ClientConfiguration.host),
        server: address.map { .address($0) })
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
