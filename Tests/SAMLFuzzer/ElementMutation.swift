/// A random number generator that a number determines (Steele, Lea and Flood, 2014).
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Moves, copies and changes elements of a document as somebody does who wraps signatures.
struct ElementMutation {
  private var bytes: [UInt8]
  private var random: SplitMix64

  init(_ bytes: [UInt8], random: SplitMix64) { (self.bytes, self.random) = (bytes, random) }

  private static let fragments = [
    "<!---->", "<![CDATA[x]]>", "<?a?>", "<!DOCTYPE a [<!ENTITY e 'x'>]>", "&#x41;", "&e;", " ", "\n",
    " ID=\"_assertion\"",
    " Id=\"_response\"", " xml:id=\"_assertion\"", " xmlns=\"urn:oasis:names:tc:SAML:2.0:assertion\"",
    " xmlns=\"\"",
    " xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\"", " xmlns:x=\"relative\"", "<samlp:Extensions>",
    "</samlp:Extensions>",
    "<ds:Object xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\">", "</ds:Object>", "<saml:Advice>",
    "</saml:Advice>",
    "http://www.w3.org/2001/10/xml-exc-c14n#WithComments", "http://www.w3.org/2000/09/xmldsig#hmac-sha1",
    "<ec:InclusiveNamespaces xmlns:ec=\"http://www.w3.org/2001/10/xml-exc-c14n#\" PrefixList=\"#default saml\"/>",
  ].map { Array($0.utf8) }

  private static let replacements = [
    ("sam@corp.example", "attacker@corp.example"), ("attacker@corp.example", "sam@corp.example"),
    ("_assertion", "_other"),
    ("_assertion2", "_assertion"), ("_response", "_assertion"), ("#_assertion", ""), ("saml:", "samlp:"),
    ("ds:", "saml:"),
    ("xml-exc-c14n#", "xml-c14n11"), ("sha256", "sha1"), ("ecdsa-sha256", "rsa-sha256"), ("samlp", "saml"),
  ].map { (Array($0.utf8), Array($1.utf8)) }

  /// The document after one to three changes.
  mutating func mutated() -> [UInt8] {
    for _ in 0..<Int.random(in: 1...3, using: &random) { change() }
    return bytes
  }

  private mutating func change() {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: insert(element(of: bytes))
    case 1:
      let donor = SAMLSeeds.responses.randomElement(using: &random) ?? ""
      insert(element(of: Array(donor.utf8)))
    case 2: remove(range(in: bytes))
    case 3: move()
    case 4: insert(Self.fragments.randomElement(using: &random) ?? [])
    default: replace()
    }
  }

  private mutating func element(of document: [UInt8]) -> [UInt8] { Array(document[range(in: document)]) }

  /// Between two tags, or anywhere.
  private mutating func insert(_ part: [UInt8]) {
    let tags = bytes.indices.filter { bytes[$0] == UInt8(ascii: "<") }
    let anywhere = Int.random(in: 0...bytes.count, using: &random)
    let place =
      Int.random(in: 0..<4, using: &random) > 0 ? tags.randomElement(using: &random) ?? anywhere : anywhere
    bytes.insert(contentsOf: part, at: place)
  }

  private mutating func remove(_ range: Range<Int>) { bytes.removeSubrange(range) }

  private mutating func move() {
    let range = range(in: bytes)
    let part = Array(bytes[range])
    bytes.removeSubrange(range)
    insert(part)
  }

  private mutating func replace() {
    guard let (old, new) = Self.replacements.randomElement(using: &random) else { return }
    let places = bytes.indices.filter { bytes[$0...].starts(with: old) }
    guard let place = places.randomElement(using: &random) else { return }
    bytes.replaceSubrange(place..<(place + old.count), with: new)
  }

  /// The range of a random element, by its name: from its tag to the next end of that name.
  private mutating func range(in document: [UInt8]) -> Range<Int> {
    let starts = document.indices.dropLast().filter {
      document[$0] == UInt8(ascii: "<") && document[$0 + 1] != UInt8(ascii: "/")
    }
    guard let start = starts.randomElement(using: &random) else { return 0..<0 }
    let name = document[(start + 1)...].prefix {
      $0 != 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
    }
    let end = [UInt8(ascii: "<"), UInt8(ascii: "/")] + name + [UInt8(ascii: ">")]
    let close = document.indices[start...].first { document[$0...].starts(with: end) }
    guard let close else { return start..<document.count }
    return start..<(close + end.count)
  }
}
