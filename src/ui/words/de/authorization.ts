/** German text for what signs for a profile: its passkeys, their domain, its rules. */
import type { authorizationWords } from '../en/authorization.ts';
import type { Translation } from '../translation.ts';

export const authorizationWordsDe = {
  'authorization.passkey.title': 'Passkeys',
  'authorization.passkey.cardWhat':
    'Ein Passkey signiert Anfragen wie ein API-Schlüssel, fragt dich aber jedes Mal. Er bleibt auf seinem Authenticator: diesem Computer, einem Smartphone oder einem Sicherheitsschlüssel.',
  'authorization.passkey.none': 'Noch keine Passkeys',
  'authorization.passkey.noneWhat': 'Der API-Schlüssel dieses Profils signiert alles.',
  'authorization.passkey.add': 'Passkey hinzufügen',
  'authorization.passkey.addWhat':
    'Dein Browser fragt, wo er den neuen Passkey speichern soll. Dann registriert Keystamp ihn beim Dienst, damit er für deinen Benutzer signieren kann.',
  'authorization.passkey.name': 'Name des Passkeys',
  'authorization.passkey.nameHelp': 'Steht hier und in der Passkey-Liste des Dienstes.',
  'authorization.passkey.defaultName': 'Passkey {number}',
  'authorization.passkey.make': 'Passkey erstellen',
  'authorization.passkey.making': 'Dein Browser fragt, wo er den Passkey speichern soll…',
  'authorization.passkey.stage.passkey': 'Passkey erstellen',
  'authorization.passkey.stage.registration': 'Beim Dienst registrieren',
  'authorization.passkey.stage.profile': 'In diesem Profil speichern',
  'authorization.passkey.stage.removal': 'Beim Dienst entfernen',
  'authorization.passkey.stage.update': 'Dieses Profil anpassen',
  'authorization.passkey.pending':
    'Der Passkey existiert, und der Dienst registriert ihn, sobald sie es genehmigen. Lass das hier offen, dann verwendet ihn dieses Profil. Schließt du es, zeige danach die Passkeys beim Dienst an und wähle „Verwenden“.',
  'authorization.passkey.notRegistered':
    'Der Passkey existiert auf seinem Authenticator, aber soweit Keystamp weiß, hat der Dienst ihn nicht registriert. Er kann also nicht signieren. Dieses Profil hat sich nicht geändert.',
  'authorization.passkey.unkept':
    'Der Dienst hat den Passkey registriert, aber Keystamp konnte dieses Profil nicht speichern. Versuche es erneut, oder zeige die Passkeys beim Dienst an und wähle „Verwenden“.',
  'authorization.passkey.unsure':
    'Dieses Profil hat sich nicht geändert. Zeige die Passkeys beim Dienst an, bevor du es erneut versuchst.',
  'authorization.passkey.registerAgain': 'Erneut registrieren',
  'authorization.passkey.added': '{name} kann jetzt für dieses Profil signieren.',
  'authorization.passkey.whyAdd': 'Das registriert den neuen Passkey „{name}“ beim Dienst.',
  'authorization.passkey.id': 'Credential-ID',
  'authorization.passkey.use': 'Signieren mit deinem Passkey',
  'authorization.passkey.useNow': 'Passkey verwenden',
  'authorization.passkey.useKey': 'API-Schlüssel verwenden',
  'authorization.passkey.anyOwn':
    'Jeder Passkey, der in diesem Browser für Keystamp erstellt wurde',
  'authorization.passkey.sending': 'Signiert. Wird gesendet…',
  'authorization.passkey.anyWhat':
    'Dieses Profil nennt keinen bestimmten. Dein Browser bietet die an, die deine Authenticatoren haben.',
  'authorization.passkey.stop': 'Nicht mehr verwenden',
  'authorization.passkey.lastWay': 'Dieses Profil hätte nichts mehr zum Signieren',
  'authorization.passkey.lastWayWhat':
    'Wähle zuerst unter „Bearbeiten“ einen API-Schlüssel oder füge einen weiteren Passkey hinzu.',
  'authorization.passkey.taken': 'Dieses Profil verwendet jetzt {name}.',
  'authorization.passkey.removed': '{name} wurde beim Dienst entfernt.',
  'authorization.passkey.removeWhat':
    'Der Dienst vergisst diesen Passkey. Er kann nicht mehr für deinen Benutzer signieren, wo auch immer du ihn verwendest. Das lässt sich nicht rückgängig machen. Sein Authenticator führt ihn vielleicht noch auf: Lösche ihn dort.',
  'authorization.passkey.removeUsed': 'Dieses Profil verwendet diesen Passkey und hört damit auf.',
  'authorization.passkey.removeWaits':
    'Der Dienst entfernt ihn, sobald sie es genehmigen. Lass das hier offen, dann vergisst ihn auch dieses Profil. Schließt du es, hör danach in diesem Profil auf, ihn zu verwenden.',
  'authorization.passkey.removeLast': 'Das sind vielleicht die letzten Zugangsdaten',
  'authorization.passkey.removeLastWhat':
    'Ein Benutzer ohne Zugangsdaten kann nie wieder signieren. Der Dienst entfernt die letzten nicht. Vergewissere dich, dass ein anderer Passkey oder API-Schlüssel dieses Benutzers funktioniert.',
  'authorization.passkey.removeDo': 'Passkey entfernen',
  'authorization.passkey.whyRemove': 'Das entfernt den Passkey „{name}“ beim Dienst.',

  'authorization.registered.title': 'Passkeys beim Dienst',
  'authorization.registered.what':
    'Passkeys, die der Dienst für deinen Benutzer registriert hat. Dieses Profil verwendet die markierten.',
  'authorization.registered.show': 'Anzeigen',
  'authorization.registered.none': 'Der Dienst hat keine Passkeys für diesen Benutzer',
  'authorization.registered.used': 'Hier verwendet',
  'authorization.registered.use': 'Verwenden',
  'authorization.registered.remove': '{name} beim Dienst entfernen',

  'authorization.domain.title': 'Passkeys für dieses Profil',
  'authorization.domain.other': 'Passkeys für eine Domain verwenden…',
  'authorization.domain.made': 'Erstellt für',
  'authorization.domain.own': 'Keystamp',
  'authorization.domain.ownWhat':
    'Passkeys, die du hier erstellt hast. Nur Keystamp kann sie verwenden, keine Website.',
  'authorization.domain.ownFirefox':
    'Passkeys, die du hier erstellt hast. Nur diese Installation kann sie verwenden: Firefox gibt jeder eine andere Origin. Sie funktionieren deshalb nicht mehr, wenn du Keystamp entfernst und wieder hinzufügst.',
  'authorization.domain.domain': 'Eine Domain',
  'authorization.domain.domainWhat':
    'Passkeys, die du schon hast, erstellt auf der Website deiner Organisation oder Wallet.',
  'authorization.domain.old':
    'Das ist {browser}. Passkeys für eine Domain brauchen Chrome {chrome} oder Firefox {firefox}, oder neuer. Aktualisiere deinen Browser, um sie zu verwenden.',
  'authorization.domain.name': 'Domain',
  'authorization.domain.nameHelp':
    'Die Website, auf der du die Passkeys erstellt hast. Du wirst gefragt, ob Keystamp auf diesen Host zugreifen darf, und nur auf diesen. Dann lässt dein Browser Keystamp dessen Passkeys verwenden. Keystamp sendet nichts dorthin.',
  'authorization.domain.empty': 'Gib die Domain ein, für die die Passkeys erstellt wurden.',
  'authorization.domain.malformed':
    'Das ist keine Domain. Gib sie ohne Pfad ein, etwa example.com.',
  'authorization.domain.address':
    'Passkeys gehören zu einem Namen, nicht zu einer IP-Adresse. Gib eine Domain ein, etwa example.com.',
  'authorization.domain.drops': {
    one: 'Dieses Profil verwendet seinen Passkey nicht mehr',
    other: 'Dieses Profil verwendet seine {count} Passkeys nicht mehr',
  },
  'authorization.domain.dropsWhat':
    'Passkeys für eine andere Domain bleiben auf ihren Authenticatoren und beim Dienst.',
  'authorization.domain.save': 'Diese Passkeys verwenden',

  'authorization.rules.title': 'Signierregeln',
  'authorization.rules.what':
    'Keystamp prüft jede Signatur anhand dieser Regeln, egal wer sie anfragt. Auch automatisch genehmigte Anfragen können sie nicht umgehen.',
  'authorization.rules.noPasskey': 'Diese Vorgänge lassen sich nicht signieren',
  'authorization.rules.noPasskeyWhat':
    'Die Regeln verlangen dafür einen Passkey, und dieses Profil hat keinen. Füge einen hinzu oder ändere die Regeln.',
  'authorization.rules.noKey':
    'Dieses Profil hat keinen API-Schlüssel, deshalb signiert sein Passkey alles. Die Regeln gelten wieder, sobald es einen Schlüssel hat.',
  'authorization.rules.usual': 'Normalerweise signieren mit',
  'authorization.rules.usual.key': 'API-Schlüssel',
  'authorization.rules.usual.keyWhat': 'Signiert ohne Abfrage des Browsers.',
  'authorization.rules.usual.passkey': 'Passkey',
  'authorization.rules.usual.passkeyWhat':
    'Fragt bei jeder Aktivität danach. Du kannst dort trotzdem den API-Schlüssel wählen. Auch zum Lesen verwendet Keystamp den API-Schlüssel.',
  'authorization.rules.only': 'Passkey verlangen für',
  'authorization.rules.onlyHelp':
    'Diese signiert Keystamp nicht mit dem API-Schlüssel, egal wer fragt.',
  'authorization.rules.preset':
    'Für Importe, Exporte, Benutzer, API-Schlüssel, Richtlinien, das Root-Quorum, E-Mail und Telefon verlangen',
  'authorization.rules.save': 'Regeln speichern',
  'authorization.rules.saved': 'Regeln gespeichert.',

  'authorization.read.first': 'Passkey testen',
  'authorization.read.why':
    'Damit darf Keystamp eine Stunde lang in dieser Organisation lesen. Es ändert nichts.',
} as const satisfies Translation<typeof authorizationWords>;
