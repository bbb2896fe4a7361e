import Identity
import Synchronization

/// Caches decoded projects. The current revision is always read from the database. The cache saves only the decoding,
/// and is valid because a revision's document never changes.
package final class ProjectCache: Sendable {
  private static let maximumCount = 1024
  private let projects = Mutex<[ProjectID: Project]>([:])

  func project(_ id: ProjectID, revision: Int64) -> Project? {
    projects.withLock { projects in
      guard let project = projects[id], project.revision == revision else { return nil }
      return project
    }
  }

  func keep(_ project: Project) {
    projects.withLock { projects in
      if projects.count >= Self.maximumCount { projects.removeAll() }
      projects[project.id] = project
    }
  }
}
