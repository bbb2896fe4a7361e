import GRDB
import Identity

extension StoreError {
  /// What the store throws for what came up from below it. Statements may stand in the text, their arguments
  /// do not.
  init(_ error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let failure as SQLFailure: self = failure.storeError
    case let error as DatabaseError:
      // What the connection says last may be about something else, or that nothing is wrong.
      let code = error.extendedResultCode
      let message = error.message.flatMap { $0 == "not an error" ? nil : $0 }
      self = .unavailable("SQLite \(message.map { "\(code.rawValue): \($0)" } ?? code.description)")
    case is CancellationError: self = .unavailable("the caller was cancelled")
    default: self = .unavailable("\(type(of: error))")
    }
  }

  /// Why a database could not be opened. SQLite's own words do not say when the disk is the reason.
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
