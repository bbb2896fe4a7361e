import ArgumentParser
import Identity
import Operations

extension App.Platform: ExpressibleByArgument {}

struct ProjectAddAppCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add-app",
    abstract: "Register an app, so that a sign-in in the browser can return to the app.",
    discussion: """
      If the app is registered already, its settings change and its app id stays the same.

      EXAMPLES
        latchkey project add-app my-app --platform ios --bundle-id com.example.app
        latchkey project add-app my-app --platform android \\
          --package-name com.example.app
        latchkey project add-app my-app --platform web

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Option(help: "The platform of the app.")
  var platform: App.Platform

  @Option(help: "The bundle id of an Apple app.")
  var bundleId: String?

  @Option(help: "The package name of an Android app.")
  var packageName: String?

  @Option(
    help: """
      The OAuth client id of an Apple app, which ends in .apps.googleusercontent.com. (default: a new one)
      """)
  var clientId: String?

  @Option(help: "The display name.")
  var name: String?

  func validate() throws {
    if platform == .ios, bundleId == nil { throw ValidationError("An Apple app needs --bundle-id.") }
    if platform == .android, packageName == nil {
      throw ValidationError("An Android app needs --package-name.")
    }
    if platform != .ios, bundleId != nil || clientId != nil {
      throw ValidationError("--bundle-id and --client-id belong to --platform ios.")
    }
    if platform != .android, packageName != nil {
      throw ValidationError("--package-name belongs to --platform android.")
    }
  }

  func run() async throws {
    try await data.withBackend { backend in
      var description = ProjectAdministration.AppDescription(platform: platform)
      description.bundleID = bundleId
      description.packageName = packageName
      description.clientID = clientId
      description.displayName = name
      let app = try await backend.administration.registerApp(description, in: id)
      try Terminal.print("Registered the app \(app.appID).")
      if let clientID = app.clientID { try Terminal.print("Client id: \(clientID)") }
    }
  }
}
