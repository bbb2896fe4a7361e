import Foundation

extension ServiceEvaluator {
  mutating func call(_ builtin: ServiceBuiltin, _ arguments: [Int], at index: Int) throws(EvaluationFailure)
    -> ServiceValue
  {
    let values = try values(arguments)
    if builtin.isLookup { return try lookup(builtin, values[0], at: index) }
    switch builtin {
    case .int: return .int(try int(values[0], at: index))
    case .float: return .float(try float(values[0], at: index))
    case .string: return .string(try text(values[0], at: index))
    case .path:
      guard case .string(let text) = values[0] else { throw wrongArgument(index) }
      try spend(text.utf8.count / 4, at: index)
      guard let path = ServicePath(text: text) else {
        throw EvaluationFailure("The value is too large.", at: index, isFinal: true)
      }
      return .path(path)
    case .debug:
      debug(values[0])
      return values[0]
    case .timestampDate:
      guard case (.int(let year), .int(let month), .int(let day)) = (values[0], values[1], values[2]) else {
        throw wrongArgument(index)
      }
      return .timestamp(try inRange(RulesTimestamp(year: year, month: month, day: day), at: index))
    case .timestampValue:
      let bound = Int64(1) << 60
      guard case .int(let milliseconds) = values[0], (-bound...bound).contains(milliseconds) else {
        throw wrongArgument(index)
      }
      return .timestamp(try inRange(RulesTimestamp(milliseconds: milliseconds), at: index))
    case .durationValue:
      guard case (.int(let count), .string(let unit)) = (values[0], values[1]) else {
        throw wrongArgument(index)
      }
      return .duration(try inRange(RulesDuration(count, unit: unit), at: index))
    case .durationTime: return .duration(try duration(values, at: index))
    case .durationAbs:
      guard case .duration(let value) = values[0] else { throw wrongArgument(index) }
      return .duration(value.magnitude)
    case .latlngValue:
      guard let latitude = values[0].asDouble, let longitude = values[1].asDouble else {
        throw wrongArgument(index)
      }
      return .latlng(try inRange(RulesLatLng(latitude: latitude, longitude: longitude), at: index))
    case .hashingMD5, .hashingSHA256, .hashingCRC32, .hashingCRC32C:
      return .bytes(try hash(builtin, values[0], at: index))
    default: return try math(builtin, values, at: index)
    }
  }

  func wrongArgument(_ index: Int) -> EvaluationFailure {
    EvaluationFailure("An argument is of a type that the function does not take.", at: index)
  }

  private mutating func int(_ value: ServiceValue, at index: Int) throws(EvaluationFailure) -> Int64 {
    switch value {
    case .int(let number): return number
    case .float(let number):
      guard let whole = Int64(exactly: number.rounded(.towardZero)) else { break }
      return whole
    case .string(let text):
      try spend(text.utf8.count / 4, at: index)
      guard let number = Int64(text) else { break }
      return number
    default: throw wrongArgument(index)
    }
    throw EvaluationFailure("This is not an integer.", at: index)
  }

