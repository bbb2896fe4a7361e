import Identity
import IdentityProviders
import IdentityWire
import Logging
import Messaging
import Passwords
import Secrets
import Tokens
import WorkPool

/// Performs every operation on accounts, for the REST API, the command line, the console and hooks. An operation
/// reads the stored state, calls the domain's decision, and writes the result in one transaction.
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
  /// Nil if providers' tokens are not kept.
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
  /// Requests that wait for a provider. The shares keep a slow provider from blocking all other clients.
  let providerQuestions = SharedPlaces(.providerQuestions)
  /// Requests that wait for a captcha service. A share of their own keeps a slow service from blocking
  /// sign-ins with providers.
  let captchaQuestions = SharedPlaces(.captchaQuestions)
  let noticeThrottles = LocalThrottles()
  let passkeyThrottles = LocalThrottles()
  let diagnosisBudget = DiagnosisBudget()
  let refusalBudget = RefusalBudget()
  let accountTotals = AccountTotals()
  /// Counts sign-ins, sign-ups and other activity of users.
  public let activity: ActivityRecorder

  /// - Parameters:
  ///   - unsignedCredentials: set only by a development server that was told to accept provider tokens
  ///     without a signature.
  ///   - limits: how often operations may be performed.
  ///   - compromisedPasswords: new passwords that are refused in addition to those that a project's policy
  ///     refuses.
  ///   - refusesObviousPasswords: whether the user's own address and passwords of blanks are refused as new
  ///     passwords.
  ///   - passwordMemoryCost: lower than ``PasswordHasher/memoryCost`` only in tests.
  ///   - emulatorHashes: set only by the development server, which accepts the emulator's seed data.
  ///   - privateProviderHosts: provider hosts that may have private addresses.
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
  /// The maximum number of attempts at a decision, if its facts change before it is written.
  ///
  /// In every round, one of the competing changes to an account succeeds. Sign-ins that change only the time
  /// of the last sign-in do not compete: see ``StoreWrite/recordSignIn(_:_:version:at:)``.
  static let maximumAttempts = 20

  /// Runs the body again if another write happened between its reads and its own write.
  func retryingConflicts<Result>(_ body: () async throws -> Result) async throws(IdentityError) -> Result {
    // A nested call belongs to the same request, and shares its results.
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

  /// Runs a body without a retry, because its conflicts would recur.
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

  /// Converts a store's errors to the domain's.
  func storing<Result>(_ body: () async throws(StoreError) -> Result) async throws(IdentityError) -> Result {
    do {
      return try await body()
    } catch {
      throw IdentityError(error)
    }
  }
}

extension IdentityError {
  /// Converts a store's error to the domain's.
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
        "Another project has passkeys for this domain, and a domain can publish the sites and apps of only one "
          + "project. Choose a domain of this project's own as rpId.")
    case .conflict(.signInEnded):
      self = .refused(.tokenExpired).because(
        "the sign-in was ended: one of its used refresh tokens was presented again, or somebody ended it")
    case .conflict(.stale):
      self = .unavailable(.concurrentUpdate, cause: "the stored data changed during every attempt")
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
