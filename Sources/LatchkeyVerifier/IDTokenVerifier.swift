import Foundation
import IdentityWire

/// Verifies that a text is an ID token that a Latchkey server issued for a project, and returns its user.
///
/// Make one verifier for each project and reuse it. It stores the server's public keys, which it fetches for
/// the first token. After that, each token costs one signature verification and no request.
///
/// - The signature must match the key that the header names, in the server's key set. The algorithm must be the
///   one that the set specifies for this key: usually RS256, or ES256 (RFC 7518 section 3) or EdDSA (RFC 8037).
///   The verifier refuses `none`, HMAC and every other algorithm, and headers with `crit`. It ignores keys in a
///   header (RFC 8725 sections 3.1 and 3.10).
/// - `iss` must be `https://securetoken.google.com/<project>`, or one of ``Options/issuers``; `aud` must be
///   exactly the project; `sub` must not be empty.
/// - `exp` must be in the future, `iat` and `auth_time` in the past. The tenant must match ``Options/tenants``.
///
/// An ID token is valid for an hour, even if the user is disabled in the meantime. To find out whether the
/// user is disabled, ask the server: see ``verify(_:checkRevoked:)``.
public struct IDTokenVerifier: Sendable {
  /// Options that few back ends need to change.
  public struct Options: Sendable {
    public var tenants = AcceptedTenants.none
    /// The issuers of the project's tokens; empty for `https://securetoken.google.com/<project>`. While a
    /// project changes its issuer, list both the old and the new one.
    public var issuers: [String] = []
    /// The credential for the requests of ``IDTokenVerifier/verify(_:checkRevoked:)``.
    public var credential: LookupCredential?
    /// The address of the key set; nil for the server's `/.well-known/jwks.json`.
    public var keySetURL: URL?
    public var keySetPolicy = KeySetPolicy()
    /// How many seconds the server's clock may be ahead, 0 to 300. It does not extend the life of a token.
    public var clockLeeway: Double = 60
    /// Allows plain HTTP to another machine, for a trusted network. Loopback is always allowed.
    public var allowsPlainHTTP = false
    public var transport: any VerifierTransport = URLSessionVerifierTransport()
    public var now: @Sendable () -> Date = { Date() }
    public init() {}
  }

  private static let sessionCookieIssuer = "https://session.firebase.google.com/"

  private let rules: ClaimRules
  private let keys: KeySetCache
  private let revocationCheck: RevocationCheck?
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - project: the project's id.
  ///   - server: the server's address, to which paths are appended. It must use HTTPS, unless it is on this
  ///     machine.
  /// - Throws: ``IDTokenError/wrongConfiguration(_:)``. No request is sent yet.
  public init(project: String, server: URL, options: Options = Options()) throws(IDTokenError) {
    let isProject = project.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: ":"):
        true
      default: false
      }
    }
    guard isProject, (1...128).contains(project.utf8.count) else { throw .wrongConfiguration(.project) }
    if case .only(let tenant) = options.tenants, tenant.isEmpty { throw .wrongConfiguration(.tenant) }
    for issuer in options.issuers where issuer.isEmpty || issuer.hasPrefix(Self.sessionCookieIssuer) {
      throw .wrongConfiguration(.issuer)
    }
    let keySetURL = options.keySetURL ?? server.appending(path: ".well-known/jwks.json")
    for url in [server, keySetURL] {
      try Self.check(url, allowsPlainHTTP: options.allowsPlainHTTP)
    }
    rules = ClaimRules(
      project: project,
      issuers: options.issuers.isEmpty ? ["https://securetoken.google.com/\(project)"] : options.issuers,
      tenants: options.tenants, leeway: min(max(options.clockLeeway, 0), 300))
    keys = KeySetCache(
      url: keySetURL, policy: options.keySetPolicy, transport: options.transport, now: options.now)
    revocationCheck = options.credential.map {
      RevocationCheck(server: server, project: project, credential: $0, transport: options.transport)
    }
    now = options.now
  }

  /// Verifies a token and returns its user.
  ///
  /// - Parameters:
  ///   - token: an ID token from the app's `getIDToken`. Session cookies are refused.
  ///   - checkRevoked: true to also ask the server whether the account still exists, is enabled and has not
  ///     revoked the token. This costs a request, and fails if the server cannot be reached. It needs
  ///     ``Options/credential``.
  /// - Throws: the reason for the refusal. ``IDTokenError/isRefusal`` is true if the token is invalid.
  public func verify(
    _ token: String, checkRevoked: Bool = false
  ) async throws(IDTokenError) -> VerifiedUser {
    guard !checkRevoked || revocationCheck != nil else { throw .wrongConfiguration(.credential) }
    let parts: UnverifiedJWT
    do {
      parts = try UnverifiedJWT(token)
    } catch {
      throw .malformed(error == .tooLarge ? .size : .form)
    }
    let key = try await keys.key(try Self.keyID(parts.header))
    // The key determines the algorithm. The header must name the same algorithm.
    guard let algorithm = parts.headerMembers["alg"]?.stringValue, key.algorithms.contains(algorithm) else {
      throw .wrongAlgorithm
    }
    guard key.isValid(signature: parts.signature, over: parts.signingInput, by: algorithm) else {
      throw .wrongSignature
    }
    let user = try VerifiedUser(parts.claims, accepting: rules, now: now())
    if checkRevoked, let revocationCheck { try await revocationCheck(token, of: user) }
    return user
  }

  private static func keyID(_ header: [String: JSONValue]) throws(IDTokenError) -> String {
    guard let algorithm = header["alg"]?.stringValue, KeySet.algorithms.contains(algorithm),
      header["crit"] == nil
    else { throw .wrongAlgorithm }
    // Other tokens signed by the same keys have another type: an access token has "at+jwt" (RFC 9068).
    guard header["typ"].map({ $0.stringValue?.uppercased() == "JWT" }) ?? true,
      let id = header["kid"]?.stringValue, (1...KeySet.maximumKeyIDLength).contains(id.utf8.count)
    else { throw .malformed(.header) }
    return id
  }

  private static func check(_ url: URL, allowsPlainHTTP: Bool) throws(IDTokenError) {
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = url.host()?.lowercased(), !host.isEmpty, url.user() == nil, url.password() == nil,
      url.query() == nil, url.fragment() == nil
    else { throw .wrongConfiguration(.address) }
    let isLoopback = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
    guard scheme == "https" || isLoopback || allowsPlainHTTP else { throw .wrongConfiguration(.plainHTTP) }
  }
}
