/// The functions that every rule set has.
enum ServiceBuiltin: String, Sendable, CaseIterable {
  case int, float, string, path, debug
  case get, exists, getAfter, existsAfter
  case firestoreGet = "firestore.get"
  case firestoreExists = "firestore.exists"
  case mathAbs = "math.abs"
  case mathCeil = "math.ceil"
  case mathFloor = "math.floor"
  case mathRound = "math.round"
  case mathSqrt = "math.sqrt"
  case mathPow = "math.pow"
  case mathIsNaN = "math.isNaN"
  case timestampDate = "timestamp.date"
  case timestampValue = "timestamp.value"
  case durationValue = "duration.value"
  case durationTime = "duration.time"
  case durationAbs = "duration.abs"
  case latlngValue = "latlng.value"
  case hashingMD5 = "hashing.md5"
  case hashingSHA256 = "hashing.sha256"
  case hashingCRC32 = "hashing.crc32"
  case hashingCRC32C = "hashing.crc32c"

  static let namespaces: Set<String> = ["math", "timestamp", "duration", "latlng", "hashing", "firestore"]

  var argumentCount: Int {
    switch self {
    case .mathPow, .durationValue, .latlngValue: 2
    case .timestampDate: 3
    case .durationTime: 4
    default: 1
    }
  }

  /// True if the function looks a document up.
  var isLookup: Bool {
    switch self {
    case .get, .exists, .getAfter, .existsAfter, .firestoreGet, .firestoreExists: true
    default: false
    }
  }

  /// True if the function exists in the service. Storage rules call the lookup functions in the namespace `firestore`;
  /// Firestore rules call them without a namespace.
  func exists(in service: ServiceRules.Service) -> Bool {
    switch self {
    case .get, .exists, .getAfter, .existsAfter: service == .firestore
    case .firestoreGet, .firestoreExists: service == .storage
    default: true
    }
  }
}

/// The methods of all types.
enum ServiceMethod: String, Sendable, CaseIterable {
  case size, keys, values, get, diff
  case addedKeys, affectedKeys, changedKeys, removedKeys, unchangedKeys
  case concat, hasAll, hasAny, hasOnly, join, removeAll, toSet
  case difference, intersection, union
  case lower, upper, trim, matches, replace, split, toUtf8
  case date, time, year, month, day, hours, minutes, seconds, nanos, dayOfWeek, dayOfYear, toMillis
  case latitude, longitude, distance
  case bind
  case toBase64, toHexString
}
