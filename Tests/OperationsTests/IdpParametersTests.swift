import Identity
import IdentityProviders
import IdentityWire
import Testing

@testable import Operations

@Suite("The parameters of a provider's answer")
struct IdpParametersTests {
  private func read(_ requestURI: String?, _ postBody: String? = nil) throws -> IdpParameters {
    try IdpParameters(requestURI: requestURI, postBody: postBody)
  }

  @Test("the fragment counts before the body, and the body before the query")
  func precedence() throws {
    let parameters = try read(
      "https://a.example/cb?x=query&y=query&z=query#z=fragment", "y=body&z=body&providerId=GitHub.com")
    #expect(parameters["x"] == "query")
    #expect(parameters["y"] == "body")
    #expect(parameters["z"] == "fragment")
    #expect(parameters.providerID == "github.com")
    #expect(parameters.bareURI == "https://a.example/cb")
    #expect(parameters["absent"] == nil)
    #expect(try read("https://a.example/?x=")["x"] == nil)
  }

  @Test("an address is needed, and has a scheme and a host")
  func addresses() {
    for missing in [nil, ""] as [String?] {
      #expect { try read(missing) } throws: { ($0 as? IdentityError)?.name == "MISSING_REQUEST_URI" }
    }
    for bad in ["x", "/path", "http://", "mailto:a@b", "http:///path", "http://a b/"] {
      #expect("\(bad)") { try read(bad) } throws: { ($0 as? IdentityError)?.name == "INVALID_REQUEST_URI" }
    }
  }

  @Test("size is bounded before anything is read")
  func size() {
    let long = String(repeating: "x", count: IdpParameters.maximumLength)
    #expect(throws: IdentityError.self) { try read("http://localhost/?" + long) }
    #expect(throws: IdentityError.self) { try read("http://localhost", long + "x") }
    #expect(throws: Never.self) { try read("http://localhost", long) }
  }

  @Test("an encoded body is decoded once")
  func encoded() throws {
    let parameters = try read(
      "http://localhost", "providerId=apple.com&user=%7B%22a%22%3A%221%2526%22%7D&nonce=a%2Bb+c")
    #expect(parameters["user"] == #"{"a":"1%26"}"#)
    #expect(parameters["nonce"] == "a+b c")
  }

  @Test("the official Apple SDK's decoded body is cut only where a known name begins")
  func decoded() throws {
    let parameters = try read(
      "http://localhost",
      #"providerId=apple.com&id_token=a.b.c&nonce=x=y&user={"name":{"firstName":"A&B=C+D","lastName":"x&nonsense=1"}}"#
    )
    #expect(parameters["id_token"] == "a.b.c")
    #expect(parameters["nonce"] == "x=y")
    #expect(parameters["user"] == #"{"name":{"firstName":"A&B=C+D","lastName":"x&nonsense=1"}}"#)
    #expect(parameters.form.pairs.count == 4)
  }

  @Test("a session is bound to the id or to what its digest is of, never to the digest itself")
  func sessionBinding() {
    let digest = sha256Hex("secret")
    let mobile = AuthorizationFlow.SessionBinding(sessionID: digest)
    #expect(mobile.accepts("secret"))
    #expect(!mobile.accepts(digest) && !mobile.accepts("") && !mobile.accepts("Secret"))
    let web = AuthorizationFlow.SessionBinding(sessionID: "plain id")
    #expect(web.accepts("plain id"))
    #expect(!web.accepts(sha256Hex("plain id")) && !web.accepts("plain"))
    // Upper-case hexadecimal is no digest of a mobile client's.
    #expect(!AuthorizationFlow.SessionBinding.isDigest(digest.uppercased()))
    #expect(AuthorizationFlow.SessionBinding.isDigest(digest))
  }
}
