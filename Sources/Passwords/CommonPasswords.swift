/// The passwords that people choose most, in lower case, without added digits.
enum CommonPasswords {
  static let all = Set(
    [keyboards, words, names, teams, numbers, otherLanguages].joined(separator: " ").split(separator: " ")
      .map(String.init))

  private static let keyboards = """
    qwerty qwertz azerty qwertyui qwertyuiop qwertzuiop asdf asdfg asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm \
    qazwsx qazwsxedc qweasd qweasdzxc 1qaz2wsx 1qaz2wsx3edc 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3 q1w2e3r4 zaq12wsx \
    zaq1zaq1 qwer1234 qwe123 asd123 zxc123 1qazxsw2 qwaszx poiuytrewq mnbvcxz lkjhgf asdasd qweqwe zxczxc \
    qwerty12345 qwerty123456 asdf1234 abcd abcde abcdef abcdefg abcdefgh abc123 abcd1234 a1b2c3 a1b2c3d4 aaaaaa \
    aaaaaaaa xxxxxx zzzzzz 123qwe 123abc 12qwaszx 123qweasd 123456a 123456q a123456 a12345678 a123456789 q123456 \
    aa123456 aa12345678 qq123456 w123456 p@ssw0rd p@ssword pa$$word pa$$w0rd passw0rd
    """

  private static let words = """
    password passwort passwd passpass pass pass1234 letmein welcome login admin administrator root user guest test \
    tester testing testtest default changeme secret secrets topsecret master access system server computer internet \
    samsung apple google facebook microsoft windows linux iphone android nokia sony playstation nintendo xbox \
    pokemon pikachu minecraft fortnite starwars startrek superman batman spiderman ironman hulk thor naruto goku \
    matrix gandalf legolas frodo hobbit jedi yoda darthvader skywalker harrypotter dumbledore hogwarts zelda mario \
    luigi sonic dragon dragons monkey monkeys tiger tigers lion eagle eagles wolf wolves shark panther panthers \
    puppy kitty kitten doggie doggy bunny rabbit horse horses dolphin dolphins butterfly flower flowers rose \
    sunshine sunflower rainbow summer winter spring autumn january february march april august september october \
    november december monday friday sunday morning love lover lovers loveme iloveyou iloveu loveyou ilovegod forever \
    family mother father mommy daddy brother sister baby babygirl babyboy princess prince queen king angel angels \
    angelo heaven jesus christ jesuschrist god godisgood blessed faith grace hope peace freedom liberty america \
    american canada england london paris berlin mexico brazil india australia china japan tokyo newyork boston \
    chicago dallas houston denver phoenix texas florida cheese cookie cookies chocolate banana orange lemon cherry \
    peanut pepper ginger coffee pizza hotdog beer whiskey vodka marlboro money dollar lucky winner champion killer \
    hunter ranger warrior ninja samurai pirate cowboy soldier army marine navy police trustno1 whatever nothing \
    something hello hellohello helloworld hello123 hi123 goodbye bonjour goodluck happy smile smiley lovely beautiful \
    pretty sweet sweety sweetheart honey sugar candy cupcake muffin biteme fuckyou fuckme fuckoff asshole bitch \
    blowme suckit pussy porn sexy hottie hotstuff bigdaddy bigdog bigboy badboy playboy gangster thug rockstar \
    rocknroll metallica slipknot nirvana eminem beatles blink182 acdc ferrari porsche mercedes corvette mustang \
    camaro toyota honda yamaha suzuki harley diamond silver golden platinum crystal purple yellow green blue red \
    black white shadow ghost phantom vampire zombie devil lucifer satan demon hell thunder lightning storm blizzard \
    hurricane fire firefox phoenix1 water ocean island beach surfer snowball football basketball baseball softball \
    soccer hockey tennis golf golfer volleyball swimming runner dancer dance music guitar piano drummer singer \
    student teacher school college university doctor nurse lawyer office manager business company private personal \
    security firewall network wireless router cisco oracle database mysql apache ubuntu hacker hackme letmein1 \
    opensesame sesame abracadabra password1 password12 password123 passwordpassword mypassword newpassword yourmom \
    qwertyqwerty aaa111 correcthorsebatterystaple
    """

  private static let names = """
    michael jennifer jessica ashley daniel matthew joshua andrew michelle amanda nicole anthony robert william \
    thomas joseph charles christopher christian jonathan brandon justin jordan tyler taylor austin dylan ethan jacob \
    james johnny junior steven patrick richard george andrea angela amber brittany danielle elizabeth emily hannah \
    heather samantha melissa natasha rachel rebecca sarah sophie sophia stephanie vanessa victoria alexander \
    alexandra alejandro carlos diego fernando gabriel javier jose miguel pablo roberto sergio maria martin martina \
    marina natalia patricia valeria veronica charlie maggie buster bailey bella buddy cooper daisy jasper lucky1 \
    molly oliver oscar rocky rusty sammy scooter simba sophie1 tigger toby winston zoe sparky shadow1 cassie chester \
    snoopy garfield mickey minnie donald goofy bambi nemo shrek barbie elmo
    """

  private static let teams = """
    arsenal chelsea liverpool manchester manutd everton tottenham barcelona realmadrid juventus intermilan milan \
    bayern dortmund schalke ajax feyenoord galatasaray fenerbahce besiktas celtic yankees redsox lakers bulls \
    cowboys steelers packers raiders broncos patriots
    """

  private static let numbers = """
    1234 12345 123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 012345 01234567 9876543210 \
    987654321 87654321 7654321 654321 54321 4321 111111 1111111 11111111 1111111111 222222 333333 444444 555555 \
    5555555 666666 6666666 777777 7777777 77777777 888888 88888888 999999 99999999 000000 00000000 0000000000 112233 \
    11223344 1122334455 121212 12121212 123123 123123123 123321 1234321 12344321 123654 123789 123987 131313 141414 \
    142536 145236 147147 147258 147258369 147852 147852369 159357 159753 159951 171717 181818 212121 232323 252525 \
    258258 258456 292929 313131 314159 31415926 321321 321654 323232 333666 369369 420420 456123 456456 456789 \
    5201314 520520 555666 565656 616161 656565 666999 696969 741852 741852963 753951 789456 789456123 789789 852456 \
    852852 963852 963852741 987456 987987 989898 999888 101010 10101010 100200 102030 10203040 110110 111222 \
    111222333 1212123 200000 202020 147896325 1357911 13579 135790 246810 24681012 19841984 19851985 19871987
    """

  private static let otherLanguages = """
    passwort1 hallo hallo123 schatz sommer geheim ficken passwort123 fussball motdepasse azertyuiop soleil doudou \
    bonjour1 jetaime marseille loulou chouchou contrasena contraseña teamo tequiero amor amorcito estrella mariposa \
    hermosa futbol senha senha123 flamengo corinthians palmeiras saopaulo benfica portugal amigos familia brasil \
    welkom wachtwoord lol123 haslo polska kochanie matkhau anhyeuem yeuem khongbiet emyeuanh iloveyou2 parola \
    password! woaini 5201314a wang123 ghbdtn qwerty1 natasha1 marina1 privet krasota ytrewq nastya sakura arigato \
    daisuki himitsu parolamea parol
    """
}
