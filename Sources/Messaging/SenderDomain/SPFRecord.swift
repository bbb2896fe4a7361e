/// Reads a domain's SPF record (RFC 7208).
enum SPFRecord {
  /// The maximum number of terms that need a DNS query (section 4.6.4).
  private static let maximumLookups = 10

  static func hint(_ answer: TextRecordAnswer, at name: String) -> SenderDomainHint {
    guard case .records(let all) = answer else {
      return SenderDomainHint(.spf, answer == .none ? .spfMissing : .unanswered, at: name)
    }
    let records = all.map { RecordText($0) }.filter { isRecord($0.text) }
    return SenderDomainHint(.spf, finding(in: records), at: name, records: records.shown)
  }

  /// Section 4.5: the domain's other TXT records are not SPF records.
  private static func isRecord(_ text: String) -> Bool {
    let version = text.prefix { $0 != " " }
    return version.lowercased() == "v=spf1"
  }

  private static func finding(in records: [RecordText]) -> SenderDomainFinding {
    guard let record = records.first else { return .spfMissing }
    guard records.count == 1 else { return .spfSeveral }
    var qualifier: Character?
    var isRedirected = false
    var lookups = 0
    for term in record.text.split(separator: " ").dropFirst() {
      guard let term = Term(term) else { return .spfMalformed }
      if term.needsLookup { lookups += 1 }
      switch term.name {
      // Receivers never evaluate the terms after `all` (section 5.1).
      case "all": qualifier = qualifier ?? term.qualifier
      case "redirect=": isRedirected = true
      default: break
      }
    }
    guard lookups <= maximumLookups else { return .spfTooManyLookups }
    switch qualifier {
    case "-": return .spfStrict
    case "~": return .spfSoft
    case "+": return .spfAllowsAll
    case nil where isRedirected: return .spfRedirect
    default: return .spfOpenEnded
    }
  }

  /// A mechanism with its qualifier, or a modifier (section 4.6.1).
  private struct Term {
    /// In lower case. The name of a modifier ends with `=`, so that a modifier is never mistaken for the mechanism of
    /// the same name. Unknown modifiers are ignored.
    var name: String
    var qualifier: Character = "+"
    var needsLookup: Bool { ["include", "a", "mx", "ptr", "exists", "redirect="].contains(name) }

    private static let mechanisms: Set<String> = ["all", "include", "a", "mx", "ptr", "ip4", "ip6", "exists"]
    private static let withValue: Set<String> = ["include", "ip4", "ip6", "exists"]

    /// Nil if the term makes the record invalid.
    init?(_ text: Substring) {
      let isNamePart: (Character) -> Bool = { $0.isLetter || $0.isNumber || "-_.".contains($0) }
      let modifier = text.prefix(while: isNamePart)
      if modifier.first?.isLetter == true, text[modifier.endIndex...].first == "=" {
        name = modifier.lowercased() + "="
        return
      }
      var rest = text
      if let first = rest.first, "+-~?".contains(first) {
        qualifier = first
        rest = rest.dropFirst()
      }
      name = rest.prefix(while: isNamePart).lowercased()
      let value = rest.dropFirst(name.count)
      guard Self.mechanisms.contains(name), name != "all" || value.isEmpty else { return nil }
      guard !Self.withValue.contains(name) || value.first == ":" && value.count > 1 else { return nil }
      guard value.isEmpty || value.first == ":" && value.count > 1 || value.first == "/" else { return nil }
    }
  }
}
