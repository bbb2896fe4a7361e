import Composition
import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import Operations

/// Binds operations to their paths. Each family of operations adds its operations through this type.
struct OperationRouter {
  let router: Router<ServerContext>
  let callers: CallerResolver
  let service: IdentityService
  let bodies: BodyBudget
  /// Nil if nothing is counted.
  var telemetry: ServerTelemetry?

  typealias Handler<Message, Answer> = @Sendable (Message, Caller) async throws -> Answer

  /// Adds an operation on accounts, under its names in both generations of the API.
  ///
  /// - Parameters:
  ///   - name: the name in `v1/accounts:<name>`.
  ///   - legacy: the name in `v3/relyingparty/<name>`. Nil if version 3 does not have the operation.
  ///   - administrative: true if the operation also exists as `v1/projects/{p}[/tenants/{t}]/accounts:<name>`.
  ///   - provider: for a sign-in, returns the kind of credential; see ``signingIn(by:_:)``.
  func account<Message: RequestMessage, Answer: AnswerMessage>(
    _ name: String, legacy: String? = nil, administrative: Bool = false,
    signsInBy provider: SignInProvider.Name<Message, Answer>? = nil,
    _ handler: @escaping Handler<Message, Answer>
  ) {
    let handler = provider.map { signingIn(by: $0, handler) } ?? handler
    var paths = Self.modern("accounts:\(name)")
    if let legacy { paths += Self.legacy(legacy) }
    if administrative {
      paths += Self.modern("projects/{project}/accounts:\(name)")
      paths += Self.modern("projects/{project}/tenants/{tenant}/accounts:\(name)")
    }
    for path in paths { on(.post, path, readsQuery: false, handler) }
  }

  /// Adds an operation by its complete path. `{project}` and `{tenant}` in the path name the owner of the accounts. The
  /// other parts of the path are members of the message. They replace members of the body, and the body replaces
  /// members of the query.
  ///
  /// - Parameters:
  ///   - administratorBodyBytes: the maximum size of a body from an administrator, if it is larger.
  ///   - readsQuery: false for an operation that receives secrets, which must not be in addresses.
  ///   - whenDisabled: true if the operation is also allowed in a disabled tenant.
  func on<Message: RequestMessage, Answer: AnswerMessage>(
    _ method: HTTPRequest.Method, _ path: String, maximumBodyBytes: Int = APIRequest.maximumBodyBytes,
    administratorBodyBytes: Int? = nil, readsQuery: Bool = true, whenDisabled: Bool = false,
    _ handler: @escaping Handler<Message, Answer>
  ) {
    let bounds = BodyBounds(client: maximumBodyBytes, administrator: administratorBodyBytes)
    add(method, path, bounds, whenDisabled: whenDisabled, handler, present: APIResponse.message) {
      (api) throws(WireError) in
      let members = try api.members(
        overriding: Self.pathMembers(of: api), defaults: readsQuery ? Self.queryMembers(of: api) : [])
      return Received(address: try MessageAddress(from: members)) { () throws(WireError) in
        try Message(from: members)
      }
    }
  }

  /// Adds an operation on settings, like
  /// ``on(_:_:maximumBodyBytes:administratorBodyBytes:readsQuery:whenDisabled:_:)``. Its message is decoded from a JSON
  /// tree, and its response is encoded as it is stored.
  ///
  /// - Parameters:
  ///   - refusesUnknownNames: true for operations that configure a server, because a misspelt setting must not be
  ///     ignored. Other operations ignore unknown names, which SDKs may send.
  ///   - hasGet: true if the path of a POST also has a GET, which is added separately.
  func onTree<Message: Decodable & Sendable, Answer: Encodable & Sendable>(
    _ method: HTTPRequest.Method, _ path: String, readsQuery: Bool = true, refusesUnknownNames: Bool = false,
    whenDisabled: Bool = false, hasGet: Bool = false, _ handler: @escaping Handler<Message, Answer>
  ) {
    let bounds = BodyBounds(client: APIRequest.maximumBodyBytes)
    add(
      method, path, bounds, whenDisabled: whenDisabled, hasGet: hasGet, handler,
      present: { (answer) throws(WireError) in try APIResponse.json(answer) }
    ) { (api) throws(WireError) in
      let ignored: Set<String> = refusesUnknownNames ? ["fields"] : []
      let body = try Self.tree(of: api, readsQuery: readsQuery, ignoring: ignored)
      do throws(MessageFault) {
        return Received(address: try WireDecoder().decode(MessageAddress.self, from: body)) {
          () throws(WireError) in
          do throws(MessageFault) {
            return refusesUnknownNames
              ? try WireDecoder().decodeStrictly(
                Message.self, from: body, parameters: Set(api.query.pairs.map(\.name)))
              : try WireDecoder().decode(Message.self, from: body)
          } catch {
            throw error.wireError
          }
        }
      } catch {
        throw error.wireError
      }
    }
  }

  /// The maximum sizes of a body in bytes.
  private struct BodyBounds {
    var client: Int
    /// Nil if an administrator's body has the same limit.
    var administrator: Int?
  }

