/// The meaning of a domain's records about mail, or the reason why it is not known.
public enum SenderDomainFinding: String, Sendable, CaseIterable {
  /// `-all`.
  case spfStrict
  /// `~all`.
  case spfSoft
  /// The rules are another domain's.
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
  /// Nobody named a selector.
  case dkimNotLookedUp

  /// The DNS gave no usable answer.
  case unanswered
  /// The sender's address is not at a domain that the DNS is asked for.
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

    /// As its specification writes it.
    public var name: String { rawValue.uppercased() }
  }

  public var kind: Kind
  public var finding: SenderDomainFinding
  /// The name that the hint is about: the one with the records, or else the first that the DNS was asked for. Nil if it was
  /// not asked.
  public var name: String?
  /// The records of this kind, bounded for display.
  public var records: [String]

  public init(_ kind: Kind, _ finding: SenderDomainFinding, at name: String? = nil, records: [String] = []) {
    self.kind = kind
    self.finding = finding
    self.name = name
    self.records = records
  }
}

/// The text of a TXT record. It is anybody's: only printable ASCII is kept.
struct RecordText: Sendable, Equatable {
  /// The maximum length for display, in bytes.
  static let maximumShown = 300
  /// The maximum number of records for display.
  static let maximumCount = 3

  /// Printable ASCII. Any other byte is a question mark.
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
