import Identity
import IdentityWire

extension ProjectAdministration {
  /// A person's description of an app. Everything else is generated.
  public struct AppDescription: Sendable {
    public var platform: App.Platform
    public var bundleID: String?
    public var packageName: String?
    /// Nil to generate one for an Apple app.
    public var clientID: String?
    public var displayName: String?

    public init(platform: App.Platform) { self.platform = platform }
  }

  /// Registers an app, or changes the app with the same platform and identifier. The changed app keeps its app ID. It
  /// also keeps its client ID unless another client ID is given.
  ///
  /// - Throws: `MISSING_BUNDLE_ID` for an Apple app and `MISSING_PACKAGE_NAME` for an Android app without
  ///   one; the errors of ``addApp(_:to:)``.
  public func registerApp(_ app: AppDescription, in id: ProjectID) async throws(IdentityError) -> App {
    if app.platform == .ios, app.bundleID == nil {
      throw .refused(.missingBundleID, "An Apple app needs its bundle id.")
    }
    if app.platform == .android, app.packageName == nil {
      throw .refused(.missingPackageName, "An Android app needs its package name.")
    }
    guard let project = try await projects.project(id) else { throw .refused(.projectNotFound) }
    let known = project.apps.first {
      $0.platform == app.platform && $0.bundleID == app.bundleID && $0.packageName == app.packageName
    }
    let made = App(
      platform: app.platform, appID: known?.appID ?? appID(for: app.platform, in: project),
      bundleID: app.bundleID, packageName: app.packageName,
      clientID: app.clientID ?? known?.clientID ?? (app.platform == .ios ? clientID(in: project) : nil),
      displayName: app.displayName ?? known?.displayName)
    _ = try await addApp(made, to: id)
    return made
  }

  /// Removes an app, so that sign-ins no longer return to it.
  ///
  /// - Throws: `APP_NOT_FOUND`, `PROJECT_NOT_FOUND`.
  public func removeApp(_ appID: String, from id: ProjectID) async throws(IdentityError) -> Project {
    try await projects.update(id) { (project) throws(IdentityError) in
      guard let index = project.apps.firstIndex(where: { $0.appID == appID }) else {
        throw .refused(.appNotFound, "The project has no app \"\(appID.prefix(100))\".")
      }
      project.apps.remove(at: index)
    }
  }

  /// Makes a client ID. In reverse order, it is the URL scheme that the Apple SDK listens on.
  func clientID(in project: Project) -> String {
    "\(project.number)-\(random.alphanumeric(32).lowercased()).apps.googleusercontent.com"
  }
}

extension App {
  /// - Throws: `INVALID_DISPLAY_NAME`, `INVALID_BUNDLE_ID`, `INVALID_PACKAGE_NAME`, `INVALID_OAUTH_CLIENT_ID`.
  func check() throws(IdentityError) {
    try RegisteredName.display(displayName)
    if let bundleID { try RegisteredName.bundleID(bundleID) }
    if let packageName { try RegisteredName.packageName(packageName) }
    if let clientID { try RegisteredName.clientID(clientID) }
  }
}
