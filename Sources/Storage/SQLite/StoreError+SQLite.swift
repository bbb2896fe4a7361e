import GRDB
import Identity

extension StoreError {
  /// Converts an error from a lower layer. The text may contain statements, but never their arguments.
  init(_ error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let failure as SQLFailure: self = failure.storeError
    case let error as DatabaseError:
      // The connection's last message may belong to another error, or say that nothing is wrong.
      let code = error.extendedResultCode
      let message = error.message.flatMap { $0 == "not an error" ? nil : $0 }
      self = .unavailable("SQLite \(message.map { "\(code.rawValue): \($0)" } ?? code.description)")
    case is CancellationError: self = .unavailable("the caller was cancelled")
    default: self = .unavailable("\(type(of: error))")
    }
  }

  /// The reason why a database could not be opened. SQLite's own text does not say that the disk is the cause.
  init(opening path: String, _ error: any Error) {
    self = StoreError(error)
    guard let failure = error as? DatabaseError, case .unavailable(let text) = self else { return }
    let fault: DiskFault? =
      switch failure.resultCode {
      case .SQLITE_FULL: .full
      case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_READONLY: DiskFault(under: path)
      default: nil
      }
    if let fault { self = .unavailable("\(fault.rawValue) (\(text))") }
  }
}
