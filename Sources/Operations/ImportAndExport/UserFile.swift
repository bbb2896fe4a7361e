import IdentityWire

/// The files of `firebase auth:export` and `auth:import`.
public enum UserFileFormat: String, Sendable, CaseIterable {
  case json, csv

  /// By the end of its name.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    guard let format = Self.allCases.first(where: { name.hasSuffix("." + $0.rawValue) }) else { return nil }
    self = format
  }

  public func decoder() -> any UserFileDecoder {
    switch self {
    case .json: JSONUserDecoder()
    case .csv: CSVUserDecoder()
    }
  }

  /// - Parameter isForFirebase: whether Firebase's tools are to read the file.
  public func encoder(isForFirebase: Bool = false) -> any UserFileEncoder {
    switch self {
    case .json: JSONUserEncoder()
    case .csv: CSVUserEncoder(isForFirebase: isForFirebase)
    }
  }
}

/// What a file says of one user.
public enum UserFileEntry: Sendable {
  /// - Parameter bytes: what of the file says it.
  case user(UploadedUser, bytes: Int)
  /// It can be told where the user ends, but not what is said of them.
  case unreadable(String)
}

/// Reads a file piece by piece, so that it may be larger than the memory.
public protocol UserFileDecoder: Sendable {
  /// - Returns: the users that end in these bytes.
  /// - Throws: when it cannot be told any more where a user ends.
  mutating func feed(_ bytes: some Sequence<UInt8>) throws(UserFileFailure) -> [UserFileEntry]

  /// The file has no more bytes.
  ///
  /// - Throws: when it ends in the middle.
  mutating func finish() throws(UserFileFailure) -> [UserFileEntry]
}

/// Writes a file user by user.
public protocol UserFileEncoder: Sendable {
  func begin() -> [UInt8]
  /// - Parameter user: with the hash of their password, if that is to be in the file.
  mutating func encode(_ user: AccountInfo) -> [UInt8]
  func end() -> [UInt8]
}

/// Why a file is not one of users.
public struct UserFileFailure: Error, Equatable, CustomStringConvertible {
  /// Bytes of one user.
  public static let maximumUserBytes = 1 << 20

  public var description: String
  init(_ description: String) { self.description = description }

  static let tooLarge = UserFileFailure("a user is larger than 1 MiB")
}
