import ArgumentParser
import Identity
import Operations
import Secrets

struct ProjectSMSCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sms",
    abstract: "Show, change and test a project's own SMS gateway.",
    discussion: """
      The project's own gateway sends the text messages of the project and its tenants. Without it, the gateway in the \
      server's configuration does. The secret is sent only to the gateway, address and account for which it was set. \
      Addresses must be https. Private addresses must be in functions.privateHosts. Settings without an option stay unchanged.

      EXAMPLES
        latchkey project sms my-app
        latchkey project sms my-app --gateway twilio --account AC1 \\
          --from +15555550100 --secret-file twilio.txt
        latchkey project sms my-app --gateway webhook \\
          --url https://sms.example.com/send --secret-file webhook.txt
        latchkey project sms my-app --test +15555550123
        latchkey project sms my-app --reset

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Option(help: "The kind of gateway: twilio, or webhook for your own.")
  var gateway: ProjectSMSGateway.Kind?

  @Option(help: "The https address that receives messages; empty for Twilio's own.")
  var url: String?

  @Option(help: "The account's id at Twilio (AC…).")
  var account: String?

  @Option(help: ArgumentHelp("The file with Twilio's token or the webhook's key.", valueName: "file"))
  var secretFile: String?

  @Option(help: ArgumentHelp("The environment variable with the token or key.", valueName: "name"))
  var secretEnv: String?

  @Option(help: "The sender: a number, a name, or a messaging service's id.")
  var from: String?

  @Option(help: ArgumentHelp("Send a test message to this number.", valueName: "number"))
  var test: String?

  @Flag(help: "Remove the gateway and its secret.")
  var reset = false

  func validate() throws {
    guard !reset || !isAnyOptionGiven && test == nil else {
      throw ValidationError("Use --reset without other settings.")
    }
    guard secretFile == nil || secretEnv == nil else {
      throw ValidationError("Choose one of --secret-file and --secret-env.")
    }
  }

  func run() async throws {
    let secret = try SecretSource(file: secretFile, environment: secretEnv)?.read()
    let hosts = try data.functionHosts()
    try await data.withBackend(configure: { $0.privateFunctionHosts = hosts }) { backend in
      var settings = try await backend.requireProject(id).smsGateway
      if reset {
        settings = try await backend.administration.changeSMSGateway(of: id) { $0 = nil }
      } else if isAnyOptionGiven {
        guard settings != nil || gateway != nil else {
          throw CommandFailure(.refused, "The project has no gateway yet. Choose one with --gateway.")
        }
        settings = try await backend.administration.changeSMSGateway(of: id, secret: secret) { settings in
          settings = changed(settings)
        }
      }
      try Terminal.print(Self.table(of: settings))
      guard let test else { return }
      let project = try await backend.requireProject(id)
      if let reason = try await backend.administration.sendTestSMS(of: project, to: test) {
        throw CommandFailure(.unavailable, "The message was not sent: \(reason).")
      }
      try Terminal.print("The gateway has accepted the message to \(test).")
    }
  }

  private var isAnyOptionGiven: Bool {
    gateway != nil || [url, account, secretFile, secretEnv, from].contains { $0 != nil }
  }

  private func changed(_ before: ProjectSMSGateway?) -> ProjectSMSGateway? {
    var settings = before ?? gateway.map { ProjectSMSGateway($0) }
    if let gateway { settings?.kind = gateway }
    if let url { settings?.url = url.isEmpty ? nil : url }
    if let account { settings?.account = account.isEmpty ? nil : account }
    if let from { settings?.from = from.isEmpty ? nil : from }
    return settings
  }

  private static func table(of settings: ProjectSMSGateway?) -> String {
    var table = TextTable(header: ["SETTING", "VALUE"])
    guard let settings else {
      table.rows = [["Gateway", "the server's"]]
      return table.text
    }
    table.rows = [
      ["Gateway", settings.kind.rawValue], ["Address", settings.url ?? "Twilio's own"],
      ["Account", settings.account ?? ""], ["Secret", settings.sealedSecret == nil ? "none" : "set"],
      ["From", settings.from ?? ""],
    ]
    return table.text
  }
}

extension ProjectSMSGateway.Kind: ExpressibleByArgument {}
