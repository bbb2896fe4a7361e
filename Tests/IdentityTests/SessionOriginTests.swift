import Testing

@testable import Identity

@Suite("Where a session began")
struct SessionOriginTests {
  // Fails when the whole address is kept.
  @Test(
    "of an address, the network alone is kept",
    arguments: [
      ("203.0.113.77", "203.0.113.0/24"), ("::ffff:203.0.113.77", "203.0.113.0/24"),
      ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"), ("2001:db8::1", "2001:db8:0::/48"), ("::1", "0:0:0::/48"),
    ])
  func network(address: String, expected: String) {
    let origin = SessionOrigin(network: ClientNetwork(address: address), clientVersion: nil, userAgent: nil)
    #expect(origin == SessionOrigin(network: expected))
  }

  @Test(
    "a program is called what it calls itself, its SDK before its browser",
    arguments: [
      ("Chrome/JsCore/10.14.1/FirebaseCore-web,FirebaseUI-web", "x", "Chrome · FirebaseCore-web 10.14.1"),
      ("iOS/FirebaseSDK/12.0.0/FirebaseCore-iOS", nil, "iOS · FirebaseCore-iOS 12.0.0"),
      ("nonsense", "curl/8.5.0", "curl 8.5.0"), (nil, "curl/8.5.0 (x)", "curl 8.5.0"), (nil, "tool", "tool"),
      (nil, "Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0", "Edge"),
      (nil, "Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/120.0 Safari/537.36", "Chrome"),
      (nil, "Mozilla/5.0 (iPhone) AppleWebKit/605.1 Version/17.0 Safari/604.1", "Safari"),
      (nil, "Mozilla/5.0 (X11; rv:120.0) Gecko/20100101 Firefox/120.0", "Firefox"),
      (nil, "Mozilla/5.0 (compatible; bot)", nil), (nil, nil, nil), ("", "", nil), ("///", " ", nil),
      ("a/b/c/d\u{0}", "x\u{1B}[31m", nil), ("Ü/b/c/d", nil, nil),
      (String(repeating: "x", count: 300) + "/a/b/c", String(repeating: "y", count: 300), nil),
    ] as [(String?, String?, String?)])
  func program(clientVersion: String?, userAgent: String?, expected: String?) {
    let origin = SessionOrigin(network: nil, clientVersion: clientVersion, userAgent: userAgent)
    #expect(origin == SessionOrigin(program: expected))
  }
}
