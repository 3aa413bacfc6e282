/** German text for the import of a private key and for the list of private keys. */
import type { importWords } from '../en/import.ts';
import type { Translation } from '../translation.ts';

export const importWordsDe = {
  'import.title': 'Privaten Schlüssel importieren',
  'import.what':
    'Keystamp prüft den Schlüssel hier und verschlüsselt ihn so, dass nur der Dienst ihn öffnen kann. Unverschlüsselt verlässt er diese Seite nie.',
  'import.wallet': 'Eine ganze Wallet mit ihrer Wiederherstellungsphrase importieren',
  'import.step.key': 'Schlüssel',
  'import.step.formats': 'Adressen',
  'import.step.name': 'Name',
  'import.step.review': 'Übersicht',
  'import.step.run': 'Importieren und überprüfen',
  'import.heading.key': 'Füge den Schlüssel so ein, wie deine Wallet ihn exportiert',
  'import.heading.formats': 'Wähle Adresstypen',
  'import.heading.name': 'Benenne den Schlüssel',
  'import.heading.review': 'Prüfe den Import',
  'import.heading.run': 'Importieren und überprüfen',

  'import.key.help':
    'Hex, WIF, PEM, JWK, Solana base58 oder JSON-Array, Stellar S…, XRP Family Seed oder Secret Numbers, Sui suiprivkey oder Keystore-Zeile, Aptos AIP-80 und mehr. Keystamp erkennt das Format.',
  'import.key.show': 'Eingefügten Schlüssel anzeigen',
  'import.key.hide': 'Eingefügten Schlüssel verbergen',
  'import.key.shown': 'Eingefügter Schlüssel',
  'import.key.fileHelp': 'Wähle die Datei oder zieh sie irgendwo auf diese Seite.',
  'import.key.drop': 'Leg die Datei hier ab.',
  'import.key.clipboard':
    'Was du kopiert hast, bleibt in der Zwischenablage. Kopiere danach etwas anderes. Andere Kopien des Schlüssels musst du selbst schützen.',
  'import.key.held':
    'Diese Seite behält den Schlüssel, bis Keystamp ihn verschlüsselt oder du die Seite verlässt.',
  'import.key.forget': 'Löschen und anderen einfügen',
  'import.key.missing': 'Füge den Schlüssel ein oder wähle seine Datei.',

  'import.read.title': 'Erkannt: {kind}',
  'import.read.kind': 'Schlüsselformat',
  'import.read.network': 'Netzwerk',
  'import.read.noNetwork': 'Steht nicht im Schlüssel',
  'import.read.curveWhy':
    'Diese Ziffern passen zu beiden Kurven, und nur du weißt, welche stimmt. Wähle nach der Chain, von der der Schlüssel kommt.',
  'import.read.curveMissing': 'Wähle die Kurve des Schlüssels.',
  'import.curve.CURVE_SECP256K1.what': 'Ethereum, Bitcoin, Cosmos, Tron, Sei, Dogecoin, XRP',
  'import.curve.CURVE_ED25519.what': 'Solana, Sui, Aptos, Stellar, TON',
  'import.network.bitcoin_mainnet': 'Bitcoin-Mainnet',
  'import.network.bitcoin_testnet': 'Bitcoin-Testnets',
  'import.network.dogecoin_mainnet': 'Dogecoin-Mainnet',
  'import.network.dogecoin_testnet': 'Dogecoin-Testnet',

  'import.refused.title': 'Dieser Schlüssel lässt sich nicht importieren',
  'import.unclear.title': 'Wähle, was das ist',
  'import.refused.sent': 'Nichts wurde gesendet.',
  'import.refused.too_long':
    'Das ist länger als jedes Format für private Schlüssel. Keystamp hat es nicht gelesen. Füge nur einen Schlüssel ein.',
  'import.refused.wrong_length': 'Sieht aus wie: {found}. Die Länge ist falsch.',
  'import.refused.length.bytes': {
    one: 'Länge: {count} Byte. Erwartet: {expected}.',
    other: 'Länge: {count} Bytes. Erwartet: {expected}.',
  },
  'import.refused.length.characters': {
    one: 'Länge: {count} Zeichen. Erwartet: {expected}.',
    other: 'Länge: {count} Zeichen. Erwartet: {expected}.',
  },
  'import.refused.length.digits': {
    one: 'Länge: {count} Hex-Ziffer. Erwartet: {expected}.',
    other: 'Länge: {count} Hex-Ziffern. Erwartet: {expected}.',
  },
  'import.refused.length.numbers': {
    one: 'Länge: {count} Zahl. Erwartet: {expected}.',
    other: 'Länge: {count} Zahlen. Erwartet: {expected}.',
  },
  'import.refused.wrong_character': 'Sieht aus wie: {found}. Ein Zeichen gehört nicht hinein.',
  'import.refused.lookalike_character':
    'Ein Zeichen sieht nur aus wie ein Buchstabe oder eine Ziffer oder ist unsichtbar: {character}. Kopiere den Schlüssel noch einmal aus seiner Wallet.',
  'import.refused.wrong_case':
    'Sieht aus wie: {found}. Groß- und Kleinbuchstaben passen nicht. Kopiere den Schlüssel noch einmal, ohne sie zu ändern.',
  'import.refused.decorated':
    'Der Schlüssel steht nicht allein: {found}. Füge nur den Schlüssel ein.',
  'import.refused.malformed': 'Beginnt wie: {found}. Der Rest ist nicht gültig.',
  'import.refused.checksum':
    'Sieht aus wie: {found}. Die Prüfsumme ist falsch: Ein Zeichen ist falsch oder fehlt. Kopiere den Schlüssel noch einmal.',
  'import.refused.public_half_mismatch':
    'Sieht aus wie: {found}. Öffentlicher und privater Schlüssel gehören nicht zusammen.',
  'import.refused.ambiguous':
    'Das kann mehreres sein, und der Text verrät nicht, was davon: {candidates}.',
  'import.refused.wrong_network':
    'Erkannt: {found}. Der Dienst hat keine Adressen für diese Chain.',
  'import.refused.wrong_curve':
    'Erkannt: {found}. Der Dienst hat keine Adressen für Schlüssel auf dieser Kurve.',
  'import.refused.wrong_prefix':
    'Das ist gültiges bech32, aber kein privater Schlüssel beginnt so.',
  'import.refused.wrong_kind':
    'Erkannt: {found}. Keystamp importiert Schlüssel auf secp256k1 und Ed25519. Exportiere den Schlüssel deines Kontos aus seiner Wallet.',
  'import.refused.other_script':
    'Erkannt: {found}. Das Skript gehört nicht zu einem einzelnen Schlüssel, oder der Dienst hat keine Adresse dafür. Exportiere nur den privaten Schlüssel als WIF.',
  'import.refused.several_keys': {
    one: 'Das enthält {count} Schlüssel.',
    other: 'Das enthält {count} Schlüssel. Wähle den, der importiert werden soll.',
  },
  'import.several.label': 'Schlüssel für den Import',
  'import.several.missing': 'Wähle einen der Schlüssel.',
  'import.several.entry': 'Schlüssel {number}',
  'import.several.address': '{format}: {address}',
  'import.refused.uncompressed':
    'Dieser Schlüssel ist für einen unkomprimierten öffentlichen Schlüssel ({found}). Der Dienst würde ihm andere Adressen geben, als seine Wallet zeigt, und nicht finden, was dort liegt.',
  'import.refused.zero': 'Der Schlüssel ist null. Jeder kann ausgeben, was dort liegt.',
  'import.refused.out_of_range':
    'Die Zahl liegt nicht unter der Ordnung von secp256k1. Sie ist also kein privater Schlüssel auf dieser Kurve.',
  'import.refused.address_pasted':
    'Das ist eine Adresse ({found}), kein privater Schlüssel. Eine Adresse empfängt nur. Füge den Schlüssel dahinter ein.',
  'import.refused.public_key_pasted':
    'Das ist ein öffentlicher Schlüssel, kein privater. Füge den privaten Schlüssel ein.',
  'import.refused.not_a_key': 'Das ist kein privater Schlüssel. Erkannt: {found}.',
  'import.refused.mnemonic_pasted':
    'Das ist eine Wiederherstellungsphrase: eine ganze Wallet, nicht ein einzelner Schlüssel. Importiere sie als Wallet, oder exportiere den privaten Schlüssel eines Kontos aus seiner Wallet.',
  'import.refused.extended_key':
    'Das ist ein erweiterter Schlüssel: eine ganze Wallet, nicht ein einzelner Schlüssel. Exportiere den privaten Schlüssel eines Kontos aus seiner Wallet.',
  'import.refused.encrypted_key':
    'Dieser Schlüssel ist mit einem Passwort verschlüsselt ({found}). Entschlüssele ihn zuerst in seiner Wallet.',
  'import.refused.unknown': 'Keystamp kennt kein Format für private Schlüssel, das so aussieht.',
  'import.refused.position': 'Das Problem liegt bei Zeichen {at}.',
  'import.refused.readAs': 'Lesen als: {found}',

  'import.found.hex': 'Privater Schlüssel in Hex',
  'import.found.hex_pair': 'Ed25519-Seed mit öffentlichem Schlüssel in Hex',
  'import.found.wif': 'WIF-Schlüssel',
  'import.found.solana_pair': 'Solana-Schlüssel in base58',
  'import.found.solana_seed': 'Solana-Seed in base58',
  'import.found.solana_array': 'Solana-Schlüssel als JSON-Array',
  'import.found.solana_seed_array': 'Solana-Seed als JSON-Array',
  'import.found.stellar_seed': 'Stellar Secret Seed',
  'import.found.xrp_seed': 'XRP Family Seed',
  'import.found.xrp_numbers': 'XRP Secret Numbers',
  'import.found.xrp_hex': 'XRP-Schlüssel in Hex mit 00 am Anfang',
  'import.found.sui': 'Privater Sui-Schlüssel',
  'import.found.sui_keystore': 'Zeile einer Sui-Keystore-Datei in base64',
  'import.found.aptos': 'Privater Aptos-Schlüssel',
  'import.found.hex_padded':
    'Privater Schlüssel in Hex mit führendem Nullbyte (Ethereum und andere)',
  'import.found.hex_colons': 'Privater Schlüssel in Hex mit Doppelpunkten',
  'import.found.json_bytes': 'Schlüssel-Bytes in JSON',
  'import.found.pem': 'PEM-Datei',
  'import.found.der': 'DER-Schlüssel',
  'import.found.jwk': 'Schlüssel als JSON Web Key (JWK)',
  'import.found.electrum': 'Electrum-Schlüssel mit Skripttyp',
  'import.found.descriptor': 'Bitcoin-Output-Descriptor',
  'import.found.bitcoin_address': 'Bitcoin-Adresse',
  'import.found.cosmos_address': 'Cosmos-Adresse',
  'import.found.dogecoin_address': 'Dogecoin-Adresse',
  'import.found.ethereum_address': 'Ethereum-Adresse',
  'import.found.sei_address': 'Sei-Adresse',
  'import.found.solana_address': 'Solana-Adresse',
  'import.found.stellar_address': 'Stellar-Adresse',
  'import.found.ton_address': 'TON-Adresse',
  'import.found.tron_address': 'Tron-Adresse',
  'import.found.xrp_address': 'XRP-Adresse',
  'import.found.other_address': 'Adresse',
  'import.found.public_key': 'Öffentlicher Schlüssel',
  'import.found.extended_public_key': 'Erweiterter öffentlicher Schlüssel',
  'import.found.extended_key': 'Erweiterter Schlüssel',
  'import.found.recovery_phrase': 'Wiederherstellungsphrase',
  'import.found.bip38': 'BIP-38-Schlüssel',
  'import.found.keystore': 'Keystore-Datei',
  'import.found.openssl': 'OpenSSL-Container',
  'import.found.json': 'JSON',
  'import.found.key_list': 'Liste von Schlüsseln',
  'import.found.base64': 'base64',
  'import.found.api_key': 'API-Schlüssel, der Anfragen an den Dienst signiert',
  'import.found.mini_key': 'Privater Mini-Schlüssel',
  'import.found.aptos_other_curve': 'Aptos-Schlüssel auf einer anderen Kurve',
  'import.found.sui_other_curve': 'Sui-Schlüssel auf einer anderen Kurve',
  'import.found.xrp_ed25519': 'Ed25519-XRP-Schlüssel',
  'import.found.dash_key': 'Dash-Schlüssel',
  'import.found.litecoin_key': 'Litecoin-Schlüssel',
  'import.found.namecoin_key': 'Namecoin-Schlüssel',
  'import.found.near_key': 'NEAR-Schlüssel',
  'import.found.nostr_key': 'Nostr-Schlüssel',
  'import.found.peercoin_key': 'Peercoin-Schlüssel',
  'import.found.other_wif': 'Schlüssel für eine Chain, die Keystamp nicht kennt',
  'import.found.stellar_hash': 'Transaktions-Hash oder Bedingung von Stellar',
  'import.found.assignment': 'Name und Gleichheitszeichen',
  'import.found.p256_key': 'P-256-Schlüssel',
  'import.found.rsa_key': 'RSA-Schlüssel',
  'import.found.x25519_key': 'X25519-Schlüssel, der nur verschlüsseln kann',
  'import.found.openssh_key': 'OpenSSH-Schlüssel',
  'import.found.symmetric_key': 'Symmetrischer Schlüssel',
  'import.found.other_curve': 'Schlüssel auf einer anderen Kurve',
  'import.found.certificate': 'Zertifikat',
  'import.found.fingerprint': 'Fingerabdruck eines Zertifikats',
  'import.found.label': 'Name und Doppelpunkt',
  'import.found.punctuation': 'Satzzeichen',
  'import.found.quotes': 'Anführungszeichen',

  'import.keystore.title': 'Das ist eine Keystore-Datei, mit einem Passwort verschlüsselt',
  'import.keystore.password': 'Passwort der Keystore-Datei',
  'import.keystore.missing': 'Gib das Passwort der Datei ein.',
  'import.keystore.first': 'Öffne zuerst die Datei mit ihrem Passwort.',
  'import.keystore.problem.wrong_password':
    'Dieses Passwort öffnet die Datei nicht. Prüfe es, auch Groß- und Kleinschreibung.',
  'import.keystore.problem.key_mismatch':
    'Das Passwort stimmt, aber in der Datei steht die Adresse eines anderen Schlüssels. Wähle die ursprüngliche Datei.',
  'import.keystore.opening': 'Die Datei wird geöffnet. Das kann eine Minute dauern.',
  'import.keystore.open': 'Datei öffnen',
  'import.keystore.fault.not_version_3':
    'Keystamp öffnet Version 3 der Keystore-Dateien von Ethereum. Entschlüssele diese in ihrer Wallet und füge den privaten Schlüssel ein.',
  'import.keystore.fault.malformed':
    'Das ist keine vollständige Keystore-Datei: Ein Teil fehlt oder ist ungültig. Wähle die ursprüngliche Datei.',
  'import.keystore.fault.memory':
    'Diese Datei zu öffnen braucht {count} MiB Speicher, Keystamp nimmt höchstens 512 MiB. Entschlüssele sie in ihrer Wallet und füge den privaten Schlüssel ein.',
  'import.keystore.fault.time':
    'Diese Datei zu öffnen würde länger als eine Minute dauern. Entschlüssele sie in ihrer Wallet und füge den privaten Schlüssel ein.',

  'import.formats.what':
    'Der Dienst verwahrt den Schlüssel und führt diese Adressen für ihn auf. Keystamp leitet sie zuerst hier ab und vergleicht dann die Antwort des Dienstes damit.',
  'import.formats.test': 'Testnets von {chain}',
  'import.chain.none': 'Öffentlicher Schlüssel',
  'import.formats.own': 'Passt zum Schlüsselformat',
  'import.formats.others': 'Adressen auf anderen Chains',
  'import.formats.open':
    'Ein Teil der Regel des Dienstes für dieses Format ist nicht öffentlich. Seine Antwort kann einer anderen Auslegung folgen, die Keystamp dann nennt.',
  'import.formats.missing':
    'Wähle mindestens eine aus. Ohne Adresse kann Keystamp nichts überprüfen.',
  'import.formats.count': { one: '{count} Adresse', other: '{count} Adressen' },

  'import.name.profileHelp': 'Das Profil, dessen Organisation den Schlüssel bekommt.',

  'import.review.who': 'Importierender Benutzer',
  'import.review.whoWhat':
    'Der Dienst nimmt einen Schlüssel nur für den Benutzer an, der die Anfrage signiert. Keystamp hat gerade gefragt, wer das ist.',
  'import.review.asking': 'Keystamp fragt den Dienst, wer du bist…',
  'import.review.signer': 'Vertrauter Signierer',
  'import.review.key': 'Schlüssel',
  'import.review.addresses': 'Adressen',
  'import.review.otherOrganization':
    'Laut dem Dienst gehörst du zu einer anderen Organisation als dieses Profil. Teste zuerst das Profil.',
  'import.review.leave':
    'Danach verwahrt der Dienst diesen Schlüssel. Wer für die Organisation signieren kann, kann ihn dann nutzen, soweit ihre Richtlinien es erlauben. Hier kannst du den Import nicht rückgängig machen.',
  'import.review.import': 'Schlüssel importieren',

  'import.run.begin': 'Den Verschlüsselungsschlüssel des Dienstes holen',
  'import.run.check': 'Ihn prüfen',
  'import.run.seal': 'Den privaten Schlüssel dafür verschlüsseln und ihn dann hier vergessen',
  'import.run.send': 'Importieren',
  'import.run.prove': 'Adressen überprüfen',
  'import.run.whyBegin':
    'Damit holt Keystamp beim Dienst einen Schlüssel, für den es deinen privaten Schlüssel verschlüsselt. Der Import selbst braucht vielleicht noch einmal deinen Passkey.',
  'import.run.whySend': 'Damit importierst du den privaten Schlüssel „{name}“, verschlüsselt.',
  'import.run.stay':
    'Bleib auf dieser Seite, bis die Adressen überprüft sind. Ohne den Schlüssel kann Keystamp sie nicht überprüfen.',
  'import.waiting.begin':
    'Lass diese Seite offen: Sobald sie es genehmigt haben, geht der Import von selbst weiter. Schließt du sie, importiere später noch einmal. Gesendet ist noch nichts.',
  'import.waiting.send':
    'Lass diese Seite offen: Sobald sie es genehmigt haben, überprüft Keystamp die Adressen von selbst. Schließt du sie, importiert der Dienst trotzdem, aber nichts wird überprüft. Importiere dann noch einmal: Keystamp vergleicht die Adressen.',
  'import.run.stopped': 'Der Import wurde angehalten',
  'import.run.notSent':
    'Der private Schlüssel wurde nicht gesendet. Diese Seite hat den Schlüssel noch.',
  'import.run.sealedHeld':
    'Diese Seite hat den verschlüsselten Schlüssel noch. Ändere, was nicht stimmt, und sende ihn noch einmal.',
  'import.run.unstamped':
    'Der private Schlüssel wurde nicht gesendet. Diese Seite hat ihn noch, verschlüsselt.',
  'import.run.change': 'Name oder Adressen ändern',
  'import.run.unknown': 'Prüfe die Liste der privaten Schlüssel, bevor du es erneut versuchst.',

  'import.bundle.title':
    'Keystamp hat den Schlüssel abgelehnt, den der Dienst zum Verschlüsseln geschickt hat',
  'import.bundle.kept':
    'Nichts wurde verschlüsselt oder gesendet. Keystamp hat das im versiegelten Protokoll festgehalten.',
  'import.bundle.not_json': 'Die Antwort ist abgeschnitten oder kein JSON.',
  'import.bundle.retired_form':
    'Die Antwort nutzt das abgeschaffte Format ohne Version, dessen Signatur weder die Organisation noch den Benutzer abdeckt. Jeder zwischen dir und dem Dienst könnte sie ausgetauscht haben.',
  'import.bundle.malformed': 'Die Antwort hat nicht das Format eines Import-Bundles.',
  'import.bundle.other_signer':
    'Die Antwort ist mit einem anderen Schlüssel signiert als dem, dem dieses Profil vertraut. Entweder nennt das Profil den falschen Signierer, oder jemand gibt sich als der Dienst aus.',
  'import.bundle.bad_signature':
    'Die Signatur der Antwort ist ungültig: Die Antwort wurde unterwegs verändert, oder sie stammt nicht vom Dienst.',
  'import.bundle.bad_data': 'Die signierten Daten haben nicht das Format eines Import-Bundles.',
  'import.bundle.other_organization':
    'Die Antwort war für eine andere Organisation bestimmt. Was du importierst, wäre dorthin gegangen.',
  'import.bundle.other_user':
    'Die Antwort war für einen anderen Benutzer bestimmt. Was du importierst, wäre an ihn gegangen.',
  'import.bundle.no_target': 'Die Antwort enthält keinen Schlüssel zum Verschlüsseln.',
  'import.bundle.target_not_a_point':
    'Der Schlüssel in der Antwort ist kein Punkt auf P-256. Eine Verschlüsselung damit könnte preisgeben, was du importierst.',

  'import.exists.title': 'Der Dienst hat diesen Schlüssel schon',
  'import.exists.what':
    'Du kannst einen Schlüssel nur einmal in eine Organisation importieren, egal unter welchem Namen. Nichts wurde geändert.',
  'import.exists.id': 'Vorhandener Schlüssel: {key}',
  'import.exists.proved': 'Keystamp hat seine Adressen mit deinem Schlüssel verglichen:',
  'import.exists.unread': 'Keystamp konnte seine Adressen nicht lesen.',

  'import.verdict.proved': 'Importiert, und jede Adresse bestätigt',
  'import.verdict.provedWhat':
    'Keystamp hat die Antwort des Dienstes mit deinem Schlüssel verglichen. Das sind die Adressen, die du vorher gesehen hast.',
  'import.verdict.other_reading': 'Importiert, aber einige Adressen folgen einer anderen Auslegung',
  'import.verdict.other_readingWhat':
    'Alle Adressen gehören zu deinem Schlüssel, aber einige sind nicht die, die du vorher gesehen hast. Der Dienst legt die Regel des Formats anders aus, wie unten angegeben. Nutze sie nur, wenn deine Wallet dieselben zeigt.',
  'import.verdict.cannot_check': 'Importiert, aber nicht alles ließ sich überprüfen',
  'import.verdict.cannot_checkWhat':
    'Keystamp hat in dem, was es prüfen konnte, keinen Fehler gefunden. Nutze die anderen Adressen erst, wenn du sie auf anderem Weg bestätigt hast.',
  'import.verdict.mismatch': 'Nutze diese Adressen nicht',
  'import.verdict.mismatchWhat':
    'Der Dienst meldet, dass er den Schlüssel importiert hat, aber seine Antwort gehört nicht zu diesem Schlüssel. Sende nichts an diese Adressen. Keystamp hat das im versiegelten Protokoll festgehalten. Behalte deine eigene Kopie des Schlüssels und sag dem Betreiber des Dienstes Bescheid.',
  'import.verdict.id': 'Schlüssel-ID',
  'import.verdict.list': 'Alle privaten Schlüssel anzeigen',
  'import.verdict.open': 'Privaten Schlüssel öffnen',
  'import.verdict.another': 'Weiteren Schlüssel importieren',

  'import.proof.proved': 'Bestätigt',
  'import.proof.other_reading': 'Andere Auslegung',
  'import.proof.mismatch': 'Passt nicht',
  'import.proof.missing': 'Fehlt',
  'import.proof.cannot_check': 'Nicht überprüfbar',
  'import.proof.readingWhat': 'Gehört zu diesem Schlüssel, ausgelegt als: {reading}.',
  'import.proof.expected': 'Die Adresse dieses Schlüssels wäre: {address}',
  'import.proof.missingWhat':
    'Du hast diese Adresse angefordert, aber die Antwort führt sie nicht auf.',
  'import.proof.noneExpected': 'Ein Schlüssel auf dieser Kurve hat keine Adresse in diesem Format.',
  'import.proof.notAsked': 'Nicht angefordert.',

  'import.reading.p2sh_p2pk': 'P2SH eines einzelnen öffentlichen Schlüssels',
  'import.reading.p2sh_p2pkh': 'P2SH von P2PKH',
  'import.reading.p2sh_multisig': 'P2SH von 1-of-1-Multisig',
  'import.reading.p2wsh_p2pkh': 'P2WSH von P2PKH',
  'import.reading.p2wsh_multisig': 'P2WSH von 1-of-1-Multisig',
  'import.reading.p2tr_untweaked': 'Taproot mit dem Schlüssel ohne Tweak',
  'import.reading.sei_evm': 'das Ethereum-Konto, geschrieben als Sei-Adresse',
  'import.reading.sei_ed25519': 'Sei-Adresse eines Ed25519-Schlüssels',
  'import.reading.sui_secp256k1': 'Sui-Adresse eines secp256k1-Schlüssels',
  'import.reading.aptos_single_key': 'SingleKey-Schema von Aptos',
  'import.reading.aptos_secp256k1': 'SingleKey-Schema von Aptos mit einem secp256k1-Schlüssel',
  'import.reading.aptos_short': 'ohne führende Nullen',
  'import.reading.xrp_ed25519': 'XRP-Adresse eines Ed25519-Schlüssels',
  'import.reading.ton_bounceable': 'bounceable Form',
  'import.reading.ton_base64': 'einfaches base64',
  'import.reading.ton_bounceable_base64': 'bounceable Form in einfachem base64',
  'import.reading.ton_raw': 'Rohform',
  'import.reading.ton_test_only': 'test-only Form',
  'import.reading.ton_bounceable_test_only': 'bounceable test-only Form',
  'import.reading.ton_testnet_wallet': 'Wallet-ID für das Testnet',

  'import.address.refused.not_this_format': 'Das ist keine Adresse in diesem Format.',
  'import.address.refused.network': 'Diese Adresse ist für ein anderes Netzwerk der Chain.',
  'import.address.refused.alphabet':
    'Ein Zeichen darin kommt in Adressen dieses Formats nicht vor.',
  'import.address.refused.case': 'Groß- und Kleinbuchstaben passen nicht zu diesem Format.',
  'import.address.refused.length': 'Die Länge passt nicht zu diesem Format.',
  'import.address.refused.padding': 'Die letzten Bits sind ungültig.',
  'import.address.refused.checksum': 'Die Prüfsumme ist falsch.',
  'import.address.refused.not_a_key': 'Die Bytes sind kein öffentlicher Schlüssel auf der Kurve.',

  'import.check.address': 'Adresse aus deiner Wallet',
  'import.check.addressHelp':
    'Füge die Adresse ein, die die Wallet zeigt, aus der der Schlüssel kommt. Keystamp vergleicht, was sie kodiert.',
  'import.check.same': 'Stimmt überein: Das ist die aufgeführte Adresse im Format {format}.',
  'import.check.different':
    'Stimmt nicht überein: Das ist eine gültige Adresse im Format {format}, aber der Dienst führt für diesen Schlüssel eine andere auf.',
  'import.check.unreadable': 'Das ist keine Adresse in einem der hier aufgeführten Formate.',
  'import.check.key': 'Oder überprüfe mit dem privaten Schlüssel',
  'import.check.keyHelp':
    'Füge den privaten Schlüssel noch einmal ein. Keystamp liest ihn nur auf dieser Seite, vergleicht ihn und vergisst ihn. Nichts wird gesendet.',
  'import.check.verdict.proved': 'Jede aufgeführte Adresse gehört zu diesem Schlüssel.',
  'import.check.verdict.other_reading':
    'Jede aufgeführte Adresse gehört zu diesem Schlüssel, manche nach einer anderen Auslegung der Regel.',
  'import.check.verdict.cannot_check': 'Nichts ist falsch, aber nicht alles lässt sich überprüfen.',
  'import.check.verdict.mismatch':
    'Mindestens eine aufgeführte Adresse gehört nicht zu diesem Schlüssel.',

  'import.cross.consistent': 'Die Adressen sind stimmig',
  'import.cross.consistentWhat':
    'Alle aufgeführten Adressen gehören zu einem öffentlichen Schlüssel. Ob das dein Schlüssel ist, zeigt nur deine Wallet oder der Schlüssel selbst.',
  'import.cross.cannot_check': 'Die Adressen lassen sich ohne den Schlüssel nicht überprüfen',
  'import.cross.cannot_checkWhat':
    'Die Liste reicht nicht, um die Adressen voneinander abzuleiten. Vergleiche eine mit deiner Wallet oder überprüfe sie mit dem Schlüssel.',
  'import.cross.mismatch': 'Die Adressen gehören nicht zusammen',
  'import.cross.mismatchWhat':
    'Mindestens eine aufgeführte Adresse gehört nicht zu demselben Schlüssel wie die anderen. Sende nichts an sie, bis du weißt, warum.',
} as const satisfies Translation<typeof importWords>;
