import Identity
import IdentityWire

/// Counts guesses at a secret. All operations, paths and sessions share one count for each secret. The count is stored
/// with the accounts, so that it survives a restart.
struct GuessCounter: Sendable {
  enum Kind: String {
    case password
    /// The code for signing in with a phone number.
    case smsCode = "sms-code"
    case secondFactor = "second-factor"
    /// Any of an account's recovery codes.
    case recoveryCode = "recovery-code"
    /// The code that enrols a phone number or an authenticator app as a second factor.
    case enrollment
  }

  let kind: Kind
  /// Identifies the secret among those of its kind and scope.
  fileprivate let secret: String

  /// Returns the counter of an address, which may be unknown.
  static func password(of email: EmailAddress) -> GuessCounter {
    GuessCounter(kind: .password, secret: email.text)
  }

  static func firstFactor(_ phoneNumber: String) -> GuessCounter {
    GuessCounter(kind: .smsCode, secret: phoneNumber)
  }

  static func secondFactor(_ enrollmentID: String, of account: AccountID) -> GuessCounter {
    GuessCounter(kind: .secondFactor, secret: "\(enrollmentID)/\(account)")
  }

  static func recoveryCode(of account: AccountID) -> GuessCounter {
    GuessCounter(kind: .recoveryCode, secret: account.rawValue)
  }

  static func enrollment(of account: AccountID) -> GuessCounter {
    GuessCounter(kind: .enrollment, secret: account.rawValue)
  }
}

/// A guess that was counted and may be checked.
struct CountedGuess: Sendable {
  /// The writes that take back the count of a right guess. Apply them in the transaction of the sign-in or change.
  var successWrites: [StoreWrite]
  /// Set if the limit of all networks together is reached, and the response must not reveal that.
  var exhaustion: Exhaustion?

  struct Exhaustion: Sendable {
    /// The response to a wrong guess, and to every guess from an unknown network.
    var refusal: IdentityError
    var isKnownNetwork: Bool
  }

  /// False if even a right guess is refused.
  var mayBeRight: Bool { exhaustion?.isKnownNetwork ?? true }
}

extension IdentityService {
  /// Counts a guess before it is checked.
  ///
  /// The limit that locks out one network is separate from the limit that slows down all networks. Otherwise wrong
  /// guesses could keep the owner from their account. Networks that presented the right secret before are exempt from
  /// the second limit.
  ///
  /// - Parameter hidesKnownNetworks: lets guesses from all networks pass the second limit. All are then checked with
  ///   the same work, and the result contains ``CountedGuess/exhaustion``. Otherwise a client in the owner's network
  ///   could learn who is registered.
  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER`.
  func count(_ guess: GuessCounter, hidesKnownNetworks: Bool = false, _ caller: Caller, now: Instant)
    async throws(IdentityError) -> CountedGuess
  {
    let keys = GuessKeys(guess, caller, projects)
    let rules = guess.kind == .password ? limits.passwords : limits.codes
    let narrow: [StoreWrite] = [
      .countTry(keys.network, rules.perNetwork, now: now),
      .countTry(keys.secretAndNetwork, rules.perSecretAndNetwork, now: now),
    ]
    // These writes have the same order as the counts, so that two concurrent sign-ins do not wait for each other.
    var success: [StoreWrite] = [
      .returnTry(keys.network, rules.perNetwork), .clearTries(keys.secretAndNetwork),
    ]
    if let known = keys.known {
      let end = now.adding(seconds: limits.knownNetworkLifetime)
      success.append(.remember(known, until: end, now: now))
    }
    do throws(StoreError) {
      try await store.apply(narrow + [.countTry(keys.secret, rules.perSecret, now: now)])
      return CountedGuess(successWrites: success + [.returnTry(keys.secret, rules.perSecret)])
    } catch {
      guard case .attemptsExceeded(keys.secret.kind, _) = error, let known = keys.known else {
        throw IdentityError(error)
      }
      return try await storing { () async throws(StoreError) in
        let isKnown = try await store.remembers(known, now: now)
        guard isKnown || hidesKnownNetworks else { throw error }
        try await store.apply(narrow)
        var counted = CountedGuess(successWrites: success)
        if hidesKnownNetworks {
          counted.exhaustion = .init(refusal: IdentityError(error), isKnownNetwork: isKnown)
        }
        return counted
      }
    }
  }

  /// Clears the counts after a new secret was set with another proof. Guesses at the old secret no longer matter.
  func forgetting(_ guess: GuessCounter, _ caller: Caller, now: Instant) -> [StoreWrite] {
    let keys = GuessKeys(guess, caller, projects)
    var writes: [StoreWrite] = [.clearTries(keys.secretAndNetwork)]
    if let known = keys.known {
      let end = now.adding(seconds: limits.knownNetworkLifetime)
      writes.append(.remember(known, until: end, now: now))
    }
    return writes + [.clearTries(keys.secret)]
  }
}

/// The keys under which a guess is counted.
private struct GuessKeys {
  var secret: ThrottleKey
  var secretAndNetwork: ThrottleKey
  var network: ThrottleKey
  /// The key that remembers a network that presented the right secret. Nil if the client's network is unknown,
  /// because any number of clients could share the key.
  var known: ThrottleKey?

  init(_ guess: GuessCounter, _ caller: Caller, _ projects: ProjectDirectory) {
    let kind = guess.kind.rawValue
    let network = caller.network?.description
    // A network's name contains no line feed.
    let pair = "\(network ?? "")\n\(guess.secret)"
    secret = projects.throttleKey("\(kind)/secret", of: guess.secret, in: caller.scope)
    secretAndNetwork = projects.throttleKey("\(kind)/secret-network", of: pair, in: caller.scope)
    self.network = caller.networkKey(guess.kind == .password ? "password" : "code", projects)
    guard network != nil else { return }
    known = projects.throttleKey("\(kind)/known-network", of: pair, in: caller.scope)
  }
}
