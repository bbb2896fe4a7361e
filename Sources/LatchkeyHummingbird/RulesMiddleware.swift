import Foundation
import HTTPTypes
import Hummingbird
import SecurityRules

/// Guards routes with rules in the language of Cloud Storage. Add it after ``IDTokenMiddleware``, which
/// identifies the user:
///
/// ```
/// service firebase.storage {
///   match /b/{bucket}/o {
///     match /notes/{uid}/{note} {
///       allow read, write: if request.auth != null && request.auth.uid == uid;
///     }
///   }
/// }
/// ```
///
/// The object's path is the decoded path of the URL. GET and HEAD are `get`, or `list` if ``Options/isList``
/// returns true. PUT, POST and PATCH are `update` if an object is stored and `create` otherwise. DELETE is
/// `delete`. Other methods are refused. `request.resource` has `name`, `bucket`, `contentType` and `size` from
/// the request's headers. `size` is missing if the length is not known before the server reads the body.
///
/// The answer to a refused request is 401 if no user is signed in, and 403 otherwise.
public struct RulesMiddleware<Context: IDTokenRequestContext>: RouterMiddleware {
  public struct Options: Sendable {
    /// The value of `{bucket}` in the rules.
    public var bucket = "default"
    /// True if a GET requests a list. By default, this is true for paths that end with a slash.
    public var isList: @Sendable (Request) -> Bool = { $0.uri.path.hasSuffix("/") }
    /// The stored object at the request's path, which rules read as `resource`. By default, there is no stored
    /// object: rules that read `resource` refuse the request, and PUT is `create`.
    public var resource: @Sendable (_ segments: [String], Context) async throws -> RulesResource? = { _, _ in
      nil
    }
    /// Documents that rules look up.
    public var documents = RulesDocuments.none
    /// The time that rules read.
    public var now: @Sendable () -> Date = { Date() }

    public init() {}
  }

  private let rules: ServiceRules
  private let options: Options

  public init(_ rules: ServiceRules, _ options: Options = Options()) {
    self.rules = rules
    self.options = options
  }

  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard let path = RulesPath(request.uri.path) else { throw RulesRefusal.path }
    let stored = try await options.resource(path.segments, context)
    guard let method = method(of: request, isStored: stored != nil) else { throw RulesRefusal.method }
    let asked = ServiceRequest(
      method, object: path.segments, bucket: options.bucket, auth: context.auth?.rulesAuth,
      time: options.now(),
      resource: stored, newResource: newResource(request, path, method))
    guard rules.allows(asked, documents: options.documents) else {
      context.logger.debug(
        "refused by rules", metadata: ["method": "\(method)", "path": "\(request.uri.path)"])
      if context.auth == nil { throw AuthenticationFailure.required }
      throw RulesRefusal.rules
    }
    return try await next(request, context)
  }

  private func method(of request: Request, isStored: Bool) -> ServiceRequest.Method? {
    switch request.method {
    case .get, .head: options.isList(request) ? .list : .get
    case .put, .post, .patch: isStored ? .update : .create
    case .delete: .delete
    default: nil
    }
  }

  private func newResource(_ request: Request, _ path: RulesPath, _ method: ServiceRequest.Method)
    -> RulesResource?
  {
    guard method == .create || method == .update else { return nil }
    var members: [String: JSONValue] = [
      "name": .string(path.segments.joined(separator: "/")), "bucket": .string(options.bucket),
    ]
    if let type = request.headers[.contentType], StreamSafeText.accepts(type) {
      members["contentType"] = .string(type)
    }
    let lengths = request.headers[values: .contentLength]
    if lengths.count == 1, let size = Int64(lengths[0]), size >= 0, request.headers[.transferEncoding] == nil
    {
      members["size"] = .integer(size)
    }
    return RulesResource(storage: members)
  }
}

extension VerifiedUser {
  /// The user as `request.auth` and `auth` of security rules.
  public var rulesAuth: RulesAuth? { RulesAuth(claims: claims) }
}
