import Identity
import Messaging
import Secrets
import Testing

@Suite("Projects' mail servers")
struct ProjectMailServerTests {
  private static func server(_ change: (inout ProjectMailServer) -> Void = { _ in }) -> ProjectMailServer {
    var server = ProjectMailServer(host: "smtp.example.com", senderAddress: "noreply@example.com")
    change(&server)
    return server
  }

  @Test("what mail can be sent with is right")
  func right() throws {
    let server = Self.server {
      $0.username = "app"
      $0.sealedPassword = [1]
      $0.senderName = "Märchen & \"Co\""
      $0.replyTo = "Help <help@example.com>"
    }
    #expect(server.mistake == nil && server.port == 587)
    let mail = try #require(server.delivery(password: Secret("secret")))
    #expect(mail.smtp.host == "smtp.example.com" && mail.smtp.security == .startTLS)
    #expect(mail.from.name == server.senderName && mail.replyTo?.address.text == "help@example.com")
  }

  private static let mistakes: [(String, @Sendable (inout ProjectMailServer) -> Void)] = [
    ("a URL", { $0.host = "smtp://example.com" }), ("a path", { $0.host = "example.com/helo" }),
    ("a port in the host", { $0.host = "example.com:25" }), ("no port", { $0.port = 0 }),
    ("a user alone", { $0.username = "app" }), ("a password alone", { $0.sealedPassword = [1] }),
    (
      "a user of two lines",
      {
        $0.username = "app\r\nRSET"
        $0.sealedPassword = [1]
      }
    ),
    ("no address", { $0.senderAddress = "" }),
    ("two lines in the address", { $0.senderAddress = "a@example.com>\r\nRCPT TO:<b@example.com" }),
    ("two lines in the name", { $0.senderName = "App\r\nBcc: all@example.com" }),
    ("a separator in the name", { $0.senderName = "App\u{2028}Bcc: all@example.com" }),
    ("blanks as the name", { $0.senderName = "  " }),
    ("a long name", { $0.senderName = String(repeating: "a", count: 101) }),
    ("two lines in the reply address", { $0.replyTo = "a@example.com\r\nBcc: b@example.com" }),
  ]

  // Fails when a text that comes to stand in a header or a command may have two lines.
  @Test("what would end a line, or is no host or address, is a mistake", arguments: mistakes.indices)
  func mistake(index: Int) {
    let (name, change) = Self.mistakes[index]
    let server = Self.server(change)
    #expect(server.mistake != nil, "\(name)")
    #expect(server.delivery(password: nil) == nil, "\(name)")
  }

  @Test("a host is compared and resolved in one form")
  func host() {
    #expect(ProjectMailServer.normalizedHost("SMTP.Example.COM") == "smtp.example.com")
    #expect(ProjectMailServer.normalizedHost("bücher.example") == "xn--bcher-kva.example")
    for host in ["", "a b", "a/b", "user@example.com", "[::1]", "example.com."] {
      #expect(ProjectMailServer.normalizedHost(host) == nil, "\(host)")
    }
  }
}
