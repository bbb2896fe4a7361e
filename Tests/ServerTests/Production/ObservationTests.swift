import Foundation
import Identity
import IdentityWire
import Messaging
import Settings
import TestSupport
import Testing

@Suite("What a production server tells of its work", .fewAtOnce, .timeLimit(.minutes(15)))
struct ObservationTests {
  @Test("metrics and health are at an address of their own, and not at the main one")
  func places() async throws {
    try await ServingServer.run { server in
      #expect(try await server.send("GET", "/metrics").status == 404)
      let metrics = try await server.watch("/metrics")
      #expect(metrics.status == 200)
      #expect(metrics.headers.first(name: "content-type")?.hasPrefix("text/plain; version=0.0.4") == true)
      for path in ["/healthz", "/readyz"] {
        #expect(try await server.watch(path).status == 200)
        #expect(try await server.send("GET", path).status == 200)
      }
      #expect(try await server.watch("/v1/accounts:signUp").status == 404)
      #expect(try await server.watch("/v1/publicKeys").status == 404)
    }
  }

  @Test("they are at the main address when the operator wants it")
  func shared() async throws {
    var options = ServingServer.Options()
    options.metricsOnMainListener = true
    try await ServingServer.run(options) { server in
      let seen1 = try await server.send("GET", "/metrics").text
      #expect(seen1.contains("process_start_time_seconds"))
    }
  }

