import HTTPTypes
import Settings

/// The hops in a request's headers. Each proxy appends the address of the client that it received the request from.
///
/// The client controls everything before a trusted proxy's entry. So the headers are read from the end, and an invalid
/// address counts as unknown. No text before an entry can change how the entry is read.
struct ForwardedHops: Sendable {
  struct Hop: Sendable, Equatable {
    /// The canonical text of an IP address. Nil if the entry has no valid address.
    var client: String?
    var host: String?
    var scheme: String?
  }

  /// The maximum number of consecutive proxies that are examined. The client may have invented the entries before them.
  static let maximumHops = 16

  /// The hops, the last one first.
  let fromTheLast: [Hop]

  init(_ headers: HTTPFields, _ header: ProxyConfiguration.Header) {
    switch header {
    case .xForwardedFor:
      let last = Hop(
        client: nil, host: Self.plainElements(headers[values: .forwardedHost]).last.map(String.init),
        scheme: Self.plainElements(headers[values: .forwardedProto]).last?.lowercased())
      var hops = Self.plainElements(headers[values: .forwardedFor]).suffix(Self.maximumHops).reversed()
        .map { Hop(client: Self.address($0)) }
      if hops.isEmpty { hops = [last] }
      hops[0].host = last.host
      hops[0].scheme = last.scheme
      fromTheLast = hops
    case .forwarded:
      fromTheLast = Self.quotedElementsFromTheLast(headers[values: .forwarded]).map { Self.hop($0) ?? Hop() }
    }
  }

  /// The elements of `X-Forwarded-For` and similar headers, which have no quoted strings.
  private static func plainElements(_ values: [String]) -> [Substring] {
    values.flatMap { $0.split(separator: ",") }.map(\.withoutBlanks).filter { !$0.isEmpty }
  }

  /// The elements of lists with quoted strings (RFC 9110 section 5.6), read from the end. So an open quotation mark of
  /// the client does not change the elements that proxies appended.
  private static func quotedElementsFromTheLast(_ values: [String]) -> [Substring] {
    var elements: [Substring] = []
    func add(_ element: Substring) {
      let element = element.withoutBlanks
      if !element.isEmpty, elements.count < maximumHops { elements.append(element) }
    }
    for value in values.reversed() where elements.count < maximumHops {
      let bytes = value.utf8
      var end = bytes.endIndex
      var index = bytes.endIndex
      var isQuoted = false
      while index > bytes.startIndex, elements.count < maximumHops {
        bytes.formIndex(before: &index)
        switch bytes[index] {
        case UInt8(ascii: "\"") where !isEscaped(index, in: bytes): isQuoted.toggle()
        case UInt8(ascii: ",") where !isQuoted:
          add(value[bytes.index(after: index)..<end])
          end = index
        default: break
        }
      }
      add(value[value.startIndex..<end])
    }
    return elements
  }

  /// True if an odd number of backslashes precedes a byte.
  private static func isEscaped(_ index: String.UTF8View.Index, in bytes: String.UTF8View) -> Bool {
    !bytes[..<index].reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
  }

  /// Parses an element of `Forwarded` (RFC 7239 section 4): `for=192.0.2.60;proto=http;host="example.com"`. A value
  /// without quotation marks may contain the characters of addresses and ports, because many proxies omit the marks.
  ///
  /// - Returns: nil if the element is malformed or repeats a name.
  private static func hop(_ element: Substring) -> Hop? {
    var hop = Hop()
    var names: Set<String> = []
    var rest = element
    while true {
      rest = rest.withoutBlanks
      let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "!#$%&'*+-.^_`|~".contains($0)) }
      rest = rest[name.endIndex...]
      guard !name.isEmpty, names.insert(name.lowercased()).inserted, rest.first == "=" else { return nil }
      rest.removeFirst()
      guard let value = takeValue(&rest) else { return nil }
      switch name.lowercased() {
      case "for": hop.client = address(value)
      case "host": hop.host = value
      case "proto": hop.scheme = value.lowercased()
      default: break
      }
      rest = rest.withoutBlanks
      guard let separator = rest.first else { return hop }
      guard separator == ";" else { return nil }
      rest.removeFirst()
      // A semicolon at the end is ignored.
      if rest.withoutBlanks.isEmpty { return hop }
    }
  }

  /// Removes a token or a quoted string from the start of the text, and returns it.
  private static func takeValue(_ rest: inout Substring) -> String? {
    guard rest.first == "\"" else {
      let value = rest.prefix { !";,\"\\ \t".contains($0) }
      rest = rest[value.endIndex...]
      return value.isEmpty ? nil : String(value)
    }
    rest.removeFirst()
    var value = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return value
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        value.append(escaped)
      default: value.append(character)
      }
    }
    return nil
  }

  /// Parses an address alone, an IPv4 address with a port, or an IPv6 address in brackets with or without a port.
  private static func address(_ text: some StringProtocol) -> String? {
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      let inner = text[text.index(after: text.startIndex)..<end]
      guard inner.contains(":"), isPort(text[text.index(after: end)...], orNothing: true) else { return nil }
      return AddressRange.canonical(String(inner))
    }
    guard let colon = text.firstIndex(of: ":"), text[..<colon].contains(".") else {
      return AddressRange.canonical(String(text))
    }
    guard isPort(text[colon...], orNothing: false) else { return nil }
    return AddressRange.canonical(String(text[..<colon]))
  }

  /// True for a port with its colon, such as `:4711`.
  private static func isPort(_ text: some StringProtocol, orNothing: Bool) -> Bool {
    guard text.first == ":" else { return orNothing && text.isEmpty }
    let digits = text.dropFirst().utf8
    return (1...5).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
  }
}

extension Substring {
  fileprivate var withoutBlanks: Substring {
    var text = self
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}

extension HTTPField.Name {
  static let forwarded = HTTPField.Name("forwarded")!
  static let forwardedHost = HTTPField.Name("x-forwarded-host")!
  static let forwardedProto = HTTPField.Name("x-forwarded-proto")!
  static let requestID = HTTPField.Name("x-request-id")!
}
