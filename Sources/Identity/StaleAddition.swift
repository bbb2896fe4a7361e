/// A way to sign in that was added by a session whose sign-in was not recent.
///
/// A thief with an unlocked device could add a way of their own and come back by it as somebody who has just proved
/// who they are. So a sign-in by it is as old as that of the session, for a day.
public struct StaleAddition: Sendable, Equatable, Codable {
  public enum Way: Sendable, Codable {
    case provider(id: String, rawID: String)
    case phone(number: String)
    /// By mailed link, or by a password that was set by mail.
    case email(address: String)
  }

  /// Seconds for which signing in by the way is not recent.
  public static let lifetime: Int64 = 86_400

  public var way: Way
  public var addedAt: Timestamp
  /// When the user of the session that added it had signed in.
  public var signedInAt: Timestamp

  public init(way: Way, addedAt: Timestamp, signedInAt: Timestamp) {
    self.way = way
    self.addedAt = addedAt
    self.signedInAt = signedInAt
  }

  func counts(at now: Timestamp) -> Bool { now < addedAt.adding(seconds: Self.lifetime) }
}

/// Byte by byte: providers' ids are never normalised.
extension StaleAddition.Way: Equatable {
  public static func == (one: Self, other: Self) -> Bool {
    func same(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
    return switch (one, other) {
    case (.provider(let id, let rawID), .provider(let otherID, let otherRawID)):
      same(id, otherID) && same(rawID, otherRawID)
    case (.phone(let number), .phone(let otherNumber)): same(number, otherNumber)
    case (.email(let address), .email(let otherAddress)): same(address, otherAddress)
    default: false
    }
  }
}

extension ProviderLink {
  var way: StaleAddition.Way { .provider(id: providerID, rawID: rawID) }
}

extension Account {
  /// By what somebody could come back, beside a password: setting one always takes a recent sign-in or the mailbox.
  var ways: [StaleAddition.Way] {
    links.map(\.way)
      + [
        phoneNumber.map { .phone(number: $0) }, email.map { .email(address: $0.text) },
      ].compactMap(\.self)
  }

  /// Keeps in step with a change: forgets the ways that it took away, and notes those that it added.
  ///
  /// - Parameter signedInAt: of the session that made the change, if that was not recent.
  public mutating func noteAdditions(since before: Account, bySignInAt signedInAt: Timestamp?, now: Timestamp)
  {
    let known = before.ways
    let added = ways.filter { !known.contains($0) }
    let kept = ways.filter(known.contains)
    staleAdditions.removeAll { !kept.contains($0.way) || !$0.counts(at: now) }
    guard let signedInAt else { return }
    staleAdditions += added.map { StaleAddition(way: $0, addedAt: now, signedInAt: signedInAt) }
  }

  /// Has a link that was made by the account's address be as stale as the address.
  mutating func inheritStaleness(of link: ProviderLink) {
    guard let email, let addition = staleAddition(of: .email(address: email.text)) else { return }
    staleAdditions.removeAll { $0.way == link.way }
    staleAdditions.append(
      StaleAddition(way: link.way, addedAt: addition.addedAt, signedInAt: addition.signedInAt))
  }

  private func staleAddition(of way: StaleAddition.Way) -> StaleAddition? {
    staleAdditions.last { $0.way == way }
  }

  /// The moment of the proof that a sign-in rests on: now, unless it is by a way that a stale session added.
  ///
  /// - Parameters:
  ///   - provider: as in ``SignInFacts/provider``.
  ///   - sessions: a sign-in lasts at least half of the lifetime that they give.
  public func authenticatedAt(signingInBy provider: String, _ sessions: SessionPolicy, now: Timestamp)
    -> Timestamp
  {
    let way: StaleAddition.Way? =
      switch provider {
      case "phone": phoneNumber.map { .phone(number: $0) }
      case "password": email.map { .email(address: $0.text) }
      default: link(provider)?.way
      }
    guard let addition = way.flatMap(staleAddition), addition.counts(at: now) else { return now }
    let oldest = min(StaleAddition.lifetime, (sessions.absoluteLifetime ?? .max) / 2)
    return min(now, max(addition.signedInAt, now.adding(seconds: -oldest)))
  }
}
