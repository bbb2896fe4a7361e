import Foundation
import Hummingbird
import IdentityWire

/// The fixed properties of a provider.
struct ProviderProfile: Sendable {
  let id: LabProviderID
  let name: String
  /// The `iss` claim; empty for a provider without ID tokens.
  var issuer = ""
  /// The lifetime of a code in seconds.
  var codeLifetime: TimeInterval = 600
  /// The lifetime of an access token in seconds; nil if it does not expire.
  var accessTokenLifetime: TimeInterval? = 3600
  /// The lifetime of an ID token in seconds.
  var idTokenLifetime: TimeInterval = 3600
  var codePrefix = ""
  var accessTokenPrefix = ""
  var responseTypes: [Set<String>] = [["code"]]
  /// True if the errors of a request are shown to the person on a page. Otherwise, the app learns them by a
  /// redirect.
  var showsErrors = false
  /// The fields that the app receives if the person refuses.
  var denial: [(String, String)] = [("error", "access_denied")]
  /// True if the provider supports `prompt=none` (OpenID Connect Core section 3.1.2.1).
  var knowsSilentPrompt = false
  /// A text after the query of a redirect.
  var redirectSuffix = ""
  /// True if each access token has a secret, as in OAuth 1.0a.
  var hasTokenSecrets = false
}

/// The behaviour that is special to one provider. The authorization core does everything else.
protocol ProviderRules: Sendable {
  var lab: ProviderLab { get }
  var profile: ProviderProfile { get }

  /// Mounts the provider's endpoints.
  func addRoutes<Context: RequestContext>(to routes: LabRoutes<Context>)
  /// This provider's own reason to refuse an authorization request; nil to accept the request.
  func refusal(of request: ReceivedAuthorizationRequest) -> AuthorizationRefusal?
  /// Adds the provider's own values to a new grant.
  func adjust(_ grant: inout Grant, for request: ReceivedAuthorizationRequest)
  /// Fields in the redirect to the app that only this provider sends.
  func callbackFields(for grant: Grant, _ request: ReceivedAuthorizationRequest) -> [(String, String)]
  /// The claims about the person, and other claims that only this provider uses.
  func profileClaims(of grant: Grant) -> [(String, JSONValue)]
  /// True if a request with these scopes gets an ID token.
  func issuesIDToken(for scopes: [String]) -> Bool
  /// The client's secret, if it signs the ID token (HS256). Nil if one of the provider's keys signs.
  func signingSecret(for grant: Grant) -> String?
}

extension ProviderRules {
  func refusal(of request: ReceivedAuthorizationRequest) -> AuthorizationRefusal? { nil }
  func adjust(_ grant: inout Grant, for request: ReceivedAuthorizationRequest) {}
  func callbackFields(for grant: Grant, _ request: ReceivedAuthorizationRequest) -> [(String, String)] { [] }
  func profileClaims(of grant: Grant) -> [(String, JSONValue)] { [] }
  func issuesIDToken(for scopes: [String]) -> Bool { scopes.contains("openid") }
  func signingSecret(for grant: Grant) -> String? { nil }

  /// The claims about a person's name and picture (OpenID Connect Core section 5.1); empty for a person without a name.
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
  ///   - code: a code that is issued with the token, for `c_hash`.
  ///   - accessToken: an access token that is issued with the token, for `at_hash`.
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

  /// The subject in the profile from the provider's API. Under the fault `other-user`, it is the subject of another
  /// person.
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

  /// A token of this provider and kind that has not expired.
  func liveToken(_ text: String?, _ kind: IssuedToken.Kind = .access) -> IssuedToken? {
    guard let text, let issued = lab.state.token(text), issued.kind == kind,
      issued.grant.provider == profile.id, !issued.isExpired(at: lab.now)
    else { return nil }
    return issued
  }
}
