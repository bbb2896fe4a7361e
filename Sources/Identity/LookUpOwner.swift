/// The owner of the host names that the current task resolves. Each project has a limited share of all concurrent
/// look-ups, so that a project with slow or dead name servers does not delay other projects.
public enum LookUpOwner {
  /// The project's id; nil for host names that the operator chose.
  @TaskLocal public static var current: String?
}
