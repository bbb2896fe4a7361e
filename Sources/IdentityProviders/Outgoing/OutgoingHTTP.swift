import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// The only HTTP client that this server uses for requests to providers.
///
/// A host name is resolved first, and addresses that are not public are dropped. The connection then goes
/// to exactly the checked address, with the original name for `Host`, SNI and the certificate. So an
/// attacker gains nothing if the name resolves to another address a moment later (DNS rebinding).
///
/// Redirects are not followed, and URLs with user information are refused. `http` and private addresses are
/// allowed only for the endpoints for which the operator permits them. Time and size of an answer are
/// bounded.
public final class OutgoingHTTP: Sendable {
  public struct Limits: Sendable {
    /// The limit for the whole exchange, including name resolution and body.
    public var timeout = Duration.seconds(10)
    public var connectTimeoutSeconds: Int64 = 5
    public var maximumBodyBytes = 1 << 20
    /// The maximum number of hosts whose idle connections stay open.
    public var maximumIdleHosts = 32
    /// The maximum number of concurrent connections to one host. Further requests wait, and the wait counts
    /// toward their timeout.
    public var connectionsPerHost = 8

    public init() {}
  }

  public struct Request: Sendable {
    public enum Method: String, Sendable { case get = "GET", post = "POST", delete = "DELETE" }

    public var method: Method
    public var url: String
    public var headers: [(name: String, value: String)] = []
    public var body: [UInt8]?
    /// ``ProviderEndpoints/allowPrivateAddresses``. It also permits plain `http`.
    public var allowPrivateAddresses: Bool
    /// False if only the status matters. The body is then ignored, and ``Response/body`` is empty.
    public var readsBody = true
    /// A stricter limit for this request; nil for ``Limits/maximumBodyBytes``.
    public var maximumBodyBytes: Int?

    public init(_ method: Method, _ url: String, allowPrivateAddresses: Bool) {
      self.method = method
      self.url = url
      self.allowPrivateAddresses = allowPrivateAddresses
    }
  }

  public struct Response: Sendable {
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]

