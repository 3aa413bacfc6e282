import type { objectWords } from '../en/objects.ts';
import type { Translation } from '../translation.ts';

/** Texts of the screens of objects. */
export const objectWordsDe = {
  'object.wallet': 'Wallet',
  'object.walletAccount': 'Konto',
  'object.user': 'Benutzer',
  'object.userTag': 'Tag',
  'object.apiKey': 'API-Schlüssel',
  'object.privateKey': 'Privater Schlüssel',
  'object.contractInterface': 'Smart Contract',
  'object.policy': 'Richtlinie',
  'object.activity': 'Aktivität',

  'object.actions': 'Aktionen',
  'object.missing': 'Nicht gefunden',
  'object.missingText': 'Der Dienst hat diesen Eintrag nicht. Vielleicht wurde er gelöscht.',
  'object.none': 'Keine',

  'object.edit.change': 'Bearbeiten: {label}',
  'object.edit.save': 'Weiter',
  'object.edit.saving': 'Wird gespeichert …',
  'object.edit.over': 'Nicht gespeichert',
  'object.edit.overText': 'Die Aktivität zeigt den Grund. Ein neuer Versuch ist möglich.',
  'object.edit.open': 'Aktivität anzeigen',

  'object.contact.verify': 'Bestätigen',
  'object.contact.verifyWhat': 'Bestätigen: {label}',

  'contact.about':
    'Der Dienst sendet einen Code dorthin. Seine Eingabe zeigt, dass Nachrichten ankommen.',
  'contact.unverified': 'Ohne Code wird sie unbestätigt gespeichert.',
  'contact.plain': 'Unbestätigt speichern',
  'contact.sentTo': 'Den Code eingeben, der an {contact} gesendet wurde.',
  'contact.expires': 'Läuft ab in {time}',
  'contact.wrong': {
    one: 'Der Code ist falsch. Noch {count} Versuch.',
    other: 'Der Code ist falsch. Noch {count} Versuche.',
  },
  'contact.local': 'Der lokale Dienst verschickt nichts. Seine Codes stehen auf einer Seite.',
  'contact.local.open': 'Codes anzeigen',
  'contact.resend': 'Neuen Code senden',
  'contact.continue': 'Weiter',
  'contact.first': 'Den Code bestätigen, der an {contact} gesendet wurde.',
  'contact.approve': 'Bestätigen und speichern',
  'contact.running.send': 'Code wird gesendet …',
  'contact.running.check': 'Code wird bestätigt …',
  'contact.running.set': 'Wird gespeichert …',
  'contact.failed.send': 'Der Code wurde nicht gesendet',
  'contact.failed.check': 'Der Code wurde nicht bestätigt',
  'contact.failed.set': 'Nicht gespeichert',
  'contact.ended.expired': 'Dieser Code ist abgelaufen',
  'contact.ended.locked': 'Zu viele falsche Codes',
  'contact.ended.used': 'Dieser Code wurde schon verwendet',
  'contact.ended.generation':
    'Dieser Code stammt von vor der Änderung der Code-Einstellung des Profils',
  'contact.ended.token': 'Der Dienst nimmt diese Bestätigung nicht mehr an',
  'contact.ended.unreadable': 'Keystamp kann den Nachweis dieser Bestätigung nicht mehr lesen',
  'contact.ended.do': 'Ein neuer Code führt weiter.',
  'contact.verified': 'Code bestätigt',
  'contact.verified.do': 'Die Änderung prüfen, um sie zu speichern.',
  'contact.done': '{label} bestätigt und gespeichert',

  'object.list.search': '{list} durchsuchen',
  'object.list.empty': 'Noch nichts vorhanden',
  'object.list.shown': {
    one: '{shown} von {count} angezeigt. Die Suche findet weitere.',
    other: '{shown} von {count} angezeigt. Die Suche findet weitere.',
  },

  'object.search.placeholder': 'Name, Adresse, E-Mail, ID oder Aktion',
  'object.search.records': 'Einträge',
  'object.search.unknownId': 'Nichts in dieser Organisation hat diese ID.',
  'object.search.unknownAddress': 'Diese Adresse gehört nicht zur Organisation.',
  'object.search.tryOther':
    'Ein anderes Wort versuchen: einen Namen, eine Adresse oder eine Aktion.',

  'object.accounts': 'Konten',
  'object.accounts.none': 'Noch keine Konten. Ein Konto hinzufügen, um etwas zu empfangen.',
  'object.accounts.count': { one: '{count} Konto', other: '{count} Konten' },
  'object.address': 'Adresse',
  'object.address.caip10': 'Als CAIP-10 kopieren',
  'object.address.caip10What': 'CAIP-10-Adresse',
  'object.path': 'Ableitungspfad',
  'object.curve': 'Kurve',
  'object.format': 'Format',
  'object.publicKey': 'Öffentlicher Schlüssel',
  'object.check.consistent': 'Passt zum öffentlichen Schlüssel',
  'object.check.cannot_check': 'Nicht geprüft',
  'object.check.mismatch': 'Passt nicht zum öffentlichen Schlüssel',
  'object.check.mismatchText':
    'Der Dienst nennt eine Adresse, die nicht zum öffentlichen Schlüssel dieses Kontos gehört. Diese Adresse nicht verwenden.',
  'object.receive': 'Empfangen',

  'object.tags': 'Tags',
  'object.tags.none': 'Keine Tags',
  'object.apiKeys': 'API-Schlüssel',
  'object.apiKeys.none': 'Keine API-Schlüssel',
  'object.passkeys': 'Passkeys',
  'object.passkeys.none': 'Keine Passkeys',
  'object.expires': 'Läuft ab: {time}',
  'object.expired': 'Abgelaufen: {time}',
  'object.neverExpires': 'Läuft nicht ab',
  'object.usedHere': 'Signiert hier',

  'object.members': 'Mitglieder',
  'object.members.none': 'Niemand hat dieses Tag.',
  'object.members.count': { one: '{count} Mitglied', other: '{count} Mitglieder' },

  'object.addresses': 'Adressen',
  'object.addresses.none': 'Keine Adressen',
  'object.verify': 'Adressen prüfen',

  'object.chain': 'Chain',
  'object.notes': 'Notizen',
  'object.expiry': 'Ablauf',
  'object.createdAt': 'Erstellt',
  'object.calldata': 'Calldata lesen',
  'object.calldata.label': 'Daten der Transaktion (Hex)',
  'object.calldata.empty': '(leer)',
  'object.calldata.notDecoded':
    'Keystamp liest die Daten von Anweisungen an Solana-Programme nicht.',
  'object.calldata.fault.hex':
    'Das ist kein Hex. Füge die Daten einer Transaktion ein, etwa 0xa9059cbb….',
  'object.calldata.fault.no_selector': 'Zu kurz: Die ersten 4 Bytes nennen die Funktion.',
  'object.calldata.fault.unknown_selector':
    'Diese Schnittstelle hat keine Funktion mit dem Selektor {place}.',
  'object.calldata.fault.too_short': 'Die Daten enden, bevor {place} vollständig ist.',
  'object.calldata.fault.unread':
    'Einige Bytes gehören zu keinem Argument. Prüfe, ob du nur die Calldata eingefügt hast.',
  'object.calldata.fault.offset': '{place} zeigt hinter die Daten.',
  'object.calldata.fault.bool': '{place} ist weder wahr noch falsch.',
  'object.calldata.fault.padding': '{place} hat mehr Bytes, als der Typ zulässt.',
  'object.calldata.fault.utf8': '{place} ist kein gültiger Text (UTF-8).',
  'object.calldata.fault.too_many': '{place} hat zu viele Werte, um sie anzuzeigen.',
  'object.contract.source': 'Quelltext',
} as const satisfies Translation<typeof objectWords>;
