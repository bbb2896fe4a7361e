import Foundation

/// The bounded pools that all projects of a server share. A project that fills its share for ever leaves the rest of a
/// pool to the others, so a share is always smaller than its pool.
public enum SharedPool: String, CaseIterable, Sendable {
  /// Mails to projects' own mail servers.
  case mails
  /// Text messages to projects' own gateways.
  case textMessages
  case revocations
  /// Webhooks, and replays of webhooks, that messages are sent to.
  case webhooks
  /// Look-ups of host names.
  case hostLookUps
  /// Requests that wait for an identity provider.
  case providerQuestions
  /// Requests that wait for a captcha service.
  case captchaQuestions
  /// Requests for the metadata of SAML providers.
  case samlMetadata
  /// Test mails and test messages of administrators.
  case testMessages
  /// Checks of a domain's DNS records about mail.
  case senderDomains
  /// Imports in the console whose file is arriving.
  case imports
  /// Imports in the console whose file has not begun to arrive.
  case announcedImports
  /// Password hashes. The operator chooses how many may wait.
  case passwordHashes
  /// Signatures of SAML responses.
  case samlResponses

  /// The number of pieces of work that may wait for a thread in a pool of threads.
  public static let usualQueue = 96

  /// The number of places.
  public var size: Int {
    switch self {
    case .mails, .textMessages, .testMessages: 16
    case .revocations, .webhooks: 32
    case .hostLookUps: 64
    case .providerQuestions, .captchaQuestions: 1_024
    case .samlMetadata, .senderDomains, .imports: 8
    case .announcedImports: 64
    case .passwordHashes, .samlResponses: Self.usualQueue + ProcessInfo.processInfo.activeProcessorCount
    }
  }

  /// The number of places that one project may hold.
  public var share: Int { share(of: size) }

  /// The number of places that one project may hold, if the pool has another size than ``size``.
  ///
  /// - Parameter size: at least 2.
  public func share(of size: Int) -> Int {
    switch self {
    case .hostLookUps, .announcedImports: max(1, size / 16)
    case .mails, .textMessages, .webhooks, .testMessages: max(1, size / 8)
    case .revocations, .samlMetadata, .senderDomains, .imports: max(1, size / 4)
    case .providerQuestions, .captchaQuestions: max(1, size / 2)
    // Work takes turns between projects, so a long queue of one project does not delay the others.
    case .passwordHashes, .samlResponses: WorkPool.Share.Part.threeQuarters.places(of: size)
    }
  }

  /// The number of places that one client of a project may hold: a network, or an administrator. Nil if only the share of
  /// the project limits it.
  public var shareOfClient: Int? {
    switch self {
    case .providerQuestions, .captchaQuestions: 32
    case .announcedImports: 2
    case .mails, .textMessages, .revocations, .webhooks, .hostLookUps, .samlMetadata, .testMessages,
      .senderDomains, .imports:
      nil
    // Their shares are parts, which the operations name: ``WorkPool/Share``.
    case .passwordHashes, .samlResponses: nil
    }
  }

  /// The number of places that no project may hold. They are left for the operator's own work.
  public var reserve: Int {
    switch self {
    case .hostLookUps: 8
    case .mails, .textMessages, .revocations, .webhooks, .providerQuestions, .captchaQuestions, .samlMetadata,
      .testMessages, .senderDomains, .imports, .announcedImports, .passwordHashes, .samlResponses:
      0
    }
  }
}
