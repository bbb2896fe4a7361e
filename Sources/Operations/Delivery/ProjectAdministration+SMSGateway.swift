import Identity
import IdentityWire
import Messaging
import Secrets

extension ProjectAdministration {
  public func smsGatewayConfig(of project: Project) -> SMSGatewayConfig {
    var config = SMSGatewayConfig(project.smsGateway)
    config.name = "projects/\(project.id)/smsGatewayConfig"
    return config
  }

  /// Sets the fields that the mask names to their values in `change`. A field that `change` lacks gets its default,
  /// but the secret stays. Atomic, as ``updateConfig(_:mask:in:)`` is.
  ///
  /// - Parameter mask: the mask's text. Without a mask, nothing changes.
  /// - Throws: `INVALID_ARGUMENT` for a mask that names no field, `INVALID_CONFIG`, `PROJECT_NOT_FOUND`.
  public func updateSMSGatewayConfig(_ change: SMSGatewayConfig, mask: String?, in id: ProjectID)
    async throws(IdentityError) -> SMSGatewayConfig
  {
    guard let mask, !mask.isEmpty else {
      guard let project = try await projects.project(id) else { throw .refused(.projectNotFound) }
      return smsGatewayConfig(of: project)
    }
    let paths = try IdentityError.reading { () throws(MessageFault) in
      let paths = try FieldMask(mask)
      try paths.check(against: SMSGatewayConfig.self)
      return paths
    }
    let project = try await projects.update(id) { (project) throws(IdentityError) in
      let merged = try IdentityError.reading { () throws(MessageFault) in
        try paths.merging(change, into: SMSGatewayConfig(project.smsGateway))
      }
      project.smsGateway = try smsGateway(merged, replacing: project.smsGateway, of: id)
    }
    return smsGatewayConfig(of: project)
  }

  /// Changes the SMS gateway of a project and its tenants.
  ///
  /// - Parameters:
  ///   - secret: nil keeps the stored secret.
  ///   - change: changes the gateway. Set it to nil to use the server-wide one.
  /// - Throws: `INVALID_CONFIG`, `PROJECT_NOT_FOUND`.
  @discardableResult
  public func changeSMSGateway(
    of id: ProjectID, secret: Secret? = nil,
    _ change: (inout ProjectSMSGateway?) throws(IdentityError) -> Void
  ) async throws(IdentityError) -> ProjectSMSGateway? {
    try await projects.update(id) { (project) throws(IdentityError) in
      var gateway = project.smsGateway
      try change(&gateway)
      project.smsGateway = try settled(gateway, secret, since: project.smsGateway, of: id)
    }.smsGateway
  }

  /// Sends a test message through the project's own gateway at once.
  ///
  /// - Returns: the reason why it was not sent; nil if the gateway accepted it.
  /// - Throws: `INVALID_PHONE_NUMBER`; `CONFIGURATION_NOT_FOUND` if the project has no gateway of its own;
  ///   `TOO_MANY_ATTEMPTS_TRY_LATER` while too many tests run; `UNAVAILABLE` if its secret cannot be read.
  public func sendTestSMS(of project: Project, to number: String) async throws(IdentityError) -> String? {
    let number = try IdentityService.phoneNumber(number)
    guard let gateway = project.smsGateway else { throw .refused(.configurationNotFound) }
    let secret = try projects.smsSecret(of: project) ?? Secret("")
    return try await deliveries.trials.run(of: project.id) {
      await gateway.settings(secret: secret).send(
        "A test of \(project.appName).", to: number, of: project.id.rawValue, through: deliveries,
        id: random.alphanumeric(22), clock: clock
      ).reason
    }
  }

  /// - Throws: `INVALID_CONFIG`.
  func smsGateway(
    _ config: SMSGatewayConfig, replacing known: ProjectSMSGateway?, of id: ProjectID
  ) throws(IdentityError) -> ProjectSMSGateway? {
    try settled(config.chosen(), config.secret.map { Secret($0) }, since: known, of: id)
  }

  /// Adds the secret to a gateway's settings, and checks them.
  private func settled(
    _ gateway: ProjectSMSGateway?, _ secret: Secret?, since known: ProjectSMSGateway?, of id: ProjectID
  ) throws(IdentityError) -> ProjectSMSGateway? {
    guard var gateway else { return nil }
    gateway.keepSecret(of: known)
    // The length of a stored secret was checked when it was given.
    var checked = Secret(String(repeating: "x", count: SMSGatewaySettings.minimumSecretLength))
    if let secret, !secret.isEmpty {
      let text = secret.reveal()
      guard text.utf8.count <= ProjectSMSGateway.maximumSecretLength,
        text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
      else { throw .invalidConfig("The secret contains unusual characters or is too long.") }
      gateway.sealedSecret = try projects.seal(smsSecret: secret, of: id)
      checked = secret
    } else if secret != nil || gateway.sealedSecret == nil {
      gateway.sealedSecret = nil
      checked = Secret("")
    }
    if let mistake = gateway.settings(secret: checked).mistakes().first {
      throw .invalidConfig(
        "\(mistake.key.replacing("sms.", with: "", maxReplacements: 1)): \(mistake.reason) \(mistake.fix)")
    }
    if let url = gateway.url { try deliveries.check(gatewayAt: url) }
    return gateway
  }
}

extension SMSGatewayConfig {
  /// Without the secret.
  public init(_ gateway: ProjectSMSGateway?) {
    self.init()
    guard let gateway else { return }
    self.gateway = gateway.kind == .twilio ? .twilio : .webhook
    url = gateway.url
    account = gateway.account
    from = gateway.from
    hasSecret = gateway.sealedSecret != nil
  }

  /// Without a secret; nil for the server-wide gateway. The administration checks the values.
  fileprivate func chosen() -> ProjectSMSGateway? {
    func text(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
    let kind: ProjectSMSGateway.Kind
    switch gateway {
    case .twilio?: kind = .twilio
    case .webhook?: kind = .webhook
    case .unspecified?, nil: return nil
    }
    var chosen = ProjectSMSGateway(kind)
    chosen.url = text(url)
    chosen.account = text(account)
    chosen.from = text(from)
    return chosen
  }
}
