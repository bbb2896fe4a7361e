/// Says how long a verifier keeps the public keys, and how often it fetches them.
public struct KeySetPolicy: Sendable {
  /// The minimum age in seconds. Keys are stored at least this long, whatever the server's answer says. So no
  /// answer can cause a request for each token.
  public static let minimumAge: Double = 60
  /// The age in seconds if the server's answer specifies none.
  public static let usualAge: Double = 300
  /// The seconds between two requests while there are no keys at all.
  public static let fetchIntervalWithoutKeys: Double = 1

  /// The maximum age in seconds. The verifier does not use keys for longer without a request to the server,
  /// whatever the server's answer says. This limits how long a withdrawn key is accepted.
  public var maximumAge: Double
  /// The number of seconds for which expired keys are still used while the server cannot be reached.
  public var staleAllowance: Double
  /// The minimum time between two requests, in seconds. Anyone can forge tokens that name unknown keys. All
  /// these tokens together cause at most one request in this time. For the same time, a new key that was not
  /// published in advance may be refused.
  public var fetchInterval: Double

  /// Values out of range are clamped to the nearest limit: ``maximumAge`` from ``minimumAge`` to a day,
  /// ``staleAllowance`` up to a day, ``fetchInterval`` from a second to a minute.
  public init(maximumAge: Double = 21_600, staleAllowance: Double = 3_600, fetchInterval: Double = 10) {
    self.maximumAge = min(max(maximumAge, Self.minimumAge), 86_400)
    self.staleAllowance = min(max(staleAllowance, 0), 86_400)
    self.fetchInterval = min(max(fetchInterval, 1), 60)
  }

  /// Returns for how many seconds an answer may be stored (RFC 9111 sections 4.2.1, 4.2.3 and 5.2.2).
  func age(of response: VerifierResponse) -> Double {
    var age = Self.usualAge
    for part in (response.headers["cache-control"] ?? "").lowercased().split(separator: ",") {
      let directive = part.split(separator: "=", maxSplits: 1).map { $0.trimming(while: { $0 == " " }) }
      switch directive.first {
      case "no-store", "no-cache": return Self.minimumAge
      case "max-age":
        // A number that does not fit exceeds every limit. A value that is not a number means that the answer
        // may not be stored.
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
  /// Removes the characters at both ends for which the test is true.
  fileprivate func trimming(while isEdge: (Character) -> Bool) -> Substring {
    var rest = Substring(self)
    while let first = rest.first, isEdge(first) { rest.removeFirst() }
    while let last = rest.last, isEdge(last) { rest.removeLast() }
    return rest
  }
}
