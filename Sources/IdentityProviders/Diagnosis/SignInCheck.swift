import Identity
import IdentityWire
import SAML

/// One check of a federated sign-in and its outcome, for an administrator who tests a provider.
public struct SignInCheck: Sendable, Equatable, Codable {
  public enum Name: String, Sendable, Codable, CaseIterable {
    /// The settings are complete.
    case configuration
    /// Apple's client authentication can be signed.
    case clientSecret = "client-secret"
    /// The token endpoint accepts the client id and its secret.
    case client
    case discovery
    /// The provider has an endpoint that revokes access when an account is deleted.
    case revocation
    case state
    case session
    /// The user agreed, and the browser returned a response from this provider.
    case consent
    /// A SAML response is well-formed XML of the required structure.
    case response
    case code
    case header
    case issuer
    case audience
    case dates
    case subject
    case keys
    case signature
    case nonce
    /// A SAML response was posted to its intended destination.
    case destination
    /// A SAML response answers this sign-in's request.
    case request
    case accessToken = "access-token"
    case profile
    case replay
    /// The provider is trusted for the e-mail address.
    case email
    /// The decision of ``LinkPolicy``.
    case decision
  }

  public enum Outcome: String, Sendable, Codable, CaseIterable {
    case passed
    case failed
    /// The check passed, but with a remark.
    case noted
    /// An earlier check failed.
    case notReached = "not-reached"
  }

  public var name: Name
  public var outcome: Outcome
  /// The expected value. It contains no token, code, nonce or state.
  public var expected: String?
  public var seen: String?
  /// The report of a failed check.
  public var report: DiagnosisReport?

  public init(
    _ name: Name, _ outcome: Outcome, expected: String? = nil, seen: String? = nil,
    report: DiagnosisReport? = nil
  ) {
    self.name = name
    self.outcome = outcome
    self.expected = (expected ?? report?.expected).map { displayable($0, limit: 512) }
    self.seen = (seen ?? report?.seen).map { displayable($0, limit: 512) }
    self.report = report
  }
}

extension SignInCheck {
  /// Returns the checks of a sign-in in the browser, in their order.
  public static func ofBrowserFlow(_ settings: ProviderSettings) -> [Name] {
    guard let provider = ProviderCatalog.entry(for: settings.providerID) else { return [] }
    let bringsCode = !ProviderCatalog.isAnsweredByIDToken(settings)
    var names: [Name] = [.configuration, .state, .session, .consent]
    let isDiscovered = ProviderCatalog.isDiscovered(settings)
    if isDiscovered, settings.needsDiscovery { names.append(.discovery) }
    if provider.clientProof == .signedSecret { names.append(.clientSecret) }
    if bringsCode { names.append(.code) }
    if provider.provesByIDToken {
      names += [.header, .issuer, .audience, .dates, .subject, .keys, .signature, .nonce]
      if provider.asksForProfile, bringsCode { names.append(.profile) }
      names.append(.replay)
    } else {
      names += [.accessToken, .profile]
    }
    return names + [.email, .decision]
  }

  /// The checks of a sign-in at a SAML provider, in their order.
  public static let ofSAMLFlow: [Name] =
    [.configuration, .state, .session] + Name.ofSAMLResponse + [.replay, .email, .decision]

  /// Returns all checks with their outcomes.
  ///
  /// - Parameter failure: the report of the first check that did not pass.
  public static func results(
    of names: [Name], passed: [SignInCheck], failure: DiagnosisReport?
  ) -> [SignInCheck] {
    let known = Dictionary(passed.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    let failed = failure.flatMap { report in
      let open = names.filter { known[$0] == nil }
      let named = Name(diagnosed: report.check)
      // If discovery is not a separate check, a failure of the discovery document belongs to the issuer
      // check.
      if named == .discovery, !open.contains(.discovery) { return open.first { $0 == .issuer } ?? open.first }
      return open.first { $0 == named } ?? open.first
    }
    return names.map { name in
      if name == failed { return SignInCheck(name, .failed, report: failure) }
      return known[name] ?? SignInCheck(name, .notReached)
    }
  }
}

extension SignInCheck.Name {
  /// Creates the check that a diagnosis belongs to. Nil if several checks can fail for the same reason, for
  /// example if a provider does not respond.
  init?(diagnosed check: String) {
    switch check {
    case "token": self = .header
    case "expiry", "issued-at", "not-before": self = .dates
    case "key", "algorithm": self = .signature
    default:
      if check.hasPrefix("saml-"), let failed = SAMLCheck(rawValue: String(check.dropFirst(5))) {
        self.init(failed)
      } else {
        self.init(rawValue: check)
      }
    }
  }

  static let ofSAMLResponse: [Self] = [
    .response, .consent, .signature, .issuer, .destination, .request, .subject, .dates, .audience, .profile,
  ]

  init(_ check: SAMLCheck) {
    switch check {
    case .base64, .encoding, .documentType, .markup, .limits, .wellFormedness, .structure, .identifiers,
      .encryption:
      self = .response
    case .status: self = .consent
    case .signaturePresence, .signatureProfile, .algorithm, .canonicalForm, .digest, .certificates,
      .signature:
      self = .signature
    case .version, .issuer: self = .issuer
    case .destination, .recipient: self = .destination
    case .inResponseTo: self = .request
    case .subject: self = .subject
    case .issueInstant, .confirmation, .conditions, .validity, .authentication: self = .dates
    case .audience: self = .audience
    case .attributes, .text: self = .profile
    }
  }
}

extension ProviderSettings {
  /// True if a sign-in needs a URL that has to be discovered.
  var needsDiscovery: Bool {
    endpoints.jwks == nil || endpoints.authorization == nil
      || (responseType == .code && endpoints.token == nil)
  }
}
