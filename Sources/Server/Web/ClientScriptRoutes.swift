import HTTPTypes
import Hummingbird
import Operations
import WebPages

/// `/__/latchkey/FILE` and `/__/latchkey/VERSION/FILE`: scripts for apps' pages, and their type declarations. The first
/// path always has the newest version, so browsers request it each time. They can cache the second.
struct ClientScriptRoutes: Sendable {
  /// The path before the files' names.
  static let path = "/__/latchkey/"
  /// The `Cache-Control` of a file that never changes (RFC 8246).
  private static let immutableCaching = "public, max-age=31536000, immutable"

  func add(to router: Router<ServerContext>) {
    // The router allows one parameter name per position of a path.
    router.get("/__/latchkey/{fileOrVersion}") { _, context in
      let file = try context.parameters.require("fileOrVersion")
      guard let asset = ClientScript.all[file]?.asset ?? PageAsset.all[file] else {
        throw HTTPError(.notFound)
      }
      return PageResponse.asset(asset)
    }
    router.get("/__/latchkey/{fileOrVersion}/{file}") { _, context in
      let version = try context.parameters.require("fileOrVersion")
      guard let script = ClientScript.all[try context.parameters.require("file")],
        script.isCompatible(with: version)
      else { throw HTTPError(.notFound) }
      var response = PageResponse.asset(script.asset)
      // If the path has another version, the browser must not cache this script under that version.
      if version == script.version { response.headers[.cacheControl] = Self.immutableCaching }
      return response
    }
  }
}

/// A script for apps' pages, or its type declarations.
struct ClientScript: Sendable {
  /// The script's semantic version, which is independent of the server's.
  let version: String
  let asset: PageAsset

  /// The scripts by their name in the path.
  static let all: [String: ClientScript] = [
    "firebase.js": ClientScript(version: WebClientScript.version, asset: .script(firebaseModule)),
    "firebase-compat.js": ClientScript(version: WebClientScript.version, asset: .script(firebaseGlobals)),
    "firebase.d.ts": ClientScript(
      version: WebClientScript.version, asset: .typeDeclarations(PackageResources.firebase_d_ts)),
    "passkeys.js": ClientScript(
      version: passkeysVersion, asset: .script(PackageResources.passkeys_js)),
    "passkeys.d.ts": ClientScript(
      version: passkeysVersion, asset: .typeDeclarations(PackageResources.passkeys_d_ts)),
    "captcha.js": ClientScript(version: captchaVersion, asset: .script(PackageResources.captcha_js)),
    "captcha.d.ts": ClientScript(
      version: captchaVersion, asset: .typeDeclarations(PackageResources.captcha_d_ts)),
  ]

  private static let captchaVersion = "1.0.0"
  private static let passkeysVersion = "1.0.0"

  /// True if a page that was written for another version works with this version.
  func isCompatible(with other: String) -> Bool {
    let parts = other.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 && parts.allSatisfy { UInt16($0).map(String.init) == String($0) }
      && parts.first == version.split(separator: ".").first
  }

  private static let firebaseModule =
    Array("const scriptAddress = import.meta.url;\n".utf8) + PackageResources.firebase_client_js
    + Array("\nexport { LatchkeyError, useLatchkey, version };\n".utf8)

  /// Defines globals for pages that load no modules. Such pages are usual with the compat layer. The check of the tag
  /// name ignores user content in a page, such as `<img name="currentScript">`.
  private static let firebaseGlobals =
    Array(
      """
      (() => {
      const script = document.currentScript;
      const scriptAddress = script?.tagName === "SCRIPT" ? script.src : undefined;

      """.utf8)
    + PackageResources.firebase_client_js
    + Array("\nwindow.latchkey = { ...window.latchkey, LatchkeyError, useLatchkey, version };\n})();\n".utf8)
}
