/** German text for settings that an organization's administrator manages, on the options page. */
import type { managedWords } from '../en/managed.ts';
import type { Translation } from '../translation.ts';

export const managedWordsDe = {
  'managed.ignored': 'Keystamp ignoriert einige Einstellungen deiner Organisation',
  'managed.ignoredWhat':
    'Alles andere, was deine Organisation festgelegt hat, gilt. Melde deinem Administrator diese Werte:',
  'managed.entry': '{setting}, Eintrag {entry}',
  'managed.all': 'Alle Einstellungen',
  'managed.problem.unknown': 'Keystamp hat keine Einstellung mit diesem Namen.',
  'managed.problem.type': 'Dieser Wert hat den falschen Typ oder ist zu lang.',
  'managed.problem.url':
    'Das ist keine Basis-URL: Verwende https, oder http auf 127.0.0.1 oder localhost, und nichts nach ? oder #.',
  'managed.problem.uuid': 'Das ist keine Organisations-ID (eine UUID).',
  'managed.problem.point':
    'Das ist kein unkomprimierter öffentlicher P-256-Schlüssel aus 130 Hexadezimalziffern.',
  'managed.problem.site':
    'Das ist keine Origin, wie der Browser sie schreibt (Schema, Name und Port), und kein Name wie *.app.example.',
  'managed.problem.operation':
    'Keystamp hat keinen Vorgang mit diesem Namen, den ein Passkey schützen kann.',
  'managed.problem.account': 'Das ist keine Ethereum-Adresse: 0x und 40 Hex-Ziffern.',
  'managed.problem.minutes': 'Das ist keine ganze Zahl von 1 bis 240.',
  'managed.problem.too_many':
    'Diese Liste hat mehr als 500 Einträge. Keystamp ignoriert die übrigen.',
  'managed.problem.unreadable':
    'Der Browser konnte die Einstellungen nicht lesen. Die zuletzt gelesenen gelten weiter, bis Keystamp neu startet.',

  'managed.profile': 'Deine Organisation erlaubt dieses Profil nicht',
  'managed.profilePlace':
    'Deine Organisation hat einen anderen Dienst oder eine andere Organisations-ID festgelegt. Keystamp behält dieses Profil, signiert und sendet aber nichts damit. Füge stattdessen ein Profil mit den Einstellungen deiner Organisation hinzu.',
  'managed.profileSigner':
    'Deine Organisation hat einen anderen Signierer für Import-Bundles festgelegt. Keystamp signiert und sendet mit diesem Profil nichts, bis du es mit diesem Signierer speicherst.',
  'managed.rulesNoPasskey':
    'Deine Organisation verlangt dafür einen Passkey, und dieses Profil hat keinen. Füge einen hinzu.',
  'managed.lock': {
    one: 'Von deiner Organisation festgelegt: höchstens {count} Minute.',
    other: 'Von deiner Organisation festgelegt: höchstens {count} Minuten.',
  },
  'managed.lockOwn': {
    one: 'Du hast {count} Minute gewählt. Das gilt wieder, sobald deine Organisation es erlaubt.',
    other:
      'Du hast {count} Minuten gewählt. Das gilt wieder, sobald deine Organisation es erlaubt.',
  },
  'managed.sites': 'Deine Organisation entscheidet, welche Websites Anfragen senden dürfen',
  'managed.sitesWhat':
    'Keystamp lehnt Anfragen anderer Websites ab, ohne dich zu fragen. * steht für einen Namen und alles darunter.',
  'managed.sitesAllowed': 'Nur diese Websites sind erlaubt',
  'managed.sitesBlocked': 'Blockierte Websites',
  'managed.sitesNone': 'Keine',
  'managed.site':
    'Deine Organisation lässt diese Website keine Anfragen senden. Keystamp behält ihre Verbindung und ihre Berechtigungen. Sie gelten wieder, wenn deine Organisation die Website erlaubt.',
} as const satisfies Translation<typeof managedWords>;
