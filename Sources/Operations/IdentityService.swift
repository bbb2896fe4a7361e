import Identity
import IdentityProviders
import IdentityWire
import Logging
import Messaging
import Passwords
import Secrets
import Tokens
import WorkPool

/// Every operation on accounts as one call: the one way in for the REST API, the command line, the console
/// and hooks. Each reads what it needs, lets the domain decide, and writes in one transaction.
public final class IdentityService: Sendable {
  public let store: any AccountStore
  public let projects: ProjectDirectory
  public let keyRing: KeyRing
  public let clock: any WallClock
  let random: any RandomSource
  let issuer: IDTokenIssuer
  let verifier: IssuedTokenVerifier
  let passwordPool: WorkPool
  /// Verifies SAML responses.
  let samlPool: WorkPool
  let providers: ProviderRegistry
  let messages: any MessageSender
  /// Nil keeps no provider's tokens.
  let grants: ProviderGrants?
  let unsignedCredentials: UnsignedDevelopmentCredentials?
  let functions: any BlockingFunctionCaller
  let captchas: CaptchaChecks
  let log: Logger
  public let limits: AbuseLimits
  let compromisedPasswords: CompromisedPasswords?
  let refusesObviousPasswords: Bool
  let passwordMemoryCost: Int
  let emulatorHashes: EmulatorPasswordHashes?
  let privateProviderHosts: PrivateHosts
  let refreshThrottles = LocalThrottles()
  let tryShares = TryShares()
  let passwordChecks = SharedChecks<PasswordCheck>()
  /// Questions that providers have not answered yet. A provider that is slow, or asked by one network alone, keeps
  /// nobody else waiting.
  let providerQuestions = SharedPlaces(capacity: 1_024, perHolder: 32)
  /// As of providers: a service that is slow keeps nobody from them.
  let captchaQuestions = SharedPlaces(capacity: 1_024, perHolder: 32)
  let noticeThrottles = LocalThrottles()
  let passkeyThrottles = LocalThrottles()
  let diagnosisBudget = DiagnosisBudget()
  let refusalBudget = RefusalBudget()
  let accountTotals = AccountTotals()
  /// What users do, as it is counted.
  public let activity: ActivityRecorder

  /// - Parameters:
  ///   - unsignedCredentials: given by the development server alone, when it was told to accept provider tokens
  ///     without a signature.
  ///   - limits: how often things may be done.
  ///   - compromisedPasswords: which new passwords are refused beside those that a project's policy refuses.
  ///   - refusesObviousPasswords: whether a user's own address, and blanks alone, are refused as a new password.
  ///   - passwordMemoryCost: less than ``PasswordHasher/memoryCost`` for tests alone.
  ///   - emulatorHashes: given by the development server alone, which takes the emulator's seed data.
  ///   - privateProviderHosts: hosts that providers may be at with private addresses.
  public init(
    store: any AccountStore, projects: ProjectDirectory, keyRing: KeyRing, issuer: IDTokenIssuer,
    verifier: IssuedTokenVerifier, passwordPool: WorkPool, samlPool: WorkPool,
    providers: ProviderRegistry,
    messages: any MessageSender, grants: ProviderGrants? = nil,
    unsignedCredentials: UnsignedDevelopmentCredentials?,
    functions: any BlockingFunctionCaller,
    captchas: CaptchaChecks,
    clock: any WallClock, random: any RandomSource, log: Logger, limits: AbuseLimits = AbuseLimits(),
    compromisedPasswords: CompromisedPasswords? = nil, refusesObviousPasswords: Bool = false,
    passwordMemoryCost: Int = PasswordHasher.memoryCost, emulatorHashes: EmulatorPasswordHashes? = nil,
    privateProviderHosts: PrivateHosts = PrivateHosts()
  ) {
    self.store = store
    self.projects = projects
    self.keyRing = keyRing
    self.issuer = issuer
    self.verifier = verifier
    self.passwordPool = passwordPool
    self.samlPool = samlPool
    self.providers = providers
    self.messages = messages
    self.grants = grants
    self.unsignedCredentials = unsignedCredentials
    self.functions = functions
    self.captchas = captchas
    self.clock = clock
    self.random = random
    self.log = log
    self.limits = limits
    self.compromisedPasswords = compromisedPasswords
    self.refusesObviousPasswords = refusesObviousPasswords
    self.passwordMemoryCost = passwordMemoryCost
    self.emulatorHashes = emulatorHashes
    self.privateProviderHosts = privateProviderHosts
    activity = ActivityRecorder(store: store, clock: clock)
  }

