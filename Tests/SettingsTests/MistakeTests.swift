import Settings
import Testing

@Suite("Mistakes in a configuration")
struct MistakeTests {
  private static let origin = "publicOrigin: https://auth.example.com\n"

  @Test("are told all at once, each with its key, its line, the reason and what to do")
  func all() throws {
    let files = try Files()
    try files.write("open.key", "secret", mode: 0o644)
    let reading = try files.read(
      """
      publicOrigin: http://auth.example.com
      listen:
        adress: 0.0.0.0
        port: 99999
        tls:
          certificateFile: missing.pem
          keyFile: open.key
          minimumVersion: "1.1"
        timeouts: {header: soon}
      proxy:
        trusted: [10.0.0.1/8, 0.0.0.0/0]
      log: {levle: debug, format: jsno}
      mail: {from: noreply@example.com}
      masterkey: abc
      limits: 5
      """)
    let found = reading.mistakes.map(\.key)
    for key in [
      "publicOrigin", "listen.adress", "listen.port", "listen.tls.certificateFile", "listen.tls.keyFile",
      "listen.tls.minimumVersion", "listen.timeouts.header", "proxy.trusted", "log.levle", "log.format",
      "mail.from", "masterkey", "limits",
    ] {
      #expect(found.contains(key), "\(key)")
    }
    #expect(reading.mistake("listen.adress")?.fix == "Did you mean listen.address?")
    #expect(reading.mistake("listen.adress")?.source == "latchkey.yaml line 3")
    #expect(reading.mistake("log.levle")?.fix == "Did you mean log.level?")
    #expect(reading.mistake("log.format")?.fix == "Did you mean json?")
    #expect(reading.mistake("masterkey")?.fix == "Did you mean masterKey?")
    #expect(reading.mistake("listen.port")?.text.contains("a whole number from 1 to 65535") == true)
    #expect(reading.mistake("limits")?.reason.contains("section") == true)
    #expect(reading.mistakes.filter { $0.key == "proxy.trusted" }.count == 2)
    for problem in reading.problems {
      #expect(!problem.reason.isEmpty && !problem.fix.isEmpty)
      #expect(problem.text.split(separator: "\n").count == 2)
    }
  }

  @Test("a gateway that there is not is one mistake, whatever it would need")
  func unknownGateway() throws {
    let reading = try Files().read(Self.origin + "sms: {gateway: foo}\n")
    #expect(reading.mistakes.map(\.key) == ["sms.gateway"])
  }

  @Test("a file that is none is the one mistake; of JSON it says that it is none")
  func unreadable() throws {
    let files = try Files()
    for text in ["listen: {port: 1", "{\"listen\": ", "- a\n- b\n", "a: 1\na: 2\n"] {
      let reading = try files.read(text)
      #expect(reading.isUnreadable && reading.problems.count == 1, "\(text): \(reading.problems)")
    }
    #expect(try files.read("{\"listen\": ").problems[0].reason == "The file is not JSON.")
    #expect(!(try files.read(Self.origin).isUnreadable))
  }

  @Test(
    "an origin is https, a name and maybe a port",
    arguments: [
      ("https://auth.example.com", true), ("https://AUTH.example.com:8443/", true),
      ("https://[::1]:8443", true), ("https://*.example.com", false), ("https://a..example.com", false),
      ("http://auth.example.com", false), ("auth.example.com", false), ("https://", false),
      ("https://auth.example.com/path", false), ("https://auth.example.com?x=1", false),
      ("https://user@auth.example.com", false), ("https://ümlaut.example", false),
      ("javascript:alert(1)", false),
    ])
  func origins(text: String, isGood: Bool) throws {
    let reading = try Files().read("publicOrigin: \"\(text)\"")
    #expect((reading.mistake("publicOrigin") == nil) == isGood)
  }

