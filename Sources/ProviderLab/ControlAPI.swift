import Foundation
import Hummingbird
import IdentityWire

/// The lab's control API for tests: faults, settings, keys, minted tokens, and received requests.
struct ControlAPI: Sendable {
  static let maximumTimes: Int64 = 1_000_000

  let lab: ProviderLab

  func addRoutes<Context: RequestContext>(to router: RouterGroup<Context>) {
    func on(
      _ method: HTTPRequest.Method, _ path: String,
      use handler: @escaping @Sendable (LabRequest, String) async throws -> JSONValue
    ) {
      router.on(RouterPath(path), method: method) { request, context in
        do {
          let received = try await LabRequest(request, readsJSON: true)
          return LabReply.json(try await handler(received, context.parameters.get("provider") ?? ""))
        } catch let error as LabError {
          return LabReply.json(
            ["error": ["message": .string(error.message), "faults": faultNames]], .badRequest)
        }
      }
    }
    on(.get, "") { _, _ in overview }
    on(.post, "reset") { _, _ in
      lab.state.reset()
      return overview
    }
    on(.get, "requests") { request, _ in requests(request) }
    on(.put, "settings") { request, _ in try changeSettings(request.json) }
    on(.put, "faults/:provider") { request, provider in try setFault(request.json, at: provider) }
    on(.delete, "faults/:provider") { _, provider in
      lab.state.setFault(nil, at: try lab.knownProvider(provider))
      return overview
    }
    on(.post, "keys/rotate/:provider") { request, provider in
      let id = try lab.knownProvider(provider)
      try lab.keys.rotate(id, retiringOthers: request.json["retireOthers"]?.boolValue ?? false)
      return try lab.keys.jwks(of: id)
    }
    on(.post, "token/:provider") { request, provider in try await mint(request.json, at: provider) }
  }

  private var faultNames: JSONValue { .array(LabFault.allCases.map { .string($0.rawValue) }) }

  private var overview: JSONValue {
    var providers: [String: JSONValue] = [:]
    for id in LabProviderID.allCases {
      providers[id.rawValue] = [
        "fault": lab.state.fault(at: id).map(describe) ?? .null,
        "keys": .array(lab.keys.identifiers(of: id).map { .string($0) }),
        "lastAuthorization": lab.state.lastAuthorization(at: id)?.json ?? .null,
      ]
    }
    let settings = lab.state.settings
    return [
      "providers": .object(providers), "faults": faultNames,
      "people": .array(LabPerson.everyone.map { .string($0.key) }),
      "settings": [
        "appleStringBooleans": .bool(settings.appleStringBooleans),
        "facebookRequiresProof": .bool(settings.facebookRequiresProof),
      ],
    ]
  }

  private func describe(_ standing: ActiveFault) -> JSONValue {
    var members: [String: JSONValue] = [
      "fault": .string(standing.order.fault.rawValue), "times": .integer(Int64(standing.remaining)),
    ]
    if standing.order.fault == .slowAnswer { members["seconds"] = .double(standing.order.seconds) }
    if let endpoint = standing.endpoint { members["endpoint"] = .string(endpoint.rawValue) }
    return .object(members)
  }

  private func setFault(_ body: [String: JSONValue], at provider: String) throws -> JSONValue {
    let id = try lab.knownProvider(provider)
    let fault = try LabFault(named: body["fault"]?.stringValue ?? "")
    let times = body["times"]?.integerValue ?? 1
    guard (1...Self.maximumTimes).contains(times) else {
      throw LabError(message: "times must be from 1 to \(Self.maximumTimes).")
    }
    let endpoint = try body["endpoint"]?.stringValue.map { name in
      guard let known = LabEndpoint(rawValue: name) else {
        let all = LabEndpoint.allCases.map(\.rawValue).joined(separator: ", ")
        throw LabError(message: "There is no endpoint \"\(name.prefix(80))\". Endpoints: \(all).")
      }
      return known
    }
    let standing = ActiveFault(
      order: FaultSpecification(fault, seconds: body["seconds"]?.doubleValue), remaining: Int(times),
      endpoint: endpoint)
    lab.state.setFault(standing, at: id)
    return describe(standing)
  }

  private func changeSettings(_ body: [String: JSONValue]) throws -> JSONValue {
    var settings = lab.state.settings
    for (name, value) in body {
      guard let flag = value.boolValue else { throw LabError(message: "Settings are true or false.") }
      switch name {
      case "appleStringBooleans": settings.appleStringBooleans = flag
      case "facebookRequiresProof": settings.facebookRequiresProof = flag
      default: throw LabError(message: "There is no setting \"\(name.prefix(80))\".")
      }
    }
    lab.state.settings = settings
    return overview
  }

  private func requests(_ request: LabRequest) -> JSONValue {
    let list = lab.state.requests.filter { recorded in
      (request.query["provider"].map { LabProviderID(named: $0) == recorded.provider } ?? true)
        && (request.query["endpoint"].map { $0 == recorded.endpoint.rawValue } ?? true)
    }
    return ["requests": .array(list.map(\.json))]
  }

  private func mint(_ body: [String: JSONValue], at provider: String) async throws -> JSONValue {
    let options = try LabTokenOptions(json: body)
    let id = try lab.knownProvider(provider)
    switch options.kind ?? Self.usualKind(at: id) {
    case .response where id != .saml: throw LabError(message: "Only SAML has responses.")
    case .response: return ["response": .string(try lab.mintSAMLResponse(options))]
    case .limited where id != .facebook:
      throw LabError(message: "Only facebook.com has Limited Login.")
    case .id, .limited: return ["idToken": .string(try await lab.mintIDToken(provider: provider, options))]
    case .access:
      let token = try await lab.mintAccessToken(provider: provider, options)
      guard lab.rules(of: id).profile.hasTokenSecrets else { return ["accessToken": .string(token)] }
      return ["accessToken": .string(token), "tokenSecret": .string(lab.tokenSecret(of: token))]
    case .code: return ["code": .string(try await lab.mintCode(provider: provider, options))]
    }
  }

  private static func usualKind(at provider: LabProviderID) -> LabTokenOptions.Kind {
    switch provider {
    case .facebook, .github, .oauth, .twitter: .access
    case .saml: .response
    case .playGames: .code
    case .apple, .google, .linkedIn, .line, .microsoft, .openID, .yahoo: .id
    }
  }
}
