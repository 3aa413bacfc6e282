/** Words of the options page. */
export const optionsMessages = {
  'options.title': 'Keystamp options',
  'options.menu': 'Sections',
  'options.save': 'Save',
  'options.saved': 'Saved.',
  'options.section.keys': 'Keys and profiles',
  'options.section.private-keys': 'Private keys',
  'options.section.sites': 'Sites',
  'options.section.security': 'Security',
  'options.section.history': 'History',
  'options.section.appearance': 'Appearance and language',
  'options.section.about': 'About',

  'options.setup.steps': 'Steps of the set-up',
  'options.setup.done': 'done',
  'options.step.password': 'Password',
  'options.step.service': 'Service',
  'options.step.key': 'Key',
  'options.step.proof': 'Proof',
  'options.setup.password': 'Choose a password',
  'options.setup.service': 'Choose a service',
  'options.setup.key': 'Give it a key',
  'options.setup.proof': 'See that it works',
  'options.setup.passwordWhat':
    'The password protects the API keys on this computer: without it the files of this browser are of no use to a thief. It never leaves this page and no service sees it.',
  'options.setup.noRecoveryTitle': 'Nobody can recover this password',
  'options.setup.noRecovery':
    'If it is lost, the keys kept here are lost with it. You would then wipe Keystamp, make new keys and register them at the service.',
  'options.setup.createVault': 'Set password',
  'options.setup.deriving': 'Deriving the key',
  'options.setup.serviceWhat':
    'A profile is one organization at one service. You can add more later and switch between them.',
  'options.setup.linked':
    'A link filled in the address. Check that it is the service you mean before you continue.',
  'options.setup.linkRefused':
    'The address in the link is not one that Keystamp takes. Choose the service yourself.',
  'options.setup.continue': 'Continue',
  'options.setup.keyWhat':
    'Every request carries a stamp: your signature over that exact request, made with an API key. The service knows the public half of the key; the private half stays in the vault.',
  'options.setup.backToService': 'Back to the service',

  'options.password.new': 'Password',
  'options.password.repeat': 'Password again',
  'options.password.newOne': 'New password',
  'options.password.newRepeat': 'New password again',
  'options.password.weak': 'This password is too easy to guess.',
  'options.password.differs': 'The two passwords differ.',
  'options.password.again': 'Type the password a second time.',
  'options.password.title': 'Change password',
  'options.password.what':
    'The vault gets a new key, too. Copies of this browser profile made before still open with the old password: if it was weak or seen by others, make new API keys as well.',
  'options.password.old': 'Present password',
  'options.password.oldMissing': 'Type the present password.',
  'options.password.change': 'Change password',
  'options.password.changed': 'The password was changed.',

  'options.service.kind': 'Service',
  'options.service.local': 'Local service',
  'options.service.localWhat':
    'The development service of this project, on this computer. It comes with a demo organization.',
  'options.service.turnkey': 'Turnkey',
  'options.service.turnkeyWhat': 'https://api.turnkey.com',
  'options.service.custom': 'Another address',
  'options.service.customWhat': 'A service with the same interface, by its base URL.',
  'options.service.baseUrl': 'Base URL',
  'options.service.localHelp': 'As the service printed it when it started: npm run service',
  'options.service.hostHelp': 'The browser will ask you to allow this host, and this host alone.',
  'options.service.notLocal':
    'The local service runs on 127.0.0.1 or localhost. For another host choose “Another address”.',
  'options.service.organization': 'Organization ID',
  'options.service.organizationHelp': 'A UUID. The dashboard of the service shows it.',
  'options.service.advanced': 'Advanced',
  'options.service.generation': 'One-time codes',
  'options.service.generationHelp':
    'Sending and checking a code must be of the same generation. Change this only if the service says so.',
  'options.service.generation.legacy': 'Plain: the code goes to the service as typed',
  'options.service.generation.enclave': 'Sealed: the code is encrypted to the enclave',
  'options.service.passkey': 'Header for passkey stamps',
  'options.service.passkeyHelp':
    'Where a stamp by passkey goes. Turnkey reads X-Stamp-Webauthn; other services may read X-Stamp.',
  'options.service.signer': 'Signer of import bundles',
  'options.service.signerHelp':
    'Public key, 130 hex digits. Bundles signed by any other key are refused.',
  'options.service.otp': 'Signer of one-time code bundles',
  'options.service.otpHelp':
    'Public key, 130 hex digits. Bundles signed by any other key are refused.',
  'options.service.point':
    'This is not an uncompressed P-256 public key: 04 and 128 more hex digits.',

  'options.curve.P256': 'P-256',
  'options.curve.SECP256K1': 'secp256k1',
  'options.curve.ED25519': 'Ed25519',
  'options.key.origin': 'API key',
  'options.key.origin.create': 'Make a new key',
  'options.key.origin.createWhat': 'The private half never leaves this extension. Recommended.',
  'options.key.origin.bring': 'Bring a key',
  'options.key.origin.bringWhat': 'A private key in hex, or a key file of the command-line tool.',
  'options.key.origin.have': 'Use a key of this vault',
  'options.key.origin.haveWhat': 'One that another profile or an earlier try made.',
  'options.key.origin.passkey': 'Use a passkey that my organization already knows',
  'options.key.origin.passkeyWhat':
    'No API key at all. You are asked for the passkey at each activity, and to read.',
  'options.key.which': 'Keys in the vault',
  'options.key.name': 'Name of the key',
  'options.key.nameHelp': 'For you, and for the list of keys at the service.',
  'options.key.createWhat': 'Makes a P-256 key inside the extension.',
  'options.key.create': 'Make key',
  'options.key.bringWhat':
    'The key is sealed into the vault at once and never shown again. Other copies of it are yours to guard or delete.',
  'options.key.text': 'Private key',
  'options.key.textHelp': 'Hex digits, or the one line of a key file such as 5f…c1:p256.',
  'options.key.textMissing': 'Paste the private key, or choose its file.',
  'options.key.file': 'Or a key file',
  'options.key.fileRead': '{name} was read.',
  'options.key.fileTooLarge': 'This file is too large to be a key file.',
  'options.key.curve': 'Curve',
  'options.key.curveHelp':
    'These digits alone fit all three curves. Turnkey’s API keys are of P-256 unless you chose otherwise.',
  'options.key.public': 'Public key to compare',
  'options.key.publicHelp': 'If given, a private key that does not belong to it is refused.',
  'options.key.bring': 'Bring key in',
  'options.key.publicHalf': 'Public half',
  'options.key.publicWhat':
    'The public half of the key. It is no secret: the service needs it to check your stamps.',

  'options.setup.passkeyWhat':
    'Say which site the passkey was made on. The next step tries it: nothing is changed at the service.',
  'options.setup.passkeyDo': 'Use this passkey',
  'options.proof.passkey': 'Change the passkey',
  'options.proof.lookWhat':
    'Keystamp asks the service who you are. That takes one use of your passkey.',
  'options.register.title': 'Make the service know this key',
  'options.register.dashboard':
    'In the Turnkey dashboard open your user, choose “Create API keys”, then the way that takes a public key you made yourself. Paste the public half; the curve must be the one shown here.',
  'options.register.admin':
    'Have someone whose key works already register it for your user: the request below does that.',
  'options.register.adminToo':
    'Or have someone whose key works already register it for your user: the request below does that.',
  'options.register.back': 'Come back here and let Keystamp try it.',
  'options.register.request': 'The request create_api_keys',
  'options.register.requestName': 'the request',
  'options.register.local':
    'The local service registers the key in one step: it makes a user with full rights in its demo organization.',
  'options.register.doLocal': 'Register the key and check',
  'options.register.done': 'The key is registered: check',
  'options.register.other': 'Use another key',

  'options.proof.asking': 'Asking {host} who we are',
  'options.proof.good': 'It works',
  'options.proof.goodWhat': 'The service checked a stamp of this key and said who you are.',
  'options.proof.goodPasskey': 'The service checked a stamp of your passkey and said who you are.',
  'options.proof.organization': 'Organization',
  'options.proof.user': 'User',
  'options.proof.userId': 'User ID',
  'options.proof.next':
    'Keystamp lives in the toolbar: click the stamp there, or pin it from the puzzle-piece menu first.',
  'options.proof.finish': 'Finish',
  'options.proof.service': 'Change the service',
  'options.proof.key': 'Show the public key',
  'options.proof.later': 'Do this later',

  'options.cause.organization': 'Wrong organization?',
  'options.cause.organizationDo':
    'The service looks for your key in this organization only. Compare the organization ID with the dashboard.',
  'options.cause.key': 'Unknown key?',
  'options.cause.keyDo':
    'The service does not have this public half, or not for this organization. Register it, with the right curve.',
  'options.cause.expired': 'Expired?',
  'options.cause.expiredDo':
    'API keys may have an end date. Make a new key, register it, and choose it in the profile.',
  'options.cause.clock': 'Clock wrong?',
  'options.cause.clockDo':
    'The service takes stamps that are under an hour old and at most five minutes ahead. Set this computer’s clock.',
  'options.cause.signature': 'Damaged on the way?',
  'options.cause.signatureDo':
    'The stamp did not fit the request. A proxy may change requests, or the service has another curve for this key.',
  'options.cause.rights': 'Not allowed?',
  'options.cause.rightsDo':
    'The service knows the key, but its user may not do this. Ask an administrator of the organization.',
  'options.cause.noAnswer': 'The service did not answer.',
  'options.cause.notService': 'What answered at this address is not the service.',
  'options.cause.down': 'Not reachable?',
  'options.cause.downDo': 'Check the address, the network and the status of the service.',
  'options.cause.downLocal':
    'Start it in the project’s folder with npm run service, and compare the port with the address above.',

  'options.profiles.title': 'Profiles',
  'options.profiles.what': 'One organization at one service each. The popup shows the active one.',
  'options.profiles.add': 'Add profile',
  'options.profiles.active': 'Active',
  'options.profiles.up': 'Move {name} up',
  'options.profiles.down': 'Move {name} down',
  'options.profile.name': 'Name of the profile',
  'options.profile.nameHelp': 'As the switcher shows it.',
  'options.profile.colour': 'Colour',
  'options.profile.works': 'Does it work?',
  'options.profile.checked': 'Last checked',
  'options.profile.test': 'Test now',
  'options.profile.activate': 'Make active',
  'options.profile.edit': 'Edit',
  'options.profile.key': 'API key',
  'options.profile.keyHelp':
    'Stamps the requests of this profile, but for those that need its passkey.',
  'options.profile.noKey': 'No API key: passkey only',
  'options.profile.save': 'Save profile',
  'options.profile.signerChanged': 'You are about to trust another signer',
  'options.profile.signerChangedWhat':
    'Private keys are encrypted to whatever key this signer vouches for. Whoever holds it can read every key that you import from now on. Save it only if you have it from the operator of the service by a way that you trust.',
  'options.profile.saved': 'The profile was saved.',
  'options.profile.all': 'All profiles',
  'options.profile.remove': 'Remove profile',
  'options.profile.removeAsk': 'Remove profile…',
  'options.profile.removeTitle': 'Remove {name}?',
  'options.profile.removeWhat':
    'Keystamp forgets this profile. Its key stays in the vault, and nothing changes at the service.',
  'options.profile.removed': '{name} was removed.',
  'options.profile.goneTitle': 'No such profile',
  'options.profile.gone': 'This profile does not exist any more.',

  'options.passkey.title': 'Passkeys',
  'options.passkey.cardWhat':
    'A passkey stamps requests like an API key does, but asks you at each one. It stays on its authenticator: this computer, a phone or a security key.',
  'options.passkey.none': 'No passkey yet',
  'options.passkey.noneWhat': 'Everything in this profile is stamped with its API key.',
  'options.passkey.add': 'Add a passkey',
  'options.passkey.addWhat':
    'The browser asks where to keep the new passkey. Then Keystamp registers it at the service, so that it can stamp for your user.',
  'options.passkey.name': 'Name of the passkey',
  'options.passkey.nameHelp': 'For you, and for the list of passkeys at the service.',
  'options.passkey.defaultName': 'Keystamp',
  'options.passkey.make': 'Make passkey',
  'options.passkey.making': 'The browser asks where to keep the passkey',
  'options.passkey.registering': 'Registering it at the service',
  'options.passkey.state': 'The activity at the service:',
  'options.passkey.pendingTitle': 'The service waits for others',
  'options.passkey.pending':
    'The passkey is made, and registered once they agree. Then show what the service has and choose “Use”. Nothing of this profile has changed.',
  'options.passkey.notRegistered':
    'The passkey exists on its authenticator, but as far as is known the service has not registered it: it cannot stamp. Nothing of this profile has changed.',
  'options.passkey.unkept':
    'The service has registered the passkey, but this profile could not be saved. Show what the service has and choose “Use”.',
  'options.passkey.registerAgain': 'Register it again',
  'options.passkey.added': '{name} can stamp for this profile.',
  'options.passkey.whyAdd': 'To register the new passkey “{name}” at the service.',
  'options.passkey.id': 'Credential ID',
  'options.passkey.use': 'Stamp with your passkey',
  'options.passkey.useNow': 'Use passkey',
  'options.passkey.useKey': 'Use the API key',
  'options.passkey.what': 'Operation',
  'options.passkey.profile': 'Profile',
  'options.passkey.which': 'Passkey',
  'options.passkey.anyOwn': 'Any that was made for Keystamp in this browser',
  'options.passkey.anyOf': 'Any of {domain}',
  'options.passkey.exact': 'The exact request',
  'options.passkey.exactWhat':
    'These bytes are signed and sent, and no others. The passkey signs their SHA-256.',
  'options.passkey.secretBody': 'Not shown: a secret is in it.',
  'options.passkey.digest': 'SHA-256 of the request',
  'options.passkey.prompting': 'Answer the browser’s question',
  'options.passkey.sending': 'Stamped; handing it over',
  'options.passkey.anyWhat':
    'No single one is named: the browser offers what your authenticators have.',
  'options.passkey.stop': 'Stop using',
  'options.passkey.lastWay': 'This profile would have nothing left to stamp with',
  'options.passkey.lastWayWhat':
    'Choose an API key for it under “Edit” first, or add another passkey.',
  'options.passkey.taken': 'This profile uses {name}.',
  'options.passkey.removed': '{name} was removed at the service.',
  'options.passkey.removeTitle': 'Remove {name}?',
  'options.passkey.removeWhat':
    'The service forgets this passkey: it stamps for your user no more, wherever it is used. This cannot be undone. Delete it on its authenticator yourself.',
  'options.passkey.removeUsed': 'This profile uses it, and stops using it.',
  'options.passkey.removeLast': 'This may be the last credential',
  'options.passkey.removeLastWhat':
    'A user without any credential can never stamp again. The service refuses to remove the last one; make sure that another passkey or an API key of this user works.',
  'options.passkey.removeDo': 'Remove passkey',
  'options.passkey.whyRemove': 'To remove the passkey “{name}” at the service.',

  'options.registered.title': 'Registered at the service',
  'options.registered.show': 'Show',
  'options.registered.refresh': 'Read again',
  'options.registered.none': 'The service has no passkey of this user',
  'options.registered.used': 'Used here',
  'options.registered.use': 'Use',
  'options.registered.remove': 'Remove {name} at the service',

  'options.domain.title': 'Passkeys of a domain',
  'options.domain.other': 'Use passkeys of a domain…',
  'options.domain.made': 'Made for',
  'options.domain.change': 'Change',
  'options.domain.whose': 'Which passkeys',
  'options.domain.own': 'Keystamp itself',
  'options.domain.ownWhat':
    'Passkeys that were made here. Only Keystamp can use them, and no web page.',
  'options.domain.ownFirefox':
    'Passkeys that were made here. Only this installation can use them: Firefox gives each one another origin, so they are of no use after Keystamp was removed and added again.',
  'options.domain.domain': 'A domain',
  'options.domain.domainWhat':
    'Passkeys that you have already, made on the site of your organization or wallet.',
  'options.domain.old':
    'This is {browser}. Passkeys of a domain need Chrome {chrome} or Firefox {firefox}, or later: update the browser to use them.',
  'options.domain.name': 'Domain',
  'options.domain.nameHelp':
    'The site where the passkeys were made. The browser asks whether Keystamp may reach this host, and this host alone: that is how it lets Keystamp use its passkeys. Keystamp sends nothing there.',
  'options.domain.empty': 'Type the domain that the passkeys were made for.',
  'options.domain.malformed': 'This is not a domain. Type it without a path, such as example.com.',
  'options.domain.address': 'Passkeys belong to a name, not to a number.',
  'options.domain.drops': {
    one: 'This profile stops using its passkey',
    other: 'This profile stops using its {count} passkeys',
  },
  'options.domain.dropsWhat':
    'They were made for another domain. They stay on their authenticators and at the service.',
  'options.domain.save': 'Use these passkeys',

  'options.rules.title': 'What stamps what',
  'options.rules.what':
    'Keystamp holds every stamp against these rules, whoever asks for it. What a site was allowed in advance does not get past them.',
  'options.rules.noPasskey': 'These operations cannot be stamped',
  'options.rules.noPasskeyWhat':
    'The rules want a passkey for them, and this profile uses none. Add one, or change the rules.',
  'options.rules.noKey': 'This profile has no API key: its passkey stamps everything.',
  'options.rules.usual': 'Usually',
  'options.rules.usual.key': 'The API key',
  'options.rules.usual.keyWhat': 'Stamps without a question of the browser.',
  'options.rules.usual.passkey': 'The passkey',
  'options.rules.usual.passkeyWhat':
    'Asked for at each activity; you may still take the API key there. Reading is done with the API key.',
  'options.rules.only': 'These need the passkey',
  'options.rules.onlyHelp':
    'The API key cannot stamp them, even when somebody else gets at it here.',
  'options.rules.preset': 'Imports, e-mail and phone need the passkey',
  'options.rules.save': 'Save rules',
  'options.rules.saved': 'The rules were saved.',

  'options.read.title': 'This profile reads when you say so',
  'options.read.what':
    'It has no API key. One use of your passkey lets Keystamp read for an hour; nothing is changed by it.',
  'options.read.again': 'Look again',
  'options.read.why': 'To let Keystamp read in this organization for an hour. Nothing is changed.',

  'options.keys.title': 'API keys',
  'options.keys.what': 'Private halves stay in the vault and cannot be shown. Public halves can.',
  'options.keys.create': 'Make a key',
  'options.keys.bring': 'Bring a key',
  'options.keys.none': 'No key yet',
  'options.keys.usedBy': 'Used by {names}',
  'options.keys.unused': 'Not used',
  'options.keys.made': 'Made {when}',
  'options.keys.show': 'Show the public half of {name}',
  'options.keys.remove': 'Remove {name}',
  'options.keys.removeDo': 'Remove key',
  'options.keys.removeWhat':
    'The private half is deleted from this computer. This cannot be undone. Remove the key at the service, too.',
  'options.keys.inUse':
    'It stamps for {names}. Choose another key in that profile first, or remove the profile.',
  'options.keys.added': '{name} is in the vault.',
  'options.keys.removed': '{name} was removed.',

  'options.sites.what':
    'Web pages that may ask Keystamp to stamp something. You decide each time, except for what you allowed in advance.',
  'options.sites.none': 'No site yet',
  'options.sites.noneWhat':
    'A site appears here when you connect or block it. It has to ask you first, and you answer in a window of Keystamp.',
  'options.sites.filter': 'Find a site',
  'options.sites.connected': 'Connected',
  'options.sites.blocked': 'Blocked',
  'options.sites.disconnectAll': 'Disconnect all…',
  'options.sites.disconnectAllTitle': 'Disconnect all sites?',
  'options.sites.disconnectAllWhat': {
    one: '{count} site loses its connection and all that you allowed it in advance. It may ask to connect again. Blocked sites stay blocked.',
    other:
      '{count} sites lose their connection and all that you allowed them in advance. They may ask to connect again. Blocked sites stay blocked.',
  },
  'options.sites.disconnectAllDo': 'Disconnect all',
  'options.site.address': 'Address',
  'options.site.profile': 'Profile',
  'options.site.operations': 'May ask for',
  'options.site.nothing': 'Nothing',
  'options.site.connected': 'Connected',
  'options.site.lastUsed': 'Last use',
  'options.site.never': 'never',
  'options.site.quiet': 'Not shown until',
  'options.site.grants': {
    one: '{count} advance permission',
    other: '{count} advance permissions',
  },
  'options.site.history': 'Asked for and stamped',
  'options.site.allHistory': 'The whole history',
  'options.site.disconnect': 'Disconnect',
  'options.site.block': 'Block',
  'options.site.unblock': 'Unblock',
  'options.site.disconnectWhat':
    'A disconnected site loses what you allowed in advance and may ask to connect again.',
  'options.site.blockWhat':
    'A blocked site loses it too, and nothing that it asks is shown to you.',
  'options.site.blockedWhat': 'Nothing that this site asks is shown to you.',
  'options.site.unblockWhat': 'Unblocked, it is connected again, and you decide each time.',
  'options.grants.title': 'Allowed in advance',
  'options.grants.none': 'Nothing: you decide about every request.',
  'options.grants.revokeAll': 'Take all back',
  'options.grant.revoke': 'Take back: {title}',
  'options.grant.anyValues': 'With any values',
  'options.grant.only': 'Only {label}:',
  'options.grant.yes': 'yes',
  'options.grant.no': 'no',
  'options.grant.left': {
    one: '{count} of {most} uses left',
    other: '{count} of {most} uses left',
  },
  'options.grant.perHour': {
    one: '{used} of {count} in the last hour',
    other: '{used} of {count} in the last hour',
  },
  'options.grant.ends': 'Ends',
  'options.grant.ended': 'Ended',
  'options.grant.usedUp': 'Used up',

  'options.lock.title': 'Lock',
  'options.lock.minutes': 'Lock after minutes without use',
  'options.lock.minutesHelp': 'It also locks with the computer and when the browser closes.',
  'options.lock.minutesWrong': 'A whole number from {least} to {most}.',
  'options.lock.now': 'Lock now',

  'options.wipe.title': 'Wipe everything',
  'options.wipe.what': 'Takes Keystamp back to the state of a fresh installation.',
  'options.wipe.lost': 'This cannot be undone. Lost are:',
  'options.wipe.lostKeys': 'all API keys, also those that exist only here',
  'options.wipe.lostProfiles': 'all profiles',
  'options.wipe.lostHistory': 'the history, and what is not sent yet',
  'options.wipe.lostSettings': 'the settings',
  'options.wipe.kept':
    'At the services nothing changes: wallets, users and registered keys stay. Remove the public keys there if you no longer need them.',
  'options.wipe.type': 'Type “{words}” to confirm',
  'options.wipe.do': 'Wipe everything',

  'options.history.what': 'What Keystamp stamped on this computer, newest first.',
  'options.history.filter': 'Profile',
  'options.history.all': 'All profiles',
  'options.history.none': 'Nothing yet',
  'options.history.noneWhat': 'Activities appear here as soon as they are stamped.',
  'options.history.more': 'Load more',
  'options.history.profileGone': 'Removed profile',
  'options.history.asker': 'Asked by',
  'options.history.method': 'Stamped by',
  'options.history.method.key': 'API key',
  'options.history.method.passkey': 'Passkey',
  'options.history.type': 'Type',
  'options.history.fingerprint': 'Fingerprint',
  'options.history.activity': 'Activity ID',
  'options.history.attempts': 'Sent',
  'options.history.updated': 'Last change',
  'options.history.ask': 'Ask the service now',
  'options.history.asked': 'The service is asked again.',

  'options.look.title': 'Appearance',
  'options.look.theme': 'Theme',
  'options.theme.system': 'As the system',
  'options.theme.light': 'Light',
  'options.theme.dark': 'Dark',
  'options.look.contrast': 'Contrast',
  'options.contrast.system': 'As the system',
  'options.contrast.more': 'More',
  'options.language.title': 'Language',
  'options.language.label': 'Language of Keystamp',
  'options.language.help': 'Names and messages that come from the service stay as they are.',
  'options.language.en': 'English',
  'options.language.en-XA': 'Pseudo-English, for tests',

  'options.about.version': 'Version {version}',
  'options.about.what':
    'Keystamp manages keys, wallets and users of a key management service. It stamps every request on this computer and sends it once.',
  'options.about.stamp':
    'A stamp is your signature over one exact request. The service carries out only what carries a stamp of a key it knows.',
  'options.about.notTitle': 'What it does not do',
  'options.about.notCustody':
    'It does not hold wallet keys. Those are at the service; here are only the API keys that stamp.',
  'options.about.notNetwork':
    'It talks to no host but the services of your profiles, and reports nothing to anybody.',
  'options.about.notRecovery': 'It cannot recover a lost password.',
  'options.about.notEnclave':
    'Its local service is for development and is not an enclave: never keep funds under keys of it.',
  'options.about.licences': 'Licences',
  'options.about.licencesWhat': 'Keystamp is under the MIT licence. It contains:',
} as const;
