import CLatchkeyAuth
import Foundation
import LatchkeyAuth
import Synchronization

/// Options that C code sets one by one. They are checked when an app is configured.
final class OptionTexts: Sendable {
  private let texts: Mutex<[UInt32: String]>

  init(_ texts: [UInt32: String] = [:]) { self.texts = Mutex(texts) }

  subscript(option: latchkey_option) -> String? {
    get { texts.withLock { $0[option.rawValue] } }
    set {
      guard option.rawValue <= LATCHKEY_OPTION_EMULATOR_HOST.rawValue else { return }
      texts.withLock { $0[option.rawValue] = newValue }
    }
  }

  convenience init(_ options: FirebaseOptions) {
    self.init()
    self[LATCHKEY_OPTION_API_KEY] = options.apiKey
    self[LATCHKEY_OPTION_PROJECT_ID] = options.projectID
    self[LATCHKEY_OPTION_APP_ID] = options.googleAppID.nonEmpty
    self[LATCHKEY_OPTION_MESSAGING_SENDER_ID] = options.gcmSenderID.nonEmpty
    self[LATCHKEY_OPTION_DATABASE_URL] = options.databaseURL
    self[LATCHKEY_OPTION_STORAGE_BUCKET] = options.storageBucket
    self[LATCHKEY_OPTION_CLIENT_ID] = options.clientID
    self[LATCHKEY_OPTION_BUNDLE_ID] = options.bundleID.nonEmpty
    self[LATCHKEY_OPTION_AUTH_DOMAIN] = options.authDomain
    self[LATCHKEY_OPTION_SERVER_URL] = options.latchkeyURL?.absoluteString
    self[LATCHKEY_OPTION_EMULATOR_HOST] = options.emulatorHost
  }

  /// - Throws: ``AuthError`` with `internalError` if a server address is not a URL. All other values are
  ///   checked when an app is configured.
  func options() throws(AuthError) -> FirebaseOptions {
    func given(_ option: latchkey_option) -> String? { self[option]?.nonEmpty }
    let options = FirebaseOptions(
      googleAppID: given(LATCHKEY_OPTION_APP_ID) ?? "",
      gcmSenderID: given(LATCHKEY_OPTION_MESSAGING_SENDER_ID) ?? "")
    options.apiKey = given(LATCHKEY_OPTION_API_KEY)
    options.projectID = given(LATCHKEY_OPTION_PROJECT_ID)
    options.databaseURL = given(LATCHKEY_OPTION_DATABASE_URL)
    options.storageBucket = given(LATCHKEY_OPTION_STORAGE_BUCKET)
    options.clientID = given(LATCHKEY_OPTION_CLIENT_ID)
    if let bundleID = given(LATCHKEY_OPTION_BUNDLE_ID) { options.bundleID = bundleID }
    options.authDomain = given(LATCHKEY_OPTION_AUTH_DOMAIN)
    options.emulatorHost = given(LATCHKEY_OPTION_EMULATOR_HOST)
    if let address = given(LATCHKEY_OPTION_SERVER_URL) {
      guard let url = URL(string: address) else {
        throw AuthError(.internalError, "The options: the server's address is not valid.")
      }
      options.latchkeyURL = url
    }
    return options
  }
}

@_cdecl("latchkey_options_create")
public func optionsCreate() -> OpaquePointer? { handle(OptionTexts()) }

@_cdecl("latchkey_options_parse")
public func optionsParse(_ json: CText?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> OpaquePointer? {
  reporting(error, else: nil) {
    guard let json else { throw AuthError(.internalError, "There is no text to read options from.") }
    // Copies one byte more than the maximum, so that the reader rejects a text that is too long.
    let data = Data(bytes: json, count: strnlen(json, maximumOptionsBytes + 1))
    return handle(OptionTexts(try FirebaseOptions(json: data)))
  }
}

private let maximumOptionsBytes = 1 << 20

private let optionFiles = [
  "google-services-desktop.json", "google-services.json", "latchkey.json", "GoogleService-Info.plist",
]

@_cdecl("latchkey_options_find")
public func optionsFind(_ error: UnsafeMutablePointer<OpaquePointer?>?) -> OpaquePointer? {
  reporting(error, else: nil) { handle(OptionTexts(try FirebaseOptions.find(optionFiles))) }
}

@_cdecl("latchkey_options_set")
public func optionsSet(_ options: OpaquePointer?, _ option: latchkey_option, _ value: CText?) {
  content(options, OptionTexts.self)?[option] = string(value)
}

@_cdecl("latchkey_options_get")
public func optionsGet(_ options: OpaquePointer?, _ option: latchkey_option) -> UnsafeMutablePointer<CChar>? {
  text(content(options, OptionTexts.self)?[option])
}
