import Testing

@testable import Operations

@Suite("The address of a provider's answer")
struct AnswerAddressTests {
  private static let uri = "https://auth.example.com/__/auth/saml/saml.x/acs?project=a"

  @Test(
    "is compared byte by byte with the redirect URI, with its own query",
    arguments: [
      // The query, whether the answer was posted, whether it arrived.
      ("project=a", true, true), ("project=a", false, true), ("project=a&state=s", false, true),
      ("project=a&state=s", true, false), ("project=ab", false, false), ("project=", false, false),
      ("state=s&project=a", false, false), ("", true, false), (nil, true, false),
    ] as [(String?, Bool, Bool)])
  func query(_ query: String?, isPosted: Bool, isThere: Bool) {
    let address = AnswerAddress(
      origin: "https://auth.example.com", path: "/__/auth/saml/saml.x/acs", query: query, isPosted: isPosted)
    #expect(address.isRedirectURI(Self.uri) == isThere)
  }

  @Test("another origin or path is another address")
  func others() {
    for (origin, path) in [
      ("http://auth.example.com", "/__/auth/handler"), ("https://auth.example.com:443", "/__/auth/handler"),
      ("https://auth.example.com", "/__/auth/handler/"), ("https://auth.example.com", "/__/auth/Handler"),
      ("https://auth.example.com", "/__/auth/handler/a"), ("", "/__/auth/handler"),
    ] {
      let address = AnswerAddress(origin: origin, path: path, query: "code=c", isPosted: false)
      #expect(!address.isRedirectURI("https://auth.example.com/__/auth/handler"), "\(origin)\(path)")
    }
    let same = AnswerAddress(
      origin: "https://auth.example.com", path: "/__/auth/handler", query: "code=c", isPosted: false)
    #expect(same.isRedirectURI("https://auth.example.com/__/auth/handler"))
  }
}
