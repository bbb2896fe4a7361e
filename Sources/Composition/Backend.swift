import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Logging
import Messaging
import Operations
import Passwords
import Secrets
import Storage
import Telemetry
import Tokens
import WorkPool

/// Everything behind the routes, opened in order and closed in the reverse one. The command line's
/// administrative commands work on one without serving it.
public final class Backend: Sendable {
  public struct Options: Sendable {
    /// Nil keeps everything in a temporary place that is deleted at the end.
    public var installation: Installation?
    /// The one project of a development server.
    public var defaultProject: ProjectID?
    public var acceptsUnsignedCredentials = false
    /// Makes and takes ID tokens without a signature, in a development server at its address. Nil signs all of them.
    public var unsignedTokens: UnsignedTokens?
    /// Whether the emulator's password hashes, which hide nothing, are taken and checked: for development servers alone.
    public var acceptsEmulatorHashes = false
    public var clock: any WallClock = SystemClock()
    public var random: any RandomSource = SystemRandom()
    /// The server's own addresses, the public one first.
    public var origins: [String] = []
    /// How many passwords may wait to be hashed.
    public var maximumQueuedPasswords = 64
    /// How often things may be done. Nil takes what is for real users, or for a development server.
    public var limits: AbuseLimits?
    /// Which new passwords are refused because others have or know them. Nil refuses none for that, as in a
    /// development server: tests of apps use such passwords.
    public var compromisedPasswords: CompromisedPasswords?
    /// Whether a user's own address, and blanks alone, are refused as a new password: for real users.
    public var refusesObviousPasswords = false
    /// The base-2 logarithm of scrypt's N for new hashes; less for tests alone.
    public var passwordMemoryCost = PasswordHasher.memoryCost
    /// How long providers may take, and how much they may say.
    public var outgoingLimits = OutgoingHTTP.Limits()
    /// How messages leave. Nil keeps them in the development inbox, and sends nothing.
    public var delivery: MessageDelivery?
    /// Called with everything that happens to messages on their way, also from several tasks at once. The log
    /// has it already.
    public var observeOutbox: @Sendable (OutboxEvent) -> Void = { _ in }
    /// Nil measures nothing.
    public var telemetry: ServerTelemetry?
    /// Where the development server's messages go; nil makes one. Servers that share a database may share it.
    public var inbox: DevelopmentInbox?
    /// Called with every message that an inbox that is made receives.
    public var announce: @Sendable (OutgoingMessage) -> Void = { _ in }
    /// The same for projects' blocking functions.
    public var functionLimits: OutgoingHTTP.Limits = {
      var limits = OutgoingHTTP.Limits()
      limits.timeout = .seconds(7)
      limits.maximumBodyBytes = 65_536
      return limits
    }()
    /// Hosts of blocking functions, in lower case, that may be at private and loopback addresses and need no
    /// https. Nil allows this machine to a development server, and nothing to any other.
    public var privateFunctionHosts: Set<String>?
    /// The same of OpenID providers that administrators set up: the command line asks nobody.
    public var privateProviderHosts: Set<String>?
    /// Authorities of providers' certificates, beside the system's.
    public var providerAuthorities: CertificateAuthorities?
    /// Seconds for which the audit log is kept; nil for ever.
    public var auditRetention: Int64? = 400 * 86_400
    /// Where the audit log is sent, if anywhere.
    public var auditWebhook: AuditWebhookSettings?
    /// Whether events are sent to the projects' webhooks, which other servers on the same database may do.
    public var sendsWebhooks = true
    public var activityRetention = ActivityRetention()
    /// Copies of the database that are made by schedule. Nil makes none; so does PostgreSQL.
    public var backups: ScheduledBackups.Settings?
    /// How tokens are signed. Nil takes the fastest that the machine has.
    public var signing: SigningMethod?
    /// Makes the keys that tokens are signed with. Tests, which open many servers, have made some beforehand.
    package var makeSigningKey: KeyRing.KeyMaker = KeyRing.generateKey
    /// What the temporary place has a copy of; nil makes a database as anywhere. For tests, of which many open one.
    package var scratchDatabase: ScratchDatabase?
    public var log = Logger(label: "latchkey")

