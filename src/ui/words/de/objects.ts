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
  'object.privateKeyTag': 'Tag für private Schlüssel',
  'object.contractInterface': 'Smart Contract',
  'object.policy': 'Richtlinie',
  'object.activity': 'Aktivität',
  'object.policy.inWords': 'In Worten',

  'object.actions': 'Aktionen',
  'object.final': 'Endgültig',
  'object.missing': 'Nicht gefunden',
  'object.missingText': 'Der Dienst hat diesen Eintrag nicht. Vielleicht wurde er gelöscht.',
  'object.none': 'Keine',

  'object.edit.change': 'Bearbeiten: {label}',
  'object.edit.saving': 'Wird gespeichert …',
  'object.edit.waiting': 'Wartet auf Genehmigung',
  'object.edit.over': 'Nicht gespeichert',
  'object.edit.overText': 'Die Aktivität zeigt den Grund. Ein neuer Versuch ist möglich.',
  'object.edit.open': 'Aktivität anzeigen',
  'object.edit.undo': 'Rückgängig machen',

  'object.contact.verify': 'Bestätigen',
  'object.contact.verifiedHere': 'Hier bestätigt am {date}',
  'object.contact.verifyWhat': 'Bestätigen: {label}',

  'contact.digits': {
    one: 'Die {count} Ziffer, die du erhalten hast.',
    other: 'Die {count} Ziffern, die du erhalten hast.',
  },
  'contact.about':
    'Der Dienst sendet einen Code an diese Adresse. Gib ihn ein, um zu bestätigen, dass dort Nachrichten bei dir ankommen.',
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
  'contact.first': 'Den Code bestätigen, der an {contact} gesendet wurde.',
  'contact.approve': 'Bestätigen und speichern',
  'contact.stage.send': 'Code senden',
  'contact.stage.check': 'Code bestätigen',
  'contact.stage.set': 'Speichern',
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

  'object.origin.imported': 'Importiert',
  'object.origin.made': 'Beim Dienst erstellt',
  'object.origin.exported': 'Exportiert',
  'object.export.wallet': 'Wiederherstellungsphrase exportieren',
  'object.export.walletAccount': 'Privaten Schlüssel exportieren',
  'object.export.privateKey': 'Privaten Schlüssel exportieren',
  'object.accounts.none': 'Noch keine Konten. Ein Konto hinzufügen, um etwas zu empfangen.',
  'object.accounts.count': { one: '{count} Konto', other: '{count} Konten' },
  'object.address': 'Adresse',
  'object.address.caip10What': 'CAIP-10-Adresse',
  'object.path': 'Ableitungspfad',
  'object.curve': 'Kurve',
  'object.format': 'Format',
  'object.network': 'Netzwerk',
  'object.balances': 'Guthaben',
  'object.balances.none': 'Nichts auf {network}',
  'object.balances.word': 'Vom Dienst. Keystamp kann sie nicht prüfen.',
  'object.balances.all': 'Alle {count} anzeigen',
  'object.publicKey': 'Öffentlicher Schlüssel',
  'object.check.consistent': 'Passt zum öffentlichen Schlüssel',
  'object.check.cannot_check': 'Nicht geprüft',
  'object.check.mismatch': 'Passt nicht zum öffentlichen Schlüssel',
  'object.check.mismatchText':
    'Der Dienst nennt eine Adresse, die nicht zum öffentlichen Schlüssel dieses Kontos gehört. Diese Adresse nicht verwenden.',
  'object.copyWhich': 'Welche Adresse kopieren?',
  'object.receive': 'Empfangen',

  'object.tags.none': 'Keine Tags',
  'object.tags.add': 'Tag hinzufügen',
  'object.tags.remove': 'Tag entfernen',
  'object.tags.removeWhat': 'Tag {name} entfernen',
  'object.apiKeys.none': 'Keine API-Schlüssel',
  'object.apiKeys.hereWhat': 'Die, mit denen Keystamp hier signiert',
  'object.passkeys': 'Passkeys',
  'object.passkeys.none': 'Keine Passkeys',
  'object.expires': 'Läuft ab: {time}',
  'object.expired': 'Abgelaufen: {time}',
  'object.usedHere': 'Signiert hier',

  'object.members': 'Mitglieder',
  'object.members.add': 'Mitglied hinzufügen',
  'object.members.remove': 'Mitglied entfernen',
  'object.members.none': 'Niemand hat dieses Tag.',
  'object.members.count': { one: '{count} Mitglied', other: '{count} Mitglieder' },

  'object.addresses': 'Adressen',
  'object.addresses.none': 'Keine Adressen',
  'object.addresses.count': { one: '{count} Adresse', other: '{count} Adressen' },
  'object.verify': 'Adressen überprüfen',

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
  'object.calldata.fault.too_long':
    'Das ist länger als jede Transaktion: Ihre Daten haben bis zu 131.072 Bytes.',
  'object.calldata.fault.repeats':
    'Dieselben Bytes stehen für viele Werte, deshalb endet das Lesen bei {place}. Kein üblicher Encoder schreibt so etwas: Signiere nicht, was du nicht lesen kannst.',
  'object.calldata.fault.ambiguous':
    'Die Schnittstelle hat mehr als eine Funktion für {place}, daher ist offen, welche aufgerufen wird. Kein echter Vertrag hat zwei: Prüfe, woher die Schnittstelle stammt.',
  'object.contract.source': 'Quelltext',

  'factors.title': 'Weitere Nachweise nötig',
  'factors.what': 'Bevor das ausgeführt wird, signiere es mit jedem hiervon.',
  'factors.shown': 'Erledigt',
  'factors.missing': 'Fehlt',
  'factors.sign.passkey': 'Noch einmal mit deinem Passkey signieren',
  'factors.sign.key': 'Noch einmal mit deinem API-Schlüssel signieren',
  'factors.effect':
    'Die weitere Signatur beweist dem Dienst, dass du das willst. Mit dem letzten Nachweis führt er es aus, außer wenn andere es zuerst genehmigen müssen.',
  'factors.notHere':
    'Dieses Profil hat keinen der fehlenden Nachweise. Signiere in dem Profil oder der App, die sie hat.',
  'factors.others': 'Zuerst müssen sich ausweisen:',
  'factors.unread': 'Was fehlt, konnte nicht geladen werden',

  'object.wide.list': 'Liste',
  'object.wide.choose': 'Nichts ausgewählt',
  'object.wide.chooseText': 'Wähle etwas aus der Liste, um es hier zu sehen.',
  'table.open': 'Als Tabelle anzeigen',
  'table.close': 'Als Liste anzeigen',
  'table.chains': 'Blockchains',
  'table.select': '{name} auswählen',
  'table.selectAll': 'Alle angezeigten auswählen',
  'table.shown': { one: '{shown} von {count} Eintrag', other: '{shown} von {count} Einträgen' },
  'table.hidden': { one: 'davon {count} nicht angezeigt', other: 'davon {count} nicht angezeigt' },
  'table.export': { one: '{count} als CSV exportieren', other: 'Alle {count} als CSV exportieren' },
  'table.exportSelected': {
    one: '{count} ausgewählten als CSV exportieren',
    other: '{count} ausgewählte als CSV exportieren',
  },
  'table.saved': {
    one: '{count} Eintrag als {file} gespeichert',
    other: '{count} Einträge als {file} gespeichert',
  },
  'table.accounts.missing':
    'Die Konten sind noch nicht geladen. Erst danach stehen sie in der CSV-Datei.',
  'table.accounts.load': 'Konten laden',
  'table.accounts.reading': {
    one: 'Konten werden geladen: bisher {count}…',
    other: 'Konten werden geladen: bisher {count}…',
  },

  'feed.steps': { one: '{count} Schritt', other: '{count} Schritte' },
  'feed.rotated': 'Einen API-Schlüssel von {name} ersetzt.',
  'feed.count': '{label} ({count})',
  'feed.countMore': '{label} ({count}+)',
  'feed.type': 'Was getan wurde',
  'feed.person': 'Wer angefragt hat',

  'inbox.needsVote': 'Wartet auf deine Genehmigung',
  'inbox.none': 'Nichts zu genehmigen',
  'inbox.noneText': 'Keine Aktivität dieser Organisation wartet auf deine Stimme.',
  'inbox.askedBy': 'Angefragt von {name}',
  'inbox.until': 'Stimmen laufen {time} ab',
  'inbox.showSome': { one: 'Mehr anzeigen', other: 'Mehr als {count} anzeigen' },

  'votes.title': 'Stimmen',
  'votes.none': 'Der Dienst zeigt keine Stimmen.',
  'votes.checking': 'Signaturen werden geprüft …',
  'votes.unproved': 'Details nicht geprüft',
  'votes.verified': 'Signatur geprüft',
  'votes.forged': 'Genehmige das nicht',
  'votes.unchecked': 'Nicht alles ließ sich prüfen',
  'votes.unapprovable': 'Das lässt sich nicht genehmigen',
  'votes.unread': 'Keystamp konnte das nicht prüfen. Bis dahin lässt es sich nicht genehmigen.',
  'votes.signed': 'Was signiert wurde',
  'votes.unknownType': 'Keystamp kennt diesen Typ nicht. Alles, was signiert wurde:',
  'votes.fingerprint': 'Stimmt mit der signierten Anfrage überein.',
  'votes.fingerprint.none': 'Stimmt mit keiner signierten Anfrage überein.',
  'votes.effect.approve':
    'Deine Genehmigung zählt einmal. Mit genug Genehmigungen führt der Dienst das sofort aus.',
  'votes.effect.reject':
    'Deine Ablehnung beendet das für alle. Sie lässt sich nicht rückgängig machen.',
  'votes.on': 'Worüber du abstimmst',
  'votes.target': 'Die Aktivität, über die du abgestimmt hast',
  'votes.target.status': 'Stand: {status}',
  'votes.own.approve': 'Du hast genehmigt: {what}',
  'votes.own.reject': 'Du hast abgelehnt: {what}',
  'votes.own.going': '{action}: {what}',
  'votes.became.ACTIVITY_STATUS_COMPLETED': 'Deine Stimme hat es abgeschlossen.',
  'votes.became.ACTIVITY_STATUS_REJECTED': 'Deine Stimme hat es abgelehnt.',
  'votes.became.ACTIVITY_STATUS_CONSENSUS_NEEDED': 'Andere müssen es auch genehmigen.',

  'votes.forged.other_id': 'Der Dienst zeigt eine andere Aktivität als die, die du geöffnet hast.',
  'votes.forged.other_fingerprint':
    'Der Fingerabdruck gehört zu keiner Anfrage unter den Stimmen. Niemand hat signiert, was der Dienst zeigt.',
  'votes.forged.other_type': 'Signiert wurde ein anderer Vorgang, als der Dienst zeigt.',
  'votes.forged.other_organization': 'Das wurde für eine andere Organisation signiert.',
  'votes.forged.other_intent': 'Signiert wurden andere Details, als der Dienst zeigt.',
  'votes.forged.message_unreadable':
    'Was signiert wurde, ist keine Anfrage oder lässt sich auf mehrere Arten lesen.',
  'votes.forged.other_activity': 'Diese Stimme gilt einer anderen Aktivität.',
  'votes.forged.other_selection': 'Der Dienst zeigt das Gegenteil von dem, was signiert wurde.',
  'votes.forged.other_user': 'Die Stimme nennt einen Benutzer und zeigt den Eintrag eines anderen.',
  'votes.forged.other_time':
    'Diese Stimme wurde zu einer anderen Zeit signiert, als der Dienst zeigt.',
  'votes.forged.signature_invalid':
    'Die Signatur ist ungültig. Dieser Benutzer hat das nicht signiert.',
  'votes.forged.key_of_nobody':
    'Signiert wurde mit einem Schlüssel, der nicht diesem Benutzer gehört.',
  'votes.forged.key_of_other': 'Signiert wurde mit dem Schlüssel eines anderen Benutzers.',
  'votes.forged.duplicate_voter': 'Diese Stimme wird doppelt gezählt.',
  'votes.forged.vote_forged': 'Eine der Stimmen ist gefälscht. Unten steht, welche.',
  'votes.forged.changed_since': 'Der Dienst hat zu dieser Aktivität früher etwas anderes gezeigt.',
  'votes.forged.status_backwards':
    'Diese Aktivität war schon weiter, als dieser Browser sie zuletzt sah. Der Dienst verbirgt, wie es weiterging.',
  'votes.forged.rejection_hidden':
    'Jemand hat diese Aktivität abgelehnt, und der Dienst zeigt das nicht mehr.',
  'votes.unchecked.votes_missing':
    'Der Dienst zeigt die Stimmen nicht. Die erste ist immer die der anfragenden Person und zeigt, was signiert wurde. Ohne sie kann Keystamp das nicht prüfen.',
  'votes.unchecked.own_vote_missing':
    'Der Dienst lässt deine eigene Stimme weg. Diese Details hast du in diesem Browser signiert.',
  'votes.unchecked.votes_too_many': 'Der Dienst zeigt mehr Stimmen, als Keystamp prüft.',
  'votes.unchecked.content_too_long':
    'Keystamp kennt diesen Typ nicht, und er ist zu lang, um ihn hier ganz zu zeigen.',
  'votes.unchecked.scheme_unknown': 'Nicht geprüft: Keystamp kennt diese Art von Signatur nicht.',
  'votes.unchecked.user_unknown':
    'Die Signatur ist gültig, aber Keystamp kennt die Schlüssel dieses Benutzers nicht.',
  'votes.unchecked.key_removed':
    'Die Signatur ist gültig, aber dieser Benutzer hat den Schlüssel dazu nicht mehr.',
  'votes.unchecked.domain_unknown':
    'Die Signatur des Passkeys ist gültig, aber für eine Domain, die Keystamp nicht kennt.',
  'votes.unchecked.selection_unknown': 'Nicht geprüft: Keystamp kennt diese Art von Stimme nicht.',
  'votes.unchecked.vote_unchecked': 'Eine der Stimmen ließ sich nicht prüfen. Unten steht, warum.',

  'quorum.title': 'Genehmigungen',
  'quorum.reading': 'Wird gelesen, wer genehmigen muss …',
  'quorum.unknown': 'Der Dienst sagt nicht, wer noch genehmigen muss.',
  'quorum.root': 'Root-Quorum',
  'quorum.policy': 'Richtlinie {name}',
  'quorum.text': 'Nötige Genehmigungen:',
  'quorum.count': { one: '{count} von {threshold}.', other: '{count} von {threshold}.' },
  'quorum.missingAll': 'Es fehlt noch: {names}.',
  'quorum.missingSome': {
    one: 'Es fehlt: eine von {names}.',
    other: 'Es fehlen: {count} von {names}.',
  },
  'quorum.window': 'Die Stimmen laufen {time} ab. Dann stimmen alle neu ab.',
  'quorum.lapsed': 'Die Stimmen sind {time} abgelaufen. Alle müssen neu abstimmen.',
  'quorum.windowUnknown': 'Der Dienst sagt nicht, wie lange diese Stimmen zählen.',

  'object.first.title': 'Einrichtung abschließen',
  'object.first.backup': 'Keystamp sichern',
  'object.first.backupWhat':
    'Wenn dieser Browser seine Daten verliert, bringt nur eine Sicherung deine Schlüssel zurück.',
  'object.first.none': 'Du hast keine Sicherung von Keystamp.',
  'object.first.changed':
    'Deiner letzten Sicherung fehlt ein Profil oder ein Schlüssel, den du seitdem hinzugefügt hast.',
  'object.first.second': 'Zweites Gerät oder Passkey hinzufügen',
  'object.first.secondWhat': 'Damit du weiter signieren kannst, wenn du dieses verlierst.',
  'object.first.root': 'Zweiten Root-Benutzer hinzufügen',
  'object.first.rootWhat': 'Erstelle den Benutzer und nimm ihn dann ins Root-Quorum auf.',
  'object.first.notify': 'Benachrichtigungen einschalten',
  'object.first.notifyWhat': 'Damit du siehst, wenn eine Genehmigung auf dich wartet.',
  'object.first.done': 'Erledigt',
  'object.first.hide': 'Liste ausblenden',
  'object.soleRoot': 'Nur dieser Browser kann als Root handeln',
  'object.soleRootWhat':
    'Der Dienst führt einen einzigen Root-Benutzer auf, dich, mit einem einzigen Zugang: dem API-Schlüssel dieses Browsers. Wenn du diesen Browser verlierst und keine vollständige Sicherung hast, kann niemand mehr etwas tun, das keine Richtlinie erlaubt.',
  'object.soleRootDo':
    'Erstelle eine vollständige Sicherung, füge ein zweites Gerät oder einen Passkey hinzu, oder nimm einen zweiten Root-Benutzer auf.',
} as const satisfies Translation<typeof objectWords>;
