import Foundation
import Synchronization

/// The values that an app needs to use its project. None of them is secret.
///
/// Options come from code, from a file, or from the places that ``defaultOptions()`` searches. Every property
/// may be read and set from any thread. An app copies the options when it is configured. Later changes to the
/// options do not affect the app.
open class FirebaseOptions: NSObject, NSCopying, @unchecked Sendable {
  struct Values: Sendable, Equatable {
    var apiKey: String?
    var bundleID = Bundle.main.bundleIdentifier ?? ""
    var clientID: String?
    var gcmSenderID = ""
    var projectID: String?
    var googleAppID = ""
    var databaseURL: String?
    var storageBucket: String?
    var appGroupID: String?
    var authDomain: String?
    var latchkeyURL: URL?
    var emulatorHost: String?
  }

  private let stored: Mutex<Values>

  init(_ values: Values) { stored = Mutex(values) }

  /// - Parameters:
  ///   - GOOGLE_APP_ID: the app's id, `1:<project number>:ios:<hexadecimal>`. It may be empty: only a sign-in
  ///     in a browser needs it.
  ///   - gcmSenderID: the project's number. It may be empty.
  public convenience init(googleAppID GOOGLE_APP_ID: String, gcmSenderID: String) {
    var values = Values()
    values.googleAppID = GOOGLE_APP_ID
    values.gcmSenderID = gcmSenderID
    self.init(values)
  }

  /// Sets the values that an app needs to sign users in. The properties with these names describe the values.
  public convenience init(apiKey: String, projectID: String? = nil, latchkeyURL: URL? = nil) {
    var values = Values()
    values.apiKey = apiKey
    values.projectID = projectID
    values.latchkeyURL = latchkeyURL
    self.init(values)
  }

  /// Reads a file as ``init(contentsOf:)`` does. Nil if the file cannot be read. The SDK then writes the reason
  /// to standard error, in one line.
  public convenience init?(contentsOfFile plistPath: String) {
    do {
      self.init(try ConfigurationFileReader.read(plistPath))
    } catch {
      SDKLog.write(.error, error.localizedDescription)
      return nil
    }
  }

  /// Reads a property list like `GoogleService-Info.plist`, or a JSON object with the names of the web
  /// configuration. `latchkey project show` prints both forms. Values are strings; other names are ignored.
  ///
  /// | property list | JSON | |
  /// |---|---|---|
  /// | `API_KEY` | `apiKey` | required |
  /// | `PROJECT_ID` | `projectId` | |
  /// | `GOOGLE_APP_ID` | `appId` | |
  /// | `GCM_SENDER_ID` | `messagingSenderId` | |
  /// | `BUNDLE_ID` | `bundleId` | |
  /// | `CLIENT_ID` | `clientId` | |
  /// | `DATABASE_URL` | `databaseURL` | |
  /// | `STORAGE_BUCKET` | `storageBucket` | |
  /// | `LATCHKEY_AUTH_DOMAIN` | `authDomain` | |
  /// | `LATCHKEY_URL` | `serverUrl` | your own server |
  /// | `LATCHKEY_EMULATOR_HOST` | `emulatorHost` | a development server; not together with `LATCHKEY_URL` |
  ///
  /// Also reads the `google-services.json` that Firebase issues for Android and for C++ on desktops. It uses
  /// the first client that has a key. A top-level member `latchkey` may add `server_url`, `emulator_host` and
  /// `auth_domain`.
  ///
  /// Names are compared case-insensitively: a slightly misspelt name must not make an app use another server.
  /// The values are checked when an app is configured with them.
  ///
  /// - Throws: ``AuthError`` with `internalError`. Its description names the file and the fault.
  public convenience init(contentsOf file: URL) throws(AuthError) {
    self.init(try ConfigurationFileReader.read(file.path))
  }

  /// The options of the default app; nil if the search finds no readable options. The search checks only these
  /// places, and stops at the first file:
  ///
  /// 1. the file that the environment variable `LATCHKEYAUTH_CONFIG` names,
  /// 2. the resources of the main bundle,
  /// 3. the directory of the executable,
  /// 4. the current directory,
  ///
  /// in each directory for `latchkey.json` and then for `GoogleService-Info.plist`. An unusable file ends the
  /// search.
  ///
  /// In places 2 to 4, a file must belong to the user who runs the process, to the owner of the executable or
  /// to root. It must not be writable by everyone. If a process has rights other than those of the user who
  /// started it, the search checks only places 2 and 3. So no other user of the machine can make an app use
  /// another server. A program that runs in directories of other users should set its options in code or in
  /// its bundle.
  ///
  /// The resources of a package's target are in `Bundle.module`, which the SDK cannot see. Pass their path to
  /// ``init(contentsOfFile:)``.
  open class func defaultOptions() -> FirebaseOptions? {
    do {
      return try ConfigurationSearch.ofThisProcess.find().map(FirebaseOptions.init)
    } catch {
      SDKLog.write(.error, error.localizedDescription)
      return nil
    }
  }

