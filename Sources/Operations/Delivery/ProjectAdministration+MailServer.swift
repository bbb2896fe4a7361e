import Identity
import IdentityWire
import Messaging
import Secrets

extension ProjectAdministration {
  /// Changes the mail server of a project and its tenants.
  ///
  /// - Parameters:
  ///   - password: nil keeps the stored password; an empty text removes it.
  ///   - change: changes the mail server. Set it to nil to use the server-wide one.
  /// - Throws: `INVALID_CONFIG`, `PROJECT_NOT_FOUND`.
  @discardableResult
  public func changeMailServer(
    of id: ProjectID, password: Secret? = nil,
    _ change: (inout ProjectMailServer?) throws(IdentityError) -> Void
  ) async throws(IdentityError) -> ProjectMailServer? {
    try await projects.update(id) { (project) throws(IdentityError) in
      var server = project.mailServer
      try change(&server)
      project.mailServer = try settled(server, password, since: project.mailServer, of: id)
    }.mailServer
  }

  /// Sends a test mail through the project's own mail server at once.
  ///
  /// - Returns: the reason why it was not sent; nil if the mail server accepted it.
  /// - Throws: `INVALID_EMAIL`; `CONFIGURATION_NOT_FOUND` if the project has no mail server of its own;
  ///   `TOO_MANY_ATTEMPTS_TRY_LATER` while too many tests run; `UNAVAILABLE` if its password cannot be read.
  public func sendTestMail(of project: Project, to recipient: String) async throws(IdentityError) -> String? {
    guard let address = MailAddress(recipient) else { throw .refused(.invalidEmail) }
    guard let server = project.mailServer else { throw .refused(.configurationNotFound) }
    let password = try projects.mailPassword(of: project)
    guard let mail = server.delivery(password: password) else { throw .refused(.invalidConfig) }
    let message = MessageTemplates.Composed(
      subject: "A test of \(project.appName)",
      text: "This mail server takes the mails of \(project.appName).\n", html: nil, language: "en")
    return try await deliveries.trials.run(of: project.id) {
      await mail.send(
        message, to: address, through: deliveries, id: random.alphanumeric(22), now: clock.now()
      ).reason
    }
  }

  /// Reads the mail server from a configuration message.
  ///
  /// - Throws: `INVALID_CONFIG`.
  func mailServer(
    _ mails: ProjectConfig.SendEmail?, replacing known: ProjectMailServer?, of id: ProjectID
  ) throws(IdentityError) -> ProjectMailServer? {
    guard mails?.method == .customSMTP else {
      guard (mails?.smtp ?? .init()) == .init() || known != nil else {
        throw .invalidConfig("notification.sendEmail.smtp needs the method CUSTOM_SMTP.")
      }
      return nil
    }
    return try mailServer(mails?.smtp ?? .init(), replacing: known, of: id)
  }

  func mailServer(
    _ smtp: ProjectConfig.SendEmail.SMTP, replacing known: ProjectMailServer?, of id: ProjectID
  ) throws(IdentityError) -> ProjectMailServer? {
    try settled(ProjectMailServer(smtp), smtp.password.map { Secret($0) }, since: known, of: id)
  }

  /// Adds the password to a mail server's settings, and checks them.
  private func settled(
    _ server: ProjectMailServer?, _ password: Secret?, since known: ProjectMailServer?, of id: ProjectID
  ) throws(IdentityError) -> ProjectMailServer? {
    guard var server else { return nil }
    guard let host = ProjectMailServer.normalizedHost(server.host) else {
      throw .invalidConfig("host has to be the name of a mail server alone.")
    }
    server.host = host
    server.keepSecret(of: known)
    if server.username == nil { server.sealedPassword = nil }
    if let password {
      server.sealedPassword = try password.isEmpty ? nil : sealed(mailPassword: password, of: id)
    }
    if let mistake = server.mistake { throw .invalidConfig(mistake) }
    try deliveries.check(server)
    return server
  }

  private func sealed(mailPassword: Secret, of id: ProjectID) throws(IdentityError) -> [UInt8] {
    guard ProjectMailServer.isPassword(mailPassword.reveal()) else {
      throw .invalidConfig("The password contains control characters or is too long.")
    }
    return try projects.seal(mailPassword: mailPassword, of: id)
  }
}

extension Project {
  /// The name that users know: the brand, the project's name, or its ID.
  public var appName: String { branding.name ?? displayName ?? id.rawValue }
}

extension DeliveryOutcome {
  /// The reason of a failure; nil if the message was delivered.
  var reason: String? {
    switch self {
    case .delivered: nil
    case .permanent(let reason), .temporary(let reason, _, _): reason
    }
  }
}

extension ProjectConfig.SendEmail.SMTP {
  /// Without the password.
  public init(_ server: ProjectMailServer) {
    self.init()
    senderEmail = server.senderAddress
    senderName = server.senderName
    replyTo = server.replyTo
    host = server.host
    port = server.port
    securityMode =
      switch server.security {
      case .tls: .ssl
      case .startTLS: .startTLS
      case .none: .plain
      }
    username = server.username
    hasPassword = server.sealedPassword != nil
  }
}

extension ProjectMailServer {
  /// Without a password. The administration checks the values.
  fileprivate init(_ smtp: ProjectConfig.SendEmail.SMTP) {
    let security: Security =
      switch smtp.securityMode {
      case .ssl?: .tls
      case .plain?: .none
      case .startTLS?, .unspecified?, nil: .startTLS
      }
    self.init(
      host: smtp.host ?? "", port: smtp.port, security: security, senderAddress: smtp.senderEmail ?? "")
    username = smtp.username.flatMap { $0.isEmpty ? nil : $0 }
    senderName = smtp.senderName.flatMap { $0.isEmpty ? nil : $0 }
    replyTo = smtp.replyTo.flatMap { $0.isEmpty ? nil : $0 }
  }
}
