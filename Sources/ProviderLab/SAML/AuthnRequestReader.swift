import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Picks out of a request to sign a user in what a response needs (SAML V2.0 Core, section 3.4.1).
final class AuthnRequestReader: NSObject, XMLParserDelegate {
  private static let protocolName = "urn:oasis:names:tc:SAML:2.0:protocol"
  private static let assertion = "urn:oasis:names:tc:SAML:2.0:assertion"

  private(set) var attributes: [String: String] = [:]
  private(set) var issuer = ""
  private var path: [String] = []

  /// Nil for anything but such a request.
  static func read(_ xml: [UInt8]) -> AuthnRequestReader? {
    let reader = AuthnRequestReader()
    let parser = XMLParser(data: Data(xml))
    parser.shouldProcessNamespaces = true
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    guard parser.parse(), parser.parserError == nil, reader.attributes["ID"] != nil else { return nil }
    return reader
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    path.append("\(namespaceURI ?? "") \(name)")
    if path == ["\(Self.protocolName) AuthnRequest"] { self.attributes = attributes }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if path == ["\(Self.protocolName) AuthnRequest", "\(Self.assertion) Issuer"] { issuer += string }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) { path.removeLast() }
}
