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

/// The system behind the routes. Its parts are opened in order and closed in reverse order. Administrative commands use
/// a backend without a server.
public final class Backend: Sendable {
  public let service: IdentityService
  public let administration: ProjectAdministration
  /// The sent messages, for the development server's pages and for its control routes.
  public let inbox: DevelopmentInbox
  /// The outbox for messages, if ``Options/delivery`` is set. The server's application runs it.
  public let outbox: Outbox?
  /// The outbox for revocations of access at providers. The server's application runs it, too.
  public let revocations: Outbox
  /// The counts of deliveries and losses of both outboxes since the server started.
  public let outboxTally: OutboxTally
  public var projects: ProjectDirectory { service.projects }
  /// The box that seals secrets in the database.
  public let secretBox: SecretBox
  private let store: any AccountStore
  package let changes: (any StoreChanges)?
  private let messageStore: any OutboxStore
  /// Reads the audit log.
  public let audit: any AuditStore
  /// The explanations of failed federated sign-ins.
  public let explanations: SignInExplanations
  /// The counts of users' activity.
  public let activity: ActivityHistory
  public let webhooks: WebhookAdministration
  /// The projects' own mail servers and SMS gateways.
  public let deliveries: ProjectDeliveries
  /// Sends events to the projects' webhooks. The server's application runs it if ``Options/sendsWebhooks`` is
  /// true.
  public let webhookDeliverer: WebhookDeliverer
  package let webhookSender: WebhookSender
  private let counts: any ActivityStore
  private let activityRetention: ActivityRetention
  private let auditRetention: Int64?
  package let auditWebhook: AuditWebhookSettings?
  package let sendsWebhooks: Bool
  /// Nil if no copies of the database are scheduled. The server's application runs it.
  package let backups: ScheduledBackups?
  let readBackupStatus: @Sendable () -> BackupStatus?
  let auditTelemetry: ServerTelemetry?
  package let random: any RandomSource
  let log: Logger
  private let http: OutgoingHTTP
  /// A separate client, so that slow functions do not delay requests to providers.
  package let functionHTTP: OutgoingHTTP
  /// A separate client, so that slow webhooks do not delay a function on the same host.
  private let webhookHTTP: OutgoingHTTP
  /// A separate client for projects' SMS gateways.
  private let messageHTTP: OutgoingHTTP
  private let passwordPool: WorkPool
  private let samlPool: WorkPool
  private let signer: any ThreadedSigner
  /// The implementation of signatures.
  public let signingMethod: SigningMethod
  /// See ``Options/unsignedTokens``.
  public let unsignedTokens: UnsignedTokens?
  /// The database's name.
  package let databaseName: String
  package let maximumQueuedPasswords: Int
  package let startedAt: Instant

  package var queuedPasswords: Int { passwordPool.queued }
  /// The number of hashes of passwords that were computed, or wait to be computed, since the start.
  package var computedPasswords: Int { passwordPool.submitted }
  package var queuedSignatures: Int { signer.queued }

