/** German text for the parts that every page shares. */
import type { kitWords } from '../en/kit.ts';
import type { Translation } from '../translation.ts';

export const kitWordsDe = {
  'kit.name': 'Keystamp',
  'kit.optional': 'optional',
  'kit.copy': 'Kopieren',
  'kit.copyThing': '{what} kopieren',
  'kit.copied': 'Kopiert',
  'kit.copyFailed':
    'Dein Browser hat das Kopieren blockiert. Markiere den Text und kopiere ihn selbst.',
  'kit.close': 'Schließen',
  'kit.cancel': 'Abbrechen',
  'kit.back': 'Zurück',
  'kit.retry': 'Erneut versuchen',
  'kit.dismiss': 'Ausblenden',
  'kit.loading': 'Wird geladen',
  'kit.working': 'Wird ausgeführt',
  'kit.filter': 'Suchen',
  'kit.noMatch': 'Keine Treffer für „{text}“',
  'kit.quoted': '„{text}“',
  'kit.more': {
    one: '{count} weiterer Eintrag. Du findest ihn über die Suche.',
    other: '{count} weitere Einträge. Du findest sie über die Suche.',
  },
  'kit.chosen': { one: '{count} ausgewählt', other: '{count} ausgewählt' },
  'kit.item.member': '{item}: {label}',
  'kit.item.add': '{item} hinzufügen',
  'kit.item.remove': '{item} {number} entfernen',
  'kit.item.max': 'In eine Anfrage passen höchstens {count}.',
  'kit.capsLock': 'Die Feststelltaste ist an.',
  'kit.choose': 'Auswählen…',
  'kit.serviceSaid': 'Meldung des Dienstes: {message}',
  'kit.unreadable': 'Unerwarteter Wert: {member}',
  'kit.fieldProblem': '{field}: {problem}',
  'kit.hiddenCharacter': 'Unsichtbares Zeichen',
  'kit.qrLabel': 'QR-Code: {what}',
  'kit.address.qr': 'QR-Code anzeigen',
  'kit.address.hideQr': 'QR-Code verbergen',
  'kit.address.of': 'Adresse im Format {format}',

  'kit.managed.set': 'Von deiner Organisation festgelegt.',
  'kit.managed.profile': 'Von deiner Organisation nicht erlaubt',
  'kit.managed.site': 'Von deiner Organisation blockiert',

  'kit.unlock.title': 'Keystamp ist gesperrt',
  'kit.unlock.password': 'Passwort',
  'kit.unlock.action': 'Entsperren',
  'kit.unlock.deriving': 'Passwort wird geprüft…',
  'kit.unlock.wrong': 'Falsches Passwort.',
  'kit.unlock.wait': {
    one: 'Versuche es in {count} Sekunde erneut.',
    other: 'Versuche es in {count} Sekunden erneut.',
  },
  'kit.unlock.waitWhy':
    'Jedes falsche Passwort verlängert die Wartezeit. Ein Neustart beendet sie nicht.',
  'kit.unlock.or': 'oder',
  'kit.unlock.passkey': 'Mit Passkey entsperren',
  'kit.unlock.passkeyBusy': 'Folge den Anweisungen deines Browsers',
  'kit.unlock.passkeyWindow': 'Dein Browser fragt in einem eigenen Fenster danach.',
  'kit.unlock.passkeyCancelled':
    'Die Abfrage wurde geschlossen oder ist abgelaufen, oder kein Passkey hier passt. Gib dein Passwort ein oder versuche es erneut mit dem Passkey.',
  'kit.unlock.passkeyNoPrf':
    'Dieser Authenticator unterstützt PRF nicht und kann Keystamp deshalb nicht entsperren. Gib dein Passwort ein.',
  'kit.unlock.passkeyMismatch': 'Dieser Passkey entsperrt Keystamp nicht. Gib dein Passwort ein.',
  'kit.unlock.passkeyRemoved':
    'Das Entsperren mit diesem Passkey ist ausgeschaltet. Gib dein Passwort ein. Du kannst es in den Optionen wieder einschalten.',
  'kit.unlock.passkeyFailed': 'Der Passkey lässt sich hier nicht verwenden. Gib dein Passwort ein.',
  'kit.unlock.damagedTitle': 'Der Tresor auf diesem Computer ist beschädigt',
  'kit.unlock.damagedWhat':
    'Keystamp kann weder ihn noch seine zweite Kopie lesen. Keystamp hat nichts geändert und beginnt nicht von selbst neu.',
  'kit.unlock.damagedDo':
    'Lade zuerst neu: Ein voller Datenträger oder ein anderes Programm kann das Lesen verhindert haben. Wenn du eine Kopie dieses Browserprofils hast, schließe den Browser und stelle sie wieder her. Andernfalls lösche alles in Keystamp und richte es neu ein. Schlüssel, die es nur hier gibt, verlierst du, aber du kannst neue beim Dienst registrieren.',
  'kit.vaultNotice.behind': 'Dieser Tresor ist älter als dein letzter',
  'kit.vaultNotice.behindWhat':
    'Keystamp hat nach diesem Tresor einen neueren gespeichert. Ein Datenträgerfehler, eine wiederhergestellte Sicherung oder ein anderes Programm hat einen älteren zurückgebracht. Wenn du dein Passwort vor Kurzem geändert hast, sperre Keystamp und versuche das neue: Der neuere Tresor lässt sich vielleicht noch öffnen. Bis du entscheidest, ändert sich nichts.',
  'kit.vaultNotice.unsure': 'Eine Kopie deines Tresors war beschädigt',
  'kit.vaultNotice.unsureWhat':
    'Keystamp hat die andere Kopie geöffnet und die beschädigte repariert. Prüfe, ob alle deine API-Schlüssel und Profile da sind.',
  'kit.vaultNotice.saved': 'Diese Kopie wurde gespeichert',
  'kit.vaultNotice.missing': {
    one: 'Dieser API-Schlüssel fehlt:',
    other: 'Diese API-Schlüssel fehlen:',
  },
  'kit.vaultNotice.lock': 'Sperren und erneut versuchen',
  'kit.vaultNotice.keep': 'Diesen Tresor behalten',
  'kit.vaultNotice.continue': 'Weiter',
  'kit.vaultNotice.options': 'In den Optionen entscheiden',
  'kit.unlock.reload': 'Neu laden',
  'kit.unlock.wipe': 'Alles löschen…',

  'kit.origin.letters': 'Steht für {host}',
  'kit.origin.like': 'Ähnelt {host}',
  'kit.origin.punycode': 'Nichtlateinische Buchstaben',
  'kit.origin.mixed_script': 'Gemischte Alphabete',
  'kit.origin.lookalike': 'Verwechselbare Buchstaben',
  'kit.origin.ip': 'IP-Adresse, kein Name',
  'kit.origin.loopback': 'Auf diesem Computer',
  'kit.origin.plain_http': 'Unverschlüsselt',

  'kit.strength.label': 'Passwortstärke:',
  'kit.strength.none': 'Noch kein Passwort.',
  'kit.strength.weak': 'Zu leicht zu erraten.',
  'kit.strength.fair': 'Mittel.',
  'kit.strength.good': 'Gut.',
  'kit.strength.strong': 'Stark.',
  'kit.advice.start':
    'Vier oder fünf Wörter, die nichts miteinander zu tun haben, sind ein gutes Passwort.',
  'kit.advice.common': 'Dieses Passwort probieren Angreifer als eines der ersten.',
  'kit.advice.repeat': 'Wiederholte Zeichen bringen fast nichts.',
  'kit.advice.sequence': 'Folgen wie abcd, 1234 oder qwerty probieren Angreifer früh.',
  'kit.advice.year': 'Jahreszahlen und Daten probieren Angreifer früh.',
  'kit.advice.longer': 'Mach es länger. Ein weiteres Wort hilft mehr als ein Sonderzeichen.',
  'kit.advice.enough':
    'Lang genug, um dem Erraten jahrelang standzuhalten. Bewahre es notiert an einem sicheren Ort auf.',

  'kit.colour.blue': 'Blau',
  'kit.colour.green': 'Grün',
  'kit.colour.amber': 'Bernstein',
  'kit.colour.red': 'Rot',
  'kit.colour.violet': 'Violett',
  'kit.colour.grey': 'Grau',

  'kit.clock.behind': 'Die Uhr dieses Computers geht gegenüber der des Dienstes {time} nach.',
  'kit.clock.ahead': 'Die Uhr dieses Computers geht gegenüber der des Dienstes {time} vor.',

  'kit.state.stamped': 'Signiert',
  'kit.state.sending': 'Wird gesendet',
  'kit.state.waiting': 'Ergebnis unbekannt, neuer Versuch',
  'kit.state.pending': 'Ausstehend',
  'kit.state.completed': 'Abgeschlossen',
  'kit.state.started': 'Gestartet',
  'kit.state.failed': 'Fehlgeschlagen',
  'kit.state.rejected': 'Abgelehnt',
  'kit.state.refused': 'Nicht angenommen',
  'kit.state.mismatch': 'Antwort passt nicht',
  'kit.state.unknown': 'Ergebnis unbekannt',
} as const satisfies Translation<typeof kitWords>;
