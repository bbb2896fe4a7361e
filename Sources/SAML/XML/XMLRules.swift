/// The bounds and the markup of documents of one kind.
struct XMLRules {
  /// In bytes.
  var maximumSize: Int
  var maximumDepth = 32
  /// Elements, attributes, namespace declarations and texts.
  var maximumNodes: Int
  /// Of one element, namespace declarations among them: libxml2 compares each with each.
  var maximumAttributes = 64
  /// Namespace declarations of one element and of those around it: canonicalisation looks through them at each element,
  /// for each prefix of its list.
  var maximumDeclarationsInScope = 128
  /// In bytes. A canonical form repeats a namespace at each element that uses it.
  var maximumNamespaceLength = 512
  var allowsComments = false

  static let response = XMLRules(maximumSize: SAMLResponse.maximumSize, maximumNodes: 5_000)
  /// Canonical bytes: namespaces may be declared more often than in the response.
  static let signed = XMLRules(maximumSize: 4 * SAMLResponse.maximumSize, maximumNodes: 15_000)
  static let request = XMLRules(
    maximumSize: SAMLReceivedRequest.maximumSize, maximumNodes: 1_000, allowsComments: true)
  static let metadata = XMLRules(
    maximumSize: SAMLIdentityProviderDescription.maximumDocumentSize, maximumNodes: 20_000,
    allowsComments: true)
}
