import Identity
import IdentityWire

/// An ID token before it is signed: Firebase's claims, in Firebase's order.
///
/// The account's custom claims and the sign-in's additional claims are at the top level. If two of them
/// have the same name, the sign-in's claim is used. These claims may replace `name` and `picture`, but
/// nothing else that the issuer writes (``ReservedClaims``).
public struct IDTokenDraft: Sendable {
  /// The JWS signing input (RFC 7515 section 5.1).
  public let signingInput: [UInt8]
  public let issuedAt: Instant

  /// - Parameters:
  ///   - project: the account's project.
  ///   - authenticatedAt: the moment of the user's sign-in, which may be long before `now`.
  ///   - key: the key that will sign the token.
  public init(
    account: Account, signIn: SignInFacts, project: Project, authenticatedAt: Instant, now: Instant,
    key: SigningKey
  ) {
    self.init(account, signIn, project, authenticatedAt: authenticatedAt, now: now) { sessionClaims in
      sessionClaims.isEmpty
        ? key.encodedHeader
        : JOSEHeader(algorithm: key.algorithm, keyID: key.keyID, sessionClaims: sessionClaims).encoded
    }
  }

  /// Creates the draft of an unsigned token, otherwise like
  /// ``init(account:signIn:project:authenticatedAt:now:key:)``.
  init(
    account: Account, signIn: SignInFacts, project: Project, authenticatedAt: Instant, now: Instant,
    unsigned: UnsignedTokens
  ) {
    self.init(account, signIn, project, authenticatedAt: authenticatedAt, now: now) {
      unsigned.encodedHeader(sessionClaims: $0)
    }
  }

  /// - Parameter header: makes the header's base64url text with its trailing dot, from the names of the
  ///   sign-in's own claims.
  private init(
    _ account: Account, _ signIn: SignInFacts, _ project: Project, authenticatedAt: Instant, now: Instant,
    header: (_ sessionClaims: [String]) -> [UInt8]
  ) {
    precondition(account.scope.project == project.id, "an account of another project")
    let session = signIn.additionalClaims.filter { !ReservedClaims.contains($0.key) }
    var claims = Self.customClaims(of: account)
    claims.merge(session, uniquingKeysWith: { _, ofSession in ofSession })

    var writer = JSONWriter(reserving: 1024)
    writer.beginObject()
    if signIn.provider == "anonymous" { writer.member("provider_id", "anonymous") }
    // Older versions stored names without this check. A token with an unsafe name could not be read by any
    // verifier.
    if let name = account.displayName, claims["name"] == nil, StreamSafeText.accepts(name) {
      writer.member("name", name)
    }
    if let photo = account.photoURL, claims["picture"] == nil, StreamSafeText.accepts(photo) {
      writer.member("picture", photo)
    }
    for (name, value) in claims.sorted(by: { $0.key < $1.key }) { writer.member(name, value) }
    writer.member("iss", project.issuer)
    writer.member("aud", project.id.rawValue)
    writer.member("auth_time", authenticatedAt.seconds)
    writer.member("user_id", account.id.rawValue)
    writer.member("sub", account.id.rawValue)
    writer.member("iat", now.seconds)
    writer.member("exp", now.seconds + IDToken.lifetime)
    if let email = account.email {
      writer.member("email", email.text)
      writer.member("email_verified", account.emailVerified)
    }
    if let number = account.phoneNumber { writer.member("phone_number", number) }
    writer.key("firebase")
    Self.writeFirebase(account: account, signIn: signIn, now: now, to: &writer)
    writer.endObject()

    var bytes = header(session.keys.sorted())
    Base64URL.append(writer.bytes, to: &bytes)
    signingInput = bytes
    issuedAt = Instant(seconds: now.seconds)
  }

  /// - Throws: `CLAIMS_TOO_LARGE` if the token is larger than the server accepts.
  public func signed(with signature: [UInt8]) throws(IdentityError) -> IDToken {
    var bytes = signingInput
    bytes.append(UInt8(ascii: "."))
    Base64URL.append(signature, to: &bytes)
    guard bytes.count <= UnverifiedJWT.maximumLength else { throw .refused(.claimsTooLarge) }
    return IDToken(text: String(decoding: bytes, as: UTF8.self), issuedAt: issuedAt)
  }

  private static func customClaims(of account: Account) -> [String: JSONValue] {
    guard let text = account.customAttributes,
      let claims = (try? JSONParser(maximumBytes: 8192, maximumDepth: 16, costlyText: .dropped).parse(text))?
        .objectValue
    else { return [:] }
    return claims.filter { !ReservedClaims.contains($0.key) }
  }

  private static func writeFirebase(
    account: Account, signIn: SignInFacts, now: Instant, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("identities")
    writer.beginObject()
    var written: Set<String> = ["email", "phone"]
    for link in account.links where link.providerID != "password" {
      guard written.insert(link.providerID).inserted else { continue }
      let identities = account.links.filter { $0.providerID == link.providerID }
      writer.member(link.providerID, .array(identities.map { .string($0.rawID) }))
    }
    if let email = account.email { writer.member("email", .array([.string(email.text)])) }
    if let number = account.phoneNumber { writer.member("phone", .array([.string(number)])) }
    writer.endObject()
    writer.member("sign_in_provider", signIn.provider)
    if let factor = signIn.secondFactor {
      writer.member("sign_in_second_factor", factor.kind)
      writer.member("second_factor_identifier", factor.enrollmentID)
    }
    if let tenant = account.scope.tenant { writer.member("tenant", tenant.rawValue) }
    if let attributes = signIn.attributes { writer.member("sign_in_attributes", attributes) }
    if account.tokenEpoch > 0, now.seconds == account.validSince.seconds {
      writer.member("token_epoch", account.tokenEpoch)
    }
    writer.endObject()
  }
}
