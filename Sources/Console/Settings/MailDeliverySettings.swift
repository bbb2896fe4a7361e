import Identity
import IdentityWire
import Messaging
import Operations
import Secrets

/// The project's own mail server, and the sender's domain of its mails.
enum MailDeliverySettings {
  private static let path = "settings/mail"

  static func add(to routes: ConsoleRouteTable) {
    routes.page(path) { request in page(request) }
    routes.action(path, changing: .mailServer, from: path) { request, form in
      let (server, password) = try server(form, request)
      _ = try await request.audited(nil) {
        try await request.domain.administration.changeMailServer(of: request.project.id, password: password) {
          $0 = server
        }
      }
      return .redirect(path, notice: "common.saved")
    }
    routes.action("\(path)/test", from: path) { request, form in
      let recipient = try form.text("recipient", maximum: 300)
      let reason = try await request.audited(.messageExample) {
        guard request.project.mailServer != nil else { throw IdentityError.refused(.configurationNotFound) }
        try await request.domain.service.countTest(.mail, to: recipient, request.caller)
        return try await request.domain.administration.sendTestMail(of: request.project, to: recipient)
      }
      if let reason { throw WireError.badRequest("TEST_NOT_SENT", reason) }
      return .redirect(path, notice: "settings.testSent")
    }
    routes.action("\(path)/domain", from: path) { request, form in
      let administration = request.domain.administration
      let selector = try form.text("selector", maximum: 253)
      guard selector.isEmpty || SenderDomain.isSelector(selector) else {
        throw WireError.badRequest("SELECTOR_INVALID")
      }
      guard administration.senderAddress(of: request.project) != nil else {
        throw WireError.badRequest("SENDER_MISSING")
      }
      let report = try await administration.checkSenderDomain(
        of: request.project, selector: selector, by: request.administrator.name)
      return .page(page(request, report: report, selector: selector))
    }
  }

  private static func page(
    _ request: ConsoleRequest, report: SenderDomainReport? = nil, selector: String = ""
  ) -> ConsolePage {
    DeliveryPage.page(
      .mail, .mailServer, request, fields: fields(request), kind: "email",
      isOwn: request.project.mailServer != nil,
      sender: SenderDomainView.form("\(path)/domain", request, report: report, selector: selector))
  }

  private static func fields(_ request: ConsoleRequest) -> [SettingField] {
    let texts = request.texts
    let server = request.project.mailServer
    func text(_ name: String, _ stored: String?, isOptional: Bool = true) -> SettingField {
      .text(
        name, texts("settings.mail.\(name)"), request.filled("settings", name, stored ?? ""),
        hint: texts("settings.mail.\(name).hint"), isOptional: isOptional)
    }
    return [
      text("host", server?.host),
      .number(
        "port", texts("settings.mail.port"),
        request.filled("settings", "port", server.map { String($0.port) } ?? ""), 1...65_535,
        hint: texts("settings.mail.port.hint"), isOptional: true),
      .choice(
        "security", texts("settings.mail.security"),
        request.filled("settings", "security", (server?.security ?? .startTLS).rawValue),
        ProjectMailServer.Security.allCases.map { security in
          let key = "settings.mail.security.\(security.rawValue)"
          return (security.rawValue, texts(key), texts("\(key).hint"))
        }),
      text("username", server?.username),
      .secret("password", texts("settings.mail.password"), isSet: server?.sealedPassword != nil),
      text("senderEmail", server?.senderAddress), text("senderName", server?.senderName),
      text("replyTo", server?.replyTo),
    ]
  }

  private static func server(_ form: ConsoleForm, _ request: ConsoleRequest) throws -> (
    server: ProjectMailServer?, password: Secret?
  ) {
    let host = try form.text("host")
    guard !host.isEmpty else { return (nil, nil) }
    guard let security = form["security"].flatMap(ProjectMailServer.Security.init(rawValue:)) else {
      throw WireError.badRequest("INVALID_FORM")
    }
    let port =
      try form.text("port").isEmpty
      ? nil : form.integer("port", 1...65_535, called: request.texts("settings.mail.port"))
    func text(_ name: String) throws -> String? {
      let text = try form.text(name)
      return text.isEmpty ? nil : text
    }
    var server = ProjectMailServer(
      host: host, port: port, security: security, senderAddress: try form.text("senderEmail"))
    server.username = try text("username")
    server.senderName = try text("senderName")
    server.replyTo = try text("replyTo")
    return (server, try ProviderForm.secret("password", form).map { Secret($0) })
  }
}