  /// Reads a text in one of the JSON forms of ``init(contentsOf:)``, and checks that an app can be configured
  /// with it.
  ///
  /// - Throws: ``AuthError`` with `invalidAPIKey` or `internalError`.
  package convenience init(json: Data) throws(AuthError) {
    let values = try ConfigurationFileReader.parse(json)
    try OptionsCheck.check(values, of: nil)
    self.init(values)
  }

  /// Searches as ``defaultOptions()`` does, for files of other names.
  ///
  /// - Throws: ``AuthError``, also if there is no file.
  package static func find(_ fileNames: [String]) throws(AuthError) -> FirebaseOptions {
    var search = ConfigurationSearch.ofThisProcess
    search.fileNames = fileNames
    return FirebaseOptions(try search.require())
  }

  open func copy(with zone: NSZone? = nil) -> Any { FirebaseOptions(values) }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? FirebaseOptions)?.values == values
  }

  open override var hash: Int { values.apiKey.hashValue }

  /// A consistent copy of all values.
  var values: Values { stored.withLock { $0 } }

  private subscript<Value: Sendable>(path: WritableKeyPath<Values, Value> & Sendable) -> Value {
    get { stored.withLock { $0[keyPath: path] } }
    set { stored.withLock { $0[keyPath: path] = newValue } }
  }
}

extension FirebaseOptions {
  /// Google's own service, as a value of ``latchkeyURL`` and of ``Auth/useBackend(_:)``.
  public static let googleURL = URL(string: "https://identitytoolkit.googleapis.com")!

  /// The key that names the project in every request.
  public var apiKey: String? {
    get { self[\.apiKey] }
    set { self[\.apiKey] = newValue }
  }
  /// The app's bundle id. Defaults to the main bundle's id; empty if the main bundle has no id.
  public var bundleID: String {
    get { self[\.bundleID] }
    set { self[\.bundleID] = newValue }
  }
  /// The OAuth client id of the app. The URL scheme for sign-in in a browser is derived from it.
  public var clientID: String? {
    get { self[\.clientID] }
    set { self[\.clientID] = newValue }
  }
  /// The project's number.
  public var gcmSenderID: String {
    get { self[\.gcmSenderID] }
    set { self[\.gcmSenderID] = newValue }
  }
  /// The project's id: the `aud` of its ID tokens.
  public var projectID: String? {
    get { self[\.projectID] }
    set { self[\.projectID] = newValue }
  }
  /// The app's id: `1:<project number>:ios:<hexadecimal>`.
  public var googleAppID: String {
    get { self[\.googleAppID] }
    set { self[\.googleAppID] = newValue }
  }
  /// Kept for other Firebase modules; the SDK does not use it.
  public var databaseURL: String? {
    get { self[\.databaseURL] }
    set { self[\.databaseURL] = newValue }
  }
  /// Kept for other Firebase modules; the SDK does not use it.
  public var storageBucket: String? {
    get { self[\.storageBucket] }
    set { self[\.storageBucket] = newValue }
  }
  /// The app group that the app shares with its extensions.
  public var appGroupID: String? {
    get { self[\.appGroupID] }
    set { self[\.appGroupID] = newValue }
  }
  /// The host that serves `/__/auth/handler`, if the configuration names a host: `authDomain` of the web
  /// configuration.
  public var authDomain: String? {
    get { self[\.authDomain] }
    set { self[\.authDomain] = newValue }
  }
  /// The address of your own server, or ``googleURL``. Your own server's address must be `https:`, or `http:`
  /// on this machine, without user, query and fragment. An app cannot be configured with any other address. If
  /// this is nil, and neither ``emulatorHost`` nor ``Auth`` names a server, the SDK sends nothing: every
  /// operation that needs a server fails.
  public var latchkeyURL: URL? {
    get { self[\.latchkeyURL] }
    set { self[\.latchkeyURL] = newValue }
  }
  /// Host and port of a development server, such as `127.0.0.1:9099`. This option has the same effect as
  /// `useEmulator`.
  public var emulatorHost: String? {
    get { self[\.emulatorHost] }
    set { self[\.emulatorHost] = newValue }
  }
}
