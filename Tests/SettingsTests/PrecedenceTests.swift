import Settings
import Testing

@Suite("Where settings come from")
struct PrecedenceTests {
  private static let text = """
    publicOrigin: https://auth.example.com
    listen: {port: 1001, timeouts: {header: 3s}}
    log: {level: warning}
    """

  @Test("flags count more than the environment, and that more than the file")
  func precedence() throws {
    let files = try Files()
    let environment = [
      "LATCHKEY_LISTEN_PORT": "1002", "LATCHKEY_LOG_LEVEL": "error", "LATCHKEY_LISTEN_ADDRESS": "127.0.0.2",
      "LATCHKEY_LISTEN_TIMEOUTS_BODY": "", "PATH": "/bin",
    ]
    let reading = try files.read(Self.text, environment: environment, flags: ["listen.port=1003"])
    #expect(reading.mistakes.isEmpty, "\(reading.mistakes)")
    let listen = reading.configuration.listen
    #expect(listen.port == 1003)
    #expect(listen.address == "127.0.0.2")
    #expect(listen.timeouts.header == .seconds(3))
    #expect(listen.timeouts.body == .seconds(30))
    #expect(reading.configuration.log.level == .error)
    #expect(reading.value("listen.port")?.source == .flag)
    #expect(reading.value("listen.address")?.source == .environment)
    #expect(reading.value("listen.timeouts.header")?.source == .file)
    #expect(reading.value("listen.timeouts.body")?.source == .builtIn)
  }

  @Test("a file may be JSON, indented with tabs as well")
  func json() throws {
    let reading = try Files().read(
      "{\n\t\"publicOrigin\": \"https:\\/\\/auth.example.com\",\n\t\"proxy\": {\"trusted\": [\"10.0.0.0/8\", \"::1\"]},\n"
        + "\t\"listen\": {\"port\": 9000, \"http2\": false}\n}")
    #expect(reading.mistakes.isEmpty, "\(reading.mistakes)")
    #expect(reading.configuration.proxy.trusted.map(\.description) == ["10.0.0.0/8", "::1"])
    #expect(reading.configuration.listen.port == 9000)
    #expect(!reading.configuration.listen.http2)
  }

  @Test("lists are separated by commas where there are no lists")
  func lists() throws {
    let reading = try Files().read(
      "publicOrigin: https://auth.example.com\nproxy: {trusted: 10.0.0.1}",
      environment: ["LATCHKEY_OTHER_ORIGINS": "https://a.example, https://b.example:8443"])
    #expect(reading.mistakes.isEmpty, "\(reading.mistakes)")
    #expect(
      reading.configuration.origins == [
        "https://auth.example.com", "https://a.example", "https://b.example:8443",
      ])
    #expect(reading.configuration.proxy.trusted.count == 1)
  }

  @Test("no two settings have one variable")
  func variables() {
    let names = ServeConfiguration.settings.map(\.variable)
    #expect(Set(names).count == names.count)
    #expect(names.contains("LATCHKEY_LISTEN_TLS_CERTIFICATE_FILE"))
    #expect(names.contains("LATCHKEY_MASTER_KEY"))
  }

  /// The variable is what the environment's provider looks for, setting by setting.
  @Test("every setting is read from its variable", arguments: ServeConfiguration.settings)
  func variable(setting: Setting) throws {
    let value = setting.defaultText ?? "x"
    let reading = ServeConfiguration.read(
      SettingsInput(file: nil, environment: [setting.variable: value], flags: []))
    #expect(!reading.problems.contains { $0.reason == "There is no such setting." })
    let read = try #require(reading.value(setting.key))
    #expect(read.source == .environment)
    #expect(setting.isSecret ? read.text == nil : read.text != nil)
  }

  @Test("secrets come from the environment or from a file, and only its owner may read it")
  func secrets() throws {
    let files = try Files()
    let key = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    let path = try files.write("key", key + "\n")
    let origin = "publicOrigin: https://auth.example.com\n"
    let byFile = try files.read(origin + "masterKeyFile: key")
    #expect(byFile.mistakes.isEmpty, "\(byFile.mistakes)")
    #expect(byFile.configuration.data.masterKeyFile == path)
    #expect(byFile.value("masterKeyFile")?.text == path)
    let byVariable = try files.read(origin, environment: ["LATCHKEY_MASTER_KEY": key])
    #expect(byVariable.configuration.data.masterKey?.equals(key) == true)
    let twice = try files.read(origin + "masterKeyFile: key", environment: ["LATCHKEY_MASTER_KEY": key])
    #expect(twice.mistake("masterKeyFile")?.reason.contains("twice") == true)
    let inFile = try files.read(origin + "masterKey: \(key)")
    #expect(inFile.mistake("masterKey")?.source == "latchkey.yaml line 2")
    let byFlag = try files.read(origin, flags: ["masterKey=\(key)"])
    #expect(byFlag.mistake("masterKey")?.source == "--set")
    for reading in [twice, inFile, byFlag] {
      #expect(!reading.problems.contains { $0.text.contains(key) })
      #expect(!reading.values.contains { $0.text?.contains(key) == true })
    }
    for mode in [0o604, 0o644, 0o660, 0o602] {
      try files.write("key", key, mode: mode)
      let open = try files.read(origin + "masterKeyFile: key")
      #expect(open.mistake("masterKeyFile")?.fix == "Run: chmod 600 '\(path)'", "\(mode)")
    }
  }
}
