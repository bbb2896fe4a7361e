import Foundation
import Hummingbird
import IdentityWire

/// What is fixed about a provider.
struct ProviderProfile: Sendable {
  let id: LabProviderID
  let name: String
  /// Empty for a provider without ID tokens.
  var issuer = ""
  /// Seconds.
  var codeLifetime: TimeInterval = 600
  /// Seconds; nil for tokens that do not run out.
  var accessTokenLifetime: TimeInterval? = 3600
  /// Seconds.
  var idTokenLifetime: TimeInterval = 3600
  var codePrefix = ""
  var accessTokenPrefix = ""
  var responseTypes: [Set<String>] = [["code"]]
  /// True where a faulty request is told to the person on a page; else the app is told by a redirect.
  var showsErrors = false
  /// What the app is told when the person refuses.
  var denial: [(String, String)] = [("error", "access_denied")]
  /// Knows `prompt=none` of OpenID Connect Core section 3.1.2.1.
  var knowsSilentPrompt = false
  /// What follows the query of a redirect.
  var redirectSuffix = ""
  /// True if each access token has a secret, as in OAuth 1.0a.
  var hasTokenSecrets = false
}

/// What one provider does its own way; the rest is the authorization core's.
protocol ProviderRules: Sendable {
  var lab: ProviderLab { get }
  var profile: ProviderProfile { get }

  /// Mounts the provider's endpoints.
  func addRoutes<Context: RequestContext>(to routes: LabRoutes<Context>)
  /// A reason to refuse an authorization request beyond those that all providers have.
  func refusal(of request: ReceivedAuthorizationRequest) -> AuthorizationRefusal?
  /// The person's decision has been made into a grant; a provider may know more about it.
  func adjust(_ grant: inout Grant, for request: ReceivedAuthorizationRequest)
  /// Fields of the redirect back to the app that only this provider sends.
  func callbackFields(for grant: Grant, _ request: ReceivedAuthorizationRequest) -> [(String, String)]
  /// The claims that tell about the person, and others beyond the ones that all providers have.
  func profileClaims(of grant: Grant) -> [(String, JSONValue)]
  /// False for scopes of plain OAuth 2.0.
  func issuesIDToken(for scopes: [String]) -> Bool
  /// The client's secret that signs an ID token (HS256). Nil if a key of the provider's signs.
  func signingSecret(for grant: Grant) -> String?
}

extension ProviderRules {
  func refusal(of request: ReceivedAuthorizationRequest) -> AuthorizationRefusal? { nil }
  func adjust(_ grant: inout Grant, for request: ReceivedAuthorizationRequest) {}
  func callbackFields(for grant: Grant, _ request: ReceivedAuthorizationRequest) -> [(String, String)] { [] }
  func profileClaims(of grant: Grant) -> [(String, JSONValue)] { [] }
  func issuesIDToken(for scopes: [String]) -> Bool { scopes.contains("openid") }
  func signingSecret(for grant: Grant) -> String? { nil }

  /// `name`, `given_name` and so on, as far as known (OpenID Connect Core section 5.1).
  func nameClaims(of person: LabPerson) -> [(String, JSONValue)] {
    guard !person.name.isEmpty else { return [] }
    return [
      ("name", .string(person.name)), ("given_name", .string(person.givenName)),
      ("family_name", .string(person.familyName)), ("picture", .string(lab.pictureURL(of: person))),
    ]
  }

  func emailClaims(of person: LabPerson) -> [(String, JSONValue)] {
    guard let email = person.email else { return [] }
    return [("email", .string(email)), ("email_verified", .bool(person.isEmailVerified))]
  }

  /// - Parameters:
  ///   - code: issued beside the token, for `c_hash`.
  ///   - accessToken: issued beside the token, for `at_hash`.
  func idToken(
    for grant: Grant, code: String? = nil, accessToken: String? = nil, authorizedParty: String? = nil,
    lifetime: TimeInterval? = nil, now: Date? = nil
  ) throws -> String {
    var claims = ClaimList([("iss", .string(profile.issuer))])
    if let authorizedParty { claims["azp"] = .string(authorizedParty) }
    claims.append([("aud", .string(grant.clientID)), ("sub", .string(grant.subject))])
    claims.append(profileClaims(of: grant))
    if let accessToken { claims["at_hash"] = .string(LabDigest.half(accessToken)) }
    if let code { claims["c_hash"] = .string(LabDigest.half(code)) }
    if let nonce = grant.nonce { claims["nonce"] = .string(nonce) }
    return try TokenForge(keys: lab.keys, provider: profile.id).token(
      claims, issuedAt: now ?? lab.now, lifetime: lifetime ?? profile.idTokenLifetime,
      fault: grant.order?.fault, secret: signingSecret(for: grant))
  }

  /// The subject of the profile that the provider's API answers with: a stranger's under the fault `other-user`.
  func profileSubject(of grant: Grant) -> String {
    grant.order?.fault == .otherUser ? LabPerson.stranger.subject(at: profile.id) : grant.subject
  }

  func issueCode(for grant: Grant) -> String {
    let code = profile.codePrefix + LabDigest.randomAlphanumeric(40)
    lab.state.add(
      code: code,
      CodeRecord(grant: grant, issuedAt: lab.now, isUsed: grant.order?.fault == .reusedCode))
    return code
  }

  func issueAccessToken(
    for grant: Grant, lifetime: TimeInterval? = nil, now: Date? = nil
  ) -> (token: String, expiresIn: Int64?) {
    let seconds = lifetime ?? profile.accessTokenLifetime
    let token = profile.accessTokenPrefix + LabDigest.randomAlphanumeric(120)
    let issuedAt = now ?? lab.now
    lab.state.add(
      token: token,
      IssuedToken(
        kind: .access, grant: grant, issuedAt: issuedAt,
        expiresAt: seconds.map { issuedAt.addingTimeInterval($0) },
        secret: profile.hasTokenSecrets ? LabDigest.randomAlphanumeric(45) : nil))
    return (token, seconds.map { Int64($0) })
  }

  func issueRefreshToken(for grant: Grant) -> String {
    let token = "r." + LabDigest.randomAlphanumeric(60)
    lab.state.add(
      token: token, IssuedToken(kind: .refresh, grant: grant, issuedAt: lab.now, expiresAt: nil))
    return token
  }

  /// A token of this provider, of one kind, that has not run out.
  func liveToken(_ text: String?, _ kind: IssuedToken.Kind = .access) -> IssuedToken? {
    guard let text, let issued = lab.state.token(text), issued.kind == kind,
      issued.grant.provider == profile.id, !issued.isExpired(at: lab.now)
    else { return nil }
    return issued
  }
}
