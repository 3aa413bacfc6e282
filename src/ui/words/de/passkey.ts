/** German text for the user's own requests, which their passkey signs. */
import type { passkeyWords } from '../en/passkey.ts';
import type { Translation } from '../translation.ts';

export const passkeyWordsDe = {
  'passkey.lead.submit': 'Dein Passkey signiert das:',
  'passkey.lead.query': 'Dein Passkey signiert diese Abfrage:',
  'passkey.lead.readSession': 'Mit deinem Passkey darf Keystamp das tun:',
  'passkey.use': 'Passkey verwenden',
  'passkey.later': 'Später',
  'passkey.changed': 'Erneuert: Die ursprüngliche Anfrage war abgelaufen. Prüfe sie erneut.',
  'passkey.options': 'Einstellungen öffnen',
  'passkey.unknown': 'Keystamp erkennt diese Anfrage nicht. Verwirf sie.',
  'passkey.noProfile': 'Das Profil dieser Anfrage gibt es nicht mehr. Verwirf sie.',
  'passkey.followed': 'Du kannst dieses Fenster schließen. Das Popup zeigt den Fortschritt.',
  'passkey.reading': 'Keystamp darf bis {until} lesen ({time})',
  'passkey.readingText':
    'Bis dahin brauchen nur Änderungen deinen Passkey. Wenn Keystamp gesperrt wird, endet das.',
} as const satisfies Translation<typeof passkeyWords>;
