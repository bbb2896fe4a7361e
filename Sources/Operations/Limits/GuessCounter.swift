import Identity
import IdentityWire

/// Something that may be guessed. There is one count for each, by whatever operation, path or session the guesses
/// come, and it is kept with the accounts, so that it outlives a restart.
struct GuessCounter: Sendable {
  enum Kind: String {
    case password
    /// Of a number that is to sign in.
    case smsCode = "sms-code"
    case secondFactor = "second-factor"
    /// Any of an account's recovery codes.
    case recoveryCode = "recovery-code"
    /// The code of a number, or a one-time password, that is to become a second factor.
    case enrollment
  }

  let kind: Kind
  /// Which one of its kind, in its scope.
  fileprivate let secret: String

  /// Whether anybody has the address or not.
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

/// A guess that was counted and may be looked at.
struct CountedGuess: Sendable {
  /// Takes it back, because it was right. To be applied with what it allows.
  var successWrites: [StoreWrite]
  /// Set where everybody's guesses at the secret are used up, and nobody may learn that from the answer.
  var exhaustion: Exhaustion?

  struct Exhaustion: Sendable {
    /// The answer to a wrong guess, and to every guess from a network that is not known.
    var refusal: IdentityError
    var isKnownNetwork: Bool
  }

  /// False if the guess is refused even where it is right.
  var mayBeRight: Bool { exhaustion?.isKnownNetwork ?? true }
}

extension IdentityService {
  /// Counts a guess, before it is looked at.
  ///
  /// What locks one network out is counted apart from what slows everybody down: else whoever guesses wrong often
  /// enough could keep somebody else from their account. Networks from which the secret was known before pass the
  /// second.
  ///
  /// - Parameter hidesKnownNetworks: lets guesses of all networks pass the second, to be looked at with equal work and
  ///   answered with ``CountedGuess/exhaustion``. Otherwise who shares a network with the owner learns who is registered.
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
    // In the order in which they are counted, so that of two that sign in at once neither waits for the other.
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

  /// Lets in again whoever set a new secret by another proof: what was guessed of the old one is worth nothing.
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

/// By what a guess is counted.
private struct GuessKeys {
  var secret: ThrottleKey
  var secretAndNetwork: ThrottleKey
  var network: ThrottleKey
  /// Under which the network is remembered from which the secret was known. Nil where the client's network is not known:
  /// others may come from the same nowhere.
  var known: ThrottleKey?

  init(_ guess: GuessCounter, _ caller: Caller, _ projects: ProjectDirectory) {
    let kind = guess.kind.rawValue
    let network = caller.network?.description
    // No network has a line feed in its name.
    let pair = "\(network ?? "")\n\(guess.secret)"
    secret = projects.throttleKey("\(kind)/secret", of: guess.secret, in: caller.scope)
    secretAndNetwork = projects.throttleKey("\(kind)/secret-network", of: pair, in: caller.scope)
    self.network = caller.networkKey(guess.kind == .password ? "password" : "code", projects)
    guard network != nil else { return }
    known = projects.throttleKey("\(kind)/known-network", of: pair, in: caller.scope)
  }
}
