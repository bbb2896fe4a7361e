import Identity
import IdentityWire
import Operations
import Secrets

/// The project's own SMS gateway.
enum SMSDeliverySettings {
  private static let path = "settings/sms"
  /// The choice of the server-wide gateway.
  private static let serverWide = "server"

  static func add(to routes: ConsoleRouteTable) {
    routes.page(path) { request in
      DeliveryPage.page(
        .sms, .smsGateway, request, fields: fields(request), kind: "tel",
        isOwn: request.project.smsGateway != nil)
    }
    routes.action(path, changing: .smsGateway, from: path) { request, form in
      let gateway = try gateway(form)
      let secret = try ProviderForm.secret("secret", form).map { Secret($0) }
      _ = try await request.audited(nil) {
        try await request.domain.administration.changeSMSGateway(of: request.project.id, secret: secret) {
          $0 = gateway
        }
      }
      return .redirect(path, notice: "common.saved")
    }
    routes.action("\(path)/test", from: path) { request, form in
      let recipient = try form.text("recipient", maximum: 300)
      let reason = try await request.audited(.messageExample) {
        guard request.project.smsGateway != nil else { throw IdentityError.refused(.configurationNotFound) }
        try await request.domain.service.countTest(.sms, to: recipient, request.caller)
        return try await request.domain.administration.sendTestSMS(of: request.project, to: recipient)
      }
      if let reason { throw WireError.badRequest("TEST_NOT_SENT", reason) }
      return .redirect(path, notice: "settings.testSent")
    }
  }

  private static func fields(_ request: ConsoleRequest) -> [SettingField] {
    let texts = request.texts
    let gateway = request.project.smsGateway
    func text(_ name: String, _ stored: String?) -> SettingField {
      .text(
        name, texts("settings.sms.\(name)"), request.filled("settings", name, stored ?? ""),
        hint: texts("settings.sms.\(name).hint"), isOptional: true)
    }
    return [
      .choice(
        "gateway", texts("settings.sms.gateway"),
        request.filled("settings", "gateway", gateway?.kind.rawValue ?? serverWide),
        ([serverWide] + ProjectSMSGateway.Kind.allCases.map(\.rawValue)).map { kind in
          let key = "settings.sms.gateway.\(kind)"
          return (kind, texts(key), texts("\(key).hint"))
        }),
      text("url", gateway?.url), text("account", gateway?.account),
      .secret(
        "secret", texts("settings.sms.secret"), isSet: gateway?.sealedSecret != nil,
        hint: texts("settings.sms.secret.hint")),
      text("from", gateway?.from),
    ]
  }

  private static func gateway(_ form: ConsoleForm) throws -> ProjectSMSGateway? {
    guard form["gateway"] != serverWide else { return nil }
    guard let kind = form["gateway"].flatMap(ProjectSMSGateway.Kind.init(rawValue:)) else {
      throw WireError.badRequest("INVALID_FORM")
    }
    func text(_ name: String, maximum: Int) throws -> String? {
      let text = try form.text(name, maximum: maximum)
      return text.isEmpty ? nil : text
    }
    var gateway = ProjectSMSGateway(kind)
    gateway.url = try text("url", maximum: 2_048)
    gateway.account = try text("account", maximum: 200)
    gateway.from = try text("from", maximum: 200)
    return gateway
  }
}
