/** German text for what wipes Keystamp. */
import type { wipeWords } from '../en/wipe.ts';
import type { Translation } from '../translation.ts';

export const wipeWordsDe = {
  'wipe.do': 'Alles löschen',
  'wipe.forgotten': 'Passwort vergessen?',
  'wipe.forgottenWhat':
    'Niemand kann es wiederherstellen oder zurücksetzen, auch der Dienst nicht. Du kannst in diesem Browser alles in Keystamp löschen und mit einer Sicherung neu beginnen.',
  'wipe.passkey':
    'Ein Passkey entsperrt Keystamp noch. Brich ab, entsperre damit und erstelle eine Sicherung, bevor du alles löschst.',
  'wipe.lost': 'Das lässt sich nicht rückgängig machen. Du verlierst:',
  'wipe.lostKeys':
    'die API-Schlüssel dieses Browsers. Später erstellte oder ausgelassene sind in keiner Sicherung',
  'wipe.lostProfiles': 'Profile und Einstellungen',
  'wipe.lostSites': 'Websites und ihre automatischen Genehmigungen',
  'wipe.lostHistory':
    'das versiegelte Protokoll dessen, was du hier signiert hast, und alles, was noch nicht gesendet ist',
  'wipe.kept': 'Du behältst:',
  'wipe.keptService': 'Wallets, private Schlüssel und Benutzer: Sie sind beim Dienst',
  'wipe.keptDevice': 'Keystamp auf einem anderen Gerät, mit eigenem API-Schlüssel',
  'wipe.keptBackup': 'Sicherungsdateien. Jede öffnet sich mit ihrem eigenen Passwort',
  'wipe.next':
    'Danach stellst du eine Sicherung wieder her. Ohne Sicherung richtest du Keystamp neu ein und registrierst einen neuen API-Schlüssel. Das muss jemand genehmigen, der noch für deine Organisation signieren kann: du auf einem anderen Gerät oder mit einem Passkey, oder jemand anderes.',
  'wipe.type': 'Gib zur Bestätigung „{words}“ ein',
} as const satisfies Translation<typeof wipeWords>;
