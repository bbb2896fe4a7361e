/// A bounded first-in, first-out queue of signature requests.
///
/// A full batch is served at once. A partial batch waits for a batch that is being served, for less than a
/// millisecond. It waits only if at least half of the threads are busy, and if the requests that wait and
/// the requests being served together fill a batch. Meanwhile, the clients that were answered send new
/// requests, which fill the batch. Otherwise no request waits while a thread is free.
///
/// There is no timer. In a closed loop, a timer does not fill batches better. With few requests, it costs
/// time.
struct BatchQueue<Element> {
  /// The maximum size of a batch.
  let width: Int
  /// The size from which serving a batch is faster than serving each request alone.
  let breakEven: Int
  /// The maximum number of waiting requests.
  let capacity: Int

  private var elements: [Element] = []
  private var head = 0

  init(width: Int, breakEven: Int, capacity: Int) {
    precondition(width > 0 && breakEven > 0 && capacity > 0)
    self.width = width
    self.breakEven = breakEven
    self.capacity = capacity
  }

  var count: Int { elements.count - head }

  /// Adds a request. Returns false if the queue is full.
  mutating func add(_ element: Element) -> Bool {
    guard count < capacity else { return false }
    elements.append(element)
    return true
  }

  /// True if a free thread should serve the waiting requests instead of leaving them to the busy threads.
  ///
  /// - Parameters:
  ///   - serving: the number of requests being served. Their threads call this method again afterwards.
  ///   - halfAreBusy: true if at least half of the threads are serving. Always false if there are no
  ///     threads.
  func isWorthServing(beside serving: Int, halfAreBusy: Bool) -> Bool {
    count >= width || count > 0 && (!halfAreBusy || count + serving < width)
  }

  /// Removes and returns the next requests to serve: none, one, or from ``breakEven`` to ``width``
  /// requests.
  mutating func take(beside serving: Int, halfAreBusy: Bool) -> [Element] {
    guard isWorthServing(beside: serving, halfAreBusy: halfAreBusy) else { return [] }
    let number = count >= breakEven ? min(count, width) : 1
    let taken = Array(elements[head..<head + number])
    head += number
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64 {
      elements.removeFirst(head)
      head = 0
    }
    return taken
  }
}