    public init(_ installation: Installation?) { self.installation = installation }

    /// For SQLite, with the master key beside it.
    public init(dataDirectory: DataDirectory?) {
      self.init(dataDirectory.map { Installation(directory: $0) })
    }
  }

  public let service: IdentityService
  public let administration: ProjectAdministration
  /// What was sent, for the development server's pages and control interface.
  public let inbox: DevelopmentInbox
  /// Messages that really leave, where ``Options/delivery`` says how. The server's application runs it.
  public let outbox: Outbox?
  /// Revocations of access at providers. The server's application runs it, too.
  public let revocations: Outbox
  /// The counts of deliveries and losses of both since the server began.
  public let outboxTally: OutboxTally
  public var projects: ProjectDirectory { service.projects }
  /// Under which secrets in the database are sealed.
  public let secretBox: SecretBox
  private let store: any AccountStore
  package let changes: (any StoreChanges)?
  private let messageStore: any OutboxStore
  /// The audit log, as it is read.
  public let audit: any AuditStore
  /// Why federated sign-ins failed.
  public let explanations: SignInExplanations
  /// What users did, as it was counted.
  public let activity: ActivityHistory
  public let webhooks: WebhookAdministration
  /// Sends events to the projects' webhooks. The server's application runs it, where ``Options/sendsWebhooks`` says so.
  public let webhookDeliverer: WebhookDeliverer
  package let webhookSender: WebhookSender
  private let counts: any ActivityStore
  private let activityRetention: ActivityRetention
  private let auditRetention: Int64?
  package let auditWebhook: AuditWebhookSettings?
  package let sendsWebhooks: Bool
  /// Nil where no copies of the database are made by schedule. The server's application runs it.
  package let backups: ScheduledBackups?
  let readBackupStatus: @Sendable () -> BackupStatus?
  let auditTelemetry: ServerTelemetry?
  package let random: any RandomSource
  let log: Logger
  private let http: OutgoingHTTP
  /// Apart, so that slow functions keep nobody from the providers.
  package let functionHTTP: OutgoingHTTP
  /// Apart, so that slow receivers keep no sign-in from a function on the same host.
  private let webhookHTTP: OutgoingHTTP
  private let passwordPool: WorkPool
  private let samlPool: WorkPool
  private let signer: any ThreadedSigner
  /// How tokens are signed.
  public let signingMethod: SigningMethod
  /// As ``Options/unsignedTokens``.
  public let unsignedTokens: UnsignedTokens?
  /// Which database it is, by its name.
  package let databaseName: String
  package let maximumQueuedPasswords: Int
  package let startedAt: Instant

  package var queuedPasswords: Int { passwordPool.queued }
  package var queuedSignatures: Int { signer.queued }

  public static func open(_ options: Options) async throws -> Backend {
    let timing = options.telemetry.map(Self.timing)
    // Nothing is kept, so there is no key yet.
    let makeKey =
      options.installation == nil && options.scratchDatabase == nil
      ? KeyRing.ahead(options.makeSigningKey, now: options.clock.now()) : options.makeSigningKey
    let box: SecretBox
    let database: any AccountStore & ActivityStore & AuditStore & DiagnosisStore & OutboxStore & WebhookLog
    if let installation = options.installation {
      box = try await installation.openMasterKey(random: options.random)
      database = try installation.openStore(timing: timing)
    } else {
      box = try SecretBox(masterKey: options.random.bytes(32))
      database =
        try options.scratchDatabase?.open(timing: timing)
        ?? SQLiteAccountStore(path: nil, timing: timing)
    }
    let store = AuditedStore(database, box: box, clock: options.clock, random: options.random)
    do {
      let ring = try await KeyRing.open(
        store: store, box: box, clock: options.clock, makeKey: makeKey)
      return Backend(store: store, records: database, box: box, ring: ring, options)
    } catch {
      await store.close()
      throw error
    }
  }

