/// The scheme of a project's new password hashes. A hash in another scheme is replaced when its user signs in.
public struct PasswordHashing: Sendable, Equatable, Codable {
  public enum Scheme: String, Sendable, Codable, CaseIterable {
    /// Firebase's own scheme. Firebase imports such hashes.
    case firebaseScrypt
    /// Argon2id with the parameters of OWASP's Password Storage Cheat Sheet. Firebase's tools cannot import such
    /// hashes.
    case argon2id
  }

  public private(set) var scheme: Scheme
  /// Earlier schemes. Accounts may still have hashes in these schemes, so checking a wrong password computes them, too.
  public private(set) var former: [Scheme] = []

  public init(_ scheme: Scheme = .firebaseScrypt) { self.scheme = scheme }

  public mutating func change(to scheme: Scheme) {
    guard scheme != self.scheme else { return }
    former.removeAll { $0 == scheme }
    former.append(self.scheme)
    self.scheme = scheme
  }
}
