/** Text for the user's own requests, which their passkey signs. */
export const passkeyWords = {
  'passkey.lead.submit': 'Your passkey signs this:',
  'passkey.lead.query': 'Your passkey signs this query:',
  'passkey.lead.readSession': 'Your passkey lets Keystamp do this:',
  'passkey.use': 'Use passkey',
  'passkey.later': 'Later',
  'passkey.changed': 'Refreshed: the original had expired. Review it again.',
  'passkey.options': 'Open Settings',
  'passkey.unknown': 'Keystamp doesn’t recognize this request. Discard it.',
  'passkey.noProfile': 'This request’s profile no longer exists. Discard it.',
  'passkey.followed': 'You can close this window. The popup shows the progress.',
  'passkey.reading': 'Keystamp can read until {until} ({time})',
  'passkey.readingText': 'Until then, only changes need your passkey. Locking Keystamp ends this.',
} as const;
