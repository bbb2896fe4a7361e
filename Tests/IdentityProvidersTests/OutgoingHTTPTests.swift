import Foundation
import IdentityWire
import Synchronization
import Testing

@testable import IdentityProviders

/// Server-side request forgery (T26), time and size.
@Suite("Fetching from providers reaches only what it may")
struct OutgoingHTTPTests {
  /// Answers from a script, one list a question, the last one again and again.
  private final class ScriptedResolver: HostResolver {
    private let script: Mutex<[[IPAddress]]>
    private let count = Mutex(0)
    var questions: Int { count.withLock { $0 } }

    init(_ answers: [[String]]) { script = Mutex(answers.map { $0.compactMap { IPAddress($0) } }) }

    func addresses(of host: String) async -> [IPAddress] {
      count.withLock { $0 += 1 }
      return script.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? [] }
    }
  }

  private static func failure(
    _ http: OutgoingHTTP, _ url: String, allowing: Bool = false
  ) async -> OutgoingHTTP.Failure? {
    do throws(OutgoingHTTP.Failure) {
      _ = try await http.send(.init(.get, url, allowPrivateAddresses: allowing))
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "addresses that are not public are refused, in whatever spelling",
    arguments: [
      "127.0.0.1", "127.1", "127.255.255.254", "0.0.0.0", "0", "2130706433", "0x7f000001", "0177.0.0.1",
      "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
      "100.64.0.1", "100.100.100.200", "192.0.0.192", "192.0.2.1", "198.18.0.1", "198.51.100.1",
      "203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "168.63.129.16",
      "localhost", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]", "[::ffff:7f00:1]",
      "[::127.0.0.1]", "[fe80::1]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]", "[2001:db8::1]",
      "[2002:7f00:1::]", "[2002:a00:1::]", "[64:ff9b::127.0.0.1]", "[64:ff9b::a00:1]", "[64:ff9b:1::1]",
      "[2001::1]", "[100::1]", "[3fff::1]", "[5f00::1]",
    ])
  func privateAddresses(_ host: String) async throws {
    try await withHTTP { http in
      #expect(await Self.failure(http, "https://\(host)/keys") == .addressNotAllowed)
    }
  }

  @Test("public addresses are", arguments: ["8.8.8.8", "172.32.0.1", "100.128.0.1", "17.253.144.10"])
  func publicAddresses(_ text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(address.isPublic)
  }

  @Test("public IPv6 addresses are", arguments: ["2606:4700::1111", "2a03:2880::1", "64:ff9b::808:808"])
  func publicIPv6Addresses(_ text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(address.isPublic)
    #expect(IPAddress(address.description) == address)
  }

  @Test("a name is resolved first and refused for what it resolves to")
  func resolvedNames() async throws {
    for address in ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fd00::1"] {
      try await withHTTP(resolver: ScriptedResolver([[address]])) { http in
        #expect(await Self.failure(http, "https://provider.test/keys") == .addressNotAllowed)
      }
    }
    try await withHTTP(resolver: ScriptedResolver([[]])) { http in
      #expect(await Self.failure(http, "https://provider.test/keys") == .unknownHost)
    }
  }

  // Fails when the words say which of the two it is. A page shows 128 bytes of them.
  @Test("an administrator reads the same words for an unknown host and a private one")
  func sameWords() {
    let unknown = OutgoingHTTP.Failure.unknownHost.words
    #expect(unknown == OutgoingHTTP.Failure.addressNotAllowed.words && unknown.utf8.count <= 128)
  }

  @Test("the connection goes to the address that was looked at, under the host's own name")
  func pinning() async throws {
    try await StubProvider.run({ _ in .json(["ok": true]) }) { stub in
      // The name does not exist anywhere: only the resolver's answer can lead to the stub.
      let resolver = ScriptedResolver([["127.0.0.1"]])
      try await withHTTP(resolver: resolver) { http in
        let url = "http://provider.test:\(stub.port)/keys"
        let answer = try await http.send(.init(.get, url, allowPrivateAddresses: true))
        #expect(answer.status == 200)
        #expect(resolver.questions == 1)
        #expect(stub.received.first?.headers["host"] == "provider.test:\(stub.port)")
      }
    }
  }

  @Test("a name that resolves elsewhere a moment later is refused then")
  func rebinding() async throws {
    try await StubProvider.run({ _ in .json([:]) }) { stub in
      let resolver = ScriptedResolver([["192.0.2.1"], ["127.0.0.1"]])
      try await withHTTP(resolver: resolver) { http in
        #expect(await Self.failure(http, "https://provider.test:\(stub.port)/") == .addressNotAllowed)
        #expect(await Self.failure(http, "https://provider.test:\(stub.port)/") == .addressNotAllowed)
        #expect(stub.received.isEmpty)
      }
    }
  }

  @Test("of several addresses the next is tried when one does not answer")
  func secondAddress() async throws {
    try await StubProvider.run({ _ in .json([:]) }) { stub in
      try await withHTTP(resolver: ScriptedResolver([["127.0.0.9", "127.0.0.1"]])) { http in
        let url = "http://provider.test:\(stub.port)/"
        let answer = try await http.send(.init(.get, url, allowPrivateAddresses: true))
        #expect(answer.status == 200)
      }
    }
  }

  @Test("redirects are answers, not orders")
  func redirects() async throws {
    try await StubProvider.run({ request in
      request.path == "/start" ? .text("", status: 302, headers: ["Location": "/secret"]) : .json([:])
    }) { stub in
      try await withHTTP { http in
        let request = OutgoingHTTP.Request(.get, stub.baseURL + "/start", allowPrivateAddresses: true)
        let answer = try await http.send(request)
        #expect(answer.status == 302)
        #expect(stub.received("/secret").isEmpty)
      }
    }
  }

  @Test(
    "URLs that are no plain web addresses are refused",
    arguments: [
      "", "/relative", "keys.json", "ftp://example.com/", "file:///etc/passwd", "https://",
      "http+unix://%2Ftmp%2Fsock/", "unix:/tmp/sock", "https://user@example.com/",
      "https://user:pass@example.com/", "https://@127.0.0.1/", "https://example.com\\@127.0.0.1/",
      "https://exa mple.com/", "https://example.com/\r\nX: y", "https://[fe80::1%25eth0]/",
      "https://ex%61mple.com/", "https://[127.0.0.1]/", "https:///path", "https://münchen.example/",
    ])
  func malformedURLs(_ url: String) async throws {
    try await withHTTP { http in #expect(await Self.failure(http, url, allowing: true) == .invalidURL) }
  }

  @Test("plain http is for endpoints that the operator allows")
  func plainHTTP() async throws {
    try await withHTTP { http in
      #expect(await Self.failure(http, "http://example.com/") == .insecureURL)
    }
  }

  @Test("an answer that does not come, or does not end, is given up on")
  func slowAnswers() async throws {
    var limits = OutgoingHTTP.Limits()
    limits.timeout = .milliseconds(600)
    for answer in [
      StubProvider.Answer(neverComes: true),
      StubProvider.Answer(body: Array("drop".utf8), drippingParts: 8),
    ] {
      try await StubProvider.run({ _ in answer }) { [limits] stub in
        try await withHTTP(limits: limits) { http in
          #expect(await Self.failure(http, stub.baseURL, allowing: true) == .timedOut)
        }
      }
    }
  }

  @Test("an answer beyond the limit is not read to its end, announced or not")
  func oversizedAnswers() async throws {
    var limits = OutgoingHTTP.Limits()
    limits.maximumBodyBytes = 1000
    let answers = [
      StubProvider.Answer(body: [UInt8](repeating: 65, count: 1001)),
      StubProvider.Answer(body: [UInt8](repeating: 65, count: 1001), drippingParts: 8),
    ]
    for answer in answers {
      try await StubProvider.run({ _ in answer }) { [limits] stub in
        try await withHTTP(limits: limits) { http in
          #expect(await Self.failure(http, stub.baseURL, allowing: true) == .tooLarge)
        }
      }
    }
    try await StubProvider.run({ _ in .init(body: [UInt8](repeating: 65, count: 1000)) }) { [limits] stub in
      try await withHTTP(limits: limits) { http in
        let request = OutgoingHTTP.Request(.get, stub.baseURL, allowPrivateAddresses: true)
        let answer = try await http.send(request)
        #expect(answer.body.count == 1000)
      }
    }
  }

  @Test("many hosts do not keep many connections, and nothing works after the end")
  func boundedClients() async throws {
    try await StubProvider.run({ _ in .json([:]) }) { stub in
      var limits = OutgoingHTTP.Limits()
      limits.maximumIdleHosts = 2
      let http = OutgoingHTTP(limits: limits, resolver: ScriptedResolver([["127.0.0.1"]]))
      try await withThrowingTaskGroup(of: Int.self) { group in
        for index in 0..<20 {
          group.addTask {
            let url = "http://host-\(index % 10).test:\(stub.port)/"
            return try await http.send(.init(.get, url, allowPrivateAddresses: true)).status
          }
        }
        for try await status in group { #expect(status == 200) }
      }
      await http.shutDown()
      #expect(await Self.failure(http, stub.baseURL, allowing: true) == .unreachable)
    }
  }
}
