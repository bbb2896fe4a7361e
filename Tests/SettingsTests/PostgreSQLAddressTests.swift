import Testing

@testable import Settings

@Suite("The address of a PostgreSQL")
struct PostgreSQLAddressTests {
  @Test(
    "what libpq takes is taken, and shown without users and parameters",
    arguments: [
      ("postgresql://", "PostgreSQL"),
      ("postgres://db.example.com/latchkey", "PostgreSQL latchkey at db.example.com"),
      (
        "postgresql://latchkey@db.example.com:5433/accounts?sslmode=require",
        "PostgreSQL accounts at db.example.com:5433"
      ),
      ("postgresql://a,b:5433/x?target_session_attrs=read-write", "PostgreSQL x at a,b:5433"),
      ("postgresql:///x?host=/run/postgresql", "PostgreSQL x at /run/postgresql"),
      ("postgresql://u@%2Frun%2Fpostgresql/x", "PostgreSQL x at /run/postgresql"),
      ("postgresql://u@[::1]:5432/x", "PostgreSQL x at [::1]:5432"),
    ])
  func good(uri: String, name: String) throws { #expect(try PostgreSQLAddress(uri).name == name) }

  @Test(
    "what is none, or holds a password, is not taken",
    arguments: [
      ("", false), ("sqlite", false), ("mysql://a/b", false), ("postgresql:a", false),
      ("postgresql://a b/c", false),
      ("postgresql://ä/c", false), ("postgresql://a/b?sslmode", false), ("postgresql:///x?service=y", false),
      ("postgresql://a/b?x=%zz", false),
      ("postgresql://a\n/b", false), ("postgresql://" + String(repeating: "a", count: 3_000), false),
      ("postgresql://u:p@a/b", true), ("postgresql://u:@a/b", true), ("postgresql://a/b?password=p", true),
      ("postgresql://a/b?x=y&pass%77ord=p", true), ("postgresql://a/b?sslpassword=p", true),
    ])
  func bad(uri: String, holdsPassword: Bool) {
    do {
      _ = try PostgreSQLAddress(uri)
      Issue.record("\(uri) was taken")
    } catch {
      switch error {
      case .holdsPassword: #expect(holdsPassword)
      case .unreadable: #expect(!holdsPassword)
      }
    }
  }

  // Fails when a limit of the address stays, or another option of it gets lost (each alone).
  @Test(
    "limits replace those of the address, and keep all else",
    arguments: [
      ("postgresql:///x", "?connect_timeout=5&options=-c%20statement_timeout%3D30s"),
      ("postgresql://db/x?connect_timeout=60", "&connect_timeout=5&options=-c%20statement_timeout%3D30s"),
      (
        "postgresql://db/x?options=-c%20search_path%3Da%20-c%20statement_timeout%3D0",
        "&connect_timeout=5"
          + "&options=-c%20search_path%3Da%20-c%20statement_timeout%3D0%20-c%20statement_timeout%3D30s"
      ),
    ])
  func limits(uri: String, more: String) throws {
    var address = try PostgreSQLAddress(uri)
    address.connections = 3
    let limited = try address.limiting(connection: 5, statement: 30)
    #expect(limited.uri == uri + more)
    #expect(limited.name == address.name && limited.connections == 3)
    #expect(try limited.naming(database: "other").uri.hasSuffix("&dbname=other"))
  }

  @Test("what leaves the machine wants a server that proves who it is")
  func protection() throws {
    for uri in [
      "postgresql:///x", "postgresql://localhost/x", "postgresql://127.0.0.1:5432/x",
      "postgresql://[::1]:1/x",
      "postgresql:///x?host=/tmp",
    ] { #expect(try PostgreSQLAddress(uri).isLocal([:]), "\(uri)") }
    for uri in [
      "postgresql://db/x", "postgresql:///x?host=db", "postgresql://localhost,db/x", "postgresql://[::2]/x",
      "postgresql://localhost/x?host=db",
      "postgresql://localhost/x?hostaddr=10.1.2.3",
    ] {
      #expect(try !PostgreSQLAddress(uri).isLocal([:]), "\(uri)")
    }
    for name in ["PGHOST", "PGHOSTADDR", "PGSERVICE"] {
      #expect(try !PostgreSQLAddress("postgresql:///x").isLocal([name: "db"]), "\(name)")
    }
    #expect(try PostgreSQLAddress("postgresql://db/x?sslmode=verify-full").verifiesServer)
    for mode in ["?sslmode=require", "?sslmode=verify-ca", "?sslrootcert=system", ""] {
      #expect(try !PostgreSQLAddress("postgresql://db/x" + mode).verifiesServer)
    }
  }

  @Test("a configuration takes the address with its password apart, and warns of an open way to it")
  func configuration() throws {
    let files = try Files()
    try files.write("password", "open sesame\n")
    let reading = try files.read(
      """
      publicOrigin: https://a.example
      data:
        database: postgresql://latchkey@db/latchkey
        databasePasswordFile: password
        databaseConnections: 20
      """)
    #expect(reading.mistakes.allSatisfy { !$0.key.hasPrefix("data.") }, "\(reading.mistakes)")
    let address = try #require(reading.configuration.data.postgreSQL)
    #expect(address.password?.reveal() == "open sesame")
    #expect(address.connections == 20)
    let warning = reading.problems.first { $0.key == "data.database" }
    #expect(warning?.severity == .warning && warning?.fix.contains("sslmode=verify-full") == true)
    let verified = try files.read("data: {database: 'postgresql://db/latchkey?sslmode=verify-full'}")
    #expect(!verified.problems.contains { $0.key == "data.database" })
  }

  @Test(
    "what belongs to a PostgreSQL is a mistake beside SQLite, and so is a password in the address",
    arguments: [
      ("data: {databaseConnections: 3}", "data.databaseConnections"),
      ("data: {databasePasswordFile: password}", "data.databasePasswordFile"),
      ("data: {database: 'postgresql://u:p@db/latchkey'}", "data.database"),
      ("data: {database: 'postgresql://db', databaseConnections: 0}", "data.databaseConnections"),
    ])
  func mistakes(text: String, key: String) throws {
    let files = try Files()
    try files.write("password", "open sesame\n")
    let mistake = try #require(try files.read(text).mistake(key))
    #expect(!mistake.text.contains("u:p"))
  }
}