  @Test("metrics are told by address and by names that nobody can register, not by a stranger's name")
  func names() async throws {
    try await ServingServer.run { server in
      let page = "http://127.0.0.1:\(server.watchPort)"
      for name in [
        "evil.example", "evil.example:9464", "127.0.0.1.evil.example", "evil.example.", "localhost.evil",
      ] {
        let answer = try await server.send("GET", page + "/metrics", headers: ["Host": name])
        #expect(answer.status == 403 && !answer.text.contains("latchkey_"), "\(name)")
        #expect(try await server.send("GET", page + "//metrics", headers: ["Host": name]).status != 200)
        #expect(try await server.send("GET", page + "/healthz", headers: ["Host": name]).status == 200)
      }
      for name in [
        "localhost:9464", "10.0.0.1:9464", "[::1]:9464", "latchkey:9464", "AUTH.example.com",
        "latchkey.ns.svc.cluster.local", "latchkey.ns.svc",
      ] {
        #expect(
          try await server.send("GET", page + "/metrics", headers: ["Host": name]).status == 200, "\(name)")
      }
    }
  }

  @Test("how many messages wait, and for how long, is told as it is when somebody asks")
  func outbox() async throws {
    var options = ServingServer.Options()
    let smtp = SMTPSettings(host: "127.0.0.1", port: try TestServer.freePort(), security: .none)
    options.delivery = MessageDelivery(
      mail: .init(smtp: smtp, from: try #require(Mailbox("Example <noreply@example.com>"))))
    try await ServingServer.run(options) { server in
      #expect(
        try await server.watch("/metrics").text.contains("latchkey_outbox_waiting{channel=\"mail\"} 0\n"))
      let user: JSONValue = ["email": "ann@example.com", "password": "correct horse"]
      #expect(try await server.call("accounts:signUp", user).status == 200)
      let reset: JSONValue = ["requestType": "PASSWORD_RESET", "email": "ann@example.com"]
      #expect(try await server.call("accounts:sendOobCode", reset).status == 200)
      let text = try await server.watch("/metrics").text
      #expect(text.contains("latchkey_outbox_waiting{channel=\"mail\"} 1\n"), "\(text)")
      #expect(text.contains("latchkey_outbox_oldest_age_seconds{channel=\"mail\"} "))
      #expect(!text.contains("latchkey_outbox_waiting{channel=\"sms\""))
    }
  }

  @Test("a line of a refused request has the route, not what was asked for")
  func refusedRoute() async throws {
    try await ServingServer.run { server in
      await server.backend.close()
      let answer = try await server.send("GET", "/private-name/.well-known/openid-configuration")
      #expect(answer.status >= 500)
      #expect(server.log.text.contains("request refused") && server.log.text.contains("/{project}/"))
      #expect(!server.log.text.contains("private-name"))
    }
  }

  @Test("not ready without a database, and alive all the same")
  func notReady() async throws {
    try await ServingServer.run { server in
      await server.backend.close()
      let response = try await server.send("GET", "/readyz")
      #expect(response.status == 503)
      #expect(response.json["checks"]?["database"] == "failed")
      #expect(try await server.send("GET", "/healthz").status == 200)
    }
  }

  @Test("requests are counted by route and status, sign-ins by provider and outcome; clients name no label")
  func metrics() async throws {
    try await ServingServer.run { server in
      let user: JSONValue = [
        "email": "ann@example.com", "password": "correct horse", "returnSecureToken": true,
      ]
      _ = try await server.call("accounts:signUp", user)
      _ = try await server.call("accounts:signInWithPassword", user)
      _ = try await server.call(
        "accounts:signInWithPassword", ["email": "ann@example.com", "password": "wrong one"])
      _ = try await server.call("accounts:signUp", [:])
      _ = try await server.call(
        "accounts:signInWithIdp",
        ["requestUri": "http://localhost", "postBody": "providerId=evil.example&id_token=x"])
      for index in 0..<50 { _ = try await server.send("GET", "/nothing-\(index)?token=secret") }
      _ = try await server.send("BREW", "/v1/accounts:signUp")
      let text = try await server.watch("/metrics").text
      let route = "route=\"/v1/accounts:signInWithPassword\",method=\"POST\""
      for line in [
        "latchkey_http_requests_total{\(route),status=\"200\"} 1",
        "latchkey_http_requests_total{\(route),status=\"400\"} 1",
        "latchkey_http_requests_total{route=\"none\",method=\"GET\",status=\"404\"} 50",
        "latchkey_sign_ins_total{provider=\"password\",outcome=\"success\"} 1",
        "latchkey_sign_ins_total{provider=\"password\",outcome=\"refused\"} 1",
        "latchkey_sign_ins_total{provider=\"password_sign_up\",outcome=\"success\"} 1",
        "latchkey_sign_ins_total{provider=\"anonymous\",outcome=\"success\"} 1",
        "latchkey_sign_ins_total{provider=\"other\",outcome=\"refused\"} 1",
        "latchkey_password_queue_depth 0",
        "latchkey_token_signing_seconds_count 3",
        "latchkey_signing_queue_depth 0",
        "latchkey_token_signer_info{signer=\"\(server.backend.signingMethod.name)\"} 1",
      ] {
        #expect(text.contains(line + "\n"), "\(line)")
      }
      #expect(text.contains("latchkey_database_seconds_count{kind=\"write\"}"))
      let now = server.backend.service.clock.now()
      let counts = try await server.backend.activity.counts(
        in: Scope(project: ServingServer.project), by: .hour, from: now.adding(seconds: -86_400),
        until: now.adding(seconds: 3_600))
      let lines = counts.filter { $0.activity.kind == .signIn }.map { count in
        let labels = "provider=\"\(count.activity.provider)\",outcome=\"\(count.activity.outcome.rawValue)\""
        return "latchkey_sign_ins_total{\(labels)} \(count.count)"
      }
      let counted = text.split(separator: "\n").map(String.init).filter {
        $0.hasPrefix("latchkey_sign_ins_total{")
      }
      #expect(counted.sorted() == lines.sorted(), "what is kept is what is measured")
      #expect(!text.contains("BREW") && !text.contains("evil.example") && !text.contains("nothing-"))
    }
  }

  @Test("no password, token, code or key is in the log")
  func secrets() async throws {
    try await ServingServer.run { server in
      let password = "correct horse battery"
      let session = try TestSession(
        try await server.call("accounts:signUp", ["email": "ann@example.com", "password": .string(password)]))
      _ = try await server.call("accounts:lookup", ["idToken": .string(session.idToken)])
      _ = try await server.send(
        "POST", "/v1/token?key=\(server.key)",
        headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: "grant_type=refresh_token&refresh_token=\(session.refreshToken)")
      _ = try await server.send(
        "GET", "/__/auth/action?mode=resetPassword&oobCode=THE-CODE&apiKey=\(server.key)")
      _ = try await server.send("GET", "/__/auth/handler?state=THE-STATE&code=THE-GRANT")
      _ = try await server.send(
        "GET", "/v1/projects/example/config", headers: ["Authorization": "Bearer ya29.THE-TOKEN"])
      _ = try await server.call(
        "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "ann@example.com"])
      let log = server.log.text
      #expect(log.contains("request"))
      for secret in [
        password, session.idToken, session.refreshToken, server.key, "THE-CODE", "THE-STATE", "THE-GRANT",
        "THE-TOKEN",
      ] {
        #expect(!log.contains(secret), "\(secret)")
      }
    }
  }

  @Test("a trusted proxy says who the client is and which request it is; nobody else does")
  func proxy() async throws {
    let claims = [
      "X-Forwarded-For": "6.6.6.6, 203.0.113.9", "X-Request-Id": "from-the-proxy-1",
      "X-Forwarded-Host": "other.example.com", "X-Forwarded-Proto": "https",
    ]
    try await ServingServer.run { server in
      let response = try await server.send("GET", "/v1/publicKeys", headers: claims)
      let id = try #require(response.headers.first(name: "x-request-id"))
      #expect(id != "from-the-proxy-1" && id.count == 32)
      #expect(server.log.text.contains("\"client\": 127.0.0.1"))
      #expect(!server.log.text.contains("203.0.113.9"))
    }
    var options = ServingServer.Options()
    options.proxy = ProxyConfiguration(trusted: [try #require(AddressRange("127.0.0.0/8"))])
    options.origins = ["https://auth.example.com", "https://other.example.com"]
    try await ServingServer.run(options) { server in
      let response = try await server.send("GET", "/v1/publicKeys", headers: claims)
      #expect(response.headers.first(name: "x-request-id") == "from-the-proxy-1")
      #expect(server.log.text.contains("\"client\": 203.0.113.9"))
      #expect(!server.log.text.contains("6.6.6.6"))
      for odd in ["a b", "", String(repeating: "x", count: 65), "<script>"] {
        let answer = try await server.send(
          "GET", "/healthz", headers: ["X-Request-Id": odd, "X-Forwarded-For": "203.0.113.9"])
        #expect(answer.headers.first(name: "x-request-id")?.count == 32)
      }
    }
  }
}
