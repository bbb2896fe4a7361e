/// The limits and the allowed markup of one kind of document.
struct XMLRules {
  /// The maximum size of a document in bytes.
  var maximumSize: Int
  var maximumDepth = 32
  /// The maximum number of elements, attributes, namespace declarations and texts.
  var maximumNodes: Int
  /// The maximum number of an element's attributes and namespace declarations: libxml2 compares every pair
  /// of them.
  var maximumAttributes = 64
  /// The maximum number of namespace declarations on an element and its ancestors. At each element,
  /// canonicalisation searches all of these declarations for each prefix in its list.
  var maximumDeclarationsInScope = 128
  /// The maximum length of a namespace in bytes. A canonical form repeats a namespace at each element that
  /// uses it.
  var maximumNamespaceLength = 512
  var allowsComments = false

  static let response = XMLRules(maximumSize: SAMLResponse.maximumSize, maximumNodes: 5_000)
  /// The rules for canonical bytes, which may repeat namespace declarations of the response.
  static let signed = XMLRules(maximumSize: 4 * SAMLResponse.maximumSize, maximumNodes: 15_000)
  static let request = XMLRules(
    maximumSize: SAMLReceivedRequest.maximumSize, maximumNodes: 1_000, allowsComments: true)
  static let metadata = XMLRules(
    maximumSize: SAMLIdentityProviderDescription.maximumDocumentSize, maximumNodes: 20_000,
    allowsComments: true)
}
