/** Text for the passkeys that unlock the vault. */
export const unlockWords = {
  'unlock.title': 'Unlock with a passkey',
  'unlock.what':
    'Unlock Keystamp with a passkey on this computer, a phone, or a security key instead of your password. Your password keeps working.',
  'unlock.means':
    'Anyone who can use this passkey can unlock Keystamp: anyone who can unlock its device, or the account that stores your passkeys.',
  'unlock.cannot':
    'Not available in this browser. It has no passkeys with PRF that stay with Keystamp. Unlock with your password.',
  'unlock.none': 'No passkey can unlock Keystamp yet.',
  'unlock.enrolWhat':
    'Your browser creates a new passkey for Keystamp and asks you for it. It’s only for this vault and doesn’t sign requests.',
  'unlock.name': 'Name',
  'unlock.nameHelp': 'Helps you recognize it, such as “Laptop” or “Blue security key”.',
  'unlock.enrol': 'Add passkey',
  'unlock.enrolled': '{name} can now unlock Keystamp.',
  'unlock.made': 'Added {when}',
  'unlock.removeWhat':
    'The vault gets a new key, so nothing ever stored for this passkey can open it.',
  'unlock.removeOthers': {
    one: 'This also turns off your other passkey: {names}. You can turn it back on right after.',
    other:
      'This also turns off your other passkeys: {names}. You can turn them back on right after.',
  },
  'unlock.removeThere':
    'Its authenticator may still list it as “Keystamp vault ({name})”: delete it there.',
  'unlock.removed': '{name} can no longer unlock Keystamp.',
  'unlock.off': { one: 'One passkey was turned off', other: '{count} passkeys were turned off' },
  'unlock.offWhat': {
    one: 'The vault has a new key. To turn this passkey back on, enter your password and confirm one prompt. You don’t need a new passkey.',
    other:
      'The vault has a new key. To turn these passkeys back on, enter your password and confirm one prompt for each. You don’t need new passkeys.',
  },
  'unlock.resume': 'Turn back on',
  'unlock.resumeTitle': 'Turn {name} back on',
  'unlock.forget': 'Leave off',
  'unlock.passwordEnds': {
    one: 'A new password turns off unlocking with your passkey: {names}. You can turn it back on right after.',
    other:
      'A new password turns off unlocking with your passkeys: {names}. You can turn them back on right after.',
  },
  'unlock.fail.cancelled':
    'The prompt was closed or timed out, or no passkey there matches. Nothing changed. Try again.',
  'unlock.fail.exists': 'This authenticator already has a passkey that unlocks Keystamp.',
  'unlock.fail.noPrf':
    'This authenticator doesn’t support PRF, so it can’t unlock a vault. Nothing was stored here. Use another one, and delete the passkey “Keystamp vault ({name})” there.',
  'unlock.fail.failed': 'Couldn’t use the passkey. Nothing changed. Try again.',
} as const;
