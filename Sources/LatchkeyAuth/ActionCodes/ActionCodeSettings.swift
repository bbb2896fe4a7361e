import Foundation
import IdentityWire
import Synchronization

/// Says where a mailed link leads, and which app may open it.
open class ActionCodeSettings: NSObject, @unchecked Sendable {
  private struct Values {
    var url: URL?
    var handleCodeInApp = false
    var iOSBundleID: String?
    var androidPackageName: String?
    var androidMinimumVersion: String?
    var androidInstallIfNotAvailable = false
    var linkDomain: String?
  }

  private let values = Mutex(Values())

  override public init() { super.init() }

  /// The page to continue at after the link was used. Its domain has to be authorized.
  open var url: URL? {
    get { values.withLock { $0.url } }
    set { values.withLock { $0.url = newValue } }
  }

  /// True if an app opens the link first. This value must be true for a sign-in link.
  open var handleCodeInApp: Bool {
    get { values.withLock { $0.handleCodeInApp } }
    set { values.withLock { $0.handleCodeInApp = newValue } }
  }

  /// The bundle id of the iOS app that may open the link.
  open var iOSBundleID: String? {
    get { values.withLock { $0.iOSBundleID } }
    set { values.withLock { $0.iOSBundleID = newValue } }
  }

  /// The package of the Android app that may open the link.
  open var androidPackageName: String? {
    get { values.withLock { $0.androidPackageName } }
    set { values.withLock { $0.androidPackageName = newValue } }
  }

  /// The oldest version of the Android app that can open the link.
  open var androidMinimumVersion: String? {
    get { values.withLock { $0.androidMinimumVersion } }
    set { values.withLock { $0.androidMinimumVersion = newValue } }
  }

  /// True if the link should install the Android app on a device that does not have it.
  open var androidInstallIfNotAvailable: Bool {
    get { values.withLock { $0.androidInstallIfNotAvailable } }
    set { values.withLock { $0.androidInstallIfNotAvailable = newValue } }
  }

  /// The host of a link that an app opens.
  public var linkDomain: String? {
    get { values.withLock { $0.linkDomain } }
    set { values.withLock { $0.linkDomain = newValue } }
  }

  /// Sets the three values of the Android app at once.
  open func setAndroidPackageName(
    _ androidPackageName: String, installIfNotAvailable: Bool, minimumVersion: String?
  ) {
    values.withLock {
      $0.androidPackageName = androidPackageName
      $0.androidInstallIfNotAvailable = installIfNotAvailable
      $0.androidMinimumVersion = minimumVersion
    }
  }

  /// Sets ``iOSBundleID``.
  open func setIOSBundleID(_ bundleID: String) { iOSBundleID = bundleID }

  var message: [String: JSONValue] {
    let values = values.withLock { $0 }
    return [
      "continueUrl": JSONValue(values.url?.absoluteString),
      "canHandleCodeInApp": .bool(values.handleCodeInApp),
      "iOSBundleId": JSONValue(values.iOSBundleID),
      "androidPackageName": JSONValue(values.androidPackageName),
      "androidMinimumVersion": JSONValue(values.androidMinimumVersion),
      "androidInstallApp": values.androidInstallIfNotAvailable ? true : .null,
      "linkDomain": JSONValue(values.linkDomain),
    ]
  }
}
