import IdentityWire

/// The script `useLatchkey(auth)`, with which web apps use the official SDK with a server for real users.
public enum WebClientScript {
  /// The script's own version (Semantic Versioning), not the server's.
  public static let version = "1.0.0"

  /// The path of the module at the server. Its content never changes within a version.
  public static let path = "/__/latchkey/\(version)/firebase.js"
}

extension ClientConfiguration {
  /// The beginning of a web app: in development with the SDK's emulator setting, for real users with
  /// ``WebClientScript``. Without a server it contains ``unknownHost``.
  public var webSnippet: String {
    let config = JSONText.pretty(web)
    switch server ?? .address("https://\(Self.unknownHost)") {
    case .development(let host):
      return """
        import { initializeApp } from "firebase/app";
        import { getAuth, connectAuthEmulator } from "firebase/auth";

        const app = initializeApp(\(config));
        const auth = getAuth(app);
        // Without disableWarnings the SDK puts a banner at the foot of the page and a warning into the console.
        connectAuthEmulator(auth, "http://\(host)", { disableWarnings: true });
        """
    case .address(let origin):
      let isElsewhere = Self.host(of: origin) != authDomain
      return """
        import { initializeApp } from "firebase/app";
        import { getAuth } from "firebase/auth";
        import { useLatchkey } from "\(origin)\(WebClientScript.path)";

        const app = initializeApp(\(config));
        // Without useLatchkey the SDK talks to Google. Call it before anything else uses auth.
        const auth = useLatchkey(getAuth(app)\(isElsewhere ? ", { authDomain: \"\(authDomain)\" }" : ""));
        """
    }
  }
}