  // Fails when a host that is not the server's is taken, or two projects for one host.
  @Test(
    "a project speaks for a host of the server, and for each host at most one",
    arguments: [
      ("[auth.example.com=my-app, app.example.com=other]", true), ("[auth.example.com]", false),
      ("[auth.example.com=]", false), ("[auth.example.com=a=b]", false), ("[example.com=my-app]", false),
      ("[https://auth.example.com=my-app]", false),
      ("[auth.example.com=my-app, auth.example.com=other]", false),
    ])
  func passkeyProjects(text: String, isGood: Bool) throws {
    let origins = Self.origin + "otherOrigins: [https://app.example.com]\n"
    let reading = try Files().read(origins + "passkeyProjects: \(text)\n")
    #expect((reading.mistake("passkeyProjects") == nil) == isGood, "\(reading.mistakes.map(\.text))")
    guard isGood else { return }
    #expect(
      reading.configuration.passkeyProjects == ["auth.example.com": "my-app", "app.example.com": "other"])
  }

  @Test(
    "settings that contradict each other are told",
    arguments: [
      ("listen: {address: 0.0.0.0}", "listen.address"), ("listen: {http2: true}", "listen.http2"),
      ("proxy: {header: forwarded}", "proxy.header"), ("mail: {from: a@b.example}", "mail.from"),
      ("mail: {smtp: {host: mail.example}}", "mail.from"),
      ("mail: {from: a@b.example, smtp: {host: m.example, username: u}}", "mail.smtp.passwordFile"),
      ("sms: {from: \"+1555\"}", "sms.from"), ("sms: {gateway: twilio}", "sms.account"),
      ("sms: {gateway: webhook, url: \"http://sms.example\"}", "sms.url"),
      ("metrics: {port: 8080}", "metrics.port"),
      ("metrics: {enabled: false, onMainListener: true}", "metrics.onMainListener"),
      ("data: {database: postgres}", "data.database"), ("listen: {address: localhost}", "listen.address"),
      ("metrics: {address: here}", "metrics.address"),
    ])
  func contradictions(text: String, key: String) throws {
    let reading = try Files().read(Self.origin + text)
    let found = key == "mail.smtp.passwordFile" ? "mail.smtp.username" : key
    #expect(reading.mistake(key) != nil || reading.mistake(found) != nil, "\(reading.mistakes)")
  }

  @Test("a password does not leave without TLS")
  func plainPassword() throws {
    let files = try Files()
    try files.write("password", "p")
    func text(_ host: String) -> String {
      Self.origin
        + "mail: {from: a@b.example, smtp: {host: \(host), security: none, username: u, passwordFile: password}}"
    }
    #expect(try files.read(text("mail.example")).mistake("mail.smtp.security") != nil)
    let local = try files.read(text("127.0.0.1"))
    #expect(local.mistakes.isEmpty, "\(local.mistakes)")
    #expect(local.configuration.mail?.port == 25)
  }

  @Test(
    "what is no YAML is told with its line",
    arguments: [
      "listen:\n\tport: 1", "publicOrigin: [", "a: 1\na: 2", "- a\n- b", "\"just text\"", "%YAML 9.9\n---\n{",
      "? [a, b]\n: c",
    ])
  func syntax(text: String) throws {
    let reading = try Files().read(text)
    #expect(!reading.mistakes.isEmpty)
  }

  @Test("a list does not stand where one value belongs")
  func lists() throws {
    let reading = try Files().read(Self.origin + "listen: {port: [1, 2]}\nproxy: {trusted: [[a]]}")
    #expect(reading.mistake("listen.port")?.reason == "The value is a list, but the setting needs one value.")
    #expect(reading.mistake("proxy.trusted") != nil)
  }

  @Test("aliases do not make a small file a large one")
  func bomb() throws {
    var text = "a0: &a0 {x: 1}\n"
    for level in 1...30 {
      text += "a\(level): &a\(level) {l: *a\(level - 1), r: *a\(level - 1)}\n"
    }
    let reading = try Files().read(text)
    #expect(reading.mistakes.contains { $0.reason == "The file has too many values." })
  }

  @Test("a variable that is no setting is told, with what was meant")
  func variable() {
    let reading = ServeConfiguration.read(
      SettingsInput(environment: ["LATCHKEY_LISTEN_PROT": "1", "LATCHKEY_SOMETHING_ELSE": "1"]))
    #expect(reading.mistake("LATCHKEY_LISTEN_PROT")?.fix == "Did you mean LATCHKEY_LISTEN_PORT?")
    #expect(reading.mistake("LATCHKEY_SOMETHING_ELSE")?.fix == "Remove the variable.")
    #expect(reading.mistake("publicOrigin")?.source == nil)
  }

  // Fails when the name is not among those of tools.
  @Test("a server that inherits the variable of the build's cache starts")
  func cacheOfBuilds() {
    let reading = ServeConfiguration.read(
      SettingsInput(environment: ["LATCHKEY_CACHE": "/var/cache/latchkey"]))
    #expect(reading.mistake("LATCHKEY_CACHE") == nil)
  }

  @Test(
    "variables that Kubernetes gives beside a service of this name are no mistakes, and nothing else is let by"
  )
  func serviceLinks() {
    let links = [
      "LATCHKEY_SERVICE_HOST": "10.96.0.7", "LATCHKEY_SERVICE_PORT": "8080",
      "LATCHKEY_SERVICE_PORT_HTTP": "8080",
      "LATCHKEY_PORT": "tcp://10.96.0.7:8080", "LATCHKEY_PORT_8080_TCP": "tcp://10.96.0.7:8080",
      "LATCHKEY_PORT_8080_TCP_ADDR": "10.96.0.7", "LATCHKEY_PORT_8080_TCP_PORT": "8080",
      "LATCHKEY_PORT_8080_TCP_PROTO": "tcp", "LATCHKEY_METRICS_SERVICE_HOST": "10.96.0.8",
      "LATCHKEY_METRICS_PORT": "tcp://10.96.0.8:9464", "LATCHKEY_METRICS_PORT_9464_UDP_PROTO": "udp",
    ]
    let reading = ServeConfiguration.read(SettingsInput(environment: links))
    #expect(reading.mistakes.filter { $0.source == "environment" }.isEmpty)
    #expect(reading.configuration.metrics.port == 9_464)
    let wrong = [
      "LATCHKEY_PORT": "8080", "LATCHKEY_LISTN_PORT": "1", "LATCHKEY_PORT_x_TCP": "1",
      "LATCHKEY_PORT_1_FTP": "1",
      "LATCHKEY_HOST": "10.0.0.1", "LATCHKEY_PORT_1_TCP_NAME": "1",
    ]
    for (name, value) in wrong {
      #expect(
        ServeConfiguration.read(SettingsInput(environment: [name: value])).mistake(name) != nil, "\(name)")
    }
    let set = ServeConfiguration.read(SettingsInput(environment: ["LATCHKEY_METRICS_PORT": "9999"]))
    #expect(set.configuration.metrics.port == 9_999)
  }

  @Test("flags without a value or a setting are told")
  func flags() {
    let reading = ServeConfiguration.read(
      SettingsInput(environment: [:], flags: ["listen.port", "listen.pert=1", "=x"]))
    #expect(reading.mistake("listen.port")?.source == "--set")
    #expect(reading.mistake("listen.pert")?.fix == "Did you mean listen.port?")
    #expect(reading.mistakes.count >= 4)
  }

  @Test("a file that others can write, that is none, or that is missing is told")
  func files() throws {
    let files = try Files()
    let path = try files.write("open.yaml", Self.origin, mode: 0o666)
    let open = ServeConfiguration.read(SettingsInput(file: path, environment: [:]))
    #expect(open.mistake(path)?.fix == "Run: chmod go-w '\(path)'")
    for other in [files.directory.path, path + ".missing"] {
      #expect(ServeConfiguration.read(SettingsInput(file: other, environment: [:])).mistake(other) != nil)
    }
  }
}
