import Foundation

extension ServiceEvaluator {
  mutating func call(
    _ method: ServiceMethod, on object: ServiceValue, _ arguments: [Int], at index: Int
  ) throws(EvaluationFailure) -> ServiceValue {
    switch object {
    case .string(let text): return try call(method, on: text, arguments, at: index)
    case .list(let list):
      return try call(method, list: list.elements, try values(arguments), at: index)
    case .set(let set): return try call(method, set: set.elements, try values(arguments), at: index)
    case .map(let map): return try call(method, on: map, try values(arguments), at: index)
    case .mapDiff(let diff):
      guard arguments.isEmpty else { throw wrongCount(index) }
      return try call(method, on: diff, at: index)
    case .timestamp(let time):
      guard arguments.isEmpty else { throw wrongCount(index) }
      return try call(method, on: time, at: index)
    case .duration(let duration):
      guard arguments.isEmpty else { throw wrongCount(index) }
      switch method {
      case .seconds: return .int(duration.seconds)
      case .nanos: return .int(Int64(duration.nanoseconds))
      default: throw notFound(index)
      }
    case .latlng(let place): return try call(method, on: place, try values(arguments), at: index)
    case .bytes(let bytes):
      guard arguments.isEmpty else { throw wrongCount(index) }
      return try call(method, on: bytes, at: index)
    case .path(let path): return try call(method, on: path, try values(arguments), at: index)
    case .null: throw EvaluationFailure("Null value error: null has no methods.", at: index)
    case .bool, .int, .float: throw notFound(index)
    }
  }

  func notFound(_ index: Int) -> EvaluationFailure {
    EvaluationFailure("The function is not found on a value of this type.", at: index)
  }

  func wrongCount(_ index: Int) -> EvaluationFailure {
    EvaluationFailure("The function takes another number of arguments.", at: index)
  }

  // MARK: Strings

  private mutating func call(_ method: ServiceMethod, on text: String, _ arguments: [Int], at index: Int)
    throws(EvaluationFailure) -> ServiceValue
  {
    try spend(1 + text.utf8.count / 4, at: index)
    let values = try values(arguments)
    func requireCount(_ count: Int) throws(EvaluationFailure) {
      guard values.count == count else { throw wrongCount(index) }
    }
    switch method {
    case .size:
      try requireCount(0)
      return .int(Int64(text.unicodeScalars.count))
    case .lower:
      try requireCount(0)
      try spend(ScalarText.caseCost(text), at: index)
      return try bounded(.string(text.lowercased()), at: index)
    case .upper:
      try requireCount(0)
      try spend(ScalarText.caseCost(text), at: index)
      return try bounded(.string(text.uppercased()), at: index)
    case .trim:
      try requireCount(0)
      return .string(ScalarText.trimmed(text))
    case .toUtf8:
      try requireCount(0)
      return try bounded(.bytes(Array(text.utf8)), at: index)
    case .matches, .split, .replace:
      try requireCount(method == .replace ? 2 : 1)
      guard case .string(let pattern) = values[0] else { throw wrongArgument(index) }
      let regex = try regex(pattern, argument: arguments[0], at: index)
      return try apply(regex, method, to: text, values, at: index)
    default: throw notFound(index)
    }
  }

  private mutating func regex(_ pattern: String, argument: Int, at index: Int) throws(EvaluationFailure)
    -> RulesRegex
  {
    if let prepared = program.regexes[argument] { return prepared }
    guard pattern.utf8.count <= RulesRegex.maximumPatternBytes else {
      throw EvaluationFailure("The regular expression is not valid.", at: index)
    }
    // Repetitions can expand a short pattern to the maximum number of instructions.
    try spend(RulesRegex.maximumInstructions + 10 * pattern.utf8.count, at: index)
    do {
      return try RulesRegex(pattern)
    } catch {
      throw EvaluationFailure("The regular expression is not valid.", at: index)
    }
  }

