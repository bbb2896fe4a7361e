import Identity
import IdentityProviders
import Logging
import Messaging
import Operations
import Passwords
import Secrets
import Storage
import Tokens
import WorkPool

extension Backend {
  /// The options for opening a backend.
  public struct Options: Sendable {
    /// Nil for a temporary directory that is deleted when the backend closes.
    public var installation: Installation?
    /// The only project of a development server.
    public var defaultProject: ProjectID?
    public var acceptsUnsignedCredentials = false
    /// Issues and accepts unsigned ID tokens. Only for a development server, at its address. Nil if all ID tokens are
    /// signed.
    public var unsignedTokens: UnsignedTokens?
    /// True if hashes in the emulator's scheme, which does not protect passwords, are accepted and checked. For
    /// development servers only.
    public var acceptsEmulatorHashes = false
    public var clock: any WallClock = SystemClock()
    public var random: any RandomSource = SystemRandom()
    /// The server's own origins. The public origin comes first.
    public var origins: [String] = []
    /// The projects whose apps and sites may use the passkeys of hosts of ``origins``, by host.
    public var passkeyProjects: [String: ProjectID] = [:]
    /// The maximum number of waiting password computations.
    public var maximumQueuedPasswords = SharedPool.usualQueue
    /// The rate limits. If nil, the defaults for real users or for a development server.
    public var limits: AbuseLimits?
    /// The check for compromised passwords. Nil on a development server, because tests of apps use such passwords.
    public var compromisedPasswords: CompromisedPasswords?
    /// True to refuse a new password that is the user's own address or has only blanks. For real users.
    public var refusesObviousPasswords = false
    /// The base-2 logarithm of scrypt's N for new hashes. Only tests use a smaller value.
    public var passwordMemoryCost = PasswordHasher.memoryCost
    /// The limits on the time and size of providers' responses.
    public var outgoingLimits = OutgoingHTTP.Limits()
    /// The delivery of messages. If nil, no messages are sent and all stay in the development inbox.
    public var delivery: MessageDelivery?
    /// The sender address of projects without their own mail server. If nil, the address in ``delivery``.
    public var sender: MailAddress?
    /// The DNS look-ups for the domains of senders.
    public var textRecords: any TextRecords = SystemTextRecords()
    /// Called with every event of a message's delivery, possibly from several tasks at once. The event is already
    /// logged.
    public var observeOutbox: @Sendable (OutboxEvent) -> Void = { _ in }
    /// Nil for no metrics.
    public var telemetry: ServerTelemetry?
    /// The development server's inbox. Nil to create an inbox. Servers that share a database may also share their
    /// inbox.
    public var inbox: DevelopmentInbox?
    /// Called for each message that the default inbox receives.
    public var announce: @Sendable (OutgoingMessage) -> Void = { _ in }
    /// The limits on the responses of projects' blocking functions.
    public var functionLimits: OutgoingHTTP.Limits = {
      var limits = OutgoingHTTP.Limits()
      limits.timeout = .seconds(7)
      limits.maximumBodyBytes = 65_536
      return limits
    }()
    /// Hosts, in lower case, that may have private and loopback addresses and need no https. They are for blocking
    /// functions, webhooks, and projects' mail servers and SMS gateways. If nil, a development server allows this
    /// machine, and any other server allows no host.
    public var privateFunctionHosts: Set<String>?
    /// The same hosts for OpenID providers that administrators set up.
    public var privateProviderHosts: Set<String>?
    /// Certificate authorities of providers, in addition to the system's.
    public var providerAuthorities: CertificateAuthorities?
    /// The number of seconds for which the audit log is stored. Nil stores it for ever.
    public var auditRetention: Int64? = 400 * 86_400
    /// The receiver of the audit log. Nil if there is none.
    public var auditWebhook: AuditWebhookSettings?
    /// True if this server sends events to the projects' webhooks. If false, another server on the same database may
    /// send them.
    public var sendsWebhooks = true
    public var activityRetention = ActivityRetention()
    /// The settings of scheduled database copies. Nil if there are none, and for PostgreSQL.
    public var backups: ScheduledBackups.Settings?
    /// The implementation of signatures. Nil for the fastest on this machine.
    public var signing: SigningMethod?
    /// Makes the signing keys for tokens. Tests open many servers and use prepared keys.
    package var makeSigningKey: KeyRing.KeyMaker = KeyRing.generateKey
    /// A prepared database to copy into the temporary directory. Nil to create a new database. For tests, which open
    /// many databases.
    package var scratchDatabase: ScratchDatabase?
    public var log = Logger(label: "latchkey")

    public init(_ installation: Installation?) { self.installation = installation }

    /// Options for SQLite, with the master key in the same directory.
    public init(dataDirectory: DataDirectory?) {
      self.init(dataDirectory.map { Installation(directory: $0) })
    }
  }
}