  public var acceptsUnsignedCredentials: Bool { unsignedCredentials != nil }
  public var acceptsEmulatorHashes: Bool { emulatorHashes != nil }
}

extension IdentityService {
  /// How often a decision is made anew when what it rested on changed meanwhile.
  ///
  /// Every round lets one of those through that want to change the same account. Sign-ins that change nothing
  /// but the moment of the last one do not count among them: see ``StoreWrite/recordSignIn(_:_:version:at:)``.
  static let maximumAttempts = 20

  /// Runs the body again when another write came between its reads and its own write.
  func retryingConflicts<Result>(_ body: () async throws -> Result) async throws(IdentityError) -> Result {
    // One inside another is of the same request.
    let results = BlockingFunctionResults.current ?? BlockingFunctionResults()
    var attempt = 1
    while true {
      do {
        return try await BlockingFunctionResults.$current.withValue(results) { try await body() }
      } catch let error as IdentityError {
        throw error
      } catch let error as StoreError {
        guard case .conflict(let conflict) = error, attempt < Self.maximumAttempts,
          conflict != .accountIDTaken, conflict != .signInEnded
        else { throw IdentityError(error) }
        attempt += 1
      } catch {
        throw .unavailable(.internalError, cause: "\(error)")
      }
    }
  }

  /// Runs a body whose conflicts would come again.
  func once<Result>(_ body: () async throws -> Result) async throws(IdentityError) -> Result {
    do {
      return try await body()
    } catch let error as IdentityError {
      throw error
    } catch let error as StoreError {
      throw IdentityError(error)
    } catch {
      throw .unavailable(.internalError, cause: "\(error)")
    }
  }

  /// Turns a store's failure into the domain's words.
  func storing<Result>(_ body: () async throws(StoreError) -> Result) async throws(IdentityError) -> Result {
    do {
      return try await body()
    } catch {
      throw IdentityError(error)
    }
  }
}

extension IdentityError {
  /// A store's failure in the domain's words.
  public init(_ error: StoreError) {
    switch error {
    case .conflict(.emailTaken): self = .refused(.emailExists)
    case .conflict(.phoneNumberTaken): self = .refused(.phoneNumberExists)
    case .conflict(.accountIDTaken): self = .refused(.duplicateLocalID)
    case .conflict(.providerLinkTaken): self = .refused(.federatedUserIDAlreadyLinked)
    case .conflict(.passkeyTaken): self = .refused(.passkeyExists)
    case .conflict(.tenantTaken): self = .refused(.duplicateTenantID)
    case .conflict(.projectTaken): self = .refused(.duplicateProjectID)
    case .conflict(.tokenIssuerTaken): self = .refused(.invalidIssuer, "Another project has this issuer.")
    case .conflict(.relyingPartyIDTaken):
      self = .refused(
        .invalidConfig,
        "Another project has passkeys for this domain. The sites and apps of a domain are published once: choose a "
          + "domain of this project's own as rpId.")
    case .conflict(.signInEnded):
      self = .refused(.tokenExpired).because(
        "the sign-in was ended: a used refresh token of it was presented again, or somebody ended it")
    case .conflict(.stale):
      self = .unavailable(.concurrentUpdate, cause: "what was decided on changed at every attempt")
    case .artifactGone: self = .refused(.invalidIdPResponse, "The sign-in was used before.")
    case .alreadyRedeemed:
      self = .refused(
        .missingOrInvalidNonce,
        "Duplicate credential received. Please try again with a new credential."
      ).diagnosed(Diagnosis.alreadyRedeemed)
    case .attemptsExceeded(let kind, let retryAfter): self = .throttled(kind: kind, retryAfter: retryAfter)
    case .overloaded: self = .busy(retryAfter: 1)
    case .unavailable(let cause): self = .unavailable(.storageUnavailable, cause: cause)
    }
  }
}