  private mutating func float(_ value: ServiceValue, at index: Int) throws(EvaluationFailure) -> Double {
    switch value {
    case .int(let number): return Double(number)
    case .float(let number): return number
    case .string(let text):
      try spend(text.utf8.count, at: index)
      let isPlain = text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0)
      }
      guard isPlain, let number = Double(text) else {
        throw EvaluationFailure("This is not a number.", at: index)
      }
      return number
    default: throw wrongArgument(index)
    }
  }

  private mutating func text(_ value: ServiceValue, at index: Int) throws(EvaluationFailure) -> String {
    switch value {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .int(let value): return String(value)
    case .float(let value): return "\(value)"
    case .string(let value): return value
    case .path(let path): return try text(of: path, at: index)
    case .timestamp(let time): return time.text
    default: throw wrongArgument(index)
    }
  }

  private mutating func text(of path: ServicePath, at index: Int) throws(EvaluationFailure) -> String {
    try spend(path.segments.count, at: index)
    try spend(path.size / 16, at: index)
    guard path.size <= WorkBudget.maximumValueSize else {
      throw EvaluationFailure("The value is too large.", at: index, isFinal: true)
    }
    return path.text
  }

  private func duration(_ values: [ServiceValue], at index: Int) throws(EvaluationFailure) -> RulesDuration {
    let units: [(Int64, String)] = [(3600, "s"), (60, "s"), (1, "s")]
    var result = RulesDuration.zero
    for (value, unit) in zip(values, units) {
      guard case .int(let count) = value else { throw wrongArgument(index) }
      let (seconds, overflow) = count.multipliedReportingOverflow(by: unit.0)
      let part = overflow ? nil : RulesDuration(seconds, unit: unit.1)
      result = try inRange(result.adding(try inRange(part, at: index)), at: index)
    }
    guard case .int(let nanoseconds) = values[3] else { throw wrongArgument(index) }
    let part = try inRange(RulesDuration(nanoseconds, unit: "ns"), at: index)
    return try inRange(result.adding(part), at: index)
  }

  private mutating func hash(_ builtin: ServiceBuiltin, _ value: ServiceValue, at index: Int)
    throws(EvaluationFailure) -> [UInt8]
  {
    let bytes: [UInt8]
    switch value {
    case .string(let text):
      try spend(2 * text.utf8.count, at: index)
      bytes = Array(text.utf8)
    case .bytes(let value):
      try spend(2 * value.count, at: index)
      bytes = value
    default: throw wrongArgument(index)
    }
    switch builtin {
    case .hashingMD5: return RulesHash.md5(bytes)
    case .hashingSHA256: return RulesHash.sha256(bytes)
    case .hashingCRC32: return RulesHash.crc32(bytes, polynomial: 0xEDB8_8320)
    default: return RulesHash.crc32(bytes, polynomial: 0x82F6_3B78)
    }
  }

  private func math(_ builtin: ServiceBuiltin, _ values: [ServiceValue], at index: Int)
    throws(EvaluationFailure)
    -> ServiceValue
  {
    guard let number = values[0].asDouble else { throw wrongArgument(index) }
    switch builtin {
    case .mathAbs:
      guard case .int(let value) = values[0] else { return .float(abs(number)) }
      return value < 0 ? try negated(values[0], at: index) : values[0]
    case .mathCeil: return try whole(values[0], number.rounded(.up), at: index)
    case .mathFloor: return try whole(values[0], number.rounded(.down), at: index)
    // Rounds halves up: -1.5 becomes -1.
    case .mathRound: return try whole(values[0], (number + 0.5).rounded(.down), at: index)
    case .mathSqrt: return .float(number.squareRoot())
    case .mathIsNaN: return .bool(number.isNaN)
    case .mathPow:
      guard let exponent = values[1].asDouble else { throw wrongArgument(index) }
      return .float(Foundation.pow(number, exponent))
    default: throw EvaluationFailure("The function is not found.", at: index)
    }
  }

  private func whole(_ value: ServiceValue, _ rounded: Double, at index: Int) throws(EvaluationFailure)
    -> ServiceValue
  {
    if case .int = value { return value }
    guard let number = Int64(exactly: rounded) else {
      throw EvaluationFailure("The number is too large.", at: index)
    }
    return .int(number)
  }

  // MARK: Documents

  private mutating func lookup(_ builtin: ServiceBuiltin, _ argument: ServiceValue, at index: Int)
    throws(EvaluationFailure) -> ServiceValue
  {
    guard case .path(let path) = argument else { throw wrongArgument(index) }
    let answer = try document(builtin.rawValue, try text(of: path, at: index), at: index)
    let isTest = [.exists, .existsAfter, .firestoreExists].contains(builtin)
    switch answer {
    case .failed: throw EvaluationFailure("The document could not be looked up.", at: index)
    case .missing:
      if isTest { return .bool(false) }
      throw EvaluationFailure("The document does not exist.", at: index)
    case .document(let resource):
      if isTest {
        // A mock with a Boolean is itself the result of `exists`.
        if case .bool = resource.value { return resource.value }
        return .bool(true)
      }
      return resource.value
    }
  }
}
