# LemonLDAP::NG's portal with a user of the test, and the files that a web server in front of it would serve.
use strict;
use warnings;
use Lemonldap::NG::Portal::Main;
use Lemonldap::NG::Portal::UserDB::Demo;
use Plack::Builder;

%Lemonldap::NG::Portal::UserDB::Demo::demoAccounts =
  ( ada => { uid => 'ada', cn => 'Ada Lovelace', mail => 'ada@example.com' } );

builder {
  enable 'Static',
    path => sub { s{^/static/}{} },
    root => '/usr/share/lemonldap-ng/portal/htdocs/static';
  Lemonldap::NG::Portal::Main->run( {} );
};
