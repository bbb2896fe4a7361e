import Foundation
import Synchronization

/// Settings for the behaviour of some providers that depends on an app's settings or may vary. `PUT /control/settings`
/// changes them.
struct LabSettings: Sendable, Equatable {
  /// Apple writes `email_verified` and `is_private_email` as texts.
  var appleStringBooleans = false
  /// The Facebook app requires `appsecret_proof`.
  var facebookRequiresProof = false
}

/// A fault for a provider's next requests.
struct ActiveFault: Sendable {
  var order: FaultSpecification
  var remaining: Int
  /// The endpoint of a transport fault; nil for every back-channel endpoint.
  var endpoint: LabEndpoint?
}

/// The lab's state while it runs. Every method is atomic.
final class LabState: Sendable {
  static let tableLimit = 4_000
  static let recordedRequests = 100

  private struct Storage {
    var codes = BoundedTable<CodeRecord>(limit: tableLimit)
    var tokens = BoundedTable<IssuedToken>(limit: tableLimit)
    /// The scopes that a person has granted an Apple app so far.
    var consents = BoundedTable<Set<String>>(limit: tableLimit)
    var requests: [RecordedRequest] = []
    var lastAuthorizations: [LabProviderID: RecordedRequest] = [:]
    var faults: [LabProviderID: ActiveFault] = [:]
    var settings = LabSettings()
    var lastAssertion: String?
    var oauth1 = LabOAuth1State()
    var captchas = BoundedTable<LabCaptcha>(limit: tableLimit)
  }

  private let storage = Mutex(Storage())

  func reset() { storage.withLock { $0 = Storage() } }

  var settings: LabSettings {
    get { storage.withLock { $0.settings } }
    set { storage.withLock { $0.settings = newValue } }
  }

  /// The `ID` of the newest SAML assertion.
  var lastAssertion: String? {
    get { storage.withLock { $0.lastAssertion } }
    set { storage.withLock { $0.lastAssertion = newValue } }
  }

  /// Reads or changes the state of OAuth 1.0a atomically.
  func oauth1<Result: Sendable>(_ body: @Sendable (inout LabOAuth1State) -> Result) -> Result {
    storage.withLock { body(&$0.oauth1) }
  }

  // MARK: Codes and tokens

  func add(code: String, _ record: CodeRecord) { storage.withLock { $0.codes.set(code, record) } }

  /// Checks a code and marks it as used in one step, so that it cannot be redeemed twice.
  func redeem(
    code: String, check: @Sendable (CodeRecord) -> GrantRefusal?
  ) -> Result<Grant, GrantRefusal> {
    storage.withLock { storage in
      guard var record = storage.codes[code] else { return .failure(.unknownCode) }
      if record.isUsed { return .failure(.usedCode) }
      if let refusal = check(record) { return .failure(refusal) }
      record.isUsed = true
      storage.codes.set(code, record)
      return .success(record.grant)
    }
  }

  /// The grant of a code, without redeeming it.
  func grant(of code: String) -> Grant? { storage.withLock { $0.codes[code]?.grant } }

  func add(token: String, _ issued: IssuedToken) { storage.withLock { $0.tokens.set(token, issued) } }
  func token(_ text: String) -> IssuedToken? { storage.withLock { $0.tokens[text] } }

  /// The issued tokens that are still stored.
  var tokens: [String] { storage.withLock { $0.tokens.keys } }

  /// Revokes a token and removes its person's consent to the app.
  func revoke(token: String) {
    storage.withLock { storage in
      guard let issued = storage.tokens[token] else { return }
      storage.tokens.remove(token)
      storage.consents.remove(Self.consentKey(issued.grant))
    }
  }

  /// Revokes every token of a person for an app and removes the consent.
  ///
  /// - Returns: false if there was no such token.
  @discardableResult
  func revokeGrant(to clientID: String, of subject: String, at provider: LabProviderID) -> Bool {
    storage.withLock { storage in
      var known: Grant?
      storage.tokens.removeAll { issued in
        let grant = issued.grant
        guard grant.provider == provider, grant.clientID == clientID, grant.subject == subject else {
          return false
        }
        known = grant
        return true
      }
      if let known { storage.consents.remove(Self.consentKey(known)) }
      return known != nil
    }
  }

  /// Adds scopes to a person's consent to an app. Returns whether this is the first consent, and all consented scopes.
  func recordConsent(_ grant: Grant) -> (isFirst: Bool, scopes: Set<String>) {
    storage.withLock { storage in
      let key = Self.consentKey(grant)
      let before = storage.consents[key]
      let scopes = (before ?? []).union(grant.scopes)
      storage.consents.set(key, scopes)
      return (before == nil, scopes)
    }
  }

  private static func consentKey(_ grant: Grant) -> String {
    "\(grant.provider.rawValue) \(grant.clientID) \(grant.subject)"
  }

  // MARK: Captchas

  /// - Returns: the captcha's token.
  func add(_ captcha: LabCaptcha) -> String {
    let token = "captcha-\(UInt64.random(in: .min ... .max))-\(UInt64.random(in: .min ... .max))"
    storage.withLock { $0.captchas.set(token, captcha) }
    return token
  }

  func captcha(_ token: String) -> LabCaptcha? { storage.withLock { $0.captchas[token] } }

  /// Finds a captcha and marks it as used in one step.
  func useCaptcha(_ token: String) -> (captcha: LabCaptcha?, isFirst: Bool) {
    storage.withLock { storage in
      guard var captcha = storage.captchas[token] else { return (nil, false) }
      let isFirst = !captcha.isUsed
      captcha.isUsed = true
      storage.captchas.set(token, captcha)
      return (captcha, isFirst)
    }
  }

  // MARK: Requests

  func record(_ request: RecordedRequest) {
    storage.withLock { storage in
      storage.requests.append(request)
      if storage.requests.count > Self.recordedRequests { storage.requests.removeFirst() }
      if request.endpoint == .authorize { storage.lastAuthorizations[request.provider] = request }
    }
  }

  /// The recorded requests, oldest first.
  var requests: [RecordedRequest] { storage.withLock { $0.requests } }

  func lastAuthorization(at provider: LabProviderID) -> RecordedRequest? {
    storage.withLock { $0.lastAuthorizations[provider] }
  }

  // MARK: Faults

  func setFault(_ fault: ActiveFault?, at provider: LabProviderID) {
    storage.withLock { $0.faults[provider] = fault }
  }

  func fault(at provider: LabProviderID) -> ActiveFault? { storage.withLock { $0.faults[provider] } }

  /// The transport fault for a request to an endpoint. Each call that returns a fault counts as one use of the
  /// fault.
  func takeTransportFault(at provider: LabProviderID, _ endpoint: LabEndpoint) -> FaultSpecification? {
    take(at: provider) { standing in
      standing.order.fault.place == .transport
        && (standing.endpoint.map { $0 == endpoint } ?? endpoint.isBackChannel)
    }
  }

  /// The fault for a new grant or token. Each call that returns a fault counts as one use of the fault.
  func takeGrantFault(at provider: LabProviderID, for places: Set<LabFault.Place>) -> FaultSpecification? {
    take(at: provider) { places.contains($0.order.fault.place) }
  }

  private func take(
    at provider: LabProviderID, where matches: @Sendable (ActiveFault) -> Bool
  ) -> FaultSpecification? {
    storage.withLock { storage in
      guard var standing = storage.faults[provider], matches(standing) else { return nil }
      standing.remaining -= 1
      storage.faults[provider] = standing.remaining > 0 ? standing : nil
      return standing.order
    }
  }
}