  /// A request's message. Only its address has been read, which is needed to find the caller.
  private struct Received<Message> {
    var address: MessageAddress
    /// Returns the message, or throws if it is malformed. Call it only after the caller's rights were checked: other
    /// callers must not learn that the message is malformed.
    var message: () throws(WireError) -> Message
  }

  private func add<Message: Sendable, Answer: Sendable>(
    _ method: HTTPRequest.Method, _ path: String, _ bounds: BodyBounds, whenDisabled: Bool,
    hasGet: Bool = false, _ handler: @escaping Handler<Message, Answer>,
    present: @escaping @Sendable (Answer) throws(WireError) -> Response,
    receive: @escaping @Sendable (APIRequest) throws(WireError) -> Received<Message>
  ) {
    let scopes = AccessScope.accepted(at: path, method: method)
    let action = AuditAction(path: path, method: method)
    let answer: @Sendable (Request, ServerContext) async throws -> Response = {
      [callers, service, bodies] request, context in
      var maximumBytes = bounds.client
      if let more = bounds.administrator, try await callers.presentsAdministrator(request.head, context) {
        maximumBytes = more
      }
      let api = try await APIRequest(
        request, context, budget: bodies, maximumBodyBytes: maximumBytes)
      let received = try receive(api)
      let caller = try await callers.caller(api, context, scopes: scopes, address: received.address)
      if caller.signIn.isDisabled, !whenDisabled { throw IdentityError.refused(.projectDisabled) }
      let message = try received.message()
      let answer = try await service.audited(action, caller) { try await handler(message, caller) }
      return try present(answer)
    }
    router.on(.init(path), method: method) { request, context in
      guard Self.mayTakeLong(request) else { return try await answer(request, context) }
      return try await offEventLoop { try await answer(request, context) }
    }
    // Without this route, the server would respond to a wrong method with 404.
    guard method == .post, !hasGet else { return }
    router.get(.init(path)) { _, _ -> Response in throw HTTPError(.methodNotAllowed) }
  }

  /// True if a request may take long. An administrator's request may read or write a thousand accounts. Requests of
  /// users' devices are short.
  private static func mayTakeLong(_ request: Request) -> Bool {
    request.headers[.authorization] != nil || request.head.method != .post
      || (request.headers[.contentLength].flatMap { Int($0) } ?? .max) > briefBodyBytes
  }

  private static let briefBodyBytes = 32_768

  /// Counts the outcomes of sign-ins, for the server's metrics and for the project's activity page.
  func signingIn<Message: Sendable, Answer: Sendable>(
    by provider: @escaping SignInProvider.Name<Message, Answer>, _ handler: @escaping Handler<Message, Answer>
  ) -> Handler<Message, Answer> {
    let count: @Sendable (String?, Activity.Outcome, Caller) -> Void = {
      [telemetry, service] name, outcome, caller in
      guard let name else { return }
      telemetry?.signIns.add(1, name, outcome.rawValue)
      service.activity.count(Activity(.signIn, by: name, outcome), in: caller.scope)
    }
    return { message, caller in
      do {
        let answer = try await handler(message, caller)
        count(provider(message, answer, caller), .init(answer: answer), caller)
        return answer
      } catch {
        count(provider(message, nil, caller), .init(error: error), caller)
        throw error
      }
    }
  }

  private static func tree(
    of api: APIRequest, readsQuery: Bool, ignoring ignored: Set<String>
  ) throws(WireError) -> JSONValue {
    let body = try api.json()
    guard case .object(var members) = body else {
      throw .invalidArgument("Invalid JSON payload received. The body must be a JSON object.")
    }
    for pair in pathMembers(of: api) { members[pair.name] = .string(pair.value) }
    if readsQuery {
      for pair in queryMembers(of: api) where !ignored.contains(pair.name) && members[pair.name] == nil {
        members[pair.name] = .string(pair.value)
      }
    }
    return .object(members)
  }

  private static func pathMembers(of api: APIRequest) -> [(name: String, value: String)] {
    api.parameters.filter { $0.key != "project" && $0.key != "tenant" }
      .map { (String($0.key), String($0.value)) }
  }

  private static func queryMembers(of api: APIRequest) -> [(name: String, value: String)] {
    api.query.pairs.filter { !isOfEveryMethod($0.name) }
  }

  /// True for a parameter that the Discovery documents define for every method, such as `alt` or `$alt`. These
  /// parameters are not part of any message. `fields` is another such parameter, but operations that need `fields`
  /// read it themselves.
  private static func isOfEveryMethod(_ parameter: String) -> Bool {
    parameter.hasPrefix("$") || everyMethodsParameters.contains(parameter)
  }

  private static let everyMethodsParameters: Set<String> = [
    "access_token", "alt", "callback", "key", "oauth_token", "prettyPrint", "quotaUser", "uploadType",
    "upload_protocol",
  ]

  /// The paths of a modern operation. If a client is configured to use another server, its paths begin with the
  /// official host.
  static func modern(_ path: String, version: String = "v1") -> [String] {
    ["/identitytoolkit.googleapis.com/\(version)/\(path)", "/\(version)/\(path)"]
  }

  static func legacy(_ name: String) -> [String] {
    [
      "/www.googleapis.com/identitytoolkit/v3/relyingparty/\(name)",
      "/identitytoolkit/v3/relyingparty/\(name)",
    ]
  }
}
