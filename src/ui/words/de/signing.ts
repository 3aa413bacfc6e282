import type { signingWords } from '../en/signing.ts';
import type { Translation } from '../translation.ts';

export const signingWordsDe = {
  'signing.title': 'Was signiert wird',
  'signing.several': { one: '{count} Nachricht', other: '{count} Nachrichten' },
  'signing.one': 'Nachricht {number}',

  'signing.network': 'Netzwerk',
  'signing.chain': 'Chain {id}',
  'signing.chain.named': '{name} (Chain {id})',
  'signing.to': 'An',
  'signing.to.none': 'Niemanden. Sie erstellt einen Vertrag.',
  'signing.amount': 'Betrag',
  'signing.fee': 'Gebühr, höchstens',
  'signing.total': 'Betrag und Gebühr, höchstens',
  'signing.coin': '{amount} der Währung dieser Chain',
  'signing.data': 'Daten',
  'signing.data.none': 'Keine',
  'signing.data.bytes': {
    one: '{count} Byte. Funktion {selector}.',
    other: '{count} Bytes. Funktion {selector}.',
  },
  'signing.data.code': { one: '{count} Byte Code', other: '{count} Bytes Code' },
  'signing.nonce': 'Nonce',
  'signing.left': 'Bestimmt der Dienst, nach dem Netzwerk',
  'signing.sponsored': 'Zahlt eine Gas Station',
  'signing.transfer': 'Der Form nach eine Token-Überweisung',
  'signing.transfer.text':
    'Ist der Vertrag ein Token, bewegt das so viel davon. Was der Vertrag wirklich tut, sieht Keystamp nicht: Prüfe seine Adresse.',
  'signing.transfer.to': 'Token geht an',
  'signing.transfer.amount': 'Token-Betrag',
  'signing.transfer.units': '{amount} seiner kleinsten Einheiten',
  'signing.transfer.claimed': 'In den Worten des Tokens',
  'signing.after': 'Guthaben danach, laut Dienst',
  'signing.after.coin': '{amount}, abzüglich der Netzwerkgebühr',
  'signing.after.short': 'Zu wenig: Das Konto hat nur {amount}',
  'signing.after.none': 'Das Konto hat nichts davon',
  'signing.after.unread': 'Was das Konto hat, sagt der Dienst nicht',
  'signing.right': 'Damit darf jemand Tokens nehmen',
  'signing.right.call':
    'Wenn der Vertrag Tokens verwaltet, kann diese Adresse sie jederzeit vom Konto nehmen, ohne noch einmal zu fragen.',
  'signing.right.message':
    'Das ist keine Anmeldung. Mit dieser Signatur kann diese Adresse Tokens vom Konto nehmen, ohne noch einmal zu fragen und ohne Gebühr von dir.',
  'signing.right.spender': 'Wer nehmen darf',
  'signing.right.token': 'Vertrag des Tokens',
  'signing.right.most': 'Höchstens',
  'signing.right.unlimited': 'Unbegrenzt: alles, was das Konto hat und haben wird',
  'signing.right.none': 'Nichts. Es entzieht die Erlaubnis.',
  'signing.right.unknown': 'Welche Tokens und wie viel, lässt sich an der Form nicht erkennen.',
  'signing.interface': 'So liest es „{label}“ aus deinen Smart Contracts',
  'signing.interface.text':
    'Deine Organisation hat diese Schnittstelle für die Adresse gespeichert, laut Dienst. Was der Vertrag wirklich tut, kann davon abweichen.',
  'signing.interface.unfit': '„{label}“ aus deinen Smart Contracts passt nicht zu diesem Aufruf',
  'signing.interface.differ': 'Deine Smart Contracts widersprechen sich',
  'signing.interface.differ.text':
    'Deine Organisation hat mehrere Schnittstellen für diese Adresse, und sie lesen den Aufruf verschieden. Höchstens eine stimmt.',
  'signing.described': 'Beschrieben von einer Liste, die mit Keystamp kommt, nicht beglaubigt',
  'signing.described.settings':
    'Beschrieben von den Einstellungen deiner Organisation, nicht beglaubigt',
  'signing.described.attested': 'Beschrieben, und beglaubigt von {signer}',
  'signing.described.attested.text':
    'Deine Organisation vertraut dieser Adresse, die die Beschreibung signiert hat. Ein Widerruf stünde auf Ethereum, und dort sieht Keystamp nicht nach.',
  'signing.described.text':
    'Die Beschreibung gilt für diesen Vertrag auf dieser Chain. Niemand, dem deine Organisation vertraut, hat sie bestätigt, und der Vertrag kann etwas anderes tun.',
  'signing.described.reading': 'Keystamp liest, was es bewirkt …',
  'signing.described.name': 'In der Beschreibung „{name}“ genannt',
  'signing.described.call': 'der Aufruf unten',
  'signing.described.value': 'Betrag, in der kleinsten Einheit der Währung',
  'signing.described.hidden': 'Die Beschreibung lässt etwas weg',
  'signing.described.hidden.text': 'Auch diese Werte werden signiert.',
  'signing.blobs': 'Blobs',
  'signing.accessList': 'Zugriffsliste',
  'signing.accessList.addresses': { one: '{count} Adresse', other: '{count} Adressen' },
  'signing.call': 'Keystamp kann nicht lesen, was das bewirkt',
  'signing.call.text':
    'Es ruft einen Vertrag auf, der mehr tun kann, als den Betrag unten zu bewegen. Genehmige es nur, wenn du genau weißt, was es bewirkt.',
  'signing.delegates': 'Das übergibt Konten an fremden Code',
  'signing.delegates.text':
    'Der Code an dieser Adresse bestimmt über das Konto, bis ihn jemand ersetzt. Er kann alles nehmen.',
  'signing.delegate': 'Code an',
  'signing.delegate.all': 'Jede Chain',
  'signing.delegate.revokes': 'Keiner. Es nimmt den Code weg.',

  'signing.kind': 'Art der Nachricht',
  'signing.claims': 'Angeblich für',
  'signing.contract': 'Vertrag',
  'signing.message': 'Nachricht',
  'signing.salt': 'Salt',
  'signing.domain.none': 'Das gilt überall',
  'signing.domain.none.text':
    'Es nennt keine App, keinen Vertrag und keine Chain. Die Signatur lässt sich also überall verwenden.',
  'signing.domain.chain': 'Es nennt keine Chain',
  'signing.domain.chain.text': 'Die Signatur gilt vielleicht auf jeder Chain.',
  'signing.empty': 'Leer',
  'signing.more': { one: '{count} weiterer Wert', other: '{count} weitere Werte' },
  'signing.more.text': 'Sie stehen unten in der Nachricht.',

  'signing.text': 'Text',
  'signing.bytes': 'Bytes',
  'signing.unread': 'Keystamp kann das nicht lesen',
  'signing.hash.text':
    'Es ist ein Hash. Er kann für alles stehen, auch für eine Transaktion, die diesem Konto alles nimmt. Genehmige ihn nur, wenn du ihn selbst gemacht hast oder dem traust, von dem er ist.',
  'signing.raw.text':
    'Wer die Signatur bekommt, kann diese Bytes beliebig deuten. Genehmige sie nur, wenn du weißt, was sie sind.',
  'signing.signIn': 'Eine Anmeldung bei {domain}',
  'signing.signIn.text':
    'Wer diese Signatur hat, ist dort als dieses Konto angemeldet. Signiere nur, wenn du die Anmeldung selbst begonnen hast, an genau dieser Adresse.',
  'signing.signIn.broken': 'Das sieht nach einer Anmeldung aus, ist aber keine',
  'signing.signIn.broken.text':
    'Der Text beginnt wie die Nachricht, mit der eine App ihre Benutzer anmeldet, und geht nicht so weiter, wie es der Standard vorsieht. Signiere ihn nur, wenn du weißt, wer ihn geschrieben hat und warum.',
  'signing.signIn.address': 'Sie nennt ein anderes Konto',
  'signing.signIn.address.text':
    'Die Nachricht meldet {address} an, und das ist nicht das Konto, das signiert.',
  'signing.signIn.uri': 'Sie nennt zwei Seiten',
  'signing.signIn.uri.text':
    'Die Nachricht ist für {domain}, ihre URI ist aber {uri}. So sieht eine gefälschte Anmeldung aus.',
  'signing.signIn.field.domain': 'Seite',
  'signing.signIn.field.account': 'Konto',
  'signing.signIn.field.statement': 'Worte der Seite',
  'signing.signIn.field.chain': 'Kette',
  'signing.signIn.field.issued': 'Ausgestellt',
  'signing.signIn.field.expires': 'Läuft ab',
  'signing.signIn.field.notBefore': 'Nicht vor',
  'signing.signIn.field.resources': 'Ressourcen',

  'signing.disguised.transaction': 'Diese Nachricht ist eine Transaktion',
  'signing.disguised.typed-data': 'Diese Nachricht ist typisierte Daten',
  'signing.disguised.authorization': 'Diese Nachricht übergibt das Konto an fremden Code',
  'signing.disguised.text':
    'So verpackt ist nicht zu sehen, was sie bewirkt, und sie umgeht Richtlinien für Transaktionen. Lehne sie ab, außer du hast sie selbst gemacht.',
  'signing.unreadable.text': 'Der Dienst nimmt es wahrscheinlich auch nicht an.',
  'signing.unreadable.reason': 'Grund',

  'signing.form.kind': 'Was es ist',
  'signing.form.personal': 'Text für eine Ethereum-App (EIP-191)',
  'signing.form.text': 'Text, wie er ist',
  'signing.form.typed': 'Typisierte Daten (EIP-712)',
  'signing.form.hash': 'Hash in Hex',
  'signing.form.other': 'Etwas anderes',
  'signing.form.advanced': 'Erweitert: wie es geschrieben und gehasht ist',

  'signing.proved':
    'Geprüft: Diese Signatur ist von {address}, über genau das, was du hier siehst.',
  'signing.wrong': 'Das ist nicht die Signatur, die du verlangt hast',
  'signing.wrong.text':
    'Sie ist über etwas anderes oder von einem anderen Schlüssel. Verwende sie nicht, und sag denen Bescheid, die den Dienst betreiben.',
  'signing.unchecked': 'Keystamp kann diese Signatur nicht prüfen',
  'signing.unchecked.text':
    'Was signiert, ist so benannt, dass sein Schlüssel daraus nicht hervorgeht.',
} as const satisfies Translation<typeof signingWords>;
