import Foundation
import IdentityWire

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Picks the identity providers out of a metadata document.
final class SAMLMetadataReader: NSObject, XMLParserDelegate {
  struct Descriptor {
    var entityID: String
    var redirectAddress: String?
    var postAddress: String?
    var certificates: [String] = []
  }

  private static let metadata = "urn:oasis:names:tc:SAML:2.0:metadata"
  private static let signature = "http://www.w3.org/2000/09/xmldsig#"
  private static let protocolName = "urn:oasis:names:tc:SAML:2.0:protocol"
  private static let bindings = "urn:oasis:names:tc:SAML:2.0:bindings:"
  private static let maximumDepth = 32
  /// Of a federation's document with many providers no more are kept: which one is meant cannot be told anyway.
  private static let maximumDescriptors = 2

  private var path: [String] = []
  private var entityID = ""
  private var current: Descriptor?
  private var isForSigning = false
  private var text: String?
  private var found: [Descriptor] = []
  private var isRefused = false
  private var hasRoot = false

  /// Nil for what is not well-formed, nests too deep or declares entities.
  static func descriptors(in xml: Data) -> [Descriptor]? {
    let reader = SAMLMetadataReader()
    let parser = XMLParser(data: xml)
    parser.shouldProcessNamespaces = true
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    // The parser has nothing against a text without any element.
    guard parser.parse(), parser.parserError == nil, !reader.isRefused, reader.hasRoot else { return nil }
    return reader.found
  }

  private func refuse(_ parser: XMLParser) {
    isRefused = true
    parser.abortParsing()
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    guard path.count < Self.maximumDepth,
      // Character references make text that the document does not hold.
      attributes.values.allSatisfy(StreamSafeText.accepts)
    else { return refuse(parser) }
    path.append(name)
    hasRoot = true
    switch (namespaceURI, name) {
    case (Self.metadata, "EntityDescriptor"): entityID = attributes["entityID"] ?? ""
    case (Self.metadata, "IDPSSODescriptor"):
      let protocols = (attributes["protocolSupportEnumeration"] ?? "").split(whereSeparator: \.isWhitespace)
      if protocols.contains(where: { $0 == Self.protocolName }) { current = Descriptor(entityID: entityID) }
    case (Self.metadata, "KeyDescriptor"):
      isForSigning = current != nil && (attributes["use"] ?? "signing") == "signing"
    case (Self.metadata, "SingleSignOnService"):
      let address = attributes["Location"]
      switch attributes["Binding"] {
      case Self.bindings + "HTTP-Redirect":
        if current?.redirectAddress == nil { current?.redirectAddress = address }
      case Self.bindings + "HTTP-POST":
        if current?.postAddress == nil { current?.postAddress = address }
      default: break
      }
    case (Self.signature, "X509Certificate"): text = isForSigning ? "" : nil
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text?.append(string) }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    path.removeLast()
    switch (namespaceURI, name) {
    case (Self.metadata, "IDPSSODescriptor"):
      if let current, found.count < Self.maximumDescriptors { found.append(current) }
      current = nil
    case (Self.metadata, "KeyDescriptor"): isForSigning = false
    case (Self.signature, "X509Certificate"):
      if let text { current?.certificates.append(text) }
      text = nil
    default: break
    }
  }

  // There are none in a document that comes here.
  func parser(_ parser: XMLParser, foundInternalEntityDeclarationWithName name: String, value: String?) {
    refuse(parser)
  }

  func parser(
    _ parser: XMLParser, foundExternalEntityDeclarationWithName name: String, publicID: String?,
    systemID: String?
  ) { refuse(parser) }

  func parser(_ parser: XMLParser, resolveExternalEntityName name: String, systemID: String?) -> Data? {
    refuse(parser)
    return nil
  }
}
