/// There is no database here: the module exists so that an app's `import FirebaseFirestore` compiles.
@_exported import LatchkeyAuth
