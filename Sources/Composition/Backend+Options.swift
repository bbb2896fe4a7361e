import Identity
import IdentityProviders
import Logging
import Messaging
import Operations
import Passwords
import Secrets
import Storage
import Tokens

extension Backend {
  /// What a backend is opened with.
  public struct Options: Sendable {
    /// Nil for a temporary directory that is deleted at the end.
    public var installation: Installation?
    /// The only project of a development server.
    public var defaultProject: ProjectID?
    public var acceptsUnsignedCredentials = false
    /// Issues and accepts unsigned ID tokens, in a development server at its address. Nil if all ID tokens
    /// are signed.
    public var unsignedTokens: UnsignedTokens?
    /// True if the emulator's password hashes, which hide nothing, are accepted and checked. For development
    /// servers only.
    public var acceptsEmulatorHashes = false
    public var clock: any WallClock = SystemClock()
    public var random: any RandomSource = SystemRandom()
    /// The server's own origins, the public one first.
    public var origins: [String] = []
    /// The maximum number of passwords that wait to be hashed.
    public var maximumQueuedPasswords = 64
    /// The rate limits. Nil for the defaults of real users or of a development server.
    public var limits: AbuseLimits?
    /// The check for compromised passwords. Nil for none, as in a development server: tests of apps use such
    /// passwords.
    public var compromisedPasswords: CompromisedPasswords?
    /// True if a new password is refused when it is the user's own address or only blanks. For real users.
    public var refusesObviousPasswords = false
    /// The base-2 logarithm of scrypt's N for new hashes. Only tests use a smaller one.
    public var passwordMemoryCost = PasswordHasher.memoryCost
    /// The limits on the time and size of providers' answers.
    public var outgoingLimits = OutgoingHTTP.Limits()
    /// The delivery of messages. Nil if no messages are sent and all stay in the development inbox.
    public var delivery: MessageDelivery?
    /// The address that mails are from of projects without a mail server of their own. Nil for that of ``delivery``.
    public var sender: MailAddress?
    /// The DNS, which is asked about the domains of senders.
    public var textRecords: any TextRecords = SystemTextRecords()
    /// Called with every event of a message's delivery, possibly from several tasks at once. The event is
    /// logged already.
    public var observeOutbox: @Sendable (OutboxEvent) -> Void = { _ in }
    /// Nil for no metrics.
    public var telemetry: ServerTelemetry?
    /// The development server's inbox; nil to create one. Servers that share a database may share it.
    public var inbox: DevelopmentInbox?
    /// Called for each message that the default inbox receives.
    public var announce: @Sendable (OutgoingMessage) -> Void = { _ in }
    /// The limits on the answers of projects' blocking functions.
    public var functionLimits: OutgoingHTTP.Limits = {
      var limits = OutgoingHTTP.Limits()
      limits.timeout = .seconds(7)
      limits.maximumBodyBytes = 65_536
      return limits
    }()
    /// Hosts of blocking functions, webhooks, and projects' mail servers and SMS gateways, in lower case, that may have private and loopback addresses and need no
    /// https. Nil allows this machine on a development server, and no host on any other.
    public var privateFunctionHosts: Set<String>?
    /// The same for OpenID providers that administrators set up.
    public var privateProviderHosts: Set<String>?
    /// Certificate authorities of providers, beside the system's.
    public var providerAuthorities: CertificateAuthorities?
    /// How long the audit log is stored, in seconds; nil for ever.
    public var auditRetention: Int64? = 400 * 86_400
    /// The receiver of the audit log; nil for none.
    public var auditWebhook: AuditWebhookSettings?
    /// True if this server sends events to the projects' webhooks. Other servers on the same database may do
    /// that instead.
    public var sendsWebhooks = true
    public var activityRetention = ActivityRetention()
    /// The settings of scheduled database copies. Nil for none; PostgreSQL has none either.
    public var backups: ScheduledBackups.Settings?
    /// The implementation of signatures. Nil for the fastest on this machine.
    public var signing: SigningMethod?
    /// Makes the token signing keys. Tests open many servers and use prepared keys.
    package var makeSigningKey: KeyRing.KeyMaker = KeyRing.generateKey
    /// A prepared database to copy into the temporary directory; nil to create a new one. For tests, which
    /// open many.
    package var scratchDatabase: ScratchDatabase?
    public var log = Logger(label: "latchkey")

    public init(_ installation: Installation?) { self.installation = installation }

    /// Options for SQLite, with the master key in the same directory.
    public init(dataDirectory: DataDirectory?) {
      self.init(dataDirectory.map { Installation(directory: $0) })
    }
  }
}
