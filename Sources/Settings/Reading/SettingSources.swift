import Configuration
import Synchronization

/// Records the source of each setting.
final class SettingSources: AccessReporter {
  private let order: [SettingSource]
  private let found = Mutex<[String: SettingSource]>([:])

  /// - Parameter order: the sources in the order in which they are read.
  init(order: [SettingSource]) { self.order = order }

  func report(_ event: AccessEvent) {
    let index = event.providerResults.firstIndex { result in
      if case .success(let lookup) = result.result { lookup.value != nil } else { false }
    }
    guard let index, order.indices.contains(index) else { return }
    found.withLock { $0[event.metadata.key.components.joined(separator: ".")] = order[index] }
  }

  func source(of setting: Setting) -> SettingSource { found.withLock { $0[setting.key] } ?? .builtIn }
}

/// The source of a setting. The cases are in descending order of precedence.
public enum SettingSource: Sendable, Hashable { case flag, environment, file, builtIn }
