/// A way to sign in that a session added, as long as it matters who was at it.
///
/// A thief with an unlocked device could add a way of their own and come back by it as somebody who has just proved
/// who they are. So a sign-in by what a session added whose own was not recent is as old as that, for a day. And a thief
/// could add a way before they take the address: undoing that takes away what was added in the ``memory`` before it.
public struct WayAddition: Sendable, Equatable, Codable {
  public enum Way: Sendable, Codable {
    case provider(id: String, rawID: String)
    case phone(number: String)
    /// By mailed link, or by a password that was set by mail.
    case email(address: String)
  }

  /// Seconds for which signing in by a way that a stale session added is not recent.
  public static let lifetime: Int64 = 86_400
  /// Seconds for which an addition is kept: a week, as long as a change of the address can be undone.
  public static let memory: Int64 = 7 * 86_400

  public var way: Way
  public var addedAt: Instant
  /// When the user of the session that added it had signed in.
  public var signedInAt: Instant

  public init(way: Way, addedAt: Instant, signedInAt: Instant) {
    self.way = way
    self.addedAt = addedAt
    self.signedInAt = signedInAt
  }

  /// True if the session's sign-in was not recent, and a sign-in by the way is as old as that.
  func isStale(at now: Instant) -> Bool {
    !RecentSignInPolicy.isRecent(signedInAt, now: addedAt) && now < addedAt.adding(seconds: Self.lifetime)
  }

  func isRemembered(at now: Instant) -> Bool { now < addedAt.adding(seconds: Self.memory) }
}

/// Byte by byte: providers' ids are never normalised.
extension WayAddition.Way: Equatable {
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
  var way: WayAddition.Way { .provider(id: providerID, rawID: rawID) }
}

extension Account {
  /// By what somebody could come back, beside a password: setting one always takes a recent sign-in or the mailbox.
  var ways: [WayAddition.Way] {
    links.map(\.way)
      + [
        phoneNumber.map { .phone(number: $0) }, email.map { .email(address: $0.text) },
      ].compactMap(\.self)
  }

  /// The ways that no session added lately.
  func settledWays(at now: Instant) -> [WayAddition.Way] {
    ways.filter { way in !wayAdditions.contains { $0.way == way && $0.isRemembered(at: now) } }
  }

  /// When the password was set, unless that was lately. One that a sign-up or an import brought is the account's first.
  func settledPassword(at now: Instant) -> Instant? {
    guard let moment = passwordUpdatedAt else { return nil }
    let isFirst = moment <= createdAt || moment == imported?.at
    return isFirst || now >= moment.adding(seconds: WayAddition.memory) ? moment : nil
  }

  /// Keeps in step with a change: forgets the ways that it took away, and notes those that it added.
  ///
  /// - Parameter signedInAt: of the session that made the change; nil for an anonymous one, and where no session did.
  public mutating func noteAdditions(since before: Account, bySignInAt signedInAt: Instant?, now: Instant) {
    let known = before.ways
    let added = ways.filter { !known.contains($0) }
    let kept = ways.filter(known.contains)
    wayAdditions.removeAll { !kept.contains($0.way) || !$0.isRemembered(at: now) }
    guard let signedInAt else { return }
    wayAdditions += added.map { WayAddition(way: $0, addedAt: now, signedInAt: signedInAt) }
  }

  /// Has a link that was made by the account's address be as stale as the address.
  mutating func inheritStaleness(of link: ProviderLink) {
    guard let email, let addition = noted(.email(address: email.text)) else { return }
    wayAdditions.removeAll { $0.way == link.way }
    wayAdditions.append(
      WayAddition(way: link.way, addedAt: addition.addedAt, signedInAt: addition.signedInAt))
  }

  private func noted(_ way: WayAddition.Way) -> WayAddition? {
    wayAdditions.last { $0.way == way }
  }

  /// The moment of the proof that a sign-in rests on: now, unless it is by a way that a stale session added.
  ///
  /// - Parameters:
  ///   - provider: as in ``SignInFacts/provider``.
  ///   - sessions: a sign-in lasts at least half of the lifetime that they give.
  public func authenticatedAt(signingInBy provider: String, _ sessions: SessionPolicy, now: Instant)
    -> Instant
  {
    let way: WayAddition.Way? =
      switch provider {
      case "phone": phoneNumber.map { .phone(number: $0) }
      case "password": email.map { .email(address: $0.text) }
      default: link(provider)?.way
      }
    guard let addition = way.flatMap(noted), addition.isStale(at: now) else { return now }
    let oldest = min(WayAddition.lifetime, (sessions.absoluteLifetime ?? .max) / 2)
    return min(now, max(addition.signedInAt, now.adding(seconds: -oldest)))
  }
}
