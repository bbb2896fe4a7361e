import Foundation
import Hummingbird
import IdentityWire

/// Facebook Login and Limited Login: the dialog and the token endpoint. The Graph API is in
/// ``FacebookGraph``.
struct FacebookLab: ProviderRules {
  static let issuer = "https://www.facebook.com"
  /// The lifetime of a token from `fb_exchange_token`, in seconds.
  private static let longLifetime: TimeInterval = 60 * 86_400

  let lab: ProviderLab
  let profile = ProviderProfile(
    id: .facebook, name: "Facebook", issuer: issuer, codePrefix: "AQ", accessTokenPrefix: "EAA",
    responseTypes: [["code"], ["token"], ["code", "token"], ["id_token"]], showsErrors: true,
    denial: [
      ("error", "access_denied"), ("error_code", "200"), ("error_description", "Permissions error"),
      ("error_reason", "user_denied"),
    ],
    redirectSuffix: "#_=_")

  /// Each path is served with and without a leading version.
  func addRoutes<Context>(to routes: LabRoutes<Context>) {
    let graph = FacebookGraph(rules: self)
    for version in ["", "v{version}/"] {
      routes.on([.get, .post], version + "dialog/oauth", .authorize) { try await authorize($0) }
      routes.on([.get, .post], version + "oauth/access_token", .token, use: token)
      routes.on([.get], version + "debug_token", .debugToken, use: graph.debugToken)
      routes.on([.get], version + "me", .graph, use: graph.me)
      routes.on([.delete], version + ":user_id/permissions", .revoke, use: graph.deletePermissions)
    }
  }

  func addLimitedLoginRoutes<Context>(to routes: LabRoutes<Context>) {
    for version in ["", "v{version}/"] {
      routes.on([.get, .post], version + "dialog/oauth", .authorize) {
        try await authorize($0, isNative: true)
      }
    }
    routes.on([.get], ".well-known/openid-configuration", .discovery) { _ in discovery }
    routes.on([.get], ".well-known/oauth/openid/jwks", .jwks) { _ in
      LabReply.json(try lab.keys.jwks(of: .facebook))
    }
  }

  func refusal(of request: ReceivedAuthorizationRequest) -> AuthorizationRefusal? {
    guard request.responseTypes.contains("id_token") else { return nil }
    guard let nonce = request.nonce, !nonce.contains(where: \.isWhitespace) else {
      return AuthorizationRefusal(
        error: "invalid_request", description: "A nonce without spaces is required.")
    }
    return nil
  }

  /// Without tracking consent, an iOS app gets a text instead of an access token. No service accepts this text.
  func callbackFields(for grant: Grant, _ request: ReceivedAuthorizationRequest) -> [(String, String)] {
    guard request.parameters["tp"] == "ios_14_do_not_track" else { return [] }
    return [("access_token", LabDigest.randomAlphanumeric(120))]
  }

  func profileClaims(of grant: Grant) -> [(String, JSONValue)] {
    var claims: [(String, JSONValue)] = [("jti", .string(LabDigest.random(bytes: 12)))]
    claims += nameClaims(of: grant.person)
    if let email = email(of: grant) { claims.append(("email", .string(email))) }
    return claims
  }

  /// The person's mail address, if the app may read it and the person has confirmed it.
  func email(of grant: Grant) -> String? {
    grant.allows("email") && grant.person.isEmailVerified ? grant.person.email : nil
  }

  private func token(_ request: LabRequest) async throws -> Response {
    if request["grant_type"] == "client_credentials" {
      guard let clientID = authenticatedClient(of: request) else { return wrongSecret }
      return LabReply.json([
        "access_token": .string("\(clientID)|\(ProviderLab.clients.facebook.secret)"), "token_type": "bearer",
      ])
    }
    if request["grant_type"] == "fb_exchange_token" { return extend(request) }
    // An app without a server authenticates with the code verifier alone.
    let isPublic = request["client_secret"] == nil && request["code_verifier"] != nil
    guard let clientID = isPublic ? request["client_id"] : authenticatedClient(of: request) else {
      return wrongSecret
    }
    do {
      let grant = try await redeemCode(from: request, clientID: clientID)
      let access = issueAccessToken(for: grant)
      var body: [String: JSONValue] = [
        "access_token": .string(access.token), "token_type": "bearer",
        "expires_in": .integer(access.expiresIn ?? 3600),
      ]
      if issuesIDToken(for: grant.scopes) { body["id_token"] = .string(try idToken(for: grant)) }
      return LabReply.json(.object(body))
    } catch let refusal as GrantRefusal {
      return Self.failure(of: refusal)
    }
  }

  private func extend(_ request: LabRequest) -> Response {
    guard let clientID = authenticatedClient(of: request) else { return wrongSecret }
    guard let issued = liveToken(request["fb_exchange_token"]), issued.grant.clientID == clientID else {
      return GraphFailure.unparsable.response
    }
    let access = issueAccessToken(for: issued.grant, lifetime: Self.longLifetime)
    return LabReply.json([
      "access_token": .string(access.token), "token_type": "bearer",
      "expires_in": .integer(access.expiresIn ?? 0),
    ])
  }

  private var wrongSecret: Response {
    GraphFailure(code: 1, message: "Error validating client secret.").response
  }

  private static func failure(of refusal: GrantRefusal) -> Response {
    let failure =
      switch refusal {
      case .unknownCode, .otherClient: GraphFailure(code: 100, message: "Invalid verification code format.")
      case .usedCode:
        GraphFailure(code: 100, subcode: 36_009, message: "This authorization code has been used.")
      case .expiredCode:
        GraphFailure(code: 100, subcode: 36_007, message: "This authorization code has expired.")
      case .otherRedirectURI:
        GraphFailure(
          code: 100, subcode: 36_008,
          message: "Error validating verification code. Please make sure your redirect_uri is identical to "
            + "the one you used in the OAuth dialog request")
      case .wrongVerifier: GraphFailure(code: 1, message: "Invalid code verifier.")
      }
    return failure.response
  }

  private var discovery: Response {
    let addresses = lab.endpoints(for: "facebook.com")
    return LabReply.json([
      "issuer": .string(Self.issuer), "authorization_endpoint": .string(addresses?.authorization ?? ""),
      "jwks_uri": .string(addresses?.jwks ?? ""), "response_types_supported": ["id_token", "token id_token"],
      "subject_types_supported": ["pairwise"], "id_token_signing_alg_values_supported": ["RS256"],
      "claims_supported": [
        "iss", "aud", "sub", "iat", "exp", "jti", "nonce", "name", "given_name", "middle_name", "family_name",
        "email", "picture", "user_friends", "user_birthday", "user_age_range", "user_hometown",
        "user_location", "user_gender", "user_link",
      ],
    ])
  }
}
