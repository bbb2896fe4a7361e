import Foundation
import Synchronization
import Testing

@testable import LatchkeyAuth

@Suite("The presenter by the system's browser", .timeLimit(.minutes(15)))
struct BrowserPresenterTests {
  /// Presents, with a closure in the place of the browser that gets the address to come back to.
  private func present(
    _ limits: LoopbackListener.Limits = .init(seconds: 60), page: BrowserPage = BrowserPage(),
    _ visit: @escaping BrowserPresenter.Opener
  ) async throws -> URL {
    try await BrowserPresenter(limits: limits, page: page, open: visit).present(scheme: nil, address)
  }

  @Sendable private func address(_ back: WebReturn) throws -> URL {
    guard case .loopback(let url) = back else { throw URLError(.badURL) }
    return url
  }

  private static func status(_ answer: String?) -> Int? {
    answer.flatMap { Int($0.dropFirst(9).prefix(3)) }
  }

  @Test("returns the whole address by which the browser came back, and shows it a page in the app's words")
  func comingBack() async throws {
    let page = Mutex<String?>(nil)
    let link = "https%3A%2F%2Fexample.com%2F__%2Fauth%2Fcallback%3Flink%3Da%2526b%26eventId%3DE"
    let url = try await present(page: BrowserPage(title: "Fertig <&>", message: "\"Zurück\"", language: "de"))
    { url in
      let answer = try RawClient.get(url, query: "x=1&deep_link_id=\(link)")
      page.withLock { $0 = answer }
    }
    #expect(url.host() == "127.0.0.1" && url.scheme == "http" && url.path().count > 20)
    #expect(url.absoluteString.hasSuffix("?x=1&deep_link_id=\(link)"))
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
    #expect(
      items?.last?.value == "https://example.com/__/auth/callback?link=a%26b&eventId=E")
    let answer = try #require(page.withLock { $0 })
    #expect(Self.status(answer) == 200)
    #expect(answer.contains("<html lang=\"de\">"))
    #expect(answer.contains("<h1>Fertig &lt;&amp;&gt;</h1>") && answer.contains("<p>&quot;Zurück&quot;</p>"))
    #expect(answer.contains("\r\nCache-Control: no-store\r\n") && answer.contains("default-src 'none'"))
  }

  @Test("gives out another address each time")
  func addresses() async throws {
    let seen = Mutex<Set<String>>([])
    for _ in 0..<5 {
      _ = try await present { url in
        seen.withLock { _ = $0.insert(url.path()) }
        _ = try RawClient.get(url, query: "deep_link_id=x")
      }
    }
    #expect(seen.withLock { $0.count } == 5)
  }

  @Test(
    "anything else is not found, and the browser may still come back",
    arguments: [
      "GET /favicon.ico HTTP/1.1\r\nHost: $HOST",
      "GET /?deep_link_id=evil HTTP/1.1\r\nHost: $HOST",
      "GET $PATHx?deep_link_id=evil HTTP/1.1\r\nHost: $HOST",
      "GET $PATH/?deep_link_id=evil HTTP/1.1\r\nHost: $HOST",
      "GET /.$PATH?deep_link_id=evil HTTP/1.1\r\nHost: $HOST",
      "GET /x/..$PATH?deep_link_id=evil HTTP/1.1\r\nHost: $HOST",
      "GET $PATH HTTP/1.1\r\nHost: $HOST",
      "GET $PATH?deep_link_id= HTTP/1.1\r\nHost: $HOST",
      "GET $PATH?deep_link_id HTTP/1.1\r\nHost: $HOST",
      "GET $PATH?deep_link_id=evil&deep_link_id=good HTTP/1.1\r\nHost: $HOST",
      "GET $PATH?deep_link_id=%ZZ HTTP/1.1\r\nHost: $HOST:1",
      "POST $PATH?deep_link_id=evil HTTP/1.1\r\nHost: $HOST",
      "HEAD $PATH?deep_link_id=evil HTTP/1.1\r\nHost: $HOST",
      "get $PATH?deep_link_id=evil HTTP/1.1\r\nHost: $HOST",
      "GET $PATH?deep_link_id=evil HTTP/1.1\r\nHost: evil.example:$PORT",
      "GET $PATH?deep_link_id=evil HTTP/1.1\r\nHost: localhost:$PORT",
      "GET $PATH?deep_link_id=evil HTTP/1.1\r\nHost: 127.0.0.1",
      "GET $PATH?deep_link_id=evil HTTP/1.1\r\nHost: $HOST\r\nHost: $HOST",
      "GET $PATH?deep_link_id=evil HTTP/1.1\r\nHost: $HOST\r\nhost: evil.example",
      "GET $PATH?deep_link_id=evil HTTP/1.1\r\nX: y",
      "GET $PATH?deep_link_id=evil HTTP/1.1",
      "GET $PATH?deep_link_id=evil HTTP/1.1\r\nHost: evil.example\r\n Host: $HOST",
      "GET $PATH?deep_link_id=evil HTTP/1.1\r\nHost : $HOST",
      "GET $PATH?deep_link_id=evil HTTP/1.1\nHost: $HOST",
      "GET $PATH?deep_link_id=evil HTTP/2.0\r\nHost: $HOST",
      "GET $PATH?deep_link_id=evil\r\nHost: $HOST",
      "GET $PATH?deep_link_id=evil  HTTP/1.1\r\nHost: $HOST",
      "GET http://$HOST$PATH?deep_link_id=evil HTTP/1.1\r\nHost: $HOST",
      "GET $PATH?deep_link_id=\u{FC} HTTP/1.1\r\nHost: $HOST",
      "GET $PATH?deep_link_id=\0 HTTP/1.1\r\nHost: $HOST",
      "PRI * HTTP/2.0",
      "\u{16}\u{3}\u{1}\u{2}", " ", "",
    ])
  func notFound(request: String) async throws {
    let url = try await present { url in
      let port = url.port ?? 0
      let text = request.replacingOccurrences(of: "$PATH", with: url.path())
        .replacingOccurrences(of: "$HOST", with: "127.0.0.1:\(port)")
        .replacingOccurrences(of: "$PORT", with: "\(port)")
      let answer = try RawClient.ask(port, text + "\r\n\r\n")
      #expect(Self.status(answer) == 404)
      #expect(answer?.contains("close this window") == false)
      _ = try RawClient.get(url, query: "deep_link_id=good")
    }
    #expect(url.query() == "deep_link_id=good")
  }

  @Test("a request without end is cut off; one with a long answer of a provider in it is not")
  func size() async throws {
    let long = String(repeating: "a", count: 60_000)
    let url = try await present { url in
      let port = url.port ?? 0
      let endless = "GET \(url.path())?deep_link_id=" + String(repeating: "x", count: 5_000_000)
      let client = try RawClient(port: port)
      client.write(endless)
      // The answer may be lost when the system takes the connection down; that it ends is what counts.
      #expect(client.readToEnd() != nil)
      let large = "GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 65_530) + "\r\n\r\n"
      #expect(Self.status(try RawClient.ask(port, large)) == 431)
      _ = try RawClient.get(url, query: "deep_link_id=\(long)")
    }
    #expect(url.query() == "deep_link_id=\(long)")
  }

  @Test("clients that are slow or say nothing keep nobody waiting")
  func slowClients() async throws {
    let url = try await present { url in
      let port = url.port ?? 0
      var clients: [RawClient] = []
      for index in 0..<40 {
        let client = try RawClient(port: port)
        if index % 2 == 0 { client.write("GET \(url.path())?deep_link_id=evil HTTP/1.1\r\nHos") }
        clients.append(client)
      }
      _ = try RawClient.get(url, query: "deep_link_id=good")
      withExtendedLifetime(clients) {}
    }
    #expect(url.query() == "deep_link_id=good")
  }

  @Test("a request that does not arrive in its time is dropped, also when it comes byte by byte")
  func slowRequest() async throws {
    var limits = LoopbackListener.Limits(seconds: 60)
    limits.requestSeconds = 0.2
    let url = try await present(limits) { url in
      let silent = try RawClient(port: url.port ?? 0)
      let slow = try RawClient(port: url.port ?? 0)
      for _ in 0..<20 {
        slow.write("G")
        usleep(20_000)
      }
      #expect(slow.readToEnd() == "")
      #expect(silent.readToEnd() == "")
      _ = try RawClient.get(url, query: "deep_link_id=good")
    }
    #expect(url.query() == "deep_link_id=good")
  }

  @Test("a browser that sends its request in pieces is understood")
  func pieces() async throws {
    let url = try await present { url in
      let client = try RawClient(port: url.port ?? 0)
      let request = "GET \(url.path())?deep_link_id=good HTTP/1.1\r\nHost: 127.0.0.1:\(url.port ?? 0)\r\n\r\n"
      for character in request.unicodeScalars { client.write(String(character)) }
      #expect(Self.status(client.readToEnd()) == 200)
    }
    #expect(url.query() == "deep_link_id=good")
  }

  @Test("the first to come back counts")
  func twoReturns() async throws {
    let answers = Mutex<[Int?]>([])
    let ended = DispatchGroup()
    let url = try await present { url in
      for index in 0..<2 {
        ended.enter()
        Thread {
          // The other may come when nobody listens any more.
          let answer = try? RawClient.get(url, query: "deep_link_id=\(index)")
          answers.withLock { $0.append(Self.status(answer)) }
          ended.leave()
        }.start()
      }
    }
    ended.wait()
    #expect(["deep_link_id=0", "deep_link_id=1"].contains(url.query()))
    #expect(answers.withLock { $0.filter { $0 == 200 }.count } == 1)
  }

  @Test("a flood of requests ends the presentation, not the machine")
  func flood() async throws {
    var limits = LoopbackListener.Limits(seconds: 60)
    limits.maximumRequests = 50
    let result = await code {
      _ = try await present(limits) { url in
        while let answer = try? RawClient.ask(url.port ?? 0, "GET / HTTP/1.1\r\n\r\n"), !answer.isEmpty {}
      }
    }
    #expect(result == AuthErrorCode.webInternalError.rawValue)
  }

  @Test("when the user does not come back in time, that is a cancellation, and nobody listens any more")
  func timeout() async throws {
    let opened = Mutex<URL?>(nil)
    let presenter = BrowserPresenter(timeout: 0.1) { url in opened.withLock { $0 = url } }
    #expect(
      await code { _ = try await presenter.present(scheme: nil, address) }
        == AuthErrorCode.webContextCancelled.rawValue)
    let url = try #require(opened.withLock { $0 })
    #expect(!Self.isAwaited(at: url))
  }

  /// False also when the port belongs to another listener by now: that one has another address.
  private static func isAwaited(at url: URL) -> Bool {
    status(try? RawClient.get(url, query: "deep_link_id=late")) == 200
  }

  @Test("when the task is cancelled, so is the presentation, and another may follow")
  func cancellation() async throws {
    let (addresses, opened) = AsyncStream<URL>.makeStream()
    let presenter = BrowserPresenter { opened.yield($0) }
    let task = Task { try await presenter.present(scheme: nil, address) }
    var iterator = addresses.makeAsyncIterator()
    let first = try #require(await iterator.next())
    task.cancel()
    #expect(await code { _ = try await task.value } == AuthErrorCode.webContextCancelled.rawValue)
    #expect(!Self.isAwaited(at: first))

    let next = Task { try await presenter.present(scheme: nil, address) }
    let second = try #require(await iterator.next())
    _ = try RawClient.get(second, query: "deep_link_id=good")
    #expect(try await next.value.query() == "deep_link_id=good")
  }

  @Test("a task that is cancelled before opens nothing")
  func cancelledBefore() async throws {
    let opened = Mutex(false)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await present { _ in opened.withLock { $0 = true } }
    }
    #expect(await code { _ = try await task.value } == AuthErrorCode.webContextCancelled.rawValue)
    #expect(!opened.withLock { $0 })
  }

  @Test("a second presentation is refused while one goes on, and does not disturb it")
  func alreadyPresented() async throws {
    let (addresses, opened) = AsyncStream<URL>.makeStream()
    let presenter = BrowserPresenter { opened.yield($0) }
    let task = Task { try await presenter.present(scheme: nil, address) }
    var iterator = addresses.makeAsyncIterator()
    let url = try #require(await iterator.next())
    #expect(
      await code { _ = try await presenter.present(scheme: nil, address) }
        == AuthErrorCode.webContextAlreadyPresented.rawValue)
    _ = try RawClient.get(url, query: "deep_link_id=good")
    #expect(try await task.value.query() == "deep_link_id=good")
  }

  @Test("when the address cannot be made, that error comes out, and another presentation may follow")
  func noAddress() async throws {
    let presenter = BrowserPresenter { _ = try RawClient.get($0, query: "deep_link_id=good") }
    await #expect(throws: URLError.self) {
      _ = try await presenter.present(scheme: "app") { _ in throw URLError(.badURL) }
    }
    #expect(try await presenter.present(scheme: "app", address).query() == "deep_link_id=good")
  }

  @Test("when the address cannot be brought before the user, the presentation fails")
  func noBrowser() async throws {
    #expect(
      await code { _ = try await present { _ in throw URLError(.unknown) } }
        == AuthErrorCode.webInternalError.rawValue)
    #expect(
      await code { _ = try await present { _ in throw CancellationError() } }
        == AuthErrorCode.webContextCancelled.rawValue)
    let own = AuthError(.webNetworkRequestFailed, "Own words")
    #expect(
      await code { _ = try await present { _ in throw own } }
        == AuthErrorCode.webNetworkRequestFailed.rawValue)
  }

  @Test("a program is run as the browser, and may end when it has come back")
  func program() async throws {
    let url = try await BrowserPresenter { url in
      try await SystemBrowser.open(url, by: ["/usr/bin/env", "curl", "--silent"])
    }.present(scheme: nil) { back in
      try address(back).appending(queryItems: [URLQueryItem(name: "deep_link_id", value: "a b")])
    }
    #expect(url.query() == "deep_link_id=a%20b")
  }

  @Test(
    "a program that fails, or is missing, is no browser",
    arguments: [
      ["/usr/bin/env", "false"], ["/usr/bin/env", "latchkey-no-such-browser"], ["/no/such/browser"],
    ])
  func failingProgram(command: [String]) async throws {
    #expect(
      await code { _ = try await present { try await SystemBrowser.open($0, by: command) } }
        == AuthErrorCode.webInternalError.rawValue)
  }

  @Test(
    "only pages are opened",
    arguments: ["file:///etc/passwd", "mailto:a@example.com", "--help", "javascript:0"])
  func otherSchemes(text: String) async throws {
    let url = try #require(URL(string: text))
    #expect(
      await code { try await SystemBrowser.open(url, by: ["/usr/bin/env", "true"]) }
        == AuthErrorCode.webInternalError.rawValue)
  }
}
