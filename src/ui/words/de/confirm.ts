/** German text for the confirm window, and for the same queue in the popup. */
import type { confirmWords } from '../en/confirm.ts';
import type { Translation } from '../translation.ts';

export const confirmWordsDe = {
  'confirm.title': 'Anfragen',
  'confirm.position': '{at} von {count}',
  'confirm.previous': 'Vorherige Anfrage',
  'confirm.next': 'Nächste Anfrage',
  'confirm.window': 'In einem Fenster öffnen',
  'confirm.waiting': {
    one: '{count} ausstehende Anfrage.',
    other: '{count} ausstehende Anfragen.',
  },
  'confirm.none': 'Keine ausstehenden Anfragen',
  'confirm.noneText': 'Hier erscheinen Anfragen, die deine Genehmigung brauchen.',

  'confirm.noVault': 'Keystamp ist noch nicht eingerichtet',
  'confirm.noVaultText':
    'Eine Website hat eine Anfrage gesendet. Lege zuerst ein Passwort fest und wähle einen Dienst, oder lehne sie ab.',
  'confirm.setUp': 'Keystamp einrichten',
  'confirm.unlockFirst': 'Entsperre Keystamp, um ausstehende Anfragen zu sehen und zu genehmigen.',
  'confirm.whoWaits': 'Websites mit ausstehenden Anfragen',
  'confirm.kinds.connect': { one: '{count} Verbindung', other: '{count} Verbindungen' },
  'confirm.kinds.operation': { one: '{count} Vorgang', other: '{count} Vorgänge' },
  'confirm.rejectAll': 'Alle ablehnen',

  'confirm.who': 'Angefragt von {origin}',
  'confirm.private': 'Privates Fenster',
  'confirm.otherCopy': 'Keystamp ist ein zweites Mal installiert',
  'confirm.otherCopyText':
    'Die andere Kopie war vor den Skripten der Seite da. Es ist also so gut wie sicher eine zweite Kopie, oder eine Erweiterung, die sich als eine ausgibt. Nur diese Kopie hat diese Anfrage: Entscheide hier. Entferne dann die Kopie, die du nicht benutzt, aus den Erweiterungen deines Browsers.',
  'confirm.privateText':
    'Diese Website ist in einem privaten Fenster geöffnet. Keystamp speichert nichts über sie.',
  'confirm.container': 'Container-Tab',
  'confirm.containerText':
    'Was du hier verbindest, gilt nur in diesem Container. Eine Website, die du in mehreren Containern mit derselben Organisation verbindest, erkennt, dass du es jedes Mal bist.',
  'confirm.letters': 'Steht für: {name}',
  'confirm.resembles': 'Das ist nicht {host}',
  'confirm.resemblesText':
    'Die beiden Namen sind leicht zu verwechseln, und die andere Website verwendest du schon. Lehne ab, wenn du nicht sicher bist.',
  'confirm.unreadable':
    'Keystamp kann diese Adresse nicht lesen. Lehne ab, wenn du nicht weißt, warum.',
  'confirm.warning.punycode':
    'Dieser Name hat Buchstaben, die wie andere aussehen. Vergleiche ihn mit dem Namen, den du erwartest.',
  'confirm.warning.mixed_script':
    'Dieser Name mischt Alphabete, was ehrliche Namen selten tun. Vergleiche ihn mit dem Namen, den du erwartest.',
  'confirm.warning.lookalike':
    'Einige Buchstaben in diesem Namen sehen wie andere Buchstaben aus. Er ahmt vielleicht eine andere Website nach.',
  'confirm.warning.ip': 'Das ist eine IP-Adresse, kein Name.',
  'confirm.warning.loopback': 'Das ist ein Programm auf deinem eigenen Computer.',
  'confirm.warning.plain_http': 'Unverschlüsselt. Das ist nur auf deinem eigenen Computer normal.',

  'confirm.wants': 'Diese Website bittet um deine Genehmigung',
  'confirm.reads': 'Diese Website möchte das lesen',
  'confirm.pick.help':
    'Die Website überlässt dir diese Wahl. Sie erfährt sie erst, wenn du genehmigst.',
  'confirm.pick.first': 'Triff zuerst deine Wahl.',
  'confirm.unknown': 'Keystamp erkennt diese Anfrage nicht. Lehne sie ab.',
  'confirm.noProfile': 'Das Profil dieser Anfrage gibt es nicht mehr. Lehne sie ab.',
  'confirm.sealed': 'Du siehst nicht, was in „{label}“ ist',
  'confirm.sealedText':
    'Die Website hat es für den Dienst verschlüsselt. Du und Keystamp seht nur, dass es da ist. Genehmige nur, wenn du dieses Geheimnis der Website gerade selbst gegeben hast.',
  'confirm.sealedFacts': 'Was die Website darüber sagt',
  'confirm.contract': 'Inhalt von „{label}“',
  'confirm.signedBy': 'Signiert mit {profile} · {organization}',
  'confirm.bytes': 'Exakte Bytes',
  'confirm.bytesText': 'Genau dieser Text wird Byte für Byte signiert und an den Dienst gesendet.',
  'confirm.bytesRead': 'Genau dieser Text wird Byte für Byte an den Dienst gesendet.',
  'confirm.bytesSecret':
    'Der Text wird nicht angezeigt, weil er ein Geheimnis enthält. Dein Passkey signiert seinen SHA-256-Hash.',
  'confirm.body': 'Anfrageinhalt',
  'confirm.copyBody': 'Anfrageinhalt kopieren',
  'confirm.digest': 'SHA-256',

  'confirm.connects': 'Diese Website möchte sich mit Keystamp verbinden',
  'confirm.connectText':
    'Ist sie verbunden, kann sie die Vorgänge unten anfragen. Keystamp fragt dich jedes Mal, bevor etwas geschieht.',
  'confirm.reason': 'In den Worten der Website',
  'confirm.profileOption': '{profile} · {organization}',
  'confirm.profileOptionManaged':
    '{profile} · {organization} · Von deiner Organisation nicht erlaubt',
  'confirm.profileHelp': 'Die Website erfährt die Organisations-ID dieses Profils.',
  'confirm.operations': 'Darf anfragen',
  'confirm.alwaysAsks': 'Fragt jedes Mal. Lässt sich nicht automatisch genehmigen.',
  'confirm.chooseSome': 'Wähle mindestens einen Vorgang aus oder lehne ab.',
  'confirm.managedProfiles': 'Deine Organisation erlaubt keines deiner Profile',
  'confirm.managedProfilesText':
    'Eine Website verbindet sich mit der Organisation eines Profils. Füge zuerst ein Profil mit den Einstellungen deiner Organisation hinzu.',
  'confirm.needProfileText':
    'Eine Website verbindet sich mit der Organisation eines Profils. Füge zuerst ein Profil hinzu.',

  'confirm.grant': 'Ähnliche Anfragen automatisch genehmigen',
  'confirm.grantOn': 'Automatisch genehmigen',
  'confirm.grantText':
    'Keystamp signiert ähnliche Anfragen dieser Website sofort, ohne zu fragen. Du kannst das in den Einstellungen unter Websites widerrufen.',
  'confirm.grantFor': 'Dauer',
  'confirm.grantMost': 'Limit insgesamt',
  'confirm.grantPerHour': 'Limit pro Stunde',
  'confirm.grantNumber': 'Gib eine ganze Zahl von 1 bis {most} ein.',
  'confirm.grantOnly': 'Nur {label}: {name}',
  'confirm.grantAny': 'Alles andere kann jeden Wert haben.',
  'confirm.hours': { one: '{count} Stunde', other: '{count} Stunden' },
  'confirm.days': { one: '{count} Tag', other: '{count} Tage' },

  'confirm.approve': 'Genehmigen',
  'confirm.approveMore': 'Ähnliche auch genehmigen',
  'confirm.approvePasskey': 'Passkey verwenden',
  'confirm.passkeyWindow': 'Fenster öffnen',
  'confirm.passkeyWindowWhy':
    'Das Popup schließt sich, wenn dein Browser nach einem Passkey fragt. Genehmige das stattdessen in einem Fenster.',
  'confirm.prompting': 'Folge den Anweisungen deines Browsers.',
  'confirm.connect': 'Verbinden',
  'confirm.approveTwice': 'Genehmigen…',
  'confirm.inattentive': 'Klicke zuerst in dieses Fenster.',
  'confirm.moveBack': 'Bewege den Zeiger von der Schaltfläche weg und zurück, dann klicke.',
  'confirm.tabBack':
    'Wechsle mit Tab von der Schaltfläche weg und zurück, dann drücke die Eingabetaste.',
  'confirm.hold': 'Halte die Schaltfläche gedrückt, dann hebe den Finger.',
  'confirm.wait': 'Warte einen Moment, dann drücke noch einmal.',
  'confirm.reject': 'Ablehnen',
  'confirm.rejectMore': 'Weitere Möglichkeiten zum Ablehnen',
  'confirm.rejectOne': 'Diese Anfrage ablehnen',
  'confirm.rejectSite': 'Alle von dieser Website ablehnen',
  'confirm.rejectQuiet': 'Alle ablehnen und diese Website 10 Minuten stummschalten',
  'confirm.rejectBlock': '{site} und alle Subdomains blockieren',
  'confirm.rejectBlockOne': '{site} blockieren',
  'confirm.rejectBlockPrivate':
    '{site} und alle Subdomains blockieren, bis du den Browser schließt',
  'confirm.rejectBlockOnePrivate': '{site} blockieren, bis du den Browser schließt',

  'confirm.away': 'Die Seite, die das gesendet hat, ist gerade nicht geöffnet',
  'confirm.awayText':
    'Sie kommt vielleicht gleich zurück. Bis dahin kannst du das nicht genehmigen.',
  'confirm.busy': 'Die Seite ist beschäftigt und reagiert gerade nicht',
  'confirm.busyText':
    'Wenn du genehmigst, führt Keystamp das sofort aus. Die Seite erhält die Antwort, sobald sie wieder reagiert.',
  'confirm.performing': 'Genehmigt. Wird gesendet…',
  'confirm.changed': 'Diese Anfrage hat sich geändert, seit du sie gesehen hast. Prüfe sie erneut.',
  'confirm.gone': 'Die Anfrage, die hier war, ist nicht mehr ausstehend.',

  'confirm.connected': 'Verbunden',
  'confirm.answered': 'Antwort an die Website gesendet',
  'confirm.answerLater':
    'Die Seite ist beschäftigt. Sie erhält die Antwort, sobald sie wieder reagiert.',
  'confirm.closing': 'Dieses Fenster schließt sich von selbst.',
  'confirm.allDecided': 'Alles erledigt',

  'confirm.cross.lines': 'Adressen vom Dienst',
  'confirm.cross.consistent': 'Die Adressen sind stimmig',
  'confirm.cross.consistentWhat':
    'Sie gehören alle zu einem öffentlichen Schlüssel. Keystamp kann nicht erkennen, ob es der Schlüssel ist, den die Website verschlüsselt hat. Vergleiche sie mit der Wallet des Schlüssels, bevor du sie verwendest.',
  'confirm.cross.cannot_check': 'Die Adressen lassen sich hier nicht überprüfen',
  'confirm.cross.cannot_checkWhat':
    'Die Antwort enthält nicht genug, um sie voneinander abzuleiten, und Keystamp hat den Schlüssel nicht gesehen. Vergleiche sie mit der Wallet des Schlüssels, bevor du sie verwendest.',
  'confirm.cross.mismatch': 'Falsche Antwort: Verwende diese Adressen nicht',
  'confirm.cross.mismatchWhat':
    'Die Adressen vom Dienst gehören nicht zusammen oder sind nicht die angefragten. Keystamp hat das im versiegelten Protokoll festgehalten.',
  'confirm.cross.missing': 'Es fehlen: {formats}.',
} as const satisfies Translation<typeof confirmWords>;
