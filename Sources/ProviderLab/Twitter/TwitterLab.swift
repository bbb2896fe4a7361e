import Foundation
import Hummingbird
import IdentityWire

/// X, formerly Twitter: OAuth 1.0a (RFC 5849). Verifies the signature of each request that a server sends.
struct TwitterLab: ProviderRules {
  /// The allowed clock skew in seconds.
  static let maximumSkew: TimeInterval = 300

  /// The faults on the page.
  static let faults = LabFault.allCases.filter { fault in
    switch fault {
    case .deniedConsent, .wrongState, .reusedCode, .emailMissing, .expired, .wrongAudience: true
    case .callbackNotConfirmed: false
    default: fault == .otherUser || fault.place == .oauth1 || fault.place == .transport
    }
  }

  let lab: ProviderLab
  let profile = ProviderProfile(
    id: .twitter, name: "X (Twitter)", codeLifetime: 1_800, accessTokenLifetime: nil, responseTypes: [],
    denial: [], hasTokenSecrets: true)

  func addRoutes<Context>(to routes: LabRoutes<Context>) {
    routes.on([.post], "oauth/request_token", .requestToken, use: requestToken)
    routes.on([.get, .post], "oauth/authenticate", .authorize) { try authenticate($0) }
    routes.on([.post], "oauth/access_token", .token, use: accessToken)
    routes.on([.get], "1.1/account/verify_credentials.json", .userinfo, use: verifyCredentials)
  }

  func issuesIDToken(for scopes: [String]) -> Bool { false }

  // MARK: Temporary credentials

  private func requestToken(_ request: LabRequest) async throws -> Response {
    let signature = try signature(of: request)
    let callback = signature["oauth_callback"]
    guard RedirectURI.isAcceptable(callback) else { return Self.unapprovedCallback }
    let credentials = LabTemporaryCredentials(
      token: LabDigest.randomAlphanumeric(27), secret: LabDigest.randomAlphanumeric(32),
      clientID: signature["oauth_consumer_key"], callback: callback, issuedAt: lab.now)
    lab.state.oauth1 { $0.add(credentials) }
    let order = lab.state.takeGrantFault(at: .twitter, for: [.begin])
    return LabReply.form(
      FormURLEncoded([
        ("oauth_token", credentials.token), ("oauth_token_secret", credentials.secret),
        ("oauth_callback_confirmed", order?.fault == .callbackNotConfirmed ? "false" : "true"),
      ]))
  }

  // MARK: The person's decision

  private func authenticate(_ received: LabRequest) throws -> Response {
    let token = received.query["oauth_token"] ?? ""
    guard let credentials = lab.state.oauth1({ $0[token] }), !isOver(credentials) else {
      return showError("The request token for this page is invalid.")
    }
    do {
      var order = try (received.form["lab_fault"] ?? received.query["lab_fault"]).map { name in
        FaultSpecification(
          try LabFault(named: name), seconds: received.query["lab_seconds"].flatMap(Double.init))
      }
      guard let decision = try AuthorizationDecision(received) else {
        return LabReply.html(
          lab.pages.authorize(
            credentials, received.query, profile, fault: order?.fault, faults: Self.faults,
            path: received.path))
      }
      order = order ?? lab.state.takeGrantFault(at: .twitter, for: [.token, .person, .callback, .oauth1])
      guard case .allow(let person) = decision, order?.fault != .deniedConsent else {
        lab.state.oauth1 { $0.remove(token) }
        return back(to: credentials, [("denied", token)], order, received)
      }
      return allow(person, credentials, order, received)
    } catch let error as LabError {
      return showError(error.message)
    }
  }

  private func allow(
    _ person: LabPerson, _ credentials: LabTemporaryCredentials, _ order: FaultSpecification?,
    _ received: LabRequest
  ) -> Response {
    let grant = Grant(
      provider: .twitter, clientID: credentials.clientID, redirectURI: credentials.callback, scopes: [],
      nonce: nil, person: person.applying(order?.fault), subject: person.subject(at: .twitter),
      codeChallenge: nil, authenticatedAt: lab.now, order: order)
    let verifier = LabDigest.randomAlphanumeric(32)
    var approved = credentials
    approved.approval = .init(verifier: verifier, grant: grant, isUsed: order?.fault == .reusedCode)
    lab.state.oauth1 { [approved] in $0.add(approved) }
    let token = order?.fault == .otherToken ? LabDigest.randomAlphanumeric(27) : credentials.token
    return back(to: credentials, [("oauth_token", token), ("oauth_verifier", verifier)], order, received)
  }

  /// Adds the fields to the callback address, which keeps its own parameters.
  private func back(
    to credentials: LabTemporaryCredentials, _ fields: [(String, String)], _ order: FaultSpecification?,
    _ received: LabRequest
  ) -> Response {
    var address = credentials.callback
    if order?.fault == .wrongState { address = address.replacing("state=", with: "state=not-") }
    let form = FormURLEncoded(fields.map { (name: $0.0, value: $0.1) })
    return LabReply.redirect(
      to: address + (address.contains("?") ? "&" : "?") + form.text, after: received.method)
  }

  private func showError(_ description: String) -> Response {
    LabReply.html(lab.pages.error("invalid_request", description, profile), .badRequest)
  }

