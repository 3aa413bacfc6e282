/** Text of backups: making one, looking into one, restoring it. */
export const backupWords = {
  'backup.make.title': 'Create a backup',
  'backup.make.what':
    'An encrypted file with your profiles, sites, auto-approvals, settings, and sealed log. Only its password opens it.',
  'backup.make.notIn':
    'It doesn’t contain your Keystamp password, the passkeys that unlock Keystamp, or activities in progress.',
  'backup.make.contents': 'What it contains',
  'backup.make.contentsMissing': 'Choose what the backup contains.',
  'backup.make.full': 'Full',
  'backup.make.fullWhat': 'Everything, with your API keys. After a restore you can sign at once.',
  'backup.make.plain': 'Without keys',
  'backup.make.plainWhat':
    'Everything but your API keys. After a restore you import or create API keys before you can sign.',
  'backup.make.keysWarning':
    'Anyone who has this file and its password can sign with your API keys, from any computer. Store them separately.',
  'backup.make.passwordHelp':
    'Choose a password for this backup that you don’t use elsewhere. Nobody can open the backup without it, and nobody can reset it.',
  'backup.make.do': 'Create backup',
  'backup.make.busy': 'Encrypting…',
  'backup.make.part': 'Encrypting the sealed log, part {part} of {parts}',
  'backup.make.done': 'Backup created',
  'backup.make.saved':
    'Your browser saves it as {file}. Check that it’s there, then move it to a safe place.',
  'backup.make.history':
    'The sealed log in this browser isn’t whole. The backup contains it as it is, but it may not be possible to restore it. Verify the sealed log to see what’s wrong.',

  'backup.in.profiles': { one: '{count} profile', other: '{count} profiles' },
  'backup.in.keys': { one: '{count} API key', other: '{count} API keys' },
  'backup.in.noKeys': 'no API keys',
  'backup.in.sites': { one: '{count} site', other: '{count} sites' },
  'backup.in.records': {
    one: '{count} record of the sealed log',
    other: '{count} records of the sealed log',
  },
  'backup.in.settings': 'settings',

  'backup.restore.what':
    'You see what’s in the backup and decide what to restore. Nothing that’s here is replaced unless you say so.',
  'backup.restore.unfinished': 'A restore wasn’t finished',
  'backup.restore.unfinishedWhat':
    'It was from the backup of {time}. Nothing is lost: restore the same file again, and Keystamp adds what’s missing.',
  'backup.restore.file': 'Backup file',
  'backup.restore.fileHelp': 'Its name ends in .keystamp.',
  'backup.restore.fileMissing': 'Choose a backup file.',
  'backup.restore.fileUnread': 'Your browser couldn’t read this file. Choose it again.',
  'backup.restore.made': 'Made {time} by Keystamp {version}.',
  'backup.restore.password': 'Password of the backup',
  'backup.restore.passwordHelp': 'The one you chose when you created this backup.',
  'backup.restore.passwordMissing': 'Enter the password of the backup.',
  'backup.restore.open': 'Open backup',
  'backup.restore.opening': 'Opening…',
  'backup.restore.other': 'Choose another file',

  'backup.look.title': 'What’s in this backup',
  'backup.look.nothing': 'Everything in this backup is already here. There’s nothing to restore.',
  'backup.look.noProfiles': 'No profiles in this backup.',
  'backup.look.noKeys': 'This backup doesn’t contain private keys of API keys.',
  'backup.look.noSites': 'No sites in this backup.',
  'backup.look.grantsWhat':
    'Sites don’t get these back unless you approve them again. Each keeps its end and the uses left when the backup was made. Uses after that aren’t counted here.',
  'backup.look.grantLeft': {
    one: '{site}, {count} use left, ends {time}',
    other: '{site}, {count} uses left, ends {time}',
  },
  'backup.look.grantAny': 'any values',
  'backup.look.grantsOver': {
    one: '{count} auto-approval is over or no longer covered, and stays out.',
    other: '{count} auto-approvals are over or no longer covered, and stay out.',
  },
  'backup.look.grantsRefused': {
    one: '{count} auto-approval can’t be given, and stays out: its operation, its limits, or its profile’s rules don’t allow it.',
    other:
      '{count} auto-approvals can’t be given, and stay out: their operation, their limits, or their profile’s rules don’t allow it.',
  },
  'backup.look.grantClipped': 'cut to what a site can have: 30 days and 1,000 uses',
  'backup.look.settingsSame': 'The settings are the same as here.',
  'backup.look.settingsDo': 'Use the settings of the backup',
  'backup.look.settingsHelp':
    'Appearance, language, auto-lock, notifications, and how long the sealed log is kept.',
  'backup.look.settingsRetention': {
    one: 'Keeps the sealed log for {count} day: older records here are deleted the next time you unlock.',
    other:
      'Keeps the sealed log for {count} days: older records here are deleted the next time you unlock.',
  },
  'backup.look.historyNone': 'No sealed log in this backup.',
  'backup.look.historyHere': {
    one: '{count} record is already here.',
    other: '{count} records are already here.',
  },
  'backup.look.historyAppended': {
    one: '{count} record is added as it is, and continues the chain.',
    other: '{count} records are added as they are, and continue the chain.',
  },
  'backup.look.historyCopied': {
    one: 'This browser has its own sealed log. {count} record of the backup is copied to its end, with the digest it had.',
    other:
      'This browser has its own sealed log. {count} records of the backup are copied to its end, each with the digest it had.',
  },
  'backup.look.historyBroken':
    'The sealed log in this backup isn’t whole: a record was changed or is missing. It can’t be restored. You can restore everything else.',
  'backup.look.state.new': 'New',
  'backup.look.state.same': 'Already here',
  'backup.look.state.differs': 'Different here',
  'backup.look.connectedTo': 'Connected to {profile}',
  'backup.look.connectedToNone': 'Its profile isn’t in this backup',
  'backup.look.needsProfile': 'Restore its profile to connect it',
  'backup.look.called': 'Here it’s called “{name}”.',
  'backup.look.key.here': 'Its API key is already here',
  'backup.look.key.included': 'Its API key is in this backup',
  'backup.look.key.absent': 'Its API key isn’t here. It can’t sign until you choose or import one.',
  'backup.look.everything': 'Everything in this profile',
  'backup.look.managed': 'Your organization’s settings don’t allow this profile.',
  'backup.look.trust.turnkey':
    'It claims to be Turnkey but trusts other import and code keys than Turnkey’s. Whoever holds them can read what you import. Leave it unless you set these yourself.',
  'backup.look.trust.custom':
    'It trusts import and code keys that aren’t Turnkey’s. Whoever holds them can read what you import. Leave it unless your service told you these keys.',
  'backup.look.trust.changed':
    'A profile here trusts other import and code keys at this service. Whoever holds the ones in the backup can read what you import. Leave it unless the service changed its keys.',
  'backup.look.keyElsewhere':
    'It would sign with your API key “{key}” at {url}, for a service or an organization that you don’t use this key for. Leave it unless that’s what you want.',
  'backup.look.change': '{label}: {value} in place of {here}',
  'backup.look.value': '{label}: {value}',
  'backup.look.none': 'none',
  'backup.look.forever': 'for ever',
  'backup.look.minutes': { one: '{count} minute', other: '{count} minutes' },
  'backup.look.fact.name': 'Name',
  'backup.look.fact.colour': 'Color',
  'backup.look.fact.service': 'Service',
  'backup.look.fact.baseUrl': 'Service URL',
  'backup.look.fact.organizationId': 'Organization',
  'backup.look.fact.key': 'API key',
  'backup.look.fact.passkeyDomain': 'Passkey domain',
  'backup.look.fact.passkeys': 'Passkeys',
  'backup.look.fact.usual': 'Usually signs with',
  'backup.look.fact.passkeyOnly': 'Only with a passkey',
  'backup.look.fact.signer': 'Trusted import key',
  'backup.look.fact.otp': 'Trusted code key',
  'backup.look.fact.otpGeneration': 'One-time codes',
  'backup.look.fact.passkeyHeader': 'Header of passkey stamps',
  'backup.look.fact.autoLockMinutes': 'Locks after',
  'backup.look.fact.theme': 'Theme',
  'backup.look.fact.contrast': 'Contrast',
  'backup.look.fact.locale': 'Language',
  'backup.look.fact.notify': 'Notifications',
  'backup.look.fact.retention': 'Keeps the sealed log',
  'backup.look.mayAsk': 'Can request: {operations}',
  'backup.look.dropped': 'Left out, because no site may request it: {operations}',
  'backup.look.hereNothing': 'Here it isn’t connected.',
  'backup.look.hereBlocked': 'Here it’s blocked.',
  'backup.look.hereConnected': 'Here it’s connected with {profile} and can request: {operations}',
  'backup.look.hereBoth':
    'Here it’s blocked. Its connection with {profile} stays behind the block: {operations}',
  'backup.look.siteRefused.operations':
    'It can’t be connected: no site may request its operations.',
  'backup.look.siteRefused.managed': 'Your organization’s settings don’t allow this site.',
  'backup.choice.label': 'What to do with {name}',
  'backup.choice.add': 'Add',
  'backup.choice.leave': 'Don’t restore',
  'backup.choice.keep': 'Keep what’s here',
  'backup.choice.both': 'Keep both',
  'backup.choice.replace': 'Replace',
  'backup.choice.replaces': 'This replaces what’s here: {names}.',
  'backup.restore.do': 'Restore',
  'backup.restore.busy': 'Restoring…',
  'backup.restore.part': 'Restoring the sealed log, part {part} of {parts}',
  'backup.look.part': 'Checking the sealed log, part {part} of {parts}',
  'backup.restore.stopped':
    'The restore stopped. What was here is unchanged, and what was restored so far stays. Choose the file again to restore the rest.',

  'backup.done.title': 'Backup restored',
  'backup.done.what': 'Restored: {what}.',
  'backup.done.nothing': 'Nothing was added: everything you chose was already here.',
  'backup.done.access': 'Allow access to {host}',
  'backup.done.accessWhat':
    'The restored profiles need their services and the domains of their passkeys. You’re asked before Keystamp reaches one of these hosts for the first time.',

  'backup.setup.password':
    'First choose a password for Keystamp in this browser. It can be a new one: it isn’t the password of the backup.',
  'backup.setup.without': 'Set up without a backup',
} as const;
