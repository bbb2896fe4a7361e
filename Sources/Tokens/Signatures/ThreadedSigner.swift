/// Signs on threads of its own.
public protocol ThreadedSigner: TokenSigner {
  /// The number of signatures that wait for a thread.
  var queued: Int { get }
  /// Accepts no more requests. The waiting ones are still signed.
  func close()
}