  private func isOver(_ credentials: LabTemporaryCredentials) -> Bool {
    lab.now.timeIntervalSince(credentials.issuedAt) > profile.codeLifetime
  }

  // MARK: Token credentials

  private func accessToken(_ request: LabRequest) async throws -> Response {
    let signature = try signature(of: request) { token in lab.state.oauth1 { $0[token]?.secret } }
    let named = signature["oauth_token"]
    guard let credentials = lab.state.oauth1({ $0[named] }),
      credentials.clientID == signature["oauth_consumer_key"], !isOver(credentials),
      credentials.approval?.grant.order?.fault != .expired
    else { return Self.invalidToken }
    guard let grant = lab.state.oauth1({ $0.redeem(named, verifier: signature["oauth_verifier"]) }) else {
      return LabReply.text(
        "Error processing your OAuth request: Invalid oauth_verifier parameter", .unauthorized,
        [("Content-Type", "text/plain; charset=utf-8")])
    }
    try await lab.applyTransportFault(grant.order)
    var issued = grant
    if grant.order?.fault == .wrongAudience { issued.clientID = TokenForge.strangerAudience }
    let token = issueAccessToken(for: issued).token
    return LabReply.form(
      FormURLEncoded([
        ("oauth_token", token), ("oauth_token_secret", lab.tokenSecret(of: token)),
        ("user_id", profileSubject(of: grant)),
        ("screen_name", grant.person.login),
      ]))
  }

  // MARK: The profile

  private func verifyCredentials(_ request: LabRequest) async throws -> Response {
    let signature = try signature(of: request, isToken: true) { token in liveToken(token)?.secret }
    guard let live = liveToken(signature["oauth_token"]),
      live.grant.clientID == signature["oauth_consumer_key"]
    else { return Self.invalidToken }
    try await lab.applyTransportFault(live.grant.order)
    let person = live.grant.person
    var members: [String: JSONValue] = [
      "id": .integer(Int64(live.grant.subject) ?? 0), "id_str": .string(live.grant.subject),
      "name": .string(person.name), "screen_name": .string(person.login), "location": "", "description": "",
      "url": nil, "protected": false, "verified": false, "followers_count": 0, "friends_count": 0,
      "statuses_count": 0, "created_at": "Thu Dec 10 12:00:00 +0000 2015", "default_profile": true,
      "profile_image_url": .string(lab.pictureURL(of: person)),
      "profile_image_url_https": .string(lab.pictureURL(of: person)), "suspended": false,
    ]
    if live.grant.order?.fault == .numericID { members["id_str"] = nil }
    if request.query["include_email"] == "true" {
      members["email"] = person.isEmailVerified ? person.email.map { .string($0) } ?? .null : .null
    }
    return LabReply.json(.object(members))
  }

  // MARK: Signatures

  /// Verifies a request's signature (RFC 5849 section 3.2).
  ///
  /// - Parameters:
  ///   - isToken: true if the request needs an access token.
  ///   - secret: returns the secret of the token that the request names; nil for an unknown token.
  /// - Throws: ``LabInterruption`` if the signature is missing, wrong or too old, or its nonce was used
  ///   before.
  private func signature(
    of request: LabRequest, isToken: Bool = false, tokenSecret secret: (String) -> String? = { _ in nil }
  ) throws -> ReceivedSignature {
    guard let signature = ReceivedSignature(request, origin: lab.origin) else {
      throw LabInterruption(response: Self.failure(215, "Bad Authentication data.", .badRequest))
    }
    let clientID = signature["oauth_consumer_key"]
    guard let clientSecret = ProviderLab.clients.secret(of: clientID, at: .twitter),
      signature["oauth_signature_method"] == "HMAC-SHA1", ["", "1.0"].contains(signature["oauth_version"])
    else { throw LabInterruption(response: Self.notAuthenticated) }
    let tokenSecret = secret(signature["oauth_token"])
    if isToken, tokenSecret == nil { throw LabInterruption(response: Self.invalidToken) }
    guard signature.isMade(with: clientSecret, tokenSecret) else {
      throw LabInterruption(response: Self.notAuthenticated)
    }
    guard let seconds = TimeInterval(signature["oauth_timestamp"]),
      abs(lab.now.timeIntervalSince1970 - seconds) <= Self.maximumSkew
    else { throw LabInterruption(response: Self.failure(135, "Timestamp out of bounds.", .unauthorized)) }
    let nonce = signature["oauth_nonce"]
    guard !nonce.isEmpty, lab.state.oauth1({ $0.isNew("\(clientID) \(nonce)") }) else {
      throw LabInterruption(response: Self.notAuthenticated)
    }
    return signature
  }

  private static var notAuthenticated: Response {
    failure(32, "Could not authenticate you.", .unauthorized)
  }
  private static var invalidToken: Response { failure(89, "Invalid or expired token.", .unauthorized) }

  private static func failure(
    _ code: Int64, _ message: String, _ status: HTTPResponse.Status
  ) -> Response {
    LabReply.json(["errors": [["code": .integer(code), "message": .string(message)]]], status)
  }

  private static var unapprovedCallback: Response {
    LabReply.text(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <errors><error code="415">Callback URL not approved for this client application. Approved callback URLs can be \
      adjusted in your application settings</error></errors>
      """, .forbidden, [("Content-Type", "application/xml; charset=utf-8")])
  }
}
