/// The countries to which text messages may be sent. Regions are ISO 3166-1 alpha-2 codes in upper case.
public enum SMSRegionPolicy: Sendable, Equatable, Codable {
  case allExcept([String])
  case only([String])
}

extension SMSRegionPolicy {
  /// True if messages may be sent to a number. A number without a region is allowed only under ``allExcept(_:)``.
  ///
  /// - Parameter number: E.164, including the plus sign.
  public func allows(_ number: String) -> Bool {
    let region = CallingCodes.region(of: number)
    return switch self {
    case .allExcept(let regions): region.map { !regions.contains($0) } ?? true
    case .only(let regions): region.map(regions.contains) ?? false
    }
  }
}
