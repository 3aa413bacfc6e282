/** German text for the popup. */
import type { popupWords } from '../en/popup.ts';
import type { Translation } from '../translation.ts';

export const popupWordsDe = {
  'popup.refresh': 'Aktualisieren',
  'popup.lock': 'Jetzt sperren',
  'popup.more.title': 'Mehr',
  'popup.more.manage': 'Verwalten',
  'popup.more.tab': 'In einem Tab öffnen',
  'popup.unknownOperation': 'Keystamp kennt diesen Vorgang nicht',

  'popup.requests': {
    one: '{count} ausstehende Anfrage von einer Website',
    other: '{count} ausstehende Anfragen von Websites',
  },
  'popup.entry.askedBy': 'Angefragt von {origin}',
  'popup.entry.passkey': 'Mit Passkey signiert',
  'popup.entry.private': 'Angefragt von einer Website in einem privaten Fenster',

  'popup.noVault.title': 'Willkommen bei Keystamp',
  'popup.noVault.text':
    'Lege ein Passwort fest und wähle einen Dienst. Das dauert etwa eine Minute, in einem Tab.',
  'popup.noVault.action': 'Keystamp einrichten',
  'popup.noProfile.title': 'Noch kein Profil',
  'popup.noProfile.text':
    'Ein Profil ist eine Organisation bei einem Dienst, mit dem API-Schlüssel, der für sie signiert.',
  'popup.noProfile.action': 'Profil hinzufügen',

  'popup.asOf': 'Stand {time}, noch nicht aktualisiert',
  'popup.home.title': 'Start',
  'popup.home.all': 'Alle anzeigen',
  'popup.home.needsYou': 'Braucht deine Aufmerksamkeit',
  'popup.home.waitsForOthers': 'Wartet auf andere',
  'popup.home.unfinished': 'Entwurf fortsetzen',
  'popup.home.none.wallet': 'Noch keine Wallets in dieser Organisation.',
  'popup.home.import': 'Importieren',
  'popup.home.import-wallet': 'Wallet importieren',
  'popup.home.none.privateKey': 'Noch keine privaten Schlüssel in dieser Organisation.',
  'popup.home.recent': 'Letzte Aktivitäten',
  'popup.home.noActivities': 'Mit diesem Profil wurde noch nichts signiert.',
  'popup.home.showAll': { one: '{count} anzeigen', other: 'Alle {count} anzeigen' },
  'popup.cross.mismatch': 'Passt nicht',
  'popup.cross.cannot_check': 'Nicht überprüfbar',
  'popup.cross.consistent': 'Stimmig',
  'popup.cross.source': 'Quelle des öffentlichen Schlüssels',
  'popup.keysHere': 'Schlüssel auf diesem Gerät',

  'popup.clock.title': 'Deine Uhr geht falsch',
  'popup.clock.slow': {
    one: 'Die Uhr dieses Computers geht gegenüber der des Dienstes {count} Sekunde nach. Stelle sie richtig, sonst nimmt der Dienst Anfragen vielleicht nicht an, weil sie ihm zu alt erscheinen.',
    other:
      'Die Uhr dieses Computers geht gegenüber der des Dienstes {count} Sekunden nach. Stelle sie richtig, sonst nimmt der Dienst Anfragen vielleicht nicht an, weil sie ihm zu alt erscheinen.',
  },
  'popup.clock.fast': {
    one: 'Die Uhr dieses Computers geht gegenüber der des Dienstes {count} Sekunde vor. Stelle sie richtig, sonst nimmt der Dienst Anfragen vielleicht nicht an, weil sie ihm zu neu erscheinen.',
    other:
      'Die Uhr dieses Computers geht gegenüber der des Dienstes {count} Sekunden vor. Stelle sie richtig, sonst nimmt der Dienst Anfragen vielleicht nicht an, weil sie ihm zu neu erscheinen.',
  },

  'popup.barred.text':
    'Dorthin wird nichts gesendet, und Anfragen warten, bis du es wieder erlaubst.',
  'popup.barred.action': 'Profil öffnen',
  'popup.offline.title': 'Du bist offline',
  'popup.offline.text':
    'Keystamp sendet, was wartet, sobald dieser Computer wieder online ist. Was du siehst, kann veraltet sein.',
  'popup.pause.title': 'Der Dienst begrenzt Anfragen',
  'popup.pause.text': {
    one: 'Keystamp versucht es in {count} Sekunde erneut.',
    other: 'Keystamp versucht es in {count} Sekunden erneut.',
  },
  'popup.pause.action': 'Jetzt senden',
  'popup.clockAhead.title': 'Die Uhr dieses Computers ging vor',
  'popup.clockAhead.text':
    'Die Zeit deiner letzten Anfrage liegt in der Zukunft, deshalb nimmt der Dienst keine neuen an. Prüfe, ob die Uhr jetzt richtig geht, und setze dann die Anfragezeit zurück. Dabei wird nichts erneut gesendet.',
  'popup.clockAhead.action': 'Anfragezeit zurücksetzen',

  'popup.operations.filter': 'Vorgänge suchen',
  'popup.operations.others': 'Weitere Vorgänge',
  'popup.operations.tryOther':
    'Versuche ein anderes Wort, etwa Wallet, Benutzer, Tag oder Schlüssel.',
  'popup.irreversible': 'endgültig',

  'popup.form.haveKey':
    'Hast du den Schlüssel selbst? Die Importseite verschlüsselt ihn und überprüft seine Adressen.',
  'popup.form.change': 'Ändern',
  'popup.form.startOver': 'Von vorn beginnen',
  'popup.more': 'Mehr',
  'popup.noChoice': 'Nicht festgelegt',

  'popup.pick.placeholder': 'Nach Namen suchen oder ID einfügen',
  'popup.pick.placeholderMany': 'Suchen und hinzufügen oder ID einfügen',
  'popup.pick.pasted': 'Diese ID verwenden',
  'popup.pick.unnamed': 'Ohne Namen',
  'popup.pick.nothing': 'Keine Treffer. Du kannst auch eine ID einfügen.',
  'popup.pick.chosen': 'Ausgewählt',
  'popup.pick.unlisted': 'Nicht in der Liste. Der Dienst prüft, ob es das gibt.',
  'popup.pick.remove': '{name} entfernen',
  'popup.pick.open': '(deine Wahl)',

  'popup.accounts.others': 'Andere Chains',
  'popup.accounts.change': 'Erweitert',
  'popup.accounts.unknown':
    'Die Konten dieser Wallet waren nicht zu lesen. Ein neuer Pfad kann schon vergeben sein.',

  'popup.owner.own': 'Eigene Adresse',
  'popup.owner.ownNamed': 'Eigene Adresse · {name}',
  'popup.owner.foreign': 'Nicht in deiner Organisation',
  'popup.owner.searching': {
    one: 'Keystamp prüft, wem diese Adresse gehört: bisher {count} Konto …',
    other: 'Keystamp prüft, wem diese Adresse gehört: bisher {count} Konten …',
  },
  'popup.owner.paused': {
    one: 'Nicht im ersten {count} Konto deiner Organisation.',
    other: 'Nicht in den ersten {count} Konten deiner Organisation.',
  },
  'popup.owner.more': 'Weiter prüfen',
  'popup.owner.failed': 'Wem diese Adresse gehört, konnte nicht geprüft werden.',
  'popup.address.chain': 'Das ist eine Adresse auf {chains}, nicht auf {network}.',
  'popup.address.testNetwork':
    'Das ist eine Adresse auf einem Testnet von {chains}. {network} kann nicht an sie auszahlen.',
  'popup.address.unchecked':
    'Diese Adresse hat keine Prüfsumme, Keystamp kann Tippfehler darin nicht erkennen. Vergleiche jedes Zeichen.',

  'popup.contract.file': 'Datei der Vertragsschnittstelle',
  'popup.lifetime': '{time} ({seconds} Sekunden)',
  'popup.camera': 'Kamera benutzen',
  'popup.publicKey.image': 'QR-Bild lesen',
  'popup.publicKey.own': 'Schlüssel dieses Browsers nehmen',
  'popup.publicKey.ownNew': 'Neuen Schlüssel erstellen',
  'popup.publicKey.private_key':
    'Das war ein privater Schlüssel, und dieses Feld ist für öffentliche. Keystamp hat ihn nicht behalten. Wenn ihn jemand gesehen haben könnte, ersetze ihn.',
  'popup.publicKey.recovery_phrase':
    'Das war eine Wiederherstellungsphrase. Sie öffnet ein ganzes Wallet und gehört in kein Formular. Keystamp hat sie nicht behalten. Dieses Feld nimmt einen öffentlichen Schlüssel.',
  'popup.publicKey.maybe_private':
    'Das kann ein privater Schlüssel oder ein Teil davon sein. Deshalb hat Keystamp es nicht behalten. Ein öffentlicher Schlüssel hat 66 Hex-Ziffern und beginnt mit 02 oder 03. Für einen öffentlichen Ed25519-Schlüssel wähle zuerst diese Kurve.',
  'popup.publicKey.newer_code':
    'Dieser Code ist von einem neueren Keystamp. Aktualisiere dieses hier und versuch es dann noch einmal.',
  'popup.publicKey.damaged_code':
    'Ein Teil dieses Gerätecodes fehlt oder ist verändert. Kopiere ihn noch einmal ganz.',
  'popup.publicKey.no_point':
    'Das ist kein öffentlicher Schlüssel von P-256 oder secp256k1. Eine Ziffer kann falsch sein: Kopiere ihn noch einmal.',
  'popup.publicKey.other':
    'Das ist kein öffentlicher Schlüssel. Füge die 66 Hex-Ziffern ein oder den Text, den das andere Gerät zeigt.',
  'popup.publicKey.other_code':
    'Dieser QR-Code ist nicht aus einer Einrichtung von Keystamp. Er enthält keinen öffentlichen Schlüssel.',
  'popup.publicKey.other_organization':
    'Dieses Gerät wurde für eine andere Organisation eingerichtet. Vergleiche die Organisations-ID auf beiden Geräten.',
  'popup.publicKey.registered':
    'Dieser Schlüssel ist in der Organisation schon registriert. Vielleicht wurde das andere Gerät schon hinzugefügt: Lass es seinen Schlüssel testen.',
  'popup.publicKey.not_same':
    'Das ist vielleicht nicht der Schlüssel des anderen Geräts: Jemand kann ihn unterwegs ausgetauscht haben. Deshalb hat Keystamp ihn nicht genommen. Hol den Code direkt vom Bildschirm des anderen Geräts und gib ihn noch einmal ein; Keystamp fragt dann nach einer anderen Gruppe. Weichen die Ziffern wieder ab, registriere den Schlüssel nicht.',
  'popup.publicKey.question': 'Welche Gruppe zeigt das andere Gerät in der Lücke?',
  'popup.publicKey.questionWhat':
    'Schau auf die Ziffern des Geräts, von dem der Schlüssel ist. Auch die anderen fünf Gruppen müssen gleich sein.',
  'popup.publicKey.none': 'Keine davon',
  'popup.publicKey.noneWhat': 'Auch wenn eine der anderen Gruppen abweicht',
  'popup.publicKey.program':
    'Dieser Schlüssel ist aus einem anderen Programm; kein Gerät mit Keystamp zeigt Ziffern dafür',
  'popup.publicKey.confirm': 'Auswahl bestätigen',
  'popup.publicKey.notCompared':
    'Aus einem anderen Programm, wie du gesagt hast: Seine Ziffern wurden nicht verglichen. Prüf, ob es der richtige Schlüssel ist.',
  'popup.publicKey.too_large':
    'Dieses Bild ist zu groß. Mach ein Bildschirmfoto des Codes oder schneide das Bild zu.',
  'popup.publicKey.not_an_image': 'Das ist kein Bild, das Keystamp lesen kann. Nimm PNG oder JPEG.',
  'popup.publicKey.no_code':
    'In diesem Bild ist kein lesbarer QR-Code. Nimm es noch einmal gerade von vorn auf, mit dem ganzen Code, oder füge den Text unter dem Code ein.',
  'popup.contract.tooLarge': 'Diese Datei ist zu groß zum Lesen. Füge nur die ABI oder IDL ein.',
  'popup.contract.choose': 'Datei auswählen',
  'popup.contract.drop': 'Du kannst sie auch hier ablegen.',
  'popup.contract.list': 'Inhalt des Vertrags',
  'popup.contract.empty': 'Die Schnittstelle ist lesbar, aber leer.',
  'popup.contract.more': {
    one: '{count} weiterer Eintrag nicht angezeigt.',
    other: '{count} weitere Einträge nicht angezeigt.',
  },
  'popup.contract.changes': 'Änderungen an der gespeicherten Schnittstelle',
  'popup.contract.same': '„{name}“, für diese Adresse gespeichert, hat dieselbe Schnittstelle.',
  'popup.contract.differs':
    '„{name}“ ist für diese Adresse schon gespeichert. Diese hier weicht ab:',
  'popup.contract.added': { one: '{count} hinzugefügt', other: '{count} hinzugefügt' },
  'popup.contract.removed': { one: '{count} entfernt', other: '{count} entfernt' },
  'popup.contract.changed': { one: '{count} geändert', other: '{count} geändert' },
  'popup.contract.kind.function': 'Funktion',
  'popup.contract.kind.event': 'Ereignis',
  'popup.contract.kind.error': 'Fehler',
  'popup.contract.kind.constructor': 'Konstruktor',
  'popup.contract.kind.instruction': 'Anweisung',
  'popup.contract.kind.account': 'Konto',
  'popup.contract.kind.other': '',
  'popup.contract.count.function': { one: '{count} Funktion', other: '{count} Funktionen' },
  'popup.contract.count.event': { one: '{count} Ereignis', other: '{count} Ereignisse' },
  'popup.contract.count.error': { one: '{count} Fehler', other: '{count} Fehler' },
  'popup.contract.count.constructor': {
    one: '{count} Konstruktor',
    other: '{count} Konstruktoren',
  },
  'popup.contract.count.instruction': { one: '{count} Anweisung', other: '{count} Anweisungen' },
  'popup.contract.count.account': { one: '{count} Konto', other: '{count} Konten' },
  'popup.contract.count.other': {
    one: '{count} sonstiger Eintrag',
    other: '{count} sonstige Einträge',
  },

  'popup.wholeValue': '{label}, vollständiger Wert',
  'popup.listItem': '{label} {number}',
  'popup.on': 'ein',
  'popup.off': 'aus',
  'popup.yes': 'ja',
  'popup.no': 'nein',
  'popup.never': 'nie',
  'popup.none': 'keine',
  'popup.hidden': 'verborgen',
  'popup.secret': {
    one: 'verborgen, {count} Zeichen',
    other: 'verborgen, {count} Zeichen',
  },

  'popup.review.title': 'Prüfen',
  'popup.review.parameters': 'Details',
  'popup.review.now': 'Aktuell',
  'popup.review.then': 'Neu',
  'popup.review.high': 'Prüfe die Details. Das wirkt sofort.',
  'popup.review.more': '{action}…',
  'popup.review.sure': 'Das lässt sich nicht rückgängig machen',
  'popup.review.affectsUnknown': 'Keystamp konnte nicht ermitteln, wen das noch betrifft.',
  'popup.review.signer': 'Signiert von',
  'popup.review.profile': 'Profil',
  'popup.review.organization': 'Organisation',
  'popup.review.user': 'Benutzer',
  'popup.review.key': 'API-Schlüssel',
  'popup.review.stamp': 'Deine Signatur über genau diese Anfrage heißt Stempel.',

  'popup.method.with': 'Signiert mit',
  'popup.method.choose': 'Signieren mit',
  'popup.method.key': 'API-Schlüssel',
  'popup.method.passkey': 'Passkey',
  'popup.method.passkeyIs':
    'Ein Passkey ist ein Schlüssel auf deinem Gerät oder Sicherheitsschlüssel. Er signiert nur, wenn du es dort bestätigst.',
  'popup.method.anyOwn': 'Jeder Passkey, der für Keystamp erstellt wurde',
  'popup.method.anyOf': 'Jeder Passkey, der für {domain} erstellt wurde',
  'popup.method.own': 'Erstellt für Keystamp',
  'popup.method.of': 'Erstellt für {domain}',
  'popup.method.namesOwn': '{names} (erstellt für Keystamp)',
  'popup.method.namesOf': '{names} (erstellt für {domain})',
  'popup.method.credentialId': 'Credential-ID',
  'popup.method.publicKey': 'Öffentlicher Schlüssel',
  'popup.method.ruled': 'Dieses Profil verlangt hier einen Passkey.',
  'popup.method.managed': 'Deine Organisation verlangt hier einen Passkey.',
  'popup.method.managedNone':
    'Deine Organisation verlangt hier einen Passkey, und dieses Profil hat keinen. Füge in den Einstellungen einen hinzu.',
  'popup.method.noKey': 'Dieses Profil hat keinen API-Schlüssel, sein Passkey signiert alles.',
  'popup.method.window': 'Als Nächstes öffnet sich ein Fenster und fragt nach deinem Passkey.',
  'popup.method.none':
    'Nichts in diesem Profil kann diesen Vorgang signieren. Füge in den Einstellungen einen Passkey hinzu oder ändere dort die Signierregel.',

  'popup.waits.title': 'Passkey erforderlich',
  'popup.waits.list': 'Ausstehende Anfragen, die deinen Passkey brauchen',
  'popup.waits.row': 'Braucht deinen Passkey · {time}',
  'popup.waits.text':
    'Mach in dem Fenster weiter, das nach deinem Passkey fragt. Nichts wurde signiert oder gesendet. Du kannst das hier schließen.',
  'popup.waits.discard': 'Verwerfen',
  'popup.waits.discardSure': 'Diese Anfrage verwerfen?',
  'popup.waits.discardText':
    'Nichts wurde signiert oder gesendet. Keystamp behält deine Eingaben nicht.',
  'popup.waits.over': 'Nicht mehr ausstehend',
  'popup.waits.overText':
    'Du hast diese Anfrage in ihrem Fenster abgeschlossen, oder sie wurde verworfen.',

  'popup.readSession.title': 'Mit Passkey aktualisieren',
  'popup.readSession.needed': 'Keystamp braucht deinen Passkey, um das zu lesen',
  'popup.readSession.text':
    'Dieses Profil hat keinen API-Schlüssel, deshalb braucht Lesen deinen Passkey. Verwende ihn einmal, damit Keystamp eine Weile lesen darf. Das ändert nichts.',
  'popup.readSession.entry': 'Keystamp braucht deinen Passkey, um den Status zu prüfen',
  'popup.readSession.names':
    'Keystamp braucht deinen Passkey, um Namen und aktuelle Werte zu lesen',
  'popup.readSession.once': 'Passkey nur für diese Abfrage verwenden',

  'popup.activity.title': 'Aktivität',
  'popup.activity.leave': 'Zurück zum Start',
  'popup.activity.result': 'Ergebnis',
  'popup.activity.asked': 'Anfrage',
  'popup.activity.ids': 'Technische Details',
  'popup.activity.id': 'Aktivitäts-ID',
  'popup.activity.fingerprint': 'Fingerabdruck',
  'popup.activity.type': 'Typ',
  'popup.activity.status': 'Status',
  'popup.activity.attempts': 'Versuche',
  'popup.activity.updated': 'Zuletzt aktualisiert',
  'popup.activity.asker': 'Angefragt von',
  'popup.activity.listed': 'Stimmen und Prüfung',
  'popup.activity.ahead': {
    one: '{count} Anfrage ist vorher dran.',
    other: '{count} Anfragen sind vorher dran.',
  },
  'popup.activity.turn': {
    one: 'Sie wird in etwa {count} Sekunde gesendet.',
    other: 'Sie wird in etwa {count} Sekunden gesendet.',
  },
  'popup.activity.nextSend': {
    one: 'Keystamp sendet dieselben Bytes in {count} Sekunde erneut.',
    other: 'Keystamp sendet dieselben Bytes in {count} Sekunden erneut.',
  },
  'popup.activity.nextAsk': {
    one: 'Keystamp prüft in {count} Sekunde erneut.',
    other: 'Keystamp prüft in {count} Sekunden erneut.',
  },
  'popup.activity.asking': 'Keystamp prüft gerade.',
  'popup.activity.change': 'Bearbeiten und erneut versuchen',
  'popup.activity.retry': 'Jetzt erneut senden',
  'popup.activity.ask': 'Jetzt prüfen',
  'popup.activity.check': 'Beim Dienst nachfragen',
  'popup.activity.again': 'Neu beginnen',
  'popup.activity.mismatch':
    'Die Antwort des Dienstes passt nicht zu deiner Anfrage. Vertraue diesem Ergebnis nicht.',
  'popup.activity.mismatched': 'Eine frühere Antwort passte nicht zu dieser Anfrage',
  'popup.activity.mismatchedText':
    'Der Dienst führt deine Anfrage jetzt auf, und sie passt. Prüfe das Ergebnis trotzdem, bevor du dich darauf verlässt.',

  'popup.state.stamped': 'Signiert und gespeichert. Wird gleich gesendet.',
  'popup.state.queued':
    'Signiert und gespeichert. Keystamp sendet Anfragen nacheinander, damit der Dienst sie nicht abweist.',
  'popup.state.sending': 'Unterwegs zum Dienst.',
  'popup.state.waiting':
    'Keystamp weiß nicht, ob der Dienst das erhalten hat. Es sendet dieselben Bytes erneut, und der Dienst führt sie nur einmal aus.',
  'popup.state.completed': 'Abgeschlossen.',
  'popup.state.done': '{result}.',
  'popup.state.failed': 'Der Dienst hat das angenommen, konnte es aber nicht ausführen.',
  'popup.state.rejected':
    'Eine Stimme oder eine Richtlinie hat das abgelehnt. Nichts wurde geändert.',
  'popup.state.refused': 'Der Dienst hat die Anfrage nicht angenommen. Nichts wurde geändert.',
  'popup.state.mismatch':
    'Die Antwort des Dienstes gehört nicht zu der Anfrage, die du signiert hast.',
  'popup.state.checking':
    'Keystamp prüft, ob der Dienst das ausgeführt hat. Es sendet nichts erneut.',
  'popup.state.unknown':
    'Die Signatur ist zu alt, um sie erneut zu senden, und der Dienst führt diese Aktivität nicht auf. Prüfe, ob sie ausgeführt wurde, bevor du es erneut versuchst.',
  'popup.status.ACTIVITY_STATUS_CREATED': 'Der Dienst hat das erhalten und beginnt gleich.',
  'popup.status.ACTIVITY_STATUS_PENDING': 'Der Dienst arbeitet daran.',
  'popup.status.ACTIVITY_STATUS_CONSENSUS_NEEDED':
    'Der Dienst hat das erhalten. Zuerst müssen andere es genehmigen.',
  'popup.status.ACTIVITY_STATUS_AUTHENTICATORS_NEEDED':
    'Der Dienst hat das erhalten. Zuerst braucht er weitere Nachweise, wer du bist.',
  'popup.status.other': 'Status beim Dienst: {status}. Keystamp prüft weiter.',

  'popup.link.opens': 'Öffnet sich in einem neuen Tab',
  'popup.link.open': 'In neuem Tab öffnen',
  'popup.link.address': 'Link',
  'popup.link.refused': 'Keystamp öffnet den Link des Dienstes nicht',
  'popup.follow.asking': {
    one: 'Keystamp prüft jede Sekunde.',
    other: 'Keystamp prüft alle {count} Sekunden.',
  },
  'popup.follow.goOn': 'Weiter prüfen',
  'popup.follow.problem': 'Was schiefging, sagt der Dienst',
  'popup.follow.word': 'Das sagt der Dienst. Keystamp fragt das Netzwerk nicht selbst.',

  'popup.read.service_unreachable':
    'Der Dienst ist nicht erreichbar. Prüfe dein Netzwerk und ob der Dienst läuft.',
  'popup.read.service_timeout':
    'Der Dienst hat nicht rechtzeitig geantwortet. Nichts wurde geändert. Versuche es erneut.',
  'popup.read.service_not_json':
    'Die Antwort war kein JSON: Etwas zwischen dir und dem Dienst hat geantwortet. Prüfe dein Netzwerk.',
  'popup.read.service_malformed': 'Die Antwort hat nicht das Format dieser Abfrage.',
  'popup.read.service_unavailable':
    'Der Dienst hat gerade Probleme. Nichts wurde geändert. Versuche es später erneut.',
  'popup.read.rate_limited':
    'Der Dienst begrenzt Anfragen. Warte ein paar Sekunden und versuche es dann erneut.',

  'popup.result.whole': 'Vollständige Antwort als JSON',
  'popup.result.json': 'Vollständige Antwort als JSON',
  'popup.result.none': 'Keine Einträge',
  'popup.result.count': { one: '{count} Eintrag', other: '{count} Einträge' },

  'popup.renamed': '{old} in {name} umbenannt.',
  'popup.renamed.wallet': 'Eine Wallet in {name} umbenannt.',
  'popup.renamed.user': 'Einen Benutzer in {name} umbenannt.',
  'popup.renamed.userTag': 'Ein Tag in {name} umbenannt.',
  'popup.renamed.other': 'In {name} umbenannt.',
  'popup.activities.scope': 'Welche Aktivitäten',
  'popup.activities.scope.all': 'Alle',
  'popup.activities.scope.approvals': 'Zu genehmigen',
  'popup.activities.scope.device': 'Hier signiert',
  'popup.activities.allProfiles': 'Alle Profile',
  'popup.activities.profileGone': 'Entferntes Profil',
  'popup.activities.log': 'Durchsuchen, prüfen und speichern, was du signiert und entschieden hast',
  'popup.activities.listed': 'Der Dienst sagt: {status}',
  'popup.activities.search': 'Aktivität suchen',
  'popup.activities.progress': 'Fortschritt',
  'popup.activities.progress.all': 'Alle',
  'popup.activities.progress.open': 'Laufend',
  'popup.activities.progress.completed': 'Abgeschlossen',
  'popup.activities.progress.ended': 'Nicht abgeschlossen',
  'popup.activities.noneOfThese': 'Keine Aktivität passt.',
  'popup.activities.noneSoFar': 'Bisher passt keine Aktivität. Lade mehr, um weiterzusuchen.',
  'popup.activities.none': 'Noch keine Aktivitäten',
  'popup.activities.noneText':
    'Hier erscheint, was in der Organisation geschieht und was du hier signierst.',
  'popup.activities.older': 'Mehr laden',

  'popup.profiles.title': 'Profile',
  'popup.profiles.switch': 'Profil wechseln. Aktuell: {profile}',
  'popup.profiles.active': 'aktiv',
  'popup.profiles.manage': 'Profile verwalten',
} as const satisfies Translation<typeof popupWords>;
