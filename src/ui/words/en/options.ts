/** Text for the options page. */
export const optionsWords = {
  'options.title': 'Keystamp settings',
  'options.save': 'Save',
  'options.saved': 'Saved.',

  'options.setup.steps': 'Setup steps',
  'options.setup.restore': 'Restore a backup',
  'options.setup.hasBackup': 'Do you have a backup of Keystamp?',
  'options.step.restore': 'Backup',
  'options.setup.done': '(done)',
  'options.step.password': 'Password',
  'options.step.service': 'Service',
  'options.step.key': 'Key',
  'options.step.proof': 'Test',
  'options.setup.password': 'Choose a password',
  'options.setup.service': 'Choose a service',
  'options.setup.key': 'Add a key',
  'options.setup.proof': 'Test the connection',
  'options.setup.passwordWhat':
    'Your password protects the API keys on this computer. Without it, this browser’s files are useless to a thief. The password never leaves this page, and no service sees it.',
  'options.setup.noRecoveryTitle': 'No one can recover this password',
  'options.setup.noRecovery':
    'If you lose it, you lose the keys stored here. You’d have to wipe Keystamp and restore a backup, or create new keys and register them with the service.',
  'options.setup.createVault': 'Set password',
  'options.setup.deriving': 'Deriving key…',
  'options.setup.serviceWhat':
    'A profile is one organization at one service. You can add more later and switch between them.',
  'options.setup.linked':
    'A link filled in this address. Before you continue, make sure it’s the service you want.',
  'options.setup.linkRefused':
    'Keystamp doesn’t accept the address in this link. Choose the service yourself.',
  'options.setup.linkUnused':
    'You followed a link to another service: {host}. This setup continues without it.',
  'options.setup.linkUse': 'Use that service',
  'options.setup.keyWhat':
    'Every request carries a stamp: your signature over that exact request, made with an API key or a passkey. The service knows your public key. The private key of an API key stays in Keystamp.',
  'options.setup.backToService': 'Back to service',

  'options.password.repeat': 'Confirm password',
  'options.password.newOne': 'New password',
  'options.password.newRepeat': 'Confirm new password',
  'options.password.weak': 'This password is too easy to guess.',
  'options.password.differs': 'The passwords don’t match.',
  'options.password.again': 'Enter the password again.',
  'options.password.what':
    'Your vault also gets a new encryption key. Older copies of this browser profile still open with the old password. If it was weak or someone has seen it, create new API keys too.',
  'options.password.old': 'Current password',
  'options.password.oldMissing': 'Enter your current password.',
  'options.strength.label': 'Password strength:',
  'options.strength.none': 'No password yet.',
  'options.strength.weak': 'Too easy to guess.',
  'options.strength.fair': 'Fair.',
  'options.strength.good': 'Good.',
  'options.strength.strong': 'Strong.',
  'options.advice.start': 'Four or five unrelated words make a good password.',
  'options.advice.common': 'This is one of the first passwords attackers try.',
  'options.advice.repeat': 'Repeated characters add almost nothing.',
  'options.advice.sequence': 'Attackers try sequences like abcd, 1234, or qwerty early.',
  'options.advice.year': 'Attackers try years and dates early.',
  'options.advice.longer': 'Make it longer. Another word helps more than a symbol.',
  'options.advice.enough':
    'Long enough to resist guessing for years. Keep a note of it in a safe place.',
  'options.password.change': 'Change password',
  'options.password.changed': 'Password changed.',

  'options.service.kind': 'Service',
  'options.service.local': 'Local service',
  'options.service.localWhat':
    'This project’s development service, on this computer. Comes with a demo organization.',
  'options.service.turnkey': 'Turnkey',
  'options.service.turnkeyWhat': 'https://api.turnkey.com',
  'options.service.custom': 'Custom URL',
  'options.service.customWhat': 'A service with the same API at a base URL you enter.',
  'options.service.baseUrl': 'Base URL',
  'options.service.localHelp': 'The URL that the service printed when it started: npm run service',
  'options.service.setUpCode': 'Set-up code',
  'options.service.setUpCodeHelp':
    'The service printed it after # in its set-up URL. It registers one key, within a day; then the service prints the next one.',
  'options.service.setUpCodeFault':
    'Paste the code that the service printed after # in its set-up URL.',
  'options.host.title': 'Let Keystamp use {host}?',
  'options.host.what':
    'Your browser lets extensions reach every host without asking, so Keystamp asks. It uses only the hosts that you’ve allowed: to send requests to a service, or to use the passkeys of a domain.',
  'options.host.allow': 'Allow',
  'options.host.barred':
    'Your browser, or you, revoked the permission. Until you allow it again, Keystamp sends nothing there; requests stay pending.',
  'options.site.unreached': 'Not allowed on this site',
  'options.site.unreachedWhat':
    'It’s connected, but your browser no longer lets Keystamp into its pages, so it can’t ask. To change that, open Keystamp’s permissions in your browser’s list of extensions and allow access to this site.',
  'options.service.hostHelp': 'You’re asked to allow this host, and only this host.',
  'options.service.notLocal':
    'The local service runs on 127.0.0.1 or localhost. For another host, choose “Custom URL”.',
  'options.service.anyway': 'Continue anyway',
  'options.service.organization': 'Organization ID',
  'options.service.organizationHelp': 'A UUID. You can find it in the service’s dashboard.',
  'options.service.advanced': 'Advanced',
  'options.service.generation': 'One-time codes',
  'options.service.generationHelp':
    'A code must be sent and checked in the same generation. Change this only if the service tells you to.',
  'options.service.generation.legacy': 'Plain: the service gets the code as you type it',
  'options.service.generation.enclave': 'Sealed: the code is encrypted to the enclave',
  'options.service.passkey': 'Header for passkey stamps',
  'options.service.passkeyHelp':
    'The header that carries a passkey’s stamp. Turnkey reads X-Stamp-Webauthn; other services may read X-Stamp.',
  'options.service.signer': 'Import bundle signer',
  'options.service.signerHelp':
    'Public key, 130 hex digits. Keystamp rejects bundles signed by any other key.',
  'options.service.otp': 'One-time code bundle signer',
  'options.service.point':
    'This isn’t an uncompressed P-256 public key. Enter 04 followed by 128 hex digits.',

  'options.curve.P256': 'P-256',
  'options.curve.SECP256K1': 'secp256k1',
  'options.curve.ED25519': 'Ed25519',
  'options.key.origin.create': 'Create a new key',
  'options.key.origin.createWhat': 'The private key never leaves this extension. Recommended.',
  'options.key.origin.bring': 'Import an API key',
  'options.key.origin.bringWhat': 'A private key in hex, or a key file from the command-line tool.',
  'options.key.origin.have': 'Use an existing key',
  'options.key.origin.haveWhat':
    'A key in Keystamp that another profile or an earlier attempt created.',
  'options.key.origin.passkey': 'Use a passkey my organization already knows',
  'options.key.origin.passkeyWhat':
    'No API key at all. Keystamp asks for your passkey for each activity, and to read.',
  'options.key.which': 'Keys in Keystamp',
  'options.key.name': 'Key name',
  'options.key.nameHelp': 'Shown here and in the service’s list of keys.',
  'options.key.createWhat': 'Creates a P-256 key inside the extension.',
  'options.key.create': 'Create key',
  'options.key.bringWhat':
    'Keystamp stores the key encrypted right away and never shows it again. Any other copies are yours to protect or delete.',
  'options.key.text': 'Private key',
  'options.key.textHelp':
    'Hex digits, a key file such as 5f…c1:p256, PEM, JWK, or lines such as API_PRIVATE_KEY=5f…c1.',
  'options.key.textMissing': 'Paste the private key or choose its file.',
  'options.key.file': 'Or choose a key file',
  'options.key.fileRead': '{name} loaded.',
  'options.key.fileTooLarge': 'This file is too large to be a key file. Choose another one.',
  'options.key.curve': 'Curve',
  'options.key.curveHelp':
    'These digits alone fit all three curves. Turnkey API keys use P-256 unless you chose another curve.',
  'options.key.publicOn': '{curve}: {publicKey}',
  'options.key.public': 'Expected public key',
  'options.key.publicKey': 'Public key',
  'options.key.publicHelp':
    'If you enter one, Keystamp rejects a private key that doesn’t belong to it.',
  'options.key.bring': 'Import API key',
  'options.key.publicWhat':
    'Your public key isn’t secret. The service needs it to verify your signatures.',

  'options.setup.passkeyWhat':
    'Choose the site the passkey was created on. The next step tests the passkey without changing anything at the service.',
  'options.setup.passkeyDo': 'Use this passkey',
  'options.proof.passkey': 'Change passkey',
  'options.proof.passkeyWhat':
    'Keystamp asks the service who you are. You’ll need your passkey once.',
  'options.register.title': 'Register this key with the service',
  'options.register.dashboard':
    'In the Turnkey dashboard, open your user and choose “Create API keys”, then the option to provide a public key you created yourself. Paste the public key. The curve must be the one shown here.',
  'options.register.admin':
    'Ask someone whose key already works to register it: in their Keystamp, where they compare the digits below, or with the request.',
  'options.register.adminToo':
    'Or ask someone whose key already works to register it: in their Keystamp, where they compare the digits below, or with the request.',
  'options.register.back': 'Come back here and let Keystamp test the key.',
  'options.register.request': 'The create_api_keys request',
  'options.register.requestName': 'request',
  'options.register.now': '<now, in milliseconds>',
  'options.register.userId': '<your user ID>',
  'options.register.yourName': 'Your name',
  'options.register.yourNameHelp': 'What the organization calls you. You can change it later.',
  'options.register.local':
    'The local service registers the key in one step: it creates a user with full rights in its demo organization.',
  'options.register.doLocal': 'Register and test key',
  'options.register.done': 'Test registered key',
  'options.register.other': 'Use another key',

  'options.device.second': 'This is a second device',
  'options.device.secondWhat':
    'You sign with Keystamp on another device already. It will register this device’s key. No private key leaves either device.',
  'options.device.code': 'Device code',
  'options.device.what':
    'Your public key and the organization ID. Neither is secret: send them any way you like.',
  'options.device.open':
    'On your first device, open the same organization, then “Profiles and keys” and “Add a device”.',
  'options.device.give':
    'Let it read a picture or screenshot of the QR code there, or paste the device code.',
  'options.device.compare':
    'Compare the digits on both screens: there, choose the group that this one shows in the gap. Then give the key a name and approve.',
  'options.device.otherCurve': 'A second device needs a P-256 key. Go back and create a new key.',
  'options.device.add': 'Add a device',
  'options.device.read': 'Read its code',
  'options.device.onOther':
    'Install Keystamp on the other device, and in its setup turn on “This is a second device”. Enter this organization there.',
  'options.device.showsCode': 'It creates a key of its own and shows a device code.',
  'options.device.readHere':
    'Read the code here, choose the group of digits that the other device shows, and approve. From then on, both devices sign for you.',

  'options.again.title': 'Confirm it’s you',
  'options.again.what': 'This changes what protects your keys.',
  'options.again.confirm': 'Confirm',
  'options.again.passkey': 'Use passkey',
  'options.proof.asking': 'Asking {host} who you are…',
  'options.proof.good': 'Connection works',
  'options.proof.goodWhat':
    'The service verified a signature by this key and told Keystamp who you are.',
  'options.proof.goodPasskey':
    'The service verified a signature by your passkey and told Keystamp who you are.',
  'options.proof.userId': 'User ID',
  'options.proof.next':
    'You’ll find Keystamp in the toolbar. Click its stamp icon, or pin it from the puzzle-piece menu first.',
  'options.proof.finish': 'Finish',
  'options.proof.service': 'Change service',
  'options.proof.key': 'Show public key',
  'options.proof.later': 'Do this later',

  'options.cause.organization': 'Wrong organization?',
  'options.cause.organizationDo':
    'The service looks for your key only in this organization. Compare the organization ID with the one in the dashboard.',
  'options.cause.key': 'Unknown key?',
  'options.cause.keyDo':
    'The service doesn’t have this public key, or not in this organization. Register it with the right curve.',
  'options.cause.expired': 'Expired key?',
  'options.cause.expiredDo':
    'API keys can have an end date. Create a new key, register it, and select it in the profile.',
  'options.cause.clock': 'Wrong clock?',
  'options.cause.clockDo':
    'The service accepts signatures that are less than an hour old and at most five minutes ahead. Set this computer’s clock.',
  'options.cause.signature': 'Changed in transit?',
  'options.cause.signatureDo':
    'The signature didn’t match the request. A proxy may be changing requests, or the service has a different curve for this key.',
  'options.cause.rights': 'Not allowed?',
  'options.cause.rightsDo':
    'The service knows the key, but its user isn’t allowed to do this. Ask an administrator of the organization.',
  'options.cause.noAnswer': 'The service didn’t respond.',
  'options.cause.notService': 'Something other than the service responded at this address.',
  'options.cause.down': 'Unreachable?',
  'options.cause.downDo': 'Check the address, your network, and the status of the service.',
  'options.cause.downLocal':
    'Start it in the project folder with npm run service, and compare its port with the address above.',

  'options.local.new': 'No profile uses the local service at {host} yet.',
  'options.local.moved': 'Did your local service move to {host}?',
  'options.local.movedWhat':
    '“{name}” still looks for it at {current}. If you just started it yourself, let the profile use the new address.',
  'options.local.use': 'Use {host}',
  'options.profiles.what':
    'Each profile is one organization at one service. The popup shows the active one.',
  'options.profiles.add': 'Add profile',
  'options.profiles.active': 'Active',
  'options.profiles.up': 'Move {name} up',
  'options.profiles.down': 'Move {name} down',
  'options.profile.name': 'Profile name',
  'options.profile.nameHelp': 'Shown in the profile switcher.',
  'options.profile.colour': 'Color',
  'options.profile.works': 'Connection',
  'options.profile.checked': 'Last tested',
  'options.profile.test': 'Test now',
  'options.profile.activate': 'Make active',
  'options.profile.edit': 'Edit',
  'options.profile.key': 'API key',
  'options.profile.keyHelp': 'Signs this profile’s requests, except those that need its passkey.',
  'options.profile.noKey': 'No API key, passkey only',
  'options.profile.save': 'Save profile',
  'options.profile.signerChanged': 'You’re about to trust a different signer',
  'options.profile.signerChangedWhat':
    'Keystamp encrypts private keys to whatever key this signer vouches for. Anyone who controls the signer can read every key you import from now on. Save it only if you got it from the service’s operator through a channel you trust.',
  'options.profile.saved': 'Profile saved.',
  'options.profile.remove': 'Remove profile',
  'options.removeTitle': 'Remove {name}?',
  'options.profile.removeAsk': 'Remove profile…',
  'options.profile.removeWhat':
    'Keystamp forgets this profile but keeps its key. Nothing changes at the service.',
  'options.profile.removed': '{name} removed.',
  'options.profile.goneTitle': 'Profile not found',
  'options.profile.gone': 'This profile no longer exists.',

  'options.keys.what': 'Private keys stay in Keystamp and can’t be shown. Public keys can.',
  'options.keys.all': 'All API keys',
  'options.keys.rotate': 'Rotate…',
  'options.keys.rotateFor': 'Rotate {name} for {profile}',
  'options.keys.none': 'No API keys yet',
  'options.keys.usedBy': 'Used by {names}',
  'options.keys.unused': 'Not used',
  'options.keys.made': 'Created {when}',
  'options.keys.show': 'Show the public key of {name}',
  'options.keys.remove': 'Delete {name}',
  'options.keys.removeDo': 'Delete key',
  'options.keys.removeWhat':
    'Keystamp deletes the private key from this computer. This can’t be undone. Remove the key at the service, too.',
  'options.keys.inUse':
    'This key signs for {names}. Before you delete it, select another key there or remove the profile.',
  'options.keys.added': '{name} added.',
  'options.keys.removed': '{name} deleted.',

  'options.sites.what':
    'Sites that can ask Keystamp to sign something. You approve each request, except those you auto-approve.',
  'options.sites.none': 'No sites yet',
  'options.sites.noneWhat':
    'A site appears here when you connect or block it. It has to ask first, and you answer in a Keystamp window.',
  'options.sites.filter': 'Search sites',
  'options.sites.connected': 'Connected',
  'options.sites.blocked': 'Blocked',
  'options.sites.disconnectAll': 'Disconnect all…',
  'options.sites.disconnectAllTitle': 'Disconnect all sites?',
  'options.sites.disconnectAllWhat': {
    one: '{count} site loses its connection and all its auto-approvals. It can ask to connect again. Blocked sites stay blocked.',
    other:
      '{count} sites lose their connection and all their auto-approvals. They can ask to connect again. Blocked sites stay blocked.',
  },
  'options.sites.disconnectAllDo': 'Disconnect all',
  'options.site.address': 'Address',
  'options.site.operations': 'Can request',
  'options.site.nothing': 'Nothing',
  'options.site.connected': 'Connected',
  'options.site.lastUsed': 'Last used: {time}',
  'options.site.never': 'Never used',
  'options.site.quiet': 'Muted until',
  'options.site.grants': {
    one: '{count} auto-approval',
    other: '{count} auto-approvals',
  },
  'options.site.history': 'Requested and signed',
  'options.site.allHistory': 'View in the sealed log',
  'options.site.disconnect': 'Disconnect',
  'options.site.block': 'Block',
  'options.site.unblock': 'Unblock',
  'options.site.disconnectWhat':
    'Disconnecting removes all auto-approvals of this site. It can ask to connect again.',
  'options.site.blockWhat':
    'Blocking also removes its auto-approvals, and Keystamp no longer shows you this site’s requests.',
  'options.site.group': '{site} and all its subdomains',
  'options.site.groupWhat': 'Blocking applies to all subdomains of a site.',
  'options.site.blockedWhat': 'Keystamp doesn’t show you this site’s requests.',
  'options.site.unblockWhat':
    'If you unblock this site, it’s connected again, and you approve each request.',
  'options.grants.title': 'Auto-approved requests',
  'options.grants.none': 'None. You approve every request yourself.',
  'options.grants.revokeAll': 'Revoke all',
  'options.grant.revoke': 'Revoke auto-approval: {title}',
  'options.grant.anyValues': 'Any values',
  'options.grant.only': 'Only {label}: {value}',
  'options.grant.left': {
    one: '{count} of {most} uses left',
    other: '{count} of {most} uses left',
  },
  'options.grant.perHour': {
    one: '{used} of {count} used in the last hour',
    other: '{used} of {count} used in the last hour',
  },
  'options.grant.ends': 'Expiration: {time}',
  'options.grant.ended': 'Expired',
  'options.grant.usedUp': 'Used up',

  'options.lock.title': 'Lock',
  'options.lock.minutes': 'Auto-lock (minutes)',
  'options.lock.minutesHelp':
    'Keystamp locks after this many minutes without use. It also locks when the browser closes and, in Chromium, when your computer locks.',
  'options.lock.minutesWrong': 'Enter a whole number from {least} to {most}.',

  'options.wipe.title': 'Start over',
  'options.wipe.what': 'Resets Keystamp to a fresh installation.',

  'options.record.what':
    'Keystamp records everything you sign and decide here. Each record is chained to the one before it and sealed, so changes to the files of this browser are noticed.',
  'options.record.open': 'Open the sealed log',
  'options.record.count': {
    one: '{count} record since {day}',
    other: '{count} records since {day}',
  },
  'options.record.none': 'Nothing recorded yet.',
  'options.record.keep': 'Keep records for',
  'options.record.keepHelp':
    'Older records are deleted when you unlock Keystamp. The deletion itself is recorded.',
  'options.record.always': 'Always',
  'options.record.days': { one: '{count} day', other: '{count} days' },
  'options.record.years': { one: '{count} year', other: '{count} years' },
  'options.record.delete': 'Delete all records',
  'options.record.deleteTitle': 'Delete all records?',
  'options.record.deleteText':
    'This can’t be undone. Export them first if you may need them. One record stays: that you deleted the others, and when.',
  'options.record.deleted': 'Records deleted.',

  'options.appearance.title': 'Appearance',
  'options.appearance.theme': 'Theme',
  'options.theme.system': 'System',
  'options.theme.light': 'Light',
  'options.theme.dark': 'Dark',
  'options.appearance.contrast': 'Contrast',
  'options.contrast.system': 'System',
  'options.contrast.more': 'High',
  'options.notify.title': 'Notifications',
  'options.notify.label': 'Tell me when an activity needs my approval',
  'options.notify.help':
    'Shows how many approvals are pending, never what they are. Checks every 5 minutes while unlocked.',
  'options.notify.refused': 'Your browser doesn’t allow it. Turn this on again to be asked.',
  'options.language.title': 'Language',
  'options.language.label': 'Keystamp language',
  'options.language.help': 'Names and messages from the service stay as they are.',
  'options.language.system': 'Browser language',
  'options.language.en': 'English',
  'options.language.de': 'Deutsch',
  'options.language.en-XA': 'Pseudo-English (for testing)',

  'options.about.version': 'Version {version}',
  'options.about.what':
    'Keystamp manages the keys, wallets, and users of a key management service. It signs every request on this computer and sends it once.',
  'options.about.stamp':
    'A stamp is your signature over one exact request. The service carries out only requests stamped by a key it knows.',
  'options.about.guide': 'Read the guide',
  'options.about.notTitle': 'What Keystamp doesn’t do',
  'options.about.notCustody':
    'It doesn’t hold wallet keys. Those are at the service; Keystamp holds only the API keys that sign your requests.',
  'options.about.notNetwork':
    'It connects to no host except your profiles’ services, and reports nothing to anyone.',
  'options.about.notRecovery': 'It can’t recover a lost password.',
  'options.about.notEnclave':
    'Its local service is for development and isn’t an enclave. Never keep funds under its keys.',
  'options.about.licences': 'Licenses',
  'options.about.licencesWhat': 'Keystamp is available under the MIT license. It contains:',
} as const;
