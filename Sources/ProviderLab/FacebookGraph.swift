import Foundation
import Hummingbird
import IdentityWire

/// The parts of Facebook's Graph API that sign-in needs: `debug_token`, `me`, and the deletion of
/// permissions.
struct FacebookGraph: Sendable {
  /// How long an app may read a person's data after a sign-in, in seconds.
  private static let dataAccessLifetime: TimeInterval = 90 * 86_400

  let rules: FacebookLab
  private var lab: ProviderLab { rules.lab }

  // MARK: debug_token

  /// `GET /debug_token?input_token=…&access_token=APPID|APPSECRET`.
  func debugToken(_ request: LabRequest) async throws -> Response {
    guard let caller = callerApp(of: request["access_token"] ?? request.bearerToken) else {
      return GraphFailure(code: 190, message: "Invalid OAuth access token signature.").response
    }
    guard let input = request["input_token"] else {
      return GraphFailure(code: 100, message: "(#100) The parameter input_token is required").response
    }
    guard let issued = lab.state.token(input), issued.kind == .access, issued.grant.provider == .facebook
    else {
      return verdict(unknown(input))
    }
    let grant = issued.grant
    try await lab.applyTransportFault(grant.order)
    guard grant.clientID == caller else {
      return verdict(
        GraphFailure(code: 100, message: "The App_id in the input_token did not match the Viewing App"))
    }
    let expiry = issued.expiresAt.map { Int64($0.timeIntervalSince1970) } ?? 0
    let dataAccess = issued.issuedAt.addingTimeInterval(Self.dataAccessLifetime)
    var data: [String: JSONValue] = [
      "app_id": .string(grant.clientID), "type": "USER", "application": "Latchkey lab",
      "data_access_expires_at": .integer(Int64(dataAccess.timeIntervalSince1970)),
      "expires_at": .integer(expiry), "is_valid": true,
      "issued_at": .integer(Int64(issued.issuedAt.timeIntervalSince1970)),
      "scopes": .array(permissions(of: grant)),
      "granular_scopes": .array(permissions(of: grant).map { ["scope": $0] }),
      "user_id": .string(grant.subject),
    ]
    if issued.isExpired(at: lab.now) {
      data["is_valid"] = false
      data["scopes"] = []
      data["error"] = expired.report
    }
    return LabReply.json(["data": .object(data)])
  }

  /// The app that a token authorizes. The token is an app token, or a person's token for the app.
  private func callerApp(of token: String?) -> String? {
    guard let token else { return nil }
    let app = ProviderLab.clients.facebook
    if LabDigest.isEqual(token, "\(app.id)|\(app.secret)") { return app.id }
    return rules.liveToken(token)?.grant.clientID
  }

  private func verdict(_ failure: GraphFailure) -> Response {
    LabReply.json(["data": ["error": failure.report, "is_valid": false, "scopes": []]])
  }

  private func permissions(of grant: Grant) -> [JSONValue] {
    (["public_profile"] + grant.scopes.filter { $0 != "public_profile" }).map { .string($0) }
  }

  private func unknown(_ token: String) -> GraphFailure {
    UnverifiedJWT.looksLike(token) ? GraphFailure(code: 190, message: "Bad signature") : .unparsable
  }

  private var expired: GraphFailure {
    GraphFailure(
      code: 190, subcode: 463, message: "Error validating access token: Session has expired.")
  }

  // MARK: permissions

  /// `DELETE /{user_id}/permissions` with the app's token. Revokes the person's grant to the app.
  func deletePermissions(_ request: LabRequest) async throws -> Response {
    let app = ProviderLab.clients.facebook
    guard let token = request["access_token"] ?? request.bearerToken,
      LabDigest.isEqual(token, "\(app.id)|\(app.secret)")
    else {
      return GraphFailure(code: 190, message: "Invalid OAuth access token signature.").response
    }
    if let failure = proofFailure(request["appsecret_proof"], token: token) { return failure.response }
    let subject = request.pathParameters["user_id"] ?? ""
    guard lab.state.revokeGrant(to: app.id, of: subject, at: .facebook) else {
      return GraphFailure(
        code: 100, subcode: 33,
        message: "Unsupported delete request. Object with ID '\(subject)' does not exist",
        type: "GraphMethodException"
      ).response
    }
    return LabReply.json(["success": true])
  }

  // MARK: me

  /// `GET /me?fields=…`.
  func me(_ request: LabRequest) async throws -> Response {
    guard let token = request["access_token"] ?? request.bearerToken else {
      return GraphFailure(
        code: 2500,
        message: "An active access token must be used to query information about the current user."
      ).response
    }
    guard let issued = lab.state.token(token), issued.kind == .access, issued.grant.provider == .facebook
    else {
      return unknown(token).response
    }
    if issued.isExpired(at: lab.now) { return expired.response }
    if let failure = proofFailure(request["appsecret_proof"], token: token) { return failure.response }
    try await lab.applyTransportFault(issued.grant.order)
    let fields = Self.fields(request["fields"] ?? "id,name")
    return LabReply.json(.object(node(of: issued.grant).filter { $0.key == "id" || fields.contains($0.key) }))
  }

  private func proofFailure(_ proof: String?, token: String) -> GraphFailure? {
    guard let proof else {
      return lab.state.settings.facebookRequiresProof
        ? GraphFailure(
          code: 100, message: "API calls from the server require an appsecret_proof argument",
          type: "GraphMethodException") : nil
    }
    let expected = LabDigest.hmacHexadecimal(key: ProviderLab.clients.facebook.secret, token)
    return LabDigest.isEqual(proof, expected)
      ? nil
      : GraphFailure(
        code: 100, message: "Invalid appsecret_proof provided in the API argument",
        type: "GraphMethodException")
  }

  private func node(of grant: Grant) -> [String: JSONValue] {
    let person = grant.person
    var node: [String: JSONValue] = [
      "id": .string(rules.profileSubject(of: grant)),
      "picture": [
        "data": [
          "height": 100, "width": 100, "is_silhouette": false, "url": .string(lab.pictureURL(of: person)),
        ]
      ],
    ]
    if !person.name.isEmpty {
      node["name"] = .string(person.name)
      node["first_name"] = .string(person.givenName)
      node["last_name"] = .string(person.familyName)
    }
    if let email = rules.email(of: grant) { node["email"] = .string(email) }
    return node
  }

  /// The top-level names of a list such as `id,picture.width(100).height(100){url},email`.
  static func fields(_ text: String) -> Set<String> {
    var depth = 0
    var names: Set<String> = []
    var name: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        names.insert(String(decoding: name, as: UTF8.self))
        name = []
        continue
      default: break
      }
      name.append(byte)
    }
    names.insert(String(decoding: name, as: UTF8.self))
    return Set(names.map { String($0.prefix { $0 != "." && $0 != "(" && $0 != "{" }) })
  }
}
