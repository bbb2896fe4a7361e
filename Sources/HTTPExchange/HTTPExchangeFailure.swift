import Foundation

/// The reason why there is no response. Other reasons are the system's errors (`URLError`).
public enum HTTPExchangeFailure: Error, Equatable, LocalizedError {
  /// The address is neither `http` nor `https`.
  case unsupportedAddress
  /// A header's name or value contains invalid characters.
  case invalidHeader(String)
  /// The body is larger than this many bytes, after decompression.
  case bodyTooLarge(Int)
  /// The server does not speak HTTP.
  case notHTTP

  public var errorDescription: String? {
    switch self {
    case .unsupportedAddress: "Only http and https addresses can be requested."
    case .invalidHeader(let name): "The header \(name) holds characters that are not allowed in headers."
    case .bodyTooLarge(let limit): "The answer is larger than \(limit) bytes."
    case .notHTTP: "The answer is not HTTP."
    }
  }
}
