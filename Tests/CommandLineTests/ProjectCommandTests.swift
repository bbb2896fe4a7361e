import Foundation
import IdentityWire
import Testing

@Suite("latchkey project", .timeLimit(.minutes(15)))
struct ProjectCommandTests {
  @Test("a project that was created is listed with its API key")
  func createAndList() async throws {
    let scratch = try Scratch()
    let made = try await Program.run(
      "project", "create", "my-app", "--name", "My app", "--data", scratch.data)
    #expect(made.status == 0)
    let key = try #require(made.output.firstMatch(of: /API key: (AIza[0-9A-Za-z]{35})\n/)?.1)
    let list = try await Program.run("project", "list", "--data", scratch.data)
    #expect(try list.output.contains(Regex("my-app +[0-9]{12} +\(key) +My app")))
    let again = try await Program.run("project", "create", "my-app", "--data", scratch.data)
    #expect(again.status == 1)
    #expect(again.error == "latchkey: A project with this id already exists.\n")
  }

  @Test("show prints the configuration for the web and the plist")
  func show() async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(
      try await Program.run(["project", "create", "my-app", "--domain", "App.Example.com"] + data).status == 0
    )
    let bare = try await Program.run(["project", "show", "my-app"] + data)
    #expect(bare.output.contains("because the project has no Apple app"))
    let none = try await Program.run(["project", "show", "my-app", "--format", "plist"] + data)
    #expect(none.status == 1)
    #expect(none.error.hasPrefix("latchkey: The project has no Apple app."))

    let app = try await Program.run(
      ["project", "add-app", "my-app", "--platform", "ios", "--bundle-id", "com.example.app"] + data)
    #expect(app.status == 0)
    #expect(try await Program.run(["project", "add-app", "my-app", "--platform", "web"] + data).status == 0)

    let web = try await Program.run(["project", "show", "my-app", "--format", "web"] + data)
    let json = try JSONParser(maximumDepth: 4).parse(Data(web.output.utf8))
    #expect(json["projectId"] == "my-app")
    #expect(json["authDomain"] == "YOUR-SERVER")
    #expect(web.error.contains("--config") && web.error.contains("--server"), "\(web.error)")
    let number = try #require(json["messagingSenderId"]?.stringValue)
    #expect(json["appId"]?.stringValue?.hasPrefix("1:\(number):web:") == true)
    #expect(json["apiKey"]?.stringValue?.count == 39)

