/// To which countries text messages go. Regions are ISO 3166-1 alpha-2 codes in upper case.
public enum SMSRegionPolicy: Sendable, Equatable, Codable {
  case allExcept([String])
  case only([String])
}
