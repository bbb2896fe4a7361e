import IdentityWire

/// The file formats of `firebase auth:export` and `auth:import`.
public enum UserFileFormat: String, Sendable, CaseIterable {
  case json, csv

  /// Determines the format from the file name's extension.
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

  /// - Parameter isForFirebase: true if Firebase's tools will read the file.
  public func encoder(isForFirebase: Bool = false) -> any UserFileEncoder {
    switch self {
    case .json: JSONUserEncoder()
    case .csv: CSVUserEncoder(isForFirebase: isForFirebase)
    }
  }
}

/// An entry of a file for one user.
public enum UserFileEntry: Sendable {
  /// - Parameter bytes: the size of the entry in the file.
  case user(UploadedUser, bytes: Int)
  /// The entry's end is known, but its content is not readable.
  case unreadable(String)
}

/// Decodes a file piece by piece, so that the file may be larger than the memory.
public protocol UserFileDecoder: Sendable {
  /// - Returns: the users whose entries end in these bytes.
  /// - Throws: if the end of an entry can no longer be determined.
  mutating func feed(_ bytes: some Sequence<UInt8>) throws(UserFileFailure) -> [UserFileEntry]

  /// Ends the decoding after the file's last byte.
  ///
  /// - Throws: if the file is incomplete.
  mutating func finish() throws(UserFileFailure) -> [UserFileEntry]
}

/// Encodes a file user by user.
public protocol UserFileEncoder: Sendable {
  func begin() -> [UInt8]
  /// - Parameter user: includes the password hash if the file should contain it.
  mutating func encode(_ user: AccountInfo) -> [UInt8]
  func end() -> [UInt8]
}

/// The reason why a file is not a valid file of users.
public struct UserFileFailure: Error, Equatable, CustomStringConvertible {
  /// The maximum size of one user in bytes.
  public static let maximumUserBytes = 1 << 20

  public var description: String
  init(_ description: String) { self.description = description }

  static let tooLarge = UserFileFailure("a user is larger than 1 MiB")
}
