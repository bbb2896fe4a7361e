/// For how long a verifier keeps the public keys, and how often it asks for them.
public struct KeySetPolicy: Sendable {
  /// Seconds. Keys are kept for at least as long, whatever the server says, so that no answer makes a
  /// verifier ask for each token.
  public static let minimumAge: Double = 60
  /// Seconds for which keys are kept when the server does not say.
  public static let usualAge: Double = 300
  /// Seconds between two requests while there are no keys at all.
  public static let fetchIntervalWithoutKeys: Double = 1

  /// Seconds. Keys are kept no longer without asking, whatever the server says: this bounds the life of a key
  /// that was withdrawn.
  public var maximumAge: Double
  /// Seconds for which keys serve beyond their age while the server cannot be asked.
  public var staleAllowance: Double
  /// Seconds between two requests, at least. Anybody can make up a token that names an unknown key; such
  /// tokens cost the server one request in this time. For as long, a key that was put to use without having
  /// been published before may be refused.
  public var fetchInterval: Double

  /// Values out of their range (``maximumAge`` from ``minimumAge`` to a day, ``staleAllowance`` up to a day,
  /// ``fetchInterval`` from a second to a minute) are moved to its end.
  public init(maximumAge: Double = 21_600, staleAllowance: Double = 3_600, fetchInterval: Double = 10) {
    self.maximumAge = min(max(maximumAge, Self.minimumAge), 86_400)
    self.staleAllowance = min(max(staleAllowance, 0), 86_400)
    self.fetchInterval = min(max(fetchInterval, 1), 60)
  }

  /// Seconds for which an answer may be kept (RFC 9111 sections 4.2.1, 4.2.3 and 5.2.2).
  func age(of response: VerifierResponse) -> Double {
    var age = Self.usualAge
    for part in (response.headers["cache-control"] ?? "").lowercased().split(separator: ",") {
      let directive = part.split(separator: "=", maxSplits: 1).map { $0.trimming(while: { $0 == " " }) }
      switch directive.first {
      case "no-store", "no-cache": return Self.minimumAge
      case "max-age":
        // A number that does not fit is larger than any bound; what is no number says that nothing may be
        // kept.
        let text = directive.count == 2 ? directive[1].trimming(while: { $0 == "\"" }) : ""
        age = Self.seconds(text) ?? 0
        age -= Self.seconds((response.headers["age"] ?? "").trimming(while: { $0 == " " })) ?? 0
      default: break
      }
    }
    return min(max(age, Self.minimumAge), maximumAge)
  }

  private static func seconds(_ text: Substring) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text.utf8.count > 9 ? 1e9 : Double(text)
  }
}

extension StringProtocol {
  /// Without the characters at both ends that the test is true for.
  fileprivate func trimming(while isEdge: (Character) -> Bool) -> Substring {
    var rest = Substring(self)
    while let first = rest.first, isEdge(first) { rest.removeFirst() }
    while let last = rest.last, isEdge(last) { rest.removeLast() }
    return rest
  }
}
