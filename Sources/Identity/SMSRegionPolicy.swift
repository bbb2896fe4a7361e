/// To which countries text messages go. Regions are ISO 3166-1 alpha-2 codes in upper case.
public enum SMSRegionPolicy: Sendable, Equatable, Codable {
  case allExcept([String])
  case only([String])
}

extension SMSRegionPolicy {
  /// Whether a number may be sent messages. One that belongs to no region may where everything is allowed that is
  /// not excepted.
  ///
  /// - Parameter number: E.164, with the plus.
  public func allows(_ number: String) -> Bool {
    let region = CallingCodes.region(of: number)
    return switch self {
    case .allExcept(let regions): region.map { !regions.contains($0) } ?? true
    case .only(let regions): region.map(regions.contains) ?? false
    }
  }
}
