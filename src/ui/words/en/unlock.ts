/** Words of the passkeys that open the vault. */
export const unlockWords = {
  'unlock.title': 'Unlock by passkey',
  'unlock.what':
    'A passkey on this computer, a phone or a security key opens the vault in place of the password. The password keeps working.',
  'unlock.means':
    'Whoever can use this passkey opens the vault: whoever can unlock its device, or the account that keeps your passkeys.',
  'unlock.cannot':
    'Not in this browser: it has no passkeys with PRF that stay with Keystamp. The password opens the vault.',
  'unlock.none': 'No passkey opens this vault.',
  'unlock.enrolNew': 'Enrol a passkey',
  'unlock.enrolWhat':
    'Your browser makes a new passkey for Keystamp and asks you for it. It is for this vault only: it stamps nothing.',
  'unlock.name': 'Name',
  'unlock.nameHelp': 'So that you know it again, such as “Laptop” or “Blue security key”.',
  'unlock.password': 'Present password',
  'unlock.passwordMissing': 'Type the present password.',
  'unlock.enrol': 'Enrol passkey',
  'unlock.enrolled': '{name} opens the vault from now on.',
  'unlock.prompting': 'Answer the prompt of your browser',
  'unlock.made': 'enrolled {when}',
  'unlock.remove': 'Remove {name}',
  'unlock.removeWhat':
    'The vault gets a new key, so that nothing that was ever stored for this passkey opens it.',
  'unlock.removeOthers': {
    one: 'The other passkey is switched off by that too: {names}. You can switch it on again right after.',
    other:
      'The other passkeys are switched off by that too: {names}. You can switch them on again right after.',
  },
  'unlock.removeThere':
    'The passkey itself stays on its authenticator, under the name “Keystamp vault ({name})”. Delete it there.',
  'unlock.removeDo': 'Remove passkey',
  'unlock.removed': '{name} opens the vault no more.',
  'unlock.off': {
    one: 'One passkey was switched off',
    other: '{count} passkeys were switched off',
  },
  'unlock.offWhat': {
    one: 'The vault has a new key. The password and one prompt let this passkey open it again; it need not be made anew.',
    other:
      'The vault has a new key. The password and one prompt each let these passkeys open it again; they need not be made anew.',
  },
  'unlock.resume': 'Switch on again',
  'unlock.resumeTitle': 'Switch {name} on again',
  'unlock.forget': 'Leave off',
  'unlock.passwordEnds': {
    one: 'A new password switches unlock by passkey off: {names}. You can switch it on again right after.',
    other:
      'A new password switches unlock by passkey off: {names}. You can switch them on again right after.',
  },
  'unlock.fail.cancelled':
    'The prompt was closed or not answered, or no passkey there fits. Nothing was changed. Try again.',
  'unlock.fail.exists': 'This authenticator holds a passkey that opens the vault already.',
  'unlock.fail.noPrf':
    'This authenticator has no PRF, so it cannot open a vault. Nothing was stored here. Use another one, and delete the passkey “Keystamp vault ({name})” there.',
  'unlock.fail.failed': 'The passkey could not be used. Nothing was changed. Try again.',
} as const;
