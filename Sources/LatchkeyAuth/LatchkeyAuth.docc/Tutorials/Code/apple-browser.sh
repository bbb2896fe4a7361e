# On the server.
latchkey provider set my-app apple.com --services-id com.example.web \
  --team-id ABCDE12345 --key-id FGHIJ67890 \
  --private-key-file AuthKey_FGHIJ67890.p8 --config latchkey.yaml