  private init(
    store: any AccountStore,
    records: any AccountStore & ActivityStore & AuditStore & DiagnosisStore & OutboxStore & WebhookLog,
    box: SecretBox,
    ring: KeyRing,
    _ options: Options
  ) {
    self.store = store
    changes = records as? any StoreChanges
    audit = records
    messageStore = records
    explanations = SignInExplanations(store: records, clock: options.clock)
    counts = records
    activityRetention = options.activityRetention
    auditRetention = options.auditRetention
    auditWebhook = options.auditWebhook
    sendsWebhooks = options.sendsWebhooks
    backups = Self.copied(options.installation).flatMap { installation in
      options.backups.map {
        ScheduledBackups($0, of: installation.directory, box: box, clock: options.clock)
      }
    }
    // Nothing is lost with a development server.
    let copied = options.defaultProject == nil ? Self.copied(options.installation) : nil
    readBackupStatus = { [schedule = options.backups?.schedule] in
      copied.map { BackupStatus(of: $0.directory, schedule: schedule) }
    }
    auditTelemetry = options.telemetry
    random = options.random
    log = options.log
    secretBox = box
    databaseName = options.installation?.postgreSQL == nil ? "SQLite" : "PostgreSQL"
    maximumQueuedPasswords = options.maximumQueuedPasswords
    startedAt = options.clock.now()
    http = OutgoingHTTP(limits: options.outgoingLimits, authorities: options.providerAuthorities)
    functionHTTP = OutgoingHTTP(limits: options.functionLimits)
    var webhookLimits = options.functionLimits
    webhookLimits.connectionsPerHost = WebhookDeliverer.maximumMessages
    webhookHTTP = OutgoingHTTP(limits: webhookLimits)
    passwordPool = WorkPool(
      name: "password", threads: ProcessInfo.processInfo.activeProcessorCount,
      maximumQueued: options.maximumQueuedPasswords, niceness: .some)
    samlPool = WorkPool(
      name: "saml", threads: ProcessInfo.processInfo.activeProcessorCount, maximumQueued: 64, niceness: .some)
    unsignedTokens = options.unsignedTokens
    signingMethod = options.signing ?? .chosen()
    signer = signingMethod.signer(
      observeFault: Self.observeSignatureFaults(options),
      observeBatch: { [sizes = options.telemetry?.signatureBatch] in sizes?.record(Double($0)) })
    inbox = options.inbox ?? DevelopmentInbox(announce: options.announce)
    let signer: any TokenSigner =
      options.telemetry.map { [signer] in TimedSigner(signer: signer, time: $0.signing) } ?? signer
    options.telemetry?.watch(passwordPool)
    if let backups { options.telemetry?.watch(backups) }
    options.telemetry?.watch(self.signer, signingMethod)
    let tally = OutboxTally(clock: options.clock)
    outboxTally = tally
    let report: @Sendable (OutboxEvent) -> Void = {
      [log = options.log, observe = options.observeOutbox, counter = options.telemetry?.outbox] event in
      event.log(to: log)
      counter?.add(Double(event.count), event.channel.rawValue, event.outcome.rawValue)
      tally.note(event)
      observe(event)
    }
    records.observeLosses { report(OutboxEvent($0)) }
    outbox = options.delivery.map { delivery in
      Outbox(
        delivery, store: records, box: box, clock: options.clock, random: options.random, report: report)
    }
    let projects = ProjectDirectory(
      store: store, box: box, clock: options.clock, defaultProject: options.defaultProject,
      origins: options.origins)
    let usualPrivateHosts = options.defaultProject == nil ? [] : PrivateHosts.loopback
    let privateFunctionHosts = options.privateFunctionHosts ?? usualPrivateHosts
    let functionAddresses = BlockingFunctionAddresses(privateHosts: privateFunctionHosts)
    let sender = WebhookSender(
      http: webhookHTTP, box: box, privateHosts: PrivateHosts(privateFunctionHosts), projects: projects,
      clock: options.clock)
    webhookSender = sender
    webhooks = WebhookAdministration(
      projects: projects, audit: records, sender: sender, clock: options.clock, random: options.random)
    webhookDeliverer = WebhookDeliverer(
      projects: projects, audit: records, sender: sender, clock: options.clock, random: options.random)
    let privateProviderHosts = PrivateHosts(options.privateProviderHosts ?? usualPrivateHosts)
    let providers = ProviderRegistry(http: http)
    let transport = RevocationTransport(
      projects: projects, providers: providers, privateHosts: privateProviderHosts,
      requestTimeout: options.outgoingLimits.timeout, clock: options.clock)
    revocations = Outbox(
      transports: [.revocation: transport], store: records, box: box, clock: options.clock,
      random: options.random, report: report)
    service = IdentityService(
      store: store, projects: projects, keyRing: ring,
      issuer: IDTokenIssuer(keys: ring, signer: signer, unsigned: options.unsignedTokens),
      verifier: IssuedTokenVerifier(keys: ring, unsigned: options.unsignedTokens),
      passwordPool: passwordPool, samlPool: samlPool, providers: providers,
      messages: outbox ?? inbox, grants: ProviderGrants(box: box, outbox: revocations),
      unsignedCredentials: UnsignedDevelopmentCredentials(
        iKnowThatAnyoneCanSignInAsAnyone: options.acceptsUnsignedCredentials),
      functions: HTTPBlockingFunctions(
        http: functionHTTP, issuer: FunctionMessageIssuer(keys: ring, signer: signer),
        addresses: functionAddresses),
      captchas: CaptchaChecks(
        http: http, privateHosts: privateProviderHosts, observe: Self.countCaptchas(options)),
      clock: options.clock, random: options.random,
      log: options.log, limits: options.limits ?? (options.defaultProject == nil ? .init() : .development),
      compromisedPasswords: options.compromisedPasswords,
      refusesObviousPasswords: options.refusesObviousPasswords,
      passwordMemoryCost: options.passwordMemoryCost,
      emulatorHashes: EmulatorPasswordHashes(iKnowThatPasswordsCanBeRead: options.acceptsEmulatorHashes),
      privateProviderHosts: privateProviderHosts)
    activity = ActivityHistory(store: records, recorder: service.activity)
    administration = ProjectAdministration(
      projects: projects, webhooks: webhooks, clock: options.clock, random: options.random,
      defaults: options.defaultProject == nil ? .production : .allOn,
      newProjects: options.defaultProject == nil ? .production : SignInSettings(),
      functionAddresses: functionAddresses,
      privateProviderHosts: privateProviderHosts)
  }

