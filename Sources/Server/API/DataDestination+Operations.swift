import Identity
import IdentityWire
import Operations

/// Where the REST API changes the addresses that get users' data or secrets.
extension DataDestination {
  /// The destination whose addresses a resource below `v2/projects/{project}` has. Nil for any other resource.
  init?(resource: String) {
    guard let destination = Self.allCases.first(where: { $0.resources.contains(resource) }) else {
      return nil
    }
    self = destination
  }

  private var resources: [String] {
    switch self {
    case .webhook: ["webhooks"]
    case .smsGateway: ["smsGatewayConfig"]
    case .captchaService: ["captchaConfig"]
    case .signInProvider: ["defaultSupportedIdpConfigs", "oauthIdpConfigs", "inboundSamlConfigs"]
    case .blockingFunction, .mailServer, .linkPage, .consoleProvider, .auditWebhook: []
    }
  }

  /// True if an update of `v2/projects/{project}/config` with this mask may change the address.
  fileprivate func isChanged(by mask: FieldMask) -> Bool {
    switch self {
    case .blockingFunction: mask.touches("blockingFunctions")
    case .mailServer:
      ["smtp", "method"].contains { mask.touches("notification", "sendEmail", $0) }
    case .linkPage: mask.touches("notification", "sendEmail", "callbackUri")
    case .webhook, .smsGateway, .captchaService, .signInProvider, .consoleProvider, .auditWebhook: false
    }
  }
}

extension Caller {
  /// Checks the caller's scopes before an update of the project's configuration. The operation itself also accepts
  /// Firebase's scope, because most fields need no other.
  ///
  /// - Throws: 403 if the mask names an address for which the scopes do not suffice.
  func requireScopes(toChange mask: FieldMask) throws(WireError) {
    for destination in DataDestination.allCases where destination.isChanged(by: mask) {
      guard !destination.scopes.isDisjoint(with: accessScopes) else { throw .insufficientScopes }
    }
  }
}

extension WireError {
  static let insufficientScopes = WireError(
    httpStatus: 403, code: "Request had insufficient authentication scopes.",
    status: "PERMISSION_DENIED", reason: "insufficientPermissions")
}
