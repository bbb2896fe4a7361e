# On the server, once for each app.
latchkey project add-app my-app --platform ios \
  --bundle-id com.example.app --config latchkey.yaml
latchkey project show my-app --config latchkey.yaml \
  --format plist > GoogleService-Info.plist
