import IdentityWire

/// Reads the attributes of an assertion (SAML V2.0 Core, section 2.7.3).
struct AttributesReader {
  private static let maximumValueLength = 16_384
  private static let maximumAttributes = 256

  private let values: ValueReader

  init(_ values: ValueReader) { self.values = values }

  /// Returns the attributes in the order of the document. Attributes of the same name are merged, because
  /// some providers write one attribute for each group.
  func attributes(of assertion: XMLElement) throws(SAMLRefusal) -> [SAMLAssertion.Attribute] {
    var attributes: [SAMLAssertion.Attribute] = []
    var places: [[UInt8]: Int] = [:]
    for statement in assertion.children("AttributeStatement", in: XMLNames.assertion) {
      for element in statement.children {
        guard element.isNamed("Attribute", in: XMLNames.assertion), let given = element["Name"] else {
          throw SAMLRefusal(.attributes, expected: "attributes with names", seen: element.name)
        }
        let name = try values.identifier(given, of: "an attribute's name")
        guard MemberName.accepts(name) else {
          throw SAMLRefusal(.attributes, expected: "names that members may have", seen: name)
        }
        let texts = try texts(of: element)
        if let place = places[Array(name.utf8)] {
          attributes[place].values += texts
        } else {
          places[Array(name.utf8)] = attributes.count
          attributes.append(SAMLAssertion.Attribute(name: name, values: texts))
        }
        guard attributes.count <= Self.maximumAttributes else {
          throw SAMLRefusal(
            .attributes, expected: "at most \(Self.maximumAttributes) attributes", seen: "more")
        }
      }
    }
    return attributes
  }

  private func texts(of attribute: XMLElement) throws(SAMLRefusal) -> [String] {
    var texts: [String] = []
    for value in attribute.children {
      guard value.isNamed("AttributeValue", in: XMLNames.assertion) else {
        throw SAMLRefusal(.attributes, expected: "values of an attribute", seen: value.name)
      }
      // eduPersonTargetedID has a NameID inside the value.
      let children = value.children
      let isNameID =
        children.count == 1 && value.hasElementsOnly
        && children[0].isNamed("NameID", in: XMLNames.assertion)
      texts.append(try values.text(isNameID ? children[0] : value, maximum: Self.maximumValueLength))
    }
    return texts
  }
}
