import CPQ
import Foundation

extension PostgreSQLConnection {
  /// Waits for notifications on the channels that the connection listens to.
  ///
  /// - Parameter milliseconds: the longest wait.
  /// - Returns: the payloads in order, possibly none; nil if the connection is lost.
  func notifications(within milliseconds: Int32) -> [String]? {
    var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
    guard descriptor.fd >= 0 else { return nil }
    guard poll(&descriptor, 1, milliseconds) > 0 else { return [] }
    guard PQconsumeInput(handle) == 1 else { return nil }
    var payloads: [String] = []
    while let notification = PQnotifies(handle) {
      if let text = notification.pointee.extra { payloads.append(String(cString: text)) }
      PQfreemem(notification)
    }
    return payloads
  }
}