  /// A signature is wrong when the machine is: memory, processor, or somebody's attack on them.
  private static func observeSignatureFaults(_ options: Options) -> @Sendable () -> Void {
    { [log = options.log, faults = options.telemetry?.signatureFaults] in
      faults?.add(1)
      log.error("a signature was wrong, and was made anew: this machine is not to be trusted")
    }
  }

  private static func countCaptchas(_ options: Options) -> @Sendable (CaptchaChecks.Event) -> Void {
    { [counter = options.telemetry?.captchas] event in
      counter?.add(
        1, event.action.rawValue, event.provider.rawValue, event.mode.rawValue, event.outcome.rawValue)
    }
  }

  private static func timing(_ telemetry: ServerTelemetry) -> StoreTiming {
    let time = telemetry.database
    return { kind, duration in time.record(duration, kind.rawValue) }
  }

  /// Deletes expired sessions, codes, redemptions, audit records and counts, at most `limit` rows of each kind, and says how many.
  public func sweepExpired(limit: Int) async throws(StoreError) -> Int {
    await service.recordOmittedRefusals()
    let now = service.clock.now()
    return try await store.sweep(now: now, limit: limit) + pruneAudit(now: now, limit: limit)
      + activityRetention.prune(counts, now: now, limit: limit)
  }

