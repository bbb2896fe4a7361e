/// The meaning of a domain's records about mail, or the reason why the meaning is unknown.
public enum SenderDomainFinding: String, Sendable, CaseIterable {
  /// `-all`.
  case spfStrict
  /// `~all`.
  case spfSoft
  /// The rules are in another domain's record.
  case spfRedirect
  case spfMissing
  case spfSeveral
  case spfAllowsAll
  /// Neither `~all` nor `-all`.
  case spfOpenEnded
  case spfTooManyLookups
  case spfMalformed

  case dmarcReject
  case dmarcQuarantine
  case dmarcNone
  case dmarcMissing
  case dmarcSeveral
  case dmarcMalformed

  case dkimFound
  case dkimMissing
  case dkimRevoked
  /// `t=y`.
  case dkimTesting
  case dkimShort
  case dkimSeveral
  case dkimMalformed
  /// No selector was given, so no key was queried.
  case dkimNotLookedUp

  /// The DNS gave no usable response.
  case unanswered
  /// The server does not query the domain of the sender's address.
  case noDomain

  public enum Level: String, Sendable, CaseIterable {
    case found, missing, unusual, unanswered, notLookedUp
  }

  public var level: Level {
    switch self {
    case .spfStrict, .spfSoft, .spfRedirect, .dmarcReject, .dmarcQuarantine, .dmarcNone, .dkimFound: .found
    case .spfMissing, .dmarcMissing, .dkimMissing: .missing
    case .spfSeveral, .spfAllowsAll, .spfOpenEnded, .spfTooManyLookups, .spfMalformed, .dmarcSeveral,
      .dmarcMalformed, .dkimRevoked, .dkimTesting, .dkimShort, .dkimSeveral, .dkimMalformed:
      .unusual
    case .unanswered: .unanswered
    case .dkimNotLookedUp, .noDomain: .notLookedUp
    }
  }
}

/// A hint about one of the three kinds of records.
public struct SenderDomainHint: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    case spf, dmarc, dkim

    /// The name of the kind, as its specification writes it.
    public var name: String { rawValue.uppercased() }
  }

  public var kind: Kind
  public var finding: SenderDomainFinding
  /// The name that the hint is about: the name with the records, or otherwise the first name that was queried. Nil if
  /// no name was queried.
  public var name: String?
  /// The records of this kind, shortened for display.
  public var records: [String]

  public init(_ kind: Kind, _ finding: SenderDomainFinding, at name: String? = nil, records: [String] = []) {
    self.kind = kind
    self.finding = finding
    self.name = name
    self.records = records
  }
}

/// The text of a TXT record. The owner of any domain may have written it, so only printable ASCII is kept.
struct RecordText: Sendable, Equatable {
  /// The maximum length for display, in bytes.
  static let maximumShown = 300
  /// The maximum number of records for display.
  static let maximumCount = 3

  /// The text in printable ASCII. A question mark replaces any other byte.
  let text: String

  init(_ bytes: [UInt8]) {
    text = String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
  }

  var shown: String {
    text.utf8.count <= Self.maximumShown ? text : String(text.prefix(Self.maximumShown)) + "…"
  }
}

extension [RecordText] {
  var shown: [String] { prefix(RecordText.maximumCount).map(\.shown) }
}
