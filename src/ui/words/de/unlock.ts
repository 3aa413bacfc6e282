/** German text for the passkeys that unlock the vault. */
import type { unlockWords } from '../en/unlock.ts';
import type { Translation } from '../translation.ts';

export const unlockWordsDe = {
  'unlock.title': 'Mit einem Passkey entsperren',
  'unlock.what':
    'Entsperre Keystamp statt mit deinem Passwort mit einem Passkey auf diesem Computer, einem Smartphone oder einem Sicherheitsschlüssel. Dein Passwort funktioniert weiter.',
  'unlock.means':
    'Wer diesen Passkey verwenden kann, kann Keystamp entsperren: jeder, der sein Gerät entsperren kann oder Zugang zu dem Konto hat, das deine Passkeys speichert.',
  'unlock.cannot':
    'In diesem Browser nicht verfügbar. Er hat keine Passkeys mit PRF, die bei Keystamp bleiben. Entsperre mit deinem Passwort.',
  'unlock.none': 'Noch kein Passkey kann Keystamp entsperren.',
  'unlock.enrolWhat':
    'Dein Browser erstellt einen neuen Passkey für Keystamp und fragt dich danach. Er ist nur für diesen Tresor und signiert keine Anfragen.',
  'unlock.name': 'Name',
  'unlock.nameHelp':
    'Hilft dir, ihn wiederzuerkennen, etwa „Laptop“ oder „Blauer Sicherheitsschlüssel“.',
  'unlock.enrol': 'Passkey hinzufügen',
  'unlock.enrolled': '{name} kann Keystamp jetzt entsperren.',
  'unlock.made': 'Hinzugefügt {when}',
  'unlock.removeWhat':
    'Der Tresor bekommt einen neuen Schlüssel. Nichts, was je für diesen Passkey gespeichert wurde, kann ihn dann öffnen.',
  'unlock.removeOthers': {
    one: 'Das schaltet auch deinen anderen Passkey aus: {names}. Du kannst ihn gleich danach wieder einschalten.',
    other:
      'Das schaltet auch deine anderen Passkeys aus: {names}. Du kannst sie gleich danach wieder einschalten.',
  },
  'unlock.removeThere':
    'Sein Authenticator führt ihn vielleicht noch als „Keystamp vault ({name})“ auf: Lösche ihn dort.',
  'unlock.removed': '{name} kann Keystamp nicht mehr entsperren.',
  'unlock.off': {
    one: 'Ein Passkey wurde ausgeschaltet',
    other: '{count} Passkeys wurden ausgeschaltet',
  },
  'unlock.offWhat': {
    one: 'Der Tresor hat einen neuen Schlüssel. Um diesen Passkey wieder einzuschalten, gib dein Passwort ein und bestätige eine Abfrage. Du brauchst keinen neuen Passkey.',
    other:
      'Der Tresor hat einen neuen Schlüssel. Um diese Passkeys wieder einzuschalten, gib dein Passwort ein und bestätige für jeden eine Abfrage. Du brauchst keine neuen Passkeys.',
  },
  'unlock.resume': 'Wieder einschalten',
  'unlock.resumeTitle': '{name} wieder einschalten',
  'unlock.forget': 'Ausgeschaltet lassen',
  'unlock.passwordEnds': {
    one: 'Ein neues Passwort schaltet das Entsperren mit deinem Passkey aus: {names}. Du kannst ihn gleich danach wieder einschalten.',
    other:
      'Ein neues Passwort schaltet das Entsperren mit deinen Passkeys aus: {names}. Du kannst sie gleich danach wieder einschalten.',
  },
  'unlock.fail.cancelled':
    'Die Abfrage wurde geschlossen oder ist abgelaufen, oder kein Passkey dort passt. Nichts wurde geändert. Versuche es erneut.',
  'unlock.fail.exists': 'Dieser Authenticator hat schon einen Passkey, der Keystamp entsperrt.',
  'unlock.fail.noPrf':
    'Dieser Authenticator unterstützt PRF nicht und kann deshalb keinen Tresor entsperren. Hier wurde nichts gespeichert. Verwende einen anderen und lösche dort den Passkey „Keystamp vault ({name})“.',
  'unlock.fail.failed':
    'Der Passkey lässt sich nicht verwenden. Nichts wurde geändert. Versuche es erneut.',
} as const satisfies Translation<typeof unlockWords>;