    let plist = try await Program.run(["project", "show", "my-app", "--format", "plist"] + data)
    let members = try #require(
      PropertyListSerialization.propertyList(from: Data(plist.output.utf8), format: nil) as? [String: Any])
    #expect(members["API_KEY"] as? String == json["apiKey"]?.stringValue)
    #expect(members["GCM_SENDER_ID"] as? String == number)
    #expect(members["BUNDLE_ID"] as? String == "com.example.app")
    #expect(members["PROJECT_ID"] as? String == "my-app")
    #expect(members["PLIST_VERSION"] as? String == "1")
    let appID = try #require(members["GOOGLE_APP_ID"] as? String)
    #expect(app.output.contains(appID))
    #expect(appID.hasPrefix("1:\(number):ios:"))
    let clientID = try #require(members["CLIENT_ID"] as? String)
    #expect(clientID.hasSuffix(".apps.googleusercontent.com"))
    #expect(
      members["REVERSED_CLIENT_ID"] as? String
        == clientID.split(separator: ".").reversed().joined(separator: "."))
    for flag in ["ADS", "ANALYTICS", "APPINVITE", "GCM", "SIGNIN"] {
      #expect(members["IS_\(flag)_ENABLED"] is Bool, "\(flag)")
    }

    let both = try await Program.run(["project", "show", "my-app"] + data)
    #expect(both.output.contains("\"apiKey\"") && both.output.contains("<plist"))
  }

  @Test("show names the host at which the server is reached, as the console does")
  func authDomain() async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(
      try await Program.run(["project", "create", "my-app", "--domain", "app.example.com"] + data).status == 0
    )
    func authDomain(_ options: [String]) async throws -> JSONValue? {
      let shown = try await Program.run(["project", "show", "my-app", "--format", "web"] + options)
      #expect(shown.status == 0, "\(shown.error)")
      return try JSONParser(maximumDepth: 4).parse(Data(shown.output.utf8))["authDomain"]
    }
    let configuration = scratch.url("latchkey.yaml")
    try Data("publicOrigin: https://auth.example.com:8443\ndata: {directory: data}\n".utf8).write(
      to: configuration)
    #expect(try await authDomain(["--config", configuration.path]) == "auth.example.com:8443")
    #expect(
      try await authDomain(["--config", configuration.path, "--auth-domain", "a.example"]) == "a.example")
    #expect(try await authDomain(data + ["--server", "https://auth.example.org"]) == "auth.example.org")
    #expect(try await authDomain(data + ["--server", "http://127.0.0.1:9099"]) == "127.0.0.1:9099")
    // An app's host is no server, whose script would run in every page.
    #expect(try await authDomain(data) == "YOUR-SERVER")
  }

  @Test("show prints what a web app begins with, at the address of the configuration")
  func snippet() async throws {
    let scratch = try Scratch()
    #expect(try await Program.run("project", "create", "my-app", "--data", scratch.data).status == 0)
    let configuration = scratch.url("latchkey.yaml")
    try Data("publicOrigin: https://auth.example.com:8443\ndata: {directory: data}\n".utf8).write(
      to: configuration)
    let snippet = ["project", "show", "my-app", "--format", "snippet", "--config", configuration.path]
    let shown = try await Program.run(snippet)
    #expect(shown.status == 0, "\(shown.error)")
    let script = "https://auth.example.com:8443/__/latchkey/"
    #expect(shown.output.contains("import { useLatchkey } from \"\(script)"))
    #expect(shown.output.hasSuffix("const auth = useLatchkey(getAuth(app));\n"))
    #expect(shown.error.isEmpty)
    let development = try await Program.run(
      "project", "show", "my-app", "--data", scratch.data, "--format", "snippet", "--server",
      "http://127.0.0.1:9099")
    #expect(development.output.contains("connectAuthEmulator(auth, \"http://127.0.0.1:9099\""))
    let plain = try await Program.run(
      "project", "show", "my-app", "--data", scratch.data, "--server", "http://auth.example.com")
    #expect(plain.status == 64 && plain.error.contains("https"), "\(plain.status) \(plain.error)")
    let all = try await Program.run(["project", "show", "my-app", "--config", configuration.path])
    #expect(all.output.contains(shown.output))
    let proxied = try await Program.run(snippet + ["--auth-domain", "app.example.com"])
    #expect(proxied.output.contains(script))
    #expect(proxied.output.hasSuffix("useLatchkey(getAuth(app), { authDomain: \"app.example.com\" });\n"))
  }

  @Test("registering an app again keeps its ids")
  func sameApp() async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "my-app"] + data).status == 0)
    let command =
      ["project", "add-app", "my-app", "--platform", "ios", "--bundle-id", "com.example.app"] + data
    let first = try await Program.run(command)
    let second = try await Program.run(command + ["--name", "The app"])
    #expect(first.status == 0 && first.output == second.output)
  }

  @Test(
    "what is no domain is refused with the reason",
    arguments: [
      ("https://example.com/x", "give the host alone"), ("example.com:8080", "give the host alone"),
      ("*.example.com", "covered without a wildcard"), ("com", "would cover every host below it"),
      ("exa mple.com", "its parts are"), ("a-.example.com", "its parts are"), ("", "would cover every host"),
      ("bücher.example", "xn-- form"), ("1.2.3.999", "its parts are"), ("a..example.com", "its parts are"),
      ("chrome-extension://short", "an extension's id is 32 letters"),
    ])
  func badDomain(domain: String, reason: String) async throws {
    let scratch = try Scratch()
    let outcome = try await Program.run(
      "project", "create", "app", "--domain", domain, "--data", scratch.data)
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("is not a domain: ") && outcome.error.contains(reason))
    let list = try await Program.run("project", "list", "--data", scratch.data)
    #expect(list.output.hasPrefix("There is no project yet."))
  }

  @Test("domains are added once and removed")
  func domains() async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "app"] + data).status == 0)
    for domain in ["Auth.Example.com", "auth.example.com", "::1", "10.0.0.7"] {
      #expect(try await Program.run(["project", "add-domain", "app", domain] + data).status == 0)
    }
    let removed = try await Program.run(["project", "remove-domain", "app", "localhost"] + data)
    #expect(removed.output == "Authorized domains: auth.example.com, ::1, 10.0.0.7\n")
    let again = try await Program.run(["project", "remove-domain", "app", "localhost"] + data)
    #expect(again.status == 1)
    #expect(again.error == "latchkey: \"localhost\" is not a domain of the project.\n")
  }

  @Test("how users get in is changed without touching what is not named")
  func settings() async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "app"] + data).status == 0)
    let unchanged = try await Program.run(["project", "set", "app"] + data)
    #expect(unchanged.output.contains(/Email trust +production\n/))
    let changed = try await Program.run(
      ["project", "set", "app", "--email-trust", "provider-claim", "--no-anonymous"] + data)
    #expect(changed.status == 0)
    let after = try await Program.run(["project", "set", "app"] + data)
    #expect(after.output == changed.output)
    #expect(after.output.contains(/Email trust +provider-claim\n/))
    #expect(after.output.contains(/Phone numbers +no\n/) && after.output.contains(/Mailed links +no\n/))
    let more = try await Program.run(["project", "set", "app", "--phone", "--email-link"] + data)
    #expect(more.output.contains(/Phone numbers +yes\n/) && more.output.contains(/Mailed links +yes\n/))
    #expect(after.output.contains(/Anonymous users +no\n/) && after.output.contains(/Passwords +yes\n/))
  }

  @Test("second factors are required from a moment on, or at once")
  func secondFactors() async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "app"] + data).status == 0)
    func set(_ options: String...) async throws -> (status: Int32, output: String) {
      let result = try await Program.run(["project", "set", "app"] + options + data)
      return (result.status, result.output)
    }
    let kindless = try await Program.run(["project", "set", "app", "--second-factors", "mandatory"] + data)
    #expect(
      kindless.status != 0 && kindless.error.contains("needs a kind of second factor"), "\(kindless.error)")
    let later = try await set(
      "--second-factors", "mandatory", "--second-factors-from", "2027-01-31T00:00:00Z", "--authenticator-apps"
    )
    #expect(later.output.contains(/Second factors +mandatory, from 2027-01-31T00:00:00Z\n/), "\(later)")
    #expect(later.output.contains(/Kinds of second factors +authenticator apps\n/))
    let now = try await set("--second-factors-from", "now", "--text-message-factors")
    #expect(now.output.contains(/Second factors +mandatory\n/), "\(now)")
    #expect(now.output.contains(/Kinds of second factors +text messages, authenticator apps\n/))
    #expect(try await set("--no-authenticator-apps", "--no-text-message-factors").status != 0)
    #expect(try await set("--second-factors-from", "tomorrow").status != 0)
    #expect(try await set("--second-factors", "sometimes").status != 0)
  }

  @Test("the issuer of ID tokens is changed, with a grace period for the one before")
  func issuer() async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "app"] + data).status == 0)
    func set(_ options: String...) async throws -> (status: Int32, output: String, error: String) {
      let result = try await Program.run(["project", "set", "app"] + options + data)
      return (result.status, result.output, result.error)
    }
    let own = try await set("--issuer", "https://auth.example.com/app", "--issuer-grace", "7d")
    #expect(own.output.contains(/Issuer +https:\/\/auth.example.com\/app\n/))
    #expect(own.output.contains(/Former issuer +https:\/\/securetoken.google.com\/app until 20/))
    let unchanged = try await set()
    #expect(unchanged.output == own.output)
    let ended = try await set("--issuer-grace", "0s")
    #expect(ended.output.contains(/Issuer +https:\/\/auth.example.com\/app\n/))
    #expect(!ended.output.contains("Former issuer"))
    let back = try await set("--issuer", "default")
    #expect(back.output.contains(/Issuer +https:\/\/securetoken.google.com\/app\n/))
    #expect(back.output.contains(/Former issuer +https:\/\/auth.example.com\/app until 20/))
    let refused = try await set("--issuer", "http://auth.example.com")
    #expect(refused.status == 1)
    #expect(refused.error == "latchkey: The issuer has to be an https address without query and fragment.\n")
    #expect(try await set("--issuer-grace", "31d").status == 64)
    #expect(try await set().output == back.output)
  }

  @Test(
    "an app's name that a browser could take for something else is refused",
    arguments: [
      ["ios", "--bundle-id", "javascript"], ["ios", "--bundle-id", "com.example/app"],
      ["ios", "--bundle-id", "com.example.app", "--client-id", "javascript"],
      ["android", "--package-name", "com.example.app;end"],
    ])
  func badApp(arguments: [String]) async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "app"] + data).status == 0)
    let outcome = try await Program.run(["project", "add-app", "app", "--platform"] + arguments + data)
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("is not a") || outcome.error.contains("is not an"))
  }

  @Test(
    "an issuer has to be an https address",
    arguments: ["http://example.com", "example", "https://a.example/?q=1"])
  func badIssuer(issuer: String) async throws {
    let scratch = try Scratch()
    let outcome = try await Program.run(
      "project", "create", "app", "--issuer", issuer, "--data", scratch.data)
    #expect(outcome.status == 1)
    #expect(outcome.error == "latchkey: The issuer has to be an https address without query and fragment.\n")
  }

  @Test("what is not there is said")
  func missing() async throws {
    let scratch = try Scratch()
    let list = try await Program.run("project", "list", "--data", scratch.data)
    #expect(list.status == 74)
    #expect(list.error.hasPrefix("latchkey: There is no data directory at \(scratch.data)."))
    #expect(!FileManager.default.fileExists(atPath: scratch.data))
    #expect(try await Program.run("project", "create", "app", "--data", scratch.data).status == 0)
    let show = try await Program.run("project", "show", "other", "--data", scratch.data)
    #expect(show.status == 1)
    #expect(
      show.error
        == "latchkey: There is no project with this id. \"latchkey project list\" shows all projects.\n")
  }

  @Test("set changes how ID tokens are signed, and says from when on")
  func signingAlgorithm() async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "my-app"] + data).status == 0)
    let before = try await Program.run(["project", "set", "my-app"] + data)
    #expect(try before.output.contains(Regex("Signing algorithm +RS256")))
    let set = try await Program.run(["project", "set", "my-app", "--signing-algorithm", "ES256"] + data)
    #expect(set.status == 0 && set.output.contains("ID tokens are signed with ES256 from "), "\(set.error)")
    #expect(try set.output.contains(Regex("Signing algorithm +ES256")))
    let keys = try await Program.run(["keys", "list"] + data)
    #expect(try keys.output.contains(Regex("RS256 +signs ")), "\(keys.output)")
    #expect(try keys.output.contains(Regex("ES256 +signs later ")))
    #expect(
      try await Program.run(["project", "set", "my-app", "--signing-algorithm", "HS256"] + data).status == 64)
  }

  @Test("set changes what new passwords are hashed with, and warns of what Firebase does not take")
  func passwordHashes() async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "my-app"] + data).status == 0)
    let set = try await Program.run(["project", "set", "my-app", "--password-hashes", "argon2id"] + data)
    #expect(set.status == 0 && set.output.contains("Firebase may not import these hashes"), "\(set.error)")
    let after = try await Program.run(["project", "set", "my-app", "--no-phone"] + data)
    #expect(try after.output.contains(Regex("Password hashes +argon2id")), "\(after.output)")
    let parameters = try await Program.run(["users", "hash-parameters", "my-app"] + data)
    #expect(parameters.output.contains("--hash-algo ARGON2 --argon2-type ARGON2_ID --rounds 2"))
    #expect(parameters.output.contains("--mem-cost 19456 --parallelization 1 --dk-len 32"))
    let export = try await Program.run(["users", "export", "my-app", "-", "--format", "json"] + data)
    #expect(export.status == 0 && export.error.contains("Firebase may refuse them"), "\(export.error)")
    #expect(
      try await Program.run(["project", "set", "my-app", "--password-hashes", "md5"] + data).status == 64)
  }

  @Test("set changes how long sessions last, and refuses what cannot be meant")
  func sessions() async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "my-app"] + data).status == 0)
    let set = try await Program.run(
      ["project", "set", "my-app", "--refresh-tokens", "rotating", "--session-idle", "30d"] + data)
    #expect(set.status == 0)
    #expect(try set.output.contains(Regex("Refresh tokens +rotating")))
    #expect(try set.output.contains(Regex("Session idle lifetime +30d")))
    #expect(try set.output.contains(Regex("Session lifetime +none")))
    let back = try await Program.run(["project", "set", "my-app", "--session-idle", "none"] + data)
    #expect(try back.output.contains(Regex("Session idle lifetime +none")))
    #expect(try back.output.contains(Regex("Refresh tokens +rotating")))
    let short = try await Program.run(["project", "set", "my-app", "--session-lifetime", "1h"] + data)
    #expect(short.status == 64 && short.error.contains("2h to 3650d"))
    #expect(try await Program.run(["project", "set", "my-app", "--refresh-grace", "x"] + data).status == 64)
  }
}
