import HTTPTypes
import Hummingbird
import IdentityWire

/// Microsoft: one organisation, personal accounts, and any tenant whose ID is in the address. Microsoft Graph returns
/// the profile.
struct MicrosoftLab: ProviderRules {
  /// The tenant of all people who belong to no other tenant.
  static let organization = "4a1d8d6e-3c5b-4f0e-9b7a-0c2f1e5d6a7b"
  /// The organisation's domain.
  static let domain = "lab.example"
  static let consumers = "9188040d-6c67-4c5b-b112-36a304b66dad"
  private static let personalDomains = ["@hotmail.com", "@outlook.com"]

  let lab: ProviderLab
  let profile = ProviderProfile(
    id: .microsoft, name: "Microsoft", issuer: issuer(of: organization), codePrefix: "0.A",
    accessTokenPrefix: "Ew", responseTypes: [["code"], ["id_token"], ["code", "id_token"]],
    denial: [
      ("error", "access_denied"), ("error_description", "AADSTS65004: User declined to consent."),
    ], knowsSilentPrompt: true)

  static func issuer(of tenantID: String) -> String { "https://login.microsoftonline.com/\(tenantID)/v2.0" }

  /// Writes the first 16 bytes as a GUID.
  static func objectID(_ digest: [UInt8]) -> String {
    let text = LabDigest.hexadecimal(digest.prefix(16))
    var groups: [Substring] = []
    var rest = text[...]
    for length in [8, 4, 4, 4, 12] {
      groups.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return groups.joined(separator: "-")
  }

  func addRoutes<Context>(to routes: LabRoutes<Context>) {
    let graph = LabRoutes(
      lab: lab, provider: .microsoft, host: "graph.microsoft.com", router: routes.router)
    routes.on([.get, .post], ":tenant/oauth2/v2.0/authorize", .authorize) { received in
      var received = received
      received.query["lab_tenant"] = received.pathParameters["tenant"]
      return try await authorize(received)
    }
    routes.on([.post], ":tenant/oauth2/v2.0/token", .token, use: token)
    routes.on([.get], ":tenant/discovery/v2.0/keys", .jwks) { _ in LabReply.json(try keys()) }
    routes.on([.get], ":tenant/v2.0/.well-known/openid-configuration", .discovery) { request in
      discovery(request.pathParameters["tenant"] ?? "common")
    }
    graph.on([.get], "v1.0/me", .graph, use: me)
  }

  func adjust(_ grant: inout Grant, for request: ReceivedAuthorizationRequest) {
    grant.tenant = request.parameters["lab_tenant"]
  }

  // MARK: Tenants

  /// The ID of the tenant that a grant's person belongs to.
  private func tenantID(of grant: Grant) -> String {
    switch grant.tenant ?? Self.domain {
    case "consumers": return Self.consumers
    case "common":
      let address = grant.person.email ?? ""
      return Self.personalDomains.contains(where: address.hasSuffix) ? Self.consumers : Self.organization
    case let name: return Self.tenantID(named: name)
    }
  }

  private static func tenantID(named name: String) -> String {
    switch name {
    case "organizations", domain: organization
    case _ where name.contains("."): objectID(Array(name.utf8) + Array(repeating: 0, count: 16))
    default: name
    }
  }

  /// Shortens the object id of a personal account to its usual sixteen digits.
  private func objectID(_ subject: String, in tenantID: String) -> String {
    tenantID == Self.consumers ? "00000000-0000-0000-" + subject.suffix(17) : subject
  }

  // MARK: Tokens

  func profileClaims(of grant: Grant) -> [(String, JSONValue)] {
    let tenantID = tenantID(of: grant)
    var claims: [(String, JSONValue)] = [
      ("iss", .string(Self.issuer(of: tenantID))),
      ("sub", .string(LabDigest.half("\(grant.subject) at \(grant.clientID)"))), ("ver", "2.0"),
      ("uti", .string(LabDigest.randomAlphanumeric(22))),
    ]
    let person = grant.person
    if grant.allows("profile") {
      claims += [
        ("oid", .string(objectID(grant.subject, in: tenantID))), ("tid", .string(tenantID)),
        ("preferred_username", .string(person.email ?? "\(person.login)@\(Self.domain)")),
      ]
      if !person.name.isEmpty { claims.append(("name", .string(person.name))) }
    }
    if grant.allows("email"), let email = person.email {
      claims.append(("email", .string(email)))
      // An optional claim that personal accounts do not have.
      if tenantID != Self.consumers { claims.append(("xms_edov", .bool(person.isEmailVerified))) }
    }
    return claims
  }

  private func token(_ request: LabRequest) async throws -> Response {
    // A code can be redeemed only at the tenant that issued it.
    let tenant = request.pathParameters["tenant"]
    if let code = request["code"], let begun = lab.state.grant(of: code), let own = begun.tenant,
      own != tenant
    {
      return Self.refuse("invalid_grant", "AADSTS700005: The code is for another tenant.", .badRequest)
    }
    return try await exchangeCode(request) { error, text, status in
      let number = error == "invalid_client" ? "AADSTS7000215" : "AADSTS70008"
      return Self.refuse(error, "\(number): \(text)", status)
    }
  }

  private static func refuse(_ error: String, _ text: String, _ status: HTTPResponse.Status) -> Response {
    LabReply.json(
      [
        "error": .string(error), "error_description": .string(text),
        "trace_id": .string(LabDigest.randomAlphanumeric(20)),
      ], status)
  }

  // MARK: Public documents

  /// The key set. Each key names the issuer that it signs for.
  private func keys() throws -> JSONValue {
    let list = try lab.keys.jwks(of: .microsoft)["keys"]?.arrayValue ?? []
    return [
      "keys": .array(
        list.map { key in
          var members = key.objectValue ?? [:]
          members["issuer"] = .string(Self.issuer(of: "{tenantid}"))
          return .object(members)
        })
    ]
  }

  private func discovery(_ tenant: String) -> Response {
    let isTemplate = ["common", "organizations"].contains(tenant)
    let tenantID =
      isTemplate ? "{tenantid}" : tenant == "consumers" ? Self.consumers : Self.tenantID(named: tenant)
    let root = "\(lab.baseURL)/\(LabProviderID.microsoft.rawValue)/\(tenant)"
    return LabReply.json([
      "issuer": .string(Self.issuer(of: tenantID)),
      "authorization_endpoint": .string("\(root)/oauth2/v2.0/authorize"),
      "token_endpoint": .string("\(root)/oauth2/v2.0/token"),
      "jwks_uri": .string("\(root)/discovery/v2.0/keys"),
      "userinfo_endpoint": .string("\(lab.baseURL)/graph.microsoft.com/oidc/userinfo"),
      "response_types_supported": ["code", "id_token", "code id_token"],
      "subject_types_supported": ["pairwise"], "id_token_signing_alg_values_supported": ["RS256"],
    ])
  }

  /// Microsoft Graph's `GET /v1.0/me`.
  private func me(_ request: LabRequest) async throws -> Response {
    guard let issued = liveToken(request.bearerToken), issued.grant.allows("User.Read") else {
      return LabReply.json(
        ["error": ["code": "InvalidAuthenticationToken", "message": "Access token validation failure."]],
        .unauthorized)
    }
    let grant = issued.grant
    try await lab.applyTransportFault(grant.order)
    let tenantID = tenantID(of: grant)
    let objectID = objectID(profileSubject(of: grant), in: tenantID)
    let isPersonal = tenantID == Self.consumers
    let person = grant.person
    func text(_ value: String?) -> JSONValue { value.flatMap { $0.isEmpty ? nil : .string($0) } ?? .null }
    return LabReply.json([
      "id": .string(isPersonal ? objectID.suffix(17).filter { $0 != "-" } : objectID),
      "displayName": text(person.name), "givenName": text(person.givenName),
      "surname": text(person.familyName), "mail": text(person.email),
      "userPrincipalName": .string(person.email ?? "\(person.login)@\(Self.domain)"),
      "preferredLanguage": nil, "jobTitle": nil, "mobilePhone": nil, "officeLocation": nil,
      "businessPhones": [],
    ])
  }
}
