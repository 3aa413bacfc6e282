/** Words of the page that asks for a passkey. */
export const passkeyMessages = {
  'passkey.title': 'Passkey',
  'passkey.lead.submit': 'Your passkey stamps this:',
  'passkey.lead.query': 'Your passkey asks this of the service:',
  'passkey.lead.look': 'Your passkey lets Keystamp do this:',
  'passkey.unlocked': 'Keystamp is unlocked.',
  'passkey.use': 'Use passkey',
  'passkey.again': 'Try again',
  'passkey.later': 'Later',
  'passkey.discard': 'Discard',
  'passkey.discardSure': 'Discard this request?',
  'passkey.discardText': 'Nothing was stamped or sent. What you typed for it is forgotten.',
  'passkey.prompting': 'Answer the prompt of your browser.',
  'passkey.changed': 'It was made anew, because it had waited for long. Read it again.',
  'passkey.options': 'Open the options',
  'passkey.unknown': 'Keystamp does not know what this request is. Discard it.',
  'passkey.noProfile': 'The profile of this request does not exist any more. Discard it.',
  'passkey.gone': 'This request does not wait any more',
  'passkey.goneText':
    'It was finished or discarded, or Keystamp was locked or the browser closed meanwhile. Start it again if you still want it.',
  'passkey.discarded': 'Discarded',
  'passkey.discardedText': 'Nothing was stamped or sent.',
  'passkey.followed': 'You may close this window. The popup shows how it goes on.',
  'passkey.reading': 'Keystamp can read until {until}',
  'passkey.readingText':
    'Until then nothing asks for your passkey but what changes something. Locking ends it.',
} as const;
