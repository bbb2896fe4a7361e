import Crypto
import Identity
import IdentityWire

/// The challenge of a proof of work. It contains its purpose and its cost, so the server stores nothing for visitors who
/// request a challenge and leave. Only used challenges are stored.
struct CaptchaChallenge: Sendable, Equatable {
  /// Seconds for which a challenge is valid. A page requests one when a form is sent, and solves it at once.
  static let lifetime: Int64 = 300
  /// The number of bytes before the authentication code: version and work (two), time (eight), random bytes
  /// (sixteen).
  private static let headLength = 26
  private static let codeLength = 16
  private static let version: UInt8 = 1
  /// The maximum length of a token in bytes: the challenge, a dot and the numbers.
  static let maximumTokenLength = 160

  let bytes: [UInt8]
  let workBits: Int
  let expiresAt: Instant

  var puzzle: ProofOfWork { ProofOfWork(challenge: bytes, workBits: workBits) }
  var text: String { Base64URL.encode(bytes) }

  /// Makes a challenge.
  init(
    for action: CaptchaSettings.Action, in scope: Scope, workBits: Int, random: any RandomSource,
    now: Instant,
    _ projects: ProjectDirectory
  ) {
    let expiresAt = now.adding(seconds: Self.lifetime)
    let head =
      [Self.version, UInt8(clamping: workBits)]
      + withUnsafeBytes(of: expiresAt.milliseconds.bigEndian) { Array($0) } + random.bytes(16)
    bytes = head + Self.code(of: head, for: action, in: scope, projects)
    self.workBits = workBits
    self.expiresAt = expiresAt
  }

  /// Nil if the challenge is for another scope or action, is another server's, or was changed.
  private init?(
    _ bytes: [UInt8], for action: CaptchaSettings.Action, in scope: Scope, _ projects: ProjectDirectory
  ) {
    guard bytes.count == Self.headLength + Self.codeLength, bytes[0] == Self.version else { return nil }
    let head = Array(bytes.prefix(Self.headLength))
    // The comparison of digests takes constant time.
    guard
      SHA256.hash(data: Self.code(of: head, for: action, in: scope, projects))
        == SHA256.hash(data: bytes.suffix(Self.codeLength))
    else { return nil }
    self.bytes = bytes
    workBits = Int(bytes[1])
    expiresAt = Instant(milliseconds: bytes[2..<10].reduce(0) { $0 << 8 | Int64($1) })
  }

  /// Checks a token, which consists of a challenge and its solution.
  ///
  /// - Returns: the challenge if the solution is right, else the reason why the token is wrong.
  static func solved(
    by token: String, for action: CaptchaSettings.Action, in scope: Scope, now: Instant,
    _ projects: ProjectDirectory
  ) -> (challenge: CaptchaChallenge?, finding: CaptchaFinding) {
    guard token.utf8.count <= maximumTokenLength else { return (nil, .wrong("the token is too long")) }
    let parts = token.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let bytes = Base64URL.decode(parts[0]), let solution = Base64URL.decode(parts[1])
    else {
      return (nil, .wrong("the token is no challenge with its solution"))
    }
    guard let challenge = CaptchaChallenge(bytes, for: action, in: scope, projects) else {
      return (nil, .wrong("the challenge was not given here for this, or was changed"))
    }
    guard now < challenge.expiresAt else { return (nil, .wrong("the challenge has expired")) }
    guard challenge.puzzle.isSolved(by: solution) else { return (nil, .wrong("the challenge is not solved")) }
    return (challenge, .passed)
  }

  /// Redeems the challenge. The store remembers only solved challenges, so a client cannot fill the store without
  /// work.
  func redemption(in scope: Scope, now: Instant) -> StoreWrite {
    .redeem(
      key: "captcha/" + Base64URL.encode(SHA256.hash(data: bytes)), scope: scope, expiresAt: expiresAt,
      now: now)
  }

  private static func code(
    of head: [UInt8], for action: CaptchaSettings.Action, in scope: Scope, _ projects: ProjectDirectory
  ) -> [UInt8] {
    let subject =
      "\(action.rawValue)/\(scope.project)/\(scope.tenant?.rawValue ?? "")/\(Base64URL.encode(head))"
    return Array(projects.authenticationCode(of: subject, context: "captcha-challenge").prefix(codeLength))
  }
}
