/// Signs on its own threads.
public protocol ThreadedSigner: TokenSigner {
  /// The number of signatures that wait for a thread.
  var queued: Int { get }
  /// Accepts no more requests. The waiting requests are still signed.
  func close()
}
