import Foundation
import SAML

/// A response as a form posts it, and the check that is expected to refuse it.
struct SAMLSubject {
  let name: String
  /// The check; nil if the response is valid.
  let check: SAMLCheck?
  private let field: String

  private static let entityID = "https://idp.example.com/metadata"
  private static let serviceProvider = "https://sp.example.com"
  private static let address = "https://sp.example.com/__/auth/handler"
  private static let now = Date(timeIntervalSince1970: 1_795_700_000)
  private static let keys = ["idp.example.com", "stranger.example.com"].map {
    SAMLSigningKey.generate(commonName: $0)
  }

  /// The size of the posted field in bytes.
  var size: Int { field.utf8.count }

  private init(_ name: String, _ xml: String, refusedFor check: SAMLCheck? = nil) {
    self.name = name
    self.check = check
    field = Data(xml.utf8).base64EncodedString()
  }

  /// Verifies the response.
  ///
  /// - Throws: ``CommandFailure`` if the outcome is not the expected one.
  func present() throws {
    var refusal: SAMLRefusal?
    do throws(SAMLRefusal) {
      _ = try SAMLResponse.verified(base64: field, Self.expectations)
    } catch {
      refusal = error
    }
    guard refusal?.check == check else {
      throw CommandFailure(description: "\(name): \(refusal?.description ?? "it was accepted")")
    }
  }

  private static var expectations: SAMLExpectations {
    SAMLExpectations(
      identityProvider: entityID, serviceProvider: serviceProvider, assertionConsumerService: address,
      requestID: "_request", certificates: keys[0].map { [$0.certificate] } ?? [], now: now)
  }

  // MARK: The responses

  static func all() throws -> [SAMLSubject] {
    let good = try response(.assertion)
    let large = try response(.both, groups: 600)
    // The maximum size of a response is 256 KiB in base64.
    let most = SAMLResponse.maximumSize
    let entities = (1..<10).map { "<!ENTITY e\($0) \"\(String(repeating: "&e\($0 - 1);", count: 10))\">" }
    return [
      SAMLSubject("good, assertion signed", good),
      SAMLSubject("good, both signed", try response(.both)),
      SAMLSubject("good, both signed, 600 groups", large),
      SAMLSubject(
        "a stranger's, 600 groups", try response(.both, groups: 600, key: 1), refusedFor: .signature),
      SAMLSubject("changed after it was signed", good.replacing("ada@", with: "bob@"), refusedFor: .digest),
      SAMLSubject("nested elements", nested("<a>", within: most), refusedFor: .limits),
      SAMLSubject(
        "elements side by side", "<a>" + nested("<b/>", within: most - 7) + "</a>", refusedFor: .limits),
      SAMLSubject(
        "entity bomb", "<!DOCTYPE r [<!ENTITY e0 \"lol\">\(entities.joined())]><r>&e9;</r>",
        refusedFor: .documentType),
      SAMLSubject("signature wrapping", try wrapped(good), refusedFor: .structure),
      SAMLSubject("giant signature", try giantSignature(good, within: most), refusedFor: .signatureProfile),
      SAMLSubject(
        "giant text", try response(.nothing, name: nested("a", within: most - 4_096)),
        refusedFor: .signaturePresence),
    ]
  }

  private static func nested(_ unit: String, within bytes: Int) -> String {
    String(repeating: unit, count: bytes / unit.utf8.count)
  }

  private static func response(
    _ signed: SAMLIssuer.Signed, groups: Int = 2, name: String = "ada@example.com", key number: Int = 0
  ) throws -> String {
    guard let key = keys[number] else { throw CommandFailure(description: "no key was made") }
    var content = SAMLResponseContent(
      responseID: "_response", assertionID: "_assertion", issueInstant: now, destination: address,
      inResponseTo: "_request", audience: serviceProvider, nameID: name)
    content.attributes = [
      .init(name: "mail", values: ["ada@example.com"]),
      .init(name: "groups", values: (0..<groups).map { "CN=Group-Number-\($0),OU=Groups,DC=example,DC=com" }),
    ]
    guard let xml = SAMLIssuer(entityID: entityID, key: key).response(content, signing: signed) else {
      throw CommandFailure(description: "no response was issued")
    }
    return xml
  }

  /// Moves the signed assertion into the response's extensions, and puts a forged assertion in its place.
  private static func wrapped(_ good: String) throws -> String {
    let signed = try element("saml:Assertion", of: good)
    let forged = signed.replacing("ada@example.com", with: "eve@example.com")
      .replacing("_assertion", with: "_forged")
    return good.replacing(signed, with: forged)
      .replacing("<samlp:Status>", with: "<samlp:Extensions>\(signed)</samlp:Extensions><samlp:Status>")
  }

  private static func giantSignature(_ good: String, within bytes: Int) throws -> String {
    let value = try element("ds:SignatureValue", of: good)
    let digits = nested("AAAA", within: bytes - good.utf8.count)
    return good.replacing(value, with: "<ds:SignatureValue>\(digits)</ds:SignatureValue>")
  }

  private static func element(_ name: String, of xml: String) throws -> String {
    guard let start = xml.range(of: "<\(name)"), let end = xml.range(of: "</\(name)>") else {
      throw CommandFailure(description: "no \(name) in the response")
    }
    return String(xml[start.lowerBound..<end.upperBound])
  }
}