  public static func open(_ options: Options) async throws -> Backend {
    let timing = options.telemetry.map(Self.timing)
    // There is no key yet, because nothing is stored.
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
    // A development server's data is not copied.
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
    messageHTTP = OutgoingHTTP()
    passwordPool = WorkPool(
      name: "password", threads: ProcessInfo.processInfo.activeProcessorCount,
      maximumQueued: options.maximumQueuedPasswords, niceness: .some)
    samlPool = WorkPool(
      name: "saml", threads: ProcessInfo.processInfo.activeProcessorCount,
      maximumQueued: SharedPool.usualQueue, niceness: .some)
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
    let projects = ProjectDirectory(
      store: store, box: box, clock: options.clock, defaultProject: options.defaultProject,
      domain: ServerDomain(origins: options.origins, passkeyProjects: options.passkeyProjects))
    let usualPrivateHosts = options.defaultProject == nil ? [] : PrivateHosts.loopback
    let privateFunctionHosts = options.privateFunctionHosts ?? usualPrivateHosts
    deliveries = ProjectDeliveries(
      projects: projects, http: messageHTTP, privateHosts: PrivateHosts(privateFunctionHosts),
      senderDomains: SenderDomainChecks(
        asking: options.textRecords,
        serverWideSender: options.sender ?? options.delivery?.mail?.from.address),
      clock: options.clock, log: options.log)
    outbox = options.delivery.map { [deliveries] delivery in
      Outbox(
        delivery, receivers: deliveries, store: records, box: box, clock: options.clock,
        random: options.random, report: report)
    }
    let functionAddresses = BlockingFunctionAddresses(privateHosts: privateFunctionHosts)
    let sender = WebhookSender(
      http: webhookHTTP, box: box, privateHosts: PrivateHosts(privateFunctionHosts), projects: projects,
      clock: options.clock, log: options.log)
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
      projects: projects, webhooks: webhooks, deliveries: deliveries, clock: options.clock,
      random: options.random,
      defaults: options.defaultProject == nil ? .production : .allOn,
      newProjects: options.defaultProject == nil ? .production : SignInSettings(),
      functionAddresses: functionAddresses,
      privateProviderHosts: privateProviderHosts)
  }

  /// Reports a wrong signature. It means that the machine's memory or processor is faulty or under attack.
  private static func observeSignatureFaults(_ options: Options) -> @Sendable () -> Void {
    { [log = options.log, faults = options.telemetry?.signatureFaults] in
      faults?.add(1)
      log.error("a signature was wrong and was made again: do not trust this machine's memory and processor")
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

  /// Deletes expired sessions, codes, redemptions, audit records and counts, at most `limit` rows of each
  /// kind. Returns the number of deleted rows.
  public func sweepExpired(limit: Int) async throws(StoreError) -> Int {
    await service.recordOmittedRefusals()
    let now = service.clock.now()
    return try await store.sweep(now: now, limit: limit) + pruneAudit(now: now, limit: limit)
      + activityRetention.prune(counts, now: now, limit: limit)
  }

  /// Seals waiting audit records into their chains, unless another server is sealing. It seals at most 5,000 records:
  /// records may arrive faster than they are sealed, and the caller must learn that.
  ///
  /// - Returns: the number of seconds that the oldest record had waited, 0 if no record waited; and the chains that
  ///   accepted no record.
  @discardableResult
  package func sealAudit() async throws(StoreError) -> (age: Double, stuck: [AuditSealing.StuckChain]) {
    let oldest = try await audit.oldestUnsealedAuditRecord()
    let age = oldest.map { max(0, Double(service.clock.now().milliseconds - $0.milliseconds) / 1_000) } ?? 0
    auditTelemetry?.auditUnsealedAge.set(age)
    // Nil while another node is sealing. That node reports stuck chains.
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
    // The server must disable a failing webhook before it deletes the webhook's events.
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
        "audit events were deleted before the webhook accepted them", metadata: ["count": "\(pruning.lost)"])
    }
    return pruning.count
  }

  /// Counts the outcomes of deliveries to webhooks.
  package func count(_ turn: WebhookDeliverer.Turn) {
    guard let counter = auditTelemetry?.webhooks else { return }
    if turn.delivered > 0 { counter.add(Double(turn.delivered), "delivered") }
    guard let refusal = turn.refusal else { return }
    counter.add(1, "refused")
    if refusal.ending != nil { counter.add(1, "turned_off") }
  }

  /// Seals all secrets in the database again.
  ///
  /// - Parameter box: see ``MasterKeyRewrap/init(store:outbox:box:)``.
  public func masterKeyRewrap(by box: SecretBox) -> MasterKeyRewrap {
    MasterKeyRewrap(store: store, outbox: messageStore, box: box)
  }

  /// The reason why a federated sign-in failed. Nil if the id is unknown or the record was deleted.
  public func explanation(of id: String) async throws(StoreError) -> SignInExplanation? {
    try await explanations.explanation(of: id)
  }

  /// - Parameter seals: true to seal the last audit records. Otherwise, the next server seals them.
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
    await messageHTTP.shutDown()
    await revocations.close()
    passwordPool.close()
    samlPool.close()
    signer.close()
    await store.close()
  }
}
