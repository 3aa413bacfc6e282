import type { backupWords } from '../en/backup.ts';
import type { Translation } from '../translation.ts';

/** Text of backups in German. */
export const backupWordsDe: Translation<typeof backupWords> = {
  'backup.make.title': 'Sicherung erstellen',
  'backup.make.what':
    'Eine verschlüsselte Datei mit deinen Profilen, Websites, automatischen Genehmigungen, Einstellungen und dem versiegelten Protokoll. Nur ihr Passwort öffnet sie.',
  'backup.make.notIn':
    'Dein Keystamp-Passwort, die Passkeys zum Entsperren und laufende Aktivitäten sind nicht darin.',
  'backup.make.contents': 'Was sie enthält',
  'backup.make.contentsMissing': 'Wähle, was die Sicherung enthält.',
  'backup.make.full': 'Vollständig',
  'backup.make.fullWhat':
    'Alles, auch deine API-Schlüssel. Nach dem Wiederherstellen kannst du sofort signieren.',
  'backup.make.plain': 'Ohne Schlüssel',
  'backup.make.plainWhat':
    'Alles außer deinen API-Schlüsseln. Nach dem Wiederherstellen importierst oder erstellst du API-Schlüssel, bevor du signieren kannst.',
  'backup.make.keysWarning':
    'Wer diese Datei und ihr Passwort hat, kann mit deinen API-Schlüsseln signieren, von jedem Computer aus. Bewahre beides getrennt auf.',
  'backup.make.passwordHelp':
    'Wähle für diese Sicherung ein Passwort, das du sonst nirgends verwendest. Ohne dieses Passwort kann niemand die Sicherung öffnen, und niemand kann es zurücksetzen.',
  'backup.make.do': 'Sicherung erstellen',
  'backup.make.busy': 'Wird verschlüsselt…',
  'backup.make.part': 'Versiegeltes Protokoll wird verschlüsselt, Teil {part} von {parts}',
  'backup.make.done': 'Sicherung erstellt',
  'backup.make.saved':
    'Dein Browser speichert sie als {file}. Prüfe, ob sie da ist, und bringe sie an einen sicheren Ort.',
  'backup.make.history':
    'Das versiegelte Protokoll in diesem Browser ist nicht vollständig. Die Sicherung enthält es, wie es ist, aber vielleicht lässt es sich nicht wiederherstellen. Prüfe das versiegelte Protokoll, um zu sehen, was nicht stimmt.',

  'backup.in.profiles': { one: '{count} Profil', other: '{count} Profile' },
  'backup.in.keys': { one: '{count} API-Schlüssel', other: '{count} API-Schlüssel' },
  'backup.in.noKeys': 'keine API-Schlüssel',
  'backup.in.sites': { one: '{count} Website', other: '{count} Websites' },
  'backup.in.records': {
    one: '{count} Eintrag des versiegelten Protokolls',
    other: '{count} Einträge des versiegelten Protokolls',
  },
  'backup.in.settings': 'Einstellungen',

  'backup.restore.what':
    'Du siehst, was in der Sicherung ist, und entscheidest, was du wiederherstellst. Was hier ist, wird nur ersetzt, wenn du es sagst.',
  'backup.restore.unfinished': 'Eine Wiederherstellung wurde nicht beendet',
  'backup.restore.unfinishedWhat':
    'Es ging um die Sicherung vom {time}. Nichts ist verloren: Stelle dieselbe Datei noch einmal wieder her, dann ergänzt Keystamp, was fehlt.',
  'backup.restore.file': 'Sicherungsdatei',
  'backup.restore.fileHelp': 'Ihr Name endet auf .keystamp.',
  'backup.restore.fileMissing': 'Wähle eine Sicherungsdatei.',
  'backup.restore.fileUnread':
    'Dein Browser konnte diese Datei nicht lesen. Wähle sie noch einmal.',
  'backup.restore.made': 'Erstellt am {time} mit Keystamp {version}.',
  'backup.restore.password': 'Passwort der Sicherung',
  'backup.restore.passwordHelp':
    'Das Passwort, das du beim Erstellen dieser Sicherung gewählt hast.',
  'backup.restore.passwordMissing': 'Gib das Passwort der Sicherung ein.',
  'backup.restore.open': 'Sicherung öffnen',
  'backup.restore.opening': 'Wird geöffnet…',
  'backup.restore.other': 'Andere Datei wählen',

  'backup.look.title': 'Was in dieser Sicherung ist',
  'backup.look.nothing':
    'Alles aus dieser Sicherung ist schon hier. Es gibt nichts wiederherzustellen.',
  'backup.look.noProfiles': 'In dieser Sicherung sind keine Profile.',
  'backup.look.noKeys': 'Diese Sicherung enthält keine privaten Schlüssel von API-Schlüsseln.',
  'backup.look.noSites': 'In dieser Sicherung sind keine Websites.',
  'backup.look.grantsWhat':
    'Websites erhalten sie nur zurück, wenn du sie noch einmal genehmigst. Jede behält ihr Ende und die Zahl der Verwendungen, die beim Erstellen der Sicherung übrig waren. Was danach verwendet wurde, ist hier nicht gezählt.',
  'backup.look.grantLeft': {
    one: '{site}, noch {count} Verwendung, endet {time}',
    other: '{site}, noch {count} Verwendungen, endet {time}',
  },
  'backup.look.grantAny': 'beliebige Werte',
  'backup.look.grantsOver': {
    one: '{count} automatische Genehmigung ist abgelaufen oder nicht mehr gedeckt und bleibt draußen.',
    other:
      '{count} automatische Genehmigungen sind abgelaufen oder nicht mehr gedeckt und bleiben draußen.',
  },
  'backup.look.grantsRefused': {
    one: '{count} automatische Genehmigung kann nicht erteilt werden und bleibt draußen: Ihr Vorgang, ihre Grenzen oder die Regeln ihres Profils lassen es nicht zu.',
    other:
      '{count} automatische Genehmigungen können nicht erteilt werden und bleiben draußen: Ihr Vorgang, ihre Grenzen oder die Regeln ihres Profils lassen es nicht zu.',
  },
  'backup.look.grantClipped':
    'gekürzt auf das, was eine Website haben kann: 30 Tage und 1.000 Verwendungen',
  'backup.look.settingsSame': 'Die Einstellungen sind dieselben wie hier.',
  'backup.look.settingsDo': 'Einstellungen der Sicherung verwenden',
  'backup.look.settingsHelp':
    'Darstellung, Sprache, automatische Sperre, Benachrichtigungen und wie lange das versiegelte Protokoll bleibt.',
  'backup.look.settingsRetention': {
    one: 'Behält das versiegelte Protokoll {count} Tag: Ältere Einträge hier werden beim nächsten Entsperren gelöscht.',
    other:
      'Behält das versiegelte Protokoll {count} Tage: Ältere Einträge hier werden beim nächsten Entsperren gelöscht.',
  },
  'backup.look.historyNone': 'In dieser Sicherung ist kein versiegeltes Protokoll.',
  'backup.look.historyHere': {
    one: '{count} Eintrag ist schon hier.',
    other: '{count} Einträge sind schon hier.',
  },
  'backup.look.historyAppended': {
    one: '{count} Eintrag kommt unverändert hinzu und setzt die Kette fort.',
    other: '{count} Einträge kommen unverändert hinzu und setzen die Kette fort.',
  },
  'backup.look.historyCopied': {
    one: 'Dieser Browser hat ein eigenes versiegeltes Protokoll. {count} Eintrag der Sicherung wird ans Ende kopiert, mit seiner ursprünglichen Prüfsumme.',
    other:
      'Dieser Browser hat ein eigenes versiegeltes Protokoll. {count} Einträge der Sicherung werden ans Ende kopiert, jeder mit seiner ursprünglichen Prüfsumme.',
  },
  'backup.look.historyBroken':
    'Das versiegelte Protokoll in dieser Sicherung ist nicht vollständig: Ein Eintrag wurde geändert oder fehlt. Es lässt sich nicht wiederherstellen. Alles andere kannst du wiederherstellen.',
  'backup.look.state.new': 'Neu',
  'backup.look.state.same': 'Schon hier',
  'backup.look.state.differs': 'Hier anders',
  'backup.look.connectedTo': 'Verbunden mit {profile}',
  'backup.look.connectedToNone': 'Ihr Profil ist nicht in dieser Sicherung',
  'backup.look.needsProfile': 'Stelle ihr Profil wieder her, um sie zu verbinden',
  'backup.look.called': 'Hier heißt es „{name}“.',
  'backup.look.key.here': 'Sein API-Schlüssel ist schon hier',
  'backup.look.key.included': 'Sein API-Schlüssel ist in dieser Sicherung',
  'backup.look.key.absent':
    'Sein API-Schlüssel ist nicht hier. Es kann erst signieren, wenn du einen wählst oder importierst.',
  'backup.look.everything': 'Alles in diesem Profil',
  'backup.look.managed': 'Die Einstellungen deiner Organisation erlauben dieses Profil nicht.',
  'backup.look.trust.turnkey':
    'Es gibt sich als Turnkey aus, vertraut aber anderen Import- und Code-Schlüsseln als denen von Turnkey. Wer sie besitzt, kann lesen, was du importierst. Stelle es nicht wieder her, wenn du das nicht selbst eingestellt hast.',
  'backup.look.trust.custom':
    'Es vertraut Import- und Code-Schlüsseln, die nicht die von Turnkey sind. Wer sie besitzt, kann lesen, was du importierst. Stelle es nur wieder her, wenn dein Dienst dir diese Schlüssel genannt hat.',
  'backup.look.trust.changed':
    'Ein Profil hier vertraut bei diesem Dienst anderen Import- und Code-Schlüsseln. Wer die aus der Sicherung besitzt, kann lesen, was du importierst. Stelle es nur wieder her, wenn der Dienst seine Schlüssel gewechselt hat.',
  'backup.look.keyElsewhere':
    'Es würde mit deinem API-Schlüssel „{key}“ bei {url} signieren, für einen Dienst oder eine Organisation, wofür du diesen Schlüssel nicht verwendest. Stelle es nur wieder her, wenn du das willst.',
  'backup.look.change': '{label}: {value} statt {here}',
  'backup.look.value': '{label}: {value}',
  'backup.look.none': 'nichts',
  'backup.look.forever': 'für immer',
  'backup.look.minutes': { one: '{count} Minute', other: '{count} Minuten' },
  'backup.look.fact.name': 'Name',
  'backup.look.fact.colour': 'Farbe',
  'backup.look.fact.service': 'Dienst',
  'backup.look.fact.baseUrl': 'URL des Dienstes',
  'backup.look.fact.organizationId': 'Organisation',
  'backup.look.fact.key': 'API-Schlüssel',
  'backup.look.fact.passkeyDomain': 'Domain der Passkeys',
  'backup.look.fact.passkeys': 'Passkeys',
  'backup.look.fact.usual': 'Signiert gewöhnlich mit',
  'backup.look.fact.passkeyOnly': 'Nur mit Passkey',
  'backup.look.fact.signer': 'Vertrauter Import-Schlüssel',
  'backup.look.fact.otp': 'Vertrauter Code-Schlüssel',
  'backup.look.fact.otpGeneration': 'Einmalcodes',
  'backup.look.fact.passkeyHeader': 'Header für Passkey-Stempel',
  'backup.look.fact.autoLockMinutes': 'Sperrt nach',
  'backup.look.fact.theme': 'Design',
  'backup.look.fact.contrast': 'Kontrast',
  'backup.look.fact.locale': 'Sprache',
  'backup.look.fact.notify': 'Benachrichtigungen',
  'backup.look.fact.retention': 'Behält das versiegelte Protokoll',
  'backup.look.mayAsk': 'Kann anfragen: {operations}',
  'backup.look.dropped': 'Bleibt draußen, weil keine Website es anfragen darf: {operations}',
  'backup.look.hereNothing': 'Hier ist sie nicht verbunden.',
  'backup.look.hereBlocked': 'Hier ist sie blockiert.',
  'backup.look.hereConnected':
    'Hier ist sie mit {profile} verbunden und kann anfragen: {operations}',
  'backup.look.hereBoth':
    'Hier ist sie blockiert. Hinter der Blockade bleibt ihre Verbindung mit {profile}: {operations}',
  'backup.look.siteRefused.operations':
    'Sie kann nicht verbunden werden: Ihre Vorgänge darf keine Website anfragen.',
  'backup.look.siteRefused.managed':
    'Die Einstellungen deiner Organisation erlauben diese Website nicht.',
  'backup.choice.label': 'Was mit {name} geschehen soll',
  'backup.choice.add': 'Hinzufügen',
  'backup.choice.leave': 'Nicht wiederherstellen',
  'backup.choice.keep': 'Behalten, was hier ist',
  'backup.choice.both': 'Beide behalten',
  'backup.choice.replace': 'Ersetzen',
  'backup.choice.replaces': 'Ersetzt, was hier ist: {names}.',
  'backup.restore.do': 'Wiederherstellen',
  'backup.restore.busy': 'Wird wiederhergestellt…',
  'backup.restore.part': 'Versiegeltes Protokoll wird wiederhergestellt, Teil {part} von {parts}',
  'backup.look.part': 'Versiegeltes Protokoll wird geprüft, Teil {part} von {parts}',
  'backup.restore.stopped':
    'Die Wiederherstellung wurde unterbrochen. Was hier war, ist unverändert, und was schon wiederhergestellt ist, bleibt. Wähle die Datei noch einmal, um den Rest wiederherzustellen.',

  'backup.done.title': 'Sicherung wiederhergestellt',
  'backup.done.what': 'Wiederhergestellt: {what}.',
  'backup.done.nothing': 'Nichts kam hinzu: Alles, was du gewählt hast, war schon hier.',
  'backup.done.access': 'Zugriff auf {host} erlauben',
  'backup.done.accessWhat':
    'Die wiederhergestellten Profile brauchen ihre Dienste und die Domains ihrer Passkeys. Du wirst gefragt, bevor Keystamp einen dieser Hosts zum ersten Mal erreicht.',

  'backup.setup.password':
    'Wähle zuerst ein Passwort für Keystamp in diesem Browser. Es darf ein neues sein: Es ist nicht das Passwort der Sicherung.',
  'backup.setup.without': 'Ohne Sicherung einrichten',
};
