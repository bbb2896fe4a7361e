# On the server.
latchkey provider set my-app github.com --client-id Iv1.0123456789 \
  --client-secret-file secret.txt --config latchkey.yaml
