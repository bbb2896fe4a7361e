import ArgumentParser
import Identity
import Messaging
import Operations
import Secrets

struct ProjectMailSetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Show, change and test a project's own mail server.",
    discussion: """
      The project's own mail server sends the mails of the project and its tenants. Without it, the mail server in the \
      server's configuration does. The password is sent only to the host for which it was set: a new host, port or \
      security needs the password again. Hosts at private addresses, hosts without TLS and ports other than 25, 465, \
      587 and 2525 must be in functions.privateHosts. Settings without an option stay unchanged. The word "set" may be omitted.

      EXAMPLES
        latchkey project mail set my-app
        latchkey project mail set my-app --smtp-host smtp.example.com \\
          --from "My app <noreply@example.com>" --username me \\
          --password-file smtp.txt
        latchkey project mail set my-app --test you@example.com
        latchkey project mail set my-app --reset

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Option(help: "The mail server's name.")
  var smtpHost: String?

  @Option(help: "The mail server's port. (default: 587 with starttls, 465 with tls, 25 with none)")
  var smtpPort: Int?

  @Option(help: "How the connection is protected: starttls, tls, or none. (default: starttls)")
  var security: ProjectMailServer.Security?

  @Option(help: "The user name at the mail server. An empty name removes it.")
  var username: String?

  @Option(help: ArgumentHelp("The file with the password; - reads standard input.", valueName: "file"))
  var passwordFile: String?

  @Option(help: ArgumentHelp("The environment variable with the password.", valueName: "name"))
  var passwordEnv: String?

  @Option(help: "The sender of mails: an address, or \"Example <noreply@example.com>\".")
  var from: String?

  @Option(help: "The address for replies. An empty address means the sender's.")
  var replyTo: String?

  @Option(help: ArgumentHelp("Send a test mail to this address.", valueName: "address"))
  var test: String?

  @Flag(help: "Remove the mail server and its password.")
  var reset = false

  func validate() throws {
    guard !reset || !isAnyOptionGiven && test == nil else {
      throw ValidationError("Use --reset without other settings.")
    }
    guard passwordFile == nil || passwordEnv == nil else {
      throw ValidationError("Choose one of --password-file and --password-env.")
    }
    if let smtpPort, !(1...65_535).contains(smtpPort) {
      throw ValidationError("--smtp-port must be from 1 to 65535.")
    }
    for text in [from, replyTo].compactMap({ $0 }) where !text.isEmpty && Mailbox(text) == nil {
      throw ValidationError("\"\(text)\" is not a valid e-mail address.")
    }
    if let test, MailAddress(test) == nil {
      throw ValidationError("\"\(test)\" is not a valid e-mail address.")
    }
  }

  func run() async throws {
    let password = try SecretSource(file: passwordFile, environment: passwordEnv)?.read()
    let hosts = try data.functionHosts()
    try await data.withBackend(configure: { $0.privateFunctionHosts = hosts }) { backend in
      var server = try await backend.requireProject(id).mailServer
      if reset {
        server = try await backend.administration.changeMailServer(of: id) { $0 = nil }
      } else if isAnyOptionGiven {
        server = try await backend.administration.changeMailServer(of: id, password: password) { server in
          server = changed(server)
        }
      }
      try Terminal.print(Self.table(of: server))
      guard let test else { return }
      let project = try await backend.requireProject(id)
      if let reason = try await backend.administration.sendTestMail(of: project, to: test) {
        throw CommandFailure(.unavailable, "The message was not sent: \(reason).")
      }
      try Terminal.print("\(server?.host ?? "") has accepted the mail to \(test).")
    }
  }

  private var isAnyOptionGiven: Bool {
    let texts = [smtpHost, username, passwordFile, passwordEnv, from, replyTo]
    return texts.contains { $0 != nil } || smtpPort != nil || security != nil
  }

  private func changed(_ before: ProjectMailServer?) -> ProjectMailServer {
    var server = before ?? ProjectMailServer(host: "", security: security ?? .startTLS, senderAddress: "")
    if let smtpHost { server.host = smtpHost }
    if let security {
      if server.port == ProjectMailServer.usualPort(for: server.security) {
        server.port = ProjectMailServer.usualPort(for: security)
      }
      server.security = security
    }
    if let smtpPort { server.port = smtpPort }
    if let username { server.username = username.isEmpty ? nil : username }
    if let from {
      let sender = Mailbox(from)
      server.senderAddress = sender?.address.text ?? ""
      server.senderName = sender?.name
    }
    if let replyTo { server.replyTo = replyTo.isEmpty ? nil : replyTo }
    return server
  }

  private static func table(of server: ProjectMailServer?) -> String {
    var table = TextTable(header: ["SETTING", "VALUE"])
    guard let server else {
      table.rows = [["Mail server", "the server's"]]
      return table.text
    }
    table.rows = [
      ["Mail server", "\(server.host):\(server.port)"], ["Security", server.security.rawValue],
      ["User", server.username ?? ""], ["Password", server.sealedPassword == nil ? "none" : "set"],
      ["From", server.senderAddress], ["Name", server.senderName ?? "the app's"],
      ["Reply to", server.replyTo ?? "the sender"],
    ]
    return table.text
  }
}

extension ProjectMailServer.Security: ExpressibleByArgument {}
