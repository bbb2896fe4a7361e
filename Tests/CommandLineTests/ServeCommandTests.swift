import Foundation
import IdentityWire
import Testing

@Suite("Running a server for real users", .serialized, .timeLimit(.minutes(15)))
struct ServeCommandTests {
  private static let user: JSONValue = [
    "email": "ann@example.com", "password": "correct horse battery", "returnSecureToken": true,
  ]

  @Test(
    "it says that it has started, signs people in, counts them, and ends at SIGTERM with everything written")
  func serve() async throws {
    let server = try await ServeProcess.start(in: Scratch())
    let session = try await server.call("signUp", Self.user)
    #expect(session.status == 200, "\(session.json)")
    #expect(try await server.get(server.base + "/sample").status == 404)
    #expect(try await server.get(server.base + "/readyz").status == 200)
    let metrics = try await server.get("http://127.0.0.1:\(server.watchPort)/metrics").text
    #expect(metrics.contains("latchkey_sign_ins_total{provider=\"password_sign_up\",outcome=\"success\"} 1"))
    #expect(await server.stop() == 0)
    let lines = server.log.split(separator: "\n").map(String.init)
    for line in lines {
      let parsed = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(parsed?["time"] is String && parsed?["level"] is String, "\(line)")
    }
    let started = try #require(lines.first { $0.contains("\"started\"") })
    #expect(
      started.contains("\"port\":\(server.port)")
        && started.contains("\"origin\":\"https://auth.example.com\""))
    #expect(lines.last?.contains("\"stopped\"") == true)
    #expect(
      lines.contains { $0.contains("\"route\":\"/v1/accounts:signUp\"") && $0.contains("\"status\":200") })
    let token = session.json["idToken"]?.stringValue ?? "-"
    for secret in ["correct horse", token, server.key, session.json["refreshToken"]?.stringValue ?? "-"] {
      #expect(!server.log.contains(secret))
    }
  }

  @Test("SIGHUP takes up a new certificate, and a broken one is left")
  func certificate() async throws {
    let scratch = try Scratch()
    try await makeCertificate("first", in: scratch)
    let server = try await ServeProcess.start(
      listen: "  tls: {certificateFile: cert.pem, keyFile: key.pem, reloadInterval: 1h}", in: scratch)
    #expect(server.log.contains("\"tls\":true"))
    try await makeCertificate("second", in: scratch)
    server.signal(SIGHUP)
    #expect(await server.logs("certificate replaced"))
    try Data("broken".utf8).write(to: scratch.url("cert.pem"))
    server.signal(SIGHUP)
    #expect(await server.logs("certificate not replaced"))
    #expect(await server.stop(SIGINT) == 0)
  }

  @Test("SIGHUP ends no server, without a certificate either")
  func reloadWithoutCertificate() async throws {
    let server = try await ServeProcess.start(in: Scratch())
    server.signal(SIGHUP)
    #expect(await server.logs("there is nothing to reload"))
    #expect(try await server.get(server.base + "/healthz").status == 200)
    #expect(await server.stop() == 0)
  }

  @Test("with a wrong master key, a taken port or a running server it says so and does not start")
  func refusals() async throws {
    let server = try await ServeProcess.start(in: Scratch())
    let twice = try await Program.run("serve", "--config", server.configuration)
    #expect(twice.status == 75, "\(twice.error)")
    let other = try Scratch()
    #expect(try await Program.run("project", "create", "other", "--data", other.data).status == 0)
    let taken = try await Program.run([
      "serve", "--config", server.configuration, "--set", "data.directory=\(other.data)", "--set",
      "metrics.enabled=false",
    ])
    #expect(taken.status == 69)
    #expect(taken.error.contains("127.0.0.1 port \(server.port)"), "\(taken.error)")
    #expect(await server.stop() == 0)
    try Data((Data(repeating: 9, count: 32).base64EncodedString() + "\n").utf8)
      .write(to: URL(fileURLWithPath: server.scratch.data + "/master.key"))
    chmod(server.scratch.data + "/master.key", 0o600)
    let wrong = try await Program.run("serve", "--config", server.configuration)
    #expect(wrong.status == 74)
    #expect(wrong.error.contains("does not belong to"), "\(wrong.error)")
    let byEnvironment = try await Program.run(
      ["serve", "--config", server.configuration],
      environment: ["LATCHKEY_MASTER_KEY": Data(repeating: 9, count: 32).base64EncodedString()])
    #expect(byEnvironment.status == 74)
  }

  @Test("all mistakes are told at once, and nothing is started")
  func mistakes() async throws {
    let scratch = try Scratch()
    try Data("publicOrigin: http://x\nlisten: {prot: 1}\nlog: {level: loud}\n".utf8)
      .write(to: scratch.url("bad.yaml"))
    chmod(scratch.url("bad.yaml").path, 0o600)
    for command in [["serve"], ["config", "check"], ["config", "show"]] {
      let outcome = try await Program.run(
        command + ["--config", scratch.url("bad.yaml").path, "--set", "data.directory=\(scratch.data)"])
      #expect(outcome.status == 78, "\(command)")
      for key in ["publicOrigin", "listen.prot", "log.level"] { #expect(outcome.error.contains(key)) }
      #expect(outcome.error.contains("Did you mean listen.port?"))
    }
  }

  @Test("config show hides secrets and says where each setting comes from")
  func show() async throws {
    let scratch = try Scratch()
    let key = Data(repeating: 3, count: 32).base64EncodedString()
    let outcome = try await Program.run(
      ["config", "show", "--set", "publicOrigin=https://auth.example.com"],
      environment: [
        "LATCHKEY_MASTER_KEY": key, "LATCHKEY_LISTEN_PORT": "9000", "LATCHKEY_DATA_DIRECTORY": scratch.data,
      ])
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(!outcome.output.contains(key))
    #expect(outcome.output.contains(/masterKey +<hidden> +LATCHKEY_MASTER_KEY/))
    #expect(outcome.output.contains(/listen\.port +9000 +LATCHKEY_LISTEN_PORT/))
    #expect(outcome.output.contains(/publicOrigin +https:\/\/auth\.example\.com +--set/))
    #expect(outcome.output.contains(/log\.format +json +default/))
  }
}
