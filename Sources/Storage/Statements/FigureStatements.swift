/// Statements that compute figures about the database for administrators and operators. They run seldom.
enum FigureStatements {
  static let newestStep: SQLStatement = "SELECT MAX(name) FROM schema_migrations"

  static let projects: SQLStatement = "SELECT COUNT(*) FROM projects WHERE id <> $1"

  static let tenants: SQLStatement = "SELECT COUNT(*) FROM tenants WHERE project <> $1"

  static let users: SQLStatement = "SELECT COUNT(*) FROM accounts WHERE project <> $1"

  static let messages: SQLStatement = "SELECT COUNT(*), MIN(created_at) FROM outbox"

  static let keys: SQLStatement = """
    SELECT key_id, algorithm, created_at, active_from, retired_at FROM signing_keys
    WHERE retired_at IS NULL OR retired_at > $1 ORDER BY algorithm, active_from, key_id
    """

  /// These statements scan whole tables.
  static let all = [newestStep, projects, tenants, users, messages, keys]

  /// PostgreSQL only.
  static let databaseSize: SQLStatement = "SELECT pg_database_size(current_database())"

  /// PostgreSQL only: counts the connections of Latchkey programs, except this one.
  static let connections: SQLStatement = """
    SELECT COUNT(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'latchkey' AND pid <> pg_backend_pid()
    """
}
