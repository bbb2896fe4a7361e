import Foundation

/// What an ``Auth`` uses of the world. Every part can be an app's own.
public struct AuthEnvironment: Sendable {
  /// How the server is reached.
  public var transport: any AuthTransport
  /// Where the session is kept: on Apple's systems the keychain, elsewhere a file that only its user can read.
  public var storage: any AuthStorage
  /// What tells the time, by which tokens are renewed.
  public var clock: any AuthClock
  /// What shows a provider's pages.
  public var presenter: any WebPresenter
  /// Where the session of a group of apps is kept.
  public var sharedStorage: SharedStorage
  /// Where ``Auth/authStateDidChangeNotification`` is posted: a program without Swift in it may never look at the main
  /// queue.
  package var notificationQueue = DispatchQueue.main

  /// - Parameters:
  ///   - accessGroup: the name of the group.
  ///   - acrossDevices: whether the session is to follow its user to their other devices.
  public typealias SharedStorage =
    @Sendable (_ accessGroup: String, _ acrossDevices: Bool) -> any AuthStorage

  /// Of parts of an app's own. Without a `sharedStorage` the sessions of groups are kept in `storage`, too, under
  /// keys of their own.
  public init(
    transport: any AuthTransport, storage: any AuthStorage, clock: any AuthClock = SystemAuthClock(),
    presenter: any WebPresenter, sharedStorage: SharedStorage? = nil
  ) {
    self.transport = transport
    self.storage = storage
    self.clock = clock
    self.presenter = presenter
    self.sharedStorage = sharedStorage ?? { _, _ in storage }
  }

  /// The usual for an app of that name.
  public init(app: String) {
    self.init(
      transport: URLSessionTransport(), storage: Self.storage(app), presenter: Self.presenter,
      sharedStorage: Self.storage(ofGroup:acrossDevices:))
  }

  /// As usual, but for the session, which ends with the process.
  public static func inMemory() -> AuthEnvironment {
    AuthEnvironment(transport: URLSessionTransport(), storage: MemoryStorage(), presenter: presenter)
  }

  private static func storage(_ app: String) -> any AuthStorage {
    #if canImport(Darwin)
      KeychainStorage(service: "latchkey.auth.\(app)")
    #else
      FileStorage(app: app)
    #endif
  }

  @Sendable private static func storage(ofGroup group: String, acrossDevices: Bool) -> any AuthStorage {
    #if canImport(Darwin)
      KeychainStorage(
        service: "latchkey.auth.group", accessGroup: group, isSynchronizable: acrossDevices)
    #else
      FileStorage(accessGroup: group)
    #endif
  }

  private static var presenter: any WebPresenter {
    #if canImport(Darwin) && canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
      WebAuthenticationSessionPresenter()
    #elseif os(macOS) || os(Linux) || os(FreeBSD) || os(OpenBSD)
      BrowserPresenter()
    #else
      AppSchemePresenter { _ in
        throw AuthError(.webInternalError, "There is no browser on this system to sign in with.")
      }
    #endif
  }
}
