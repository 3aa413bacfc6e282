/** German text for the import of a wallet by its recovery phrase. */
import type { phraseWords } from '../en/phrase.ts';
import type { Translation } from '../translation.ts';

export const phraseWordsDe = {
  'phrase.title': 'Wallet importieren',
  'phrase.what':
    'Keystamp prüft die Wiederherstellungsphrase auf dieser Seite, zeigt die Adressen, die sie ergibt, und verschlüsselt sie für einen Schlüssel des Dienstes. Unverschlüsselt verlässt sie diese Seite nie.',
  'phrase.key': 'Stattdessen einen einzelnen privaten Schlüssel importieren',
  'phrase.step.phrase': 'Wiederherstellungsphrase',
  'phrase.step.accounts': 'Konten',
  'phrase.step.review': 'Übersicht',
  'phrase.step.run': 'Importieren und überprüfen',
  'phrase.heading.phrase': 'Gib die Wiederherstellungsphrase ein',
  'phrase.heading.accounts': 'Benenne die Wallet und wähle Konten',
  'phrase.heading.review': 'Prüfe den Import',
  'phrase.heading.run': 'Importieren und überprüfen',

  'phrase.label': 'Wiederherstellungsphrase',
  'phrase.help':
    '12, 15, 18, 21 oder 24 Wörter, getippt oder eingefügt. Keystamp prüft jedes Wort und erkennt die Sprache.',
  'phrase.words': 'Wörter',
  'phrase.show': 'Wörter anzeigen',
  'phrase.hide': 'Wörter verbergen',
  'phrase.word.known': 'Wort {number} ist gültig.',
  'phrase.word.partial': 'Wort {number} ist noch nicht vollständig.',
  'phrase.word.unknown': 'Wort {number} steht in keiner Wortliste.',
  'phrase.word.other': 'Wort {number} ist aus einer anderen Sprache.',
  'phrase.word.extra': 'Wort {number} steht hinter der Phrase.',
  'phrase.word.nearest': 'Wort {number} ersetzen durch',
  'phrase.soFar': { one: 'Bisher {count} Wort.', other: 'Bisher {count} Wörter.' },
  'phrase.recognized': {
    one: 'Gültige Wiederherstellungsphrase: {count} Wort, {language}',
    other: 'Gültige Wiederherstellungsphrase: {count} Wörter, {language}',
  },
  'phrase.clipboard':
    'Falls du die Phrase kopiert hast, liegt sie noch in der Zwischenablage. Kopiere danach etwas anderes. Andere Kopien musst du selbst schützen.',
  'phrase.held':
    'Diese Seite behält die Phrase, bis Keystamp sie verschlüsselt oder du die Seite verlässt.',
  'phrase.forget': 'Löschen und andere eingeben',

  'phrase.language.english': 'Englisch',
  'phrase.language.japanese': 'Japanisch',
  'phrase.language.korean': 'Koreanisch',
  'phrase.language.spanish': 'Spanisch',
  'phrase.language.simplified_chinese': 'Chinesisch (vereinfacht)',
  'phrase.language.traditional_chinese': 'Chinesisch (traditionell)',
  'phrase.language.french': 'Französisch',
  'phrase.language.italian': 'Italienisch',
  'phrase.language.czech': 'Tschechisch',
  'phrase.language.portuguese': 'Portugiesisch',

  'phrase.fault.title': 'Diese Phrase lässt sich nicht importieren',
  'phrase.fault.kept':
    'Nichts wurde gesendet. Deine Eingabe bleibt hier, bis du sie änderst oder die Seite verlässt.',
  'phrase.fault.empty': 'Gib die Wiederherstellungsphrase ein.',
  'phrase.fault.too_long':
    'Das ist länger als jede Wiederherstellungsphrase, deshalb hat Keystamp es nicht gelesen. Füge nur die Wörter ein.',
  'phrase.fault.not_words':
    'Das besteht nicht aus Wörtern und ist deshalb keine Wiederherstellungsphrase. Ist es ein privater Schlüssel, importiere ihn als solchen.',
  'phrase.fault.unknown_word': {
    one: 'Wort {numbers} steht in keiner Wortliste. Wähle das Wort, das es sein soll, oder korrigiere es.',
    other:
      'Die Wörter {numbers} stehen in keiner Wortliste. Wähle die Wörter, die es sein sollen, oder korrigiere sie.',
  },
  'phrase.fault.unfinished_word': 'Das letzte Wort ist nicht vollständig. Schreib es zu Ende.',
  'phrase.fault.mixed_languages':
    'Die Wörter stammen aus verschiedenen Sprachen ({languages}), aber eine Phrase hat nur eine. Prüfe diese Wörter: {numbers}.',
  'phrase.fault.unsupported_language':
    'Das ist eine gültige Phrase ({language}), aber der Dienst nimmt diese Sprache nicht an. Übertrage das Guthaben stattdessen auf eine neue Wallet.',
  'phrase.fault.word_count': {
    one: 'Das ist {count} Wort. Eine Wiederherstellungsphrase hat 12, 15, 18, 21 oder 24. Ergänze, was fehlt, oder entferne, was zu viel ist.',
    other:
      'Das sind {count} Wörter. Eine Wiederherstellungsphrase hat 12, 15, 18, 21 oder 24. Ergänze, was fehlt, oder entferne, was zu viel ist.',
  },
  'phrase.fault.extra_word': {
    one: 'Wort {numbers} gehört nicht zur Phrase. Ist es eine Passphrase (ein „25. Wort“), lässt sich diese Wallet nicht importieren: Keystamp importiert Phrasen ohne Passphrase, und ohne sie wären die Adressen andere. Sonst entferne es.',
    other:
      'Die Wörter {numbers} gehören nicht zur Phrase. Sind sie eine Passphrase (ein „25. Wort“), lässt sich diese Wallet nicht importieren: Keystamp importiert Phrasen ohne Passphrase, und ohne sie wären die Adressen andere. Sonst entferne sie.',
  },
  'phrase.fault.checksum':
    'Alle Wörter sind gültig ({language}), aber die Prüfsumme stimmt nicht: Ein Wort ist ein anderes, oder zwei sind vertauscht. Vergleiche jedes Wort mit deiner Sicherung.',
  'phrase.fault.electrum':
    'Das ist ein Electrum-Seed. Electrum bildet seine Schlüssel anders, der Dienst hätte also andere Adressen. Exportiere die privaten Schlüssel aus Electrum und importiere sie.',
  'phrase.fault.old_electrum':
    'Das ist der Seed einer Electrum-Wallet von vor Version 2.0. Sie bildet ihre Schlüssel anders, der Dienst hätte also andere Adressen. Stell sie in Electrum wieder her, exportiere dort die privaten Schlüssel und importiere sie.',
  'phrase.fault.aezeed':
    'Das ist ein Cipher-Seed von LND (aezeed). LND bildet seine Schlüssel anders, der Dienst hätte also andere Adressen. Stell den Knoten damit wieder her und übertrage stattdessen das Guthaben.',
  'phrase.fault.slip39':
    'Das ist ein Teil einer Shamir-Sicherung (SLIP-39). Der Dienst nimmt nur eine ganze Wiederherstellungsphrase an, und aus solchen Teilen wird keine. Stell die Wallet auf ihrem Gerät wieder her und übertrage stattdessen das Guthaben.',
  'phrase.fault.ton':
    'Das ist die eigene Phrase einer TON-Wallet. TON-Wallets bilden ihre Schlüssel anders, der Dienst hätte also andere Adressen. Exportiere den privaten Schlüssel aus der TON-Wallet und importiere ihn.',

  'phrase.scheme.electrum': 'Electrum',
  'phrase.scheme.old_electrum': 'Electrum vor 2.0',
  'phrase.scheme.aezeed': 'LND (aezeed)',
  'phrase.scheme.ton': 'TON-Wallets',
  'phrase.scheme.slip39': 'Shamir-Sicherungen (SLIP-39)',
  'phrase.alsoFits': 'Diese Wörter passen auch zu: {schemes}.',
  'phrase.couldBe':
    'Stammt sie von einer anderen Art von Wallet mit denselben Wörtern ({schemes}), lässt sie sich auch mit den richtigen Wörtern nicht importieren, weil solche Wallets ihre Schlüssel anders bilden.',
  'phrase.leftOut': 'Weggelassen: {parts}.',
  'phrase.leftOut.numbers': 'die Nummern',
  'phrase.leftOut.label': 'die Beschriftung jedes Worts',
  'phrase.leftOut.heading': 'die Überschrift',
  'phrase.leftOut.order': 'die Reihenfolge im Text, weil die Nummern eine andere angeben',

  'phrase.which.title': 'Zwei Arten von Wallets verwenden diese Wörter',
  'phrase.which.what':
    'Das ist eine gültige BIP-39-Phrase, sie ist aber auch für {schemes} gültig und ergibt dort andere Adressen. Keystamp kann nicht erkennen, von welcher Art deine Wallet ist. Gib eine Adresse der Wallet ein, um es herauszufinden.',
  'phrase.which.address': 'Eine Adresse der Wallet',
  'phrase.which.check': 'Prüfen',
  'phrase.which.bip39': 'Die Adresse stimmt überein: Es ist eine BIP-39-Phrase',
  'phrase.which.none':
    'Diese Adresse ist bei keiner dieser Arten unter den ersten, die diese Wörter ergeben. Versuch es mit der ersten Adresse, die die Wallet zeigt, oder prüfe, ob die Phrase zu ihr gehört.',
  'phrase.which.unreadable': 'Das ist keine Adresse, die Keystamp kennt. Kopiere sie noch einmal.',
  'phrase.which.sure': 'Ich weiß, dass diese Wallet BIP-39 verwendet',
  'phrase.which.missing': 'Prüfe eine Adresse oder bestätige, dass die Wallet BIP-39 verwendet.',

  'phrase.addresses.what':
    'Keystamp hat sie auf dieser Seite aus deiner Phrase abgeleitet. Vergleiche eine mit deiner Wallet. Nach dem Import prüft Keystamp die Antwort des Dienstes daran.',
  'phrase.accounts.missing':
    'Füge mindestens ein Konto hinzu. Ohne Adresse kann Keystamp nichts überprüfen.',
  'phrase.account.path': "Dieser Pfad ist ungültig. Ein Pfad sieht so aus: m/44'/60'/0'/0/0.",
  'phrase.account.hardened_only':
    "Auf Ed25519 ist jeder Schritt eines Pfads gehärtet: Er endet mit einem Apostroph wie in m/44'/501'/0'/0'.",
  'phrase.account.format': 'Dieses Adressformat passt nicht zur Kurve. Wähle ein anderes.',
  'phrase.account.forgotten':
    'Keystamp hat die Phrase verschlüsselt und vergessen und kann deshalb kein weiteres Konto ableiten. Entferne dieses oder beginne neu.',
  'phrase.name.profileHelp': 'Das Profil, dessen Organisation die Wallet bekommt.',

  'phrase.review.wallet': 'Wallet',
  'phrase.review.name': 'Name',
  'phrase.review.words': { one: '{count} Wort, {language}', other: '{count} Wörter, {language}' },
  'phrase.review.leave':
    'Der Dienst wird diese Wallet verwahren. Wer für die Organisation signieren darf, kann sie dann nach deren Richtlinien nutzen. Hier kannst du den Import nicht rückgängig machen.',
  'phrase.review.import': 'Wallet importieren',

  'phrase.run.seal': 'Die Wiederherstellungsphrase dafür verschlüsseln und sie dann hier vergessen',
  'phrase.run.whyBegin':
    'Damit holt Keystamp beim Dienst einen Schlüssel, für den es deine Wiederherstellungsphrase verschlüsselt. Der Import selbst braucht vielleicht noch einmal deinen Passkey.',
  'phrase.run.whySend': 'Damit importierst du die Wallet „{name}“, verschlüsselt.',
  'phrase.run.stay':
    'Bleib auf dieser Seite, bis die Adressen überprüft sind. Ohne die Phrase kann Keystamp sie nicht überprüfen.',
  'phrase.run.notSent':
    'Die Wiederherstellungsphrase wurde nicht gesendet. Diese Seite hat sie noch.',
  'phrase.run.sealedHeld':
    'Diese Seite hat die verschlüsselte Phrase noch. Ändere, was nicht stimmt, und sende sie noch einmal.',
  'phrase.run.unstamped':
    'Die Wiederherstellungsphrase wurde nicht gesendet. Diese Seite hat sie noch, verschlüsselt.',
  'phrase.run.change': 'Name oder Konten ändern',
  'phrase.run.unknown': 'Prüfe die Liste der Wallets, bevor du es erneut versuchst.',

  'phrase.exists.title': 'Der Dienst hat diese Wallet schon',
  'phrase.exists.what':
    'Du kannst eine Wiederherstellungsphrase nur einmal in eine Organisation importieren, egal unter welchem Namen. Nichts wurde geändert.',
  'phrase.exists.id': 'Vorhandene Wallet: {key}',
  'phrase.exists.proved':
    'Keystamp hat ihre Konten mit den Adressen verglichen, die sich aus deiner Phrase ergeben:',
  'phrase.exists.unread': 'Keystamp konnte ihre Konten nicht lesen.',

  'phrase.verdict.provedWhat':
    'Keystamp hat die Antwort des Dienstes mit deiner Phrase verglichen. Das sind die Adressen, die du vorher gesehen hast.',
  'phrase.verdict.other_readingWhat':
    'Alle Adressen gehören zu deiner Phrase, aber einige sind nicht die, die du vorher gesehen hast. Der Dienst legt die Regel des Formats anders aus, wie unten angegeben. Nutze sie nur, wenn deine Wallet dieselben zeigt.',
  'phrase.verdict.mismatchWhat':
    'Der Dienst meldet, dass er die Wallet importiert hat, aber seine Antwort gehört nicht zu deiner Phrase. Sende nichts an diese Adressen. Keystamp hat das im versiegelten Protokoll festgehalten. Behalte deine eigene Kopie der Phrase und sag dem Betreiber des Dienstes Bescheid.',
  'phrase.verdict.id': 'Wallet-ID',
  'phrase.verdict.list': 'Alle Wallets anzeigen',
  'phrase.verdict.open': 'Wallet öffnen',
  'phrase.verdict.another': 'Weitere Wallet importieren',
} as const satisfies Translation<typeof phraseWords>;
