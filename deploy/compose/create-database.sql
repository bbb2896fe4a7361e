-- Makes Latchkey's user and database when PostgreSQL starts on an empty volume.
\set password `cat /run/secrets/database-password`
CREATE USER latchkey PASSWORD :'password';
CREATE DATABASE latchkey OWNER latchkey ENCODING 'UTF8' TEMPLATE template0;
