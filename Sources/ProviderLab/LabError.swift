/// The reason why the lab refuses a call by code or by its control API.
public struct LabError: Error, Equatable, CustomStringConvertible {
  public let message: String
  public var description: String { message }

  static func unknownProvider(_ name: String) -> LabError {
    let known = LabProviderID.allCases.map(\.rawValue).joined(separator: ", ")
    return LabError(message: "The lab does not play \"\(name.prefix(80))\". It plays: \(known).")
  }

  static func unknownFault(_ name: String) -> LabError {
    let known = LabFault.allCases.map(\.rawValue).joined(separator: ", ")
    return LabError(message: "There is no fault \"\(name.prefix(80))\". Faults: \(known).")
  }
}

extension LabFault {
  init(named name: String) throws(LabError) {
    guard let fault = LabFault(rawValue: name) else { throw .unknownFault(name) }
    self = fault
  }
}
