/** Text for what wipes Keystamp: by choice, with a vault that doesn’t open, or with a forgotten password. */
export const wipeWords = {
  'wipe.do': 'Wipe everything',
  'wipe.forgotten': 'Forgot your password?',
  'wipe.forgottenWhat':
    'Nobody can recover or reset it, not even the service. You can wipe Keystamp in this browser and start again from a backup.',
  'wipe.passkey':
    'A passkey still unlocks Keystamp. Cancel, unlock with it, and create a backup before you wipe.',
  'wipe.lost': 'This can’t be undone. You lose:',
  'wipe.lostKeys':
    'this browser’s API keys. No backup has the ones created since, or left out of it',
  'wipe.lostProfiles': 'profiles and settings',
  'wipe.lostSites': 'sites and their auto-approvals',
  'wipe.lostHistory': 'the sealed log of what you signed here, and anything not sent yet',
  'wipe.kept': 'You keep:',
  'wipe.keptService': 'wallets, private keys, and users: they’re at the service',
  'wipe.keptDevice': 'Keystamp on another device, with its own API key',
  'wipe.keptBackup': 'backup files. Each opens with its own password',
  'wipe.next':
    'Next you restore a backup. Without one, set up Keystamp again and register a new API key. Someone who can still sign for your organization has to approve it: you on another device or with a passkey, or someone else.',
  'wipe.type': 'Type “{words}” to confirm',
} as const;