  /// Puts the audit records that wait into their chains, where no other server does so just now, at most 5,000 of them:
  /// others may write faster than anybody seals, and the caller has to learn of it.
  ///
  /// - Returns: seconds for which the oldest had waited, 0 when none did; and the chains that took no record.
  @discardableResult
  package func sealAudit() async throws(StoreError) -> (age: Double, stuck: [AuditSealing.StuckChain]) {
    let oldest = try await audit.oldestUnsealedAuditRecord()
    let age = oldest.map { max(0, Double(service.clock.now().milliseconds - $0.milliseconds) / 1_000) } ?? 0
    auditTelemetry?.auditUnsealedAge.set(age)
    // Nil while another node seals, which finds out.
    var stuck: [AuditSealing.StuckChain]? = oldest == nil ? [] : nil
    if oldest != nil {
      for _ in 0..<25 {
        guard let outcome = try await audit.sealAudit(limit: AuditSealing.step, waiting: false) else { break }
        auditTelemetry?.auditRecordsSealed.add(Double(outcome.count))
        stuck = outcome.stuck
        guard outcome.count == AuditSealing.step, !Task.isCancelled else { break }
      }
    }
    if let stuck { auditTelemetry?.auditChainsStuck.set(Double(stuck.count)) }
    return (age, stuck ?? [])
  }

  private func pruneAudit(now: Instant, limit: Int) async throws(StoreError) -> Int {
    guard var auditRetention else { return 0 }
    // A webhook is given up sooner than its events are.
    let needed = Webhook.patience + 2 * 86_400
    if auditRetention < needed, try await store.projects().contains(where: { !$0.webhooks.isEmpty }) {
      auditRetention = needed
    }
    let pruning = try await audit.pruneAudit(
      before: now.adding(seconds: -auditRetention),
      reserving: auditWebhook?.reservation(retention: auditRetention, now: now), limit: limit)
    if pruning.lost > 0 {
      auditTelemetry?.auditEventsLost.add(Double(pruning.lost))
      log.error(
        "audit events were deleted that the webhook never took", metadata: ["count": "\(pruning.lost)"])
    }
    return pruning.count
  }

  /// Counts what came of messages to webhooks.
  package func count(_ turn: WebhookDeliverer.Turn) {
    guard let counter = auditTelemetry?.webhooks else { return }
    if turn.delivered > 0 { counter.add(Double(turn.delivered), "delivered") }
    guard let refusal = turn.refusal else { return }
    counter.add(1, "refused")
    if refusal.ending != nil { counter.add(1, "turned_off") }
  }

  /// Seals everything in the database anew.
  ///
  /// - Parameter box: see ``MasterKeyRewrap/init(store:outbox:box:)``.
  public func masterKeyRewrap(by box: SecretBox) -> MasterKeyRewrap {
    MasterKeyRewrap(store: store, outbox: messageStore, box: box)
  }

  /// Why a federated sign-in failed. Nil for an id that there is not, or no longer.
  public func explanation(of id: String) async throws(StoreError) -> SignInExplanation? {
    try await explanations.explanation(of: id)
  }

  /// - Parameter seals: whether the last audit records are put into their chains. Otherwise that is left to the next
  ///   server.
  public func close(sealing seals: Bool = false) async {
    await service.recordOmittedRefusals(all: true)
    do throws(StoreError) { try await service.activity.flush() } catch {
      log.warning("the last counts of sign-ins are lost", metadata: ["cause": "\(error)"])
    }
    if seals { _ = try? await sealAudit() }
    await http.shutDown()
    await functionHTTP.shutDown()
    await webhookHTTP.shutDown()
    await outbox?.close()
    await revocations.close()
    passwordPool.close()
    samlPool.close()
    signer.close()
    await store.close()
  }
}
