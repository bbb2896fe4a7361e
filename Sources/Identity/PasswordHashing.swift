/// The scheme of a project's new password hashes. Hashes in another scheme are replaced when their users sign in.
public struct PasswordHashing: Sendable, Equatable, Codable {
  public enum Scheme: String, Sendable, Codable, CaseIterable {
    /// Firebase's own, which Firebase takes back.
    case firebaseScrypt
    /// Argon2id with the parameters of OWASP's Password Storage Cheat Sheet. Firebase's tools import no such hashes.
    case argon2id
  }

  public private(set) var scheme: Scheme
  /// Those that were chosen before: accounts may have hashes in them, so that a wrong password is computed for them, too.
  public private(set) var former: [Scheme] = []

  public init(_ scheme: Scheme = .firebaseScrypt) { self.scheme = scheme }

  public mutating func change(to scheme: Scheme) {
    guard scheme != self.scheme else { return }
    former.removeAll { $0 == scheme }
    former.append(self.scheme)
    self.scheme = scheme
  }
}