    /// Returns the first header with a name, ignoring case.
    public func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
  }

  /// The reason why there is no answer. Do not show it to clients: it reveals which addresses are refused.
  public enum Failure: Error, Equatable {
    case invalidURL
    /// `http` is used where only `https` is allowed.
    case insecureURL
    case unknownHost
    /// Every address of the host is private, loopback or otherwise not public.
    case addressNotAllowed
    case unreachable
    /// The certificate's authority is not trusted here, or the certificate is not valid now.
    case untrustedCertificate
    /// The certificate is for another host name.
    case certificateOfAnotherHost
    /// The TLS handshake failed for another reason.
    case tlsFailed
    case timedOut
    case tooLarge

    /// The reason in words for a project's administrators, including the settings that allow a provider's addresses. An
    /// unknown host gets the same words as a private host. Otherwise these administrators could find out the host names
    /// of the operator's network.
    var words: String {
      switch self {
      case .unknownHost, .addressNotAllowed:
        "the host is unknown, or private and not allowed (by --allow-private-addresses or providers.privateHosts)"
      case .untrustedCertificate: plainWords + " (providers.caFile names authorities of your own)"
      default: plainWords
      }
    }

    /// The reason in words for operators, without the names of settings.
    public var plainWords: String {
      switch self {
      case .invalidURL: "the address is malformed"
      case .insecureURL: "the address is not https"
      case .unknownHost: "the host has no address"
      case .addressNotAllowed: "the address is a private one"
      case .unreachable: "nobody answers there"
      case .untrustedCertificate:
        "its TLS certificate is not valid now, or not from an authority that this server trusts"
      case .certificateOfAnotherHost: "its TLS certificate is for another host"
      case .tlsFailed: "it does not speak TLS as this server does"
      case .timedOut: "it took too long"
      case .tooLarge: "its answer is too large"
      }
    }
  }

  private let limits: Limits
  private let resolver: any HostResolver
  private let clients: PinnedClients

  /// - Parameter authorities: authorities to trust in addition to the system's.
  public init(
    limits: Limits = Limits(), resolver: any HostResolver = SystemResolver(),
    authorities: CertificateAuthorities? = nil
  ) {
    self.limits = limits
    self.resolver = resolver
    clients = PinnedClients(
      limits, authorities: authorities)
  }

  /// Closes the connections. Later requests fail.
  public func shutDown() async { await clients.shutDown() }

  /// Checks whether a URL may be fetched, without resolving its host.
  ///
  /// - Throws: `invalidURL`, `insecureURL`, and `addressNotAllowed` if the host is a private address or a
  ///   name of this machine (RFC 6761 section 6.3).
  public static func check(_ text: String, allowPrivateAddresses: Bool) throws(Failure) {
    let url = try OutgoingURL(text)
    guard !allowPrivateAddresses else { return }
    guard url.isSecure else { throw .insecureURL }
    guard !url.isPrivateByName else { throw .addressNotAllowed }
  }

  /// True if the URL's host is a private address, or a name with private addresses only.
  public static func isPrivate(_ text: String, resolver: any HostResolver = SystemResolver()) async -> Bool {
    guard let url = try? OutgoingURL(text) else { return false }
    if url.isPrivateByName { return true }
    let found = await resolver.addresses(of: url.host)
    return !found.isEmpty && !found.contains(where: \.isPublic)
  }

  /// Sends a request. Returns a response with any status, including redirects.
  public func send(_ request: Request) async throws(Failure) -> Response {
    let url = try OutgoingURL(request.url)
    guard url.isSecure || request.allowPrivateAddresses else { throw .insecureURL }
    do {
      return try await withThrowingTaskGroup(of: Response.self) { group in
        group.addTask { try await self.exchange(request, url) }
        group.addTask {
          try await Task.sleep(for: self.limits.timeout)
          throw Failure.timedOut
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw Failure.unreachable }
        return first
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .unreachable
    }
  }

  private func exchange(_ request: Request, _ url: OutgoingURL) async throws -> Response {
    let known = await resolver.addresses(of: url.host)
    guard !known.isEmpty else { throw Failure.unknownHost }
    let allowed = request.allowPrivateAddresses ? known : known.filter(\.isPublic)
    guard !allowed.isEmpty else { throw Failure.addressNotAllowed }
    for address in allowed.prefix(3) {
      do {
        return try await clients.with(url, at: address) { client in
          try await self.exchange(request, url, by: client)
        }
      } catch let failure as Failure {
        throw failure
      } catch let error where Self.tlsFailure(error) != nil {
        throw Self.tlsFailure(error) ?? .tlsFailed
      } catch  where !Self.isFailureToConnect(error) {
        throw Failure.unreachable
      } catch {
        continue
      }
    }
    throw Failure.unreachable
  }

  private func exchange(
    _ request: Request, _ url: OutgoingURL, by client: HTTPClient
  ) async throws -> Response {
    var outgoing = HTTPClientRequest(url: url.text)
    outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
    for header in request.headers { outgoing.headers.add(name: header.name, value: header.value) }
    if !outgoing.headers.contains(name: "user-agent") {
      outgoing.headers.add(name: "User-Agent", value: "latchkey")
    }
    if let body = request.body { outgoing.body = .bytes(body) }
    let answer = try await client.execute(outgoing, deadline: .now() + .seconds(3600))
    let headers = answer.headers.map { (name: $0.name, value: $0.value) }
    guard request.readsBody else {
      return Response(status: Int(answer.status.code), headers: headers, body: [])
    }
    let limit = min(request.maximumBodyBytes ?? .max, limits.maximumBodyBytes)
    if let length = answer.headers.first(name: "content-length").flatMap(Int.init), length > limit {
      throw Failure.tooLarge
    }
    var body: [UInt8] = []
    for try await part in answer.body {
      guard body.count + part.readableBytes <= limit else { throw Failure.tooLarge }
      body.append(contentsOf: part.readableBytesView)
    }
    return Response(status: Int(answer.status.code), headers: headers, body: body)
  }

  /// Returns the TLS failure that caused an error; nil for any other error.
  private static func tlsFailure(_ error: any Error) -> Failure? {
    if (error as? NIOSSLExtraError) == .failedToValidateHostname { return .certificateOfAnotherHost }
    switch error as? NIOSSLError {
    case .handshakeFailed(let reason)?:
      return "\(reason)".contains("CERTIFICATE_VERIFY_FAILED") ? .untrustedCertificate : .tlsFailed
    case .unableToValidateCertificate?, .noCertificateToValidate?: return .untrustedCertificate
    default: return error is NIOSSLExtraError ? .tlsFailed : nil
    }
  }

  /// True if the error occurred before anything was sent. Another address may be tried only in this case.
  private static func isFailureToConnect(_ error: any Error) -> Bool {
    if error is CancellationError { return false }
    if let error = error as? HTTPClientError {
      return error == .connectTimeout || error == .tlsHandshakeTimeout
    }
    let unconnected = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT, EADDRNOTAVAIL, EAFNOSUPPORT]
    return (error as? IOError).map { unconnected.contains($0.errnoCode) } ?? false
  }
}
