/// A way to sign in that a session added. The record is kept as long as the age of that session's sign-in matters.
///
/// A thief with an unlocked device could add their own way, sign in by it, and then seem to have just proved who they
/// are. So for a day, a sign-in by a way that a stale session added counts as old as that session's sign-in. A thief
/// could also add a way before they change the address. So undoing that change also removes the ways that were added
/// within ``memory`` before it.
public struct WayAddition: Sendable, Equatable, Codable {
  public enum Way: Sendable, Codable {
    case provider(id: String, rawID: String)
    case phone(number: String)
    /// A mailed link, or a password that was set by mail.
    case email(address: String)
  }

  /// The number of seconds for which a sign-in by a way that a stale session added does not count as recent.
  public static let lifetime: Int64 = 86_400
  /// The number of seconds for which an addition is recorded: a week, as long as a change of the address can be undone.
  public static let memory: Int64 = 7 * 86_400

  public var way: Way
  public var addedAt: Instant
  /// The sign-in time of the session that added the way.
  public var signedInAt: Instant

  public init(way: Way, addedAt: Instant, signedInAt: Instant) {
    self.way = way
    self.addedAt = addedAt
    self.signedInAt = signedInAt
  }

  /// True if the session's sign-in was not recent, and a sign-in by the way still counts as old as that sign-in.
  func isStale(at now: Instant) -> Bool {
    !RecentSignInPolicy.isRecent(signedInAt, now: addedAt) && now < addedAt.adding(seconds: Self.lifetime)
  }

  func isRemembered(at now: Instant) -> Bool { now < addedAt.adding(seconds: Self.memory) }
}

/// Compares byte by byte: provider ids are never normalised.
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
  /// The ways by which a thief could sign in again. The password is not included: setting a password always needs a
  /// recent sign-in or access to the mailbox.
  var ways: [WayAddition.Way] {
    links.map(\.way)
      + [
        phoneNumber.map { .phone(number: $0) }, email.map { .email(address: $0.text) },
      ].compactMap(\.self)
  }

  /// The ways that were not added by a session within the last week.
  func settledWays(at now: Instant) -> [WayAddition.Way] {
    ways.filter { way in !wayAdditions.contains { $0.way == way && $0.isRemembered(at: now) } }
  }

  /// The time when the password was set. Nil if it was set recently. A password from a sign-up or an import is the
  /// account's first password and never counts as recent.
  func settledPassword(at now: Instant) -> Instant? {
    guard let moment = passwordUpdatedAt else { return nil }
    let isFirst = moment <= createdAt || moment == imported?.at
    return isFirst || now >= moment.adding(seconds: WayAddition.memory) ? moment : nil
  }

  /// Updates the records after a change: deletes records of removed ways, and adds records of new ways.
  ///
  /// - Parameter signedInAt: the sign-in time of the session that makes the change. Nil if the session is anonymous, or
  ///   there was no session.
  public mutating func noteAdditions(since before: Account, bySignInAt signedInAt: Instant?, now: Instant) {
    let known = before.ways
    let added = ways.filter { !known.contains($0) }
    let kept = ways.filter(known.contains)
    wayAdditions.removeAll { !kept.contains($0.way) || !$0.isRemembered(at: now) }
    guard let signedInAt else { return }
    wayAdditions += added.map { WayAddition(way: $0, addedAt: now, signedInAt: signedInAt) }
  }

  /// Records that a link is as old as the addition of the account's address. Call it for a link that was accepted
  /// because of that address.
  mutating func inheritStaleness(of link: ProviderLink) {
    guard let email, let addition = noted(.email(address: email.text)) else { return }
    wayAdditions.removeAll { $0.way == link.way }
    wayAdditions.append(
      WayAddition(way: link.way, addedAt: addition.addedAt, signedInAt: addition.signedInAt))
  }

  private func noted(_ way: WayAddition.Way) -> WayAddition? {
    wayAdditions.last { $0.way == way }
  }

  /// The time from which a sign-in counts: now, unless a stale session added the way.
  ///
  /// - Parameters:
  ///   - provider: as in ``SignInFacts/provider``.
  ///   - sessions: the session policy. At least half of its lifetime is left after the returned time.
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