  private mutating func apply(
    _ regex: RulesRegex, _ method: ServiceMethod, to text: String, _ values: [ServiceValue], at index: Int
  ) throws(EvaluationFailure) -> ServiceValue {
    do {
      switch method {
      case .matches: return .bool(try regex.matches(whole: text, budget: &budget))
      case .split:
        let pieces = try regex.pieces(of: text, budget: &budget)
        return try bounded(.list(ServiceList(ServiceValue.strings(pieces))), at: index)
      default:
        guard case .string(let words) = values[1] else { throw wrongArgument(index) }
        return try bounded(.string(try regex.replacing(in: text, with: words, budget: &budget)), at: index)
      }
    } catch let failure as EvaluationFailure {
      throw failure
    } catch {
      throw .exhausted(at: index)
    }
  }

  // MARK: Times, places, bytes and paths

  private func call(_ method: ServiceMethod, on time: RulesTimestamp, at index: Int) throws(EvaluationFailure)
    -> ServiceValue
  {
    switch method {
    case .date: return .timestamp(time.startOfDay)
    case .time: return .duration(time.timeOfDay)
    case .year: return .int(time.civil.year)
    case .month: return .int(time.civil.month)
    case .day: return .int(time.civil.day)
    case .hours: return .int(time.hour)
    case .minutes: return .int(time.minute)
    case .seconds: return .int(time.second)
    case .nanos: return .int(Int64(time.nanoseconds))
    case .dayOfWeek: return .int(time.dayOfWeek)
    case .dayOfYear: return .int(time.dayOfYear)
    case .toMillis: return .int(time.milliseconds)
    default: throw notFound(index)
    }
  }

  private func call(_ method: ServiceMethod, on place: RulesLatLng, _ values: [ServiceValue], at index: Int)
    throws(EvaluationFailure) -> ServiceValue
  {
    switch (method, values.count) {
    case (.latitude, 0): return .float(place.latitude)
    case (.longitude, 0): return .float(place.longitude)
    case (.distance, 1):
      guard case .latlng(let other) = values[0] else { throw wrongArgument(index) }
      return .float(place.distance(to: other))
    case (.latitude, _), (.longitude, _), (.distance, _): throw wrongCount(index)
    default: throw notFound(index)
    }
  }

  private mutating func call(_ method: ServiceMethod, on bytes: [UInt8], at index: Int)
    throws(EvaluationFailure)
    -> ServiceValue
  {
    switch method {
    case .size: return .int(Int64(bytes.count))
    case .toBase64:
      try spend(2 * bytes.count, at: index)
      return try bounded(.string(Self.base64(bytes)), at: index)
    case .toHexString:
      try spend(bytes.count / 2, at: index)
      let digits = Array("0123456789ABCDEF".utf8)
      var text: [UInt8] = []
      text.reserveCapacity(2 * bytes.count)
      for byte in bytes {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
      return try bounded(.string(String(decoding: text, as: UTF8.self)), at: index)
    default: throw notFound(index)
    }
  }

  /// Encodes in base64url with padding.
  private static func base64(_ bytes: [UInt8]) -> String {
    let text = Data(bytes).base64EncodedData().map { (byte) -> UInt8 in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: byte
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Calls a method on a path. `bind` fills in the segments `(name)`, `{name}` and `$(name)`.
  private mutating func call(
    _ method: ServiceMethod, on path: ServicePath, _ values: [ServiceValue], at index: Int
  )
    throws(EvaluationFailure) -> ServiceValue
  {
    guard method == .bind else { throw notFound(index) }
    guard values.count == 1 else { throw wrongCount(index) }
    guard case .map(let map) = values[0] else { throw wrongArgument(index) }
    var segments: [String] = []
    for segment in path.segments {
      try spend(1 + segment.utf8.count / 16, at: index)
      guard let name = Self.placeholder(segment), let value = try member(of: map, name, at: index) else {
        segments.append(segment)
        continue
      }
      guard case .string(let text) = value else { throw wrongArgument(index) }
      segments.append(text)
    }
    return .path(ServicePath(segments))
  }

  private static func placeholder(_ segment: String) -> String? {
    var name = segment.utf8[...]
    if name.starts(with: "$(".utf8) { name = name.dropFirst() }
    switch (name.first, name.last) {
    case (UInt8(ascii: "("), UInt8(ascii: ")")), (UInt8(ascii: "{"), UInt8(ascii: "}")):
      return String(Substring(name.dropFirst().dropLast()))
    default: return nil
    }
  }
}
