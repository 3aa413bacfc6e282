/** Words of what stamps for a profile: its passkeys, their domain, its rules. */
export const authorizationWords = {
  'authorization.passkey.title': 'Passkeys',
  'authorization.passkey.cardWhat':
    'A passkey stamps requests like an API key does, but asks you at each one. It stays on its authenticator: this computer, a phone or a security key.',
  'authorization.passkey.none': 'No passkey yet',
  'authorization.passkey.noneWhat': 'Everything in this profile is stamped with its API key.',
  'authorization.passkey.add': 'Add a passkey',
  'authorization.passkey.addWhat':
    'The browser asks where to keep the new passkey. Then Keystamp registers it at the service, so that it can stamp for your user.',
  'authorization.passkey.name': 'Name of the passkey',
  'authorization.passkey.nameHelp': 'For you, and for the list of passkeys at the service.',
  'authorization.passkey.defaultName': 'Passkey {number}',
  'authorization.passkey.make': 'Make passkey',
  'authorization.passkey.making': 'The browser asks where to keep the passkey',
  'authorization.passkey.registering': 'Registering it at the service',
  'authorization.passkey.state': 'The activity at the service:',
  'authorization.passkey.pendingTitle': 'The service waits for others',
  'authorization.passkey.pending':
    'The passkey is made, and registered once they agree. Then show what the service has and choose “Use”. Nothing of this profile has changed.',
  'authorization.passkey.notRegistered':
    'The passkey exists on its authenticator, but as far as is known the service has not registered it: it cannot stamp. Nothing of this profile has changed.',
  'authorization.passkey.unkept':
    'The service has registered the passkey, but this profile couldn’t be saved. Try again, or show what the service has and choose “Use”.',
  'authorization.passkey.registerAgain': 'Register it again',
  'authorization.passkey.added': '{name} can stamp for this profile.',
  'authorization.passkey.whyAdd': 'To register the new passkey “{name}” at the service.',
  'authorization.passkey.id': 'Credential ID',
  'authorization.passkey.use': 'Stamp with your passkey',
  'authorization.passkey.useNow': 'Use passkey',
  'authorization.passkey.useKey': 'Use the API key',
  'authorization.passkey.what': 'Operation',
  'authorization.passkey.profile': 'Profile',
  'authorization.passkey.which': 'Passkey',
  'authorization.passkey.anyOwn': 'Any that was made for Keystamp in this browser',
  'authorization.passkey.anyOf': 'Any of {domain}',
  'authorization.passkey.exact': 'The exact request',
  'authorization.passkey.exactWhat':
    'These bytes are signed and sent, and no others. The passkey signs their SHA-256.',
  'authorization.passkey.secretBody': 'Not shown: a secret is in it.',
  'authorization.passkey.digest': 'SHA-256 of the request',
  'authorization.passkey.prompting': 'Answer the browser’s question',
  'authorization.passkey.sending': 'Stamped; handing it over',
  'authorization.passkey.anyWhat':
    'No single one is named: the browser offers what your authenticators have.',
  'authorization.passkey.stop': 'Stop using',
  'authorization.passkey.lastWay': 'This profile would have nothing left to stamp with',
  'authorization.passkey.lastWayWhat':
    'Choose an API key for it under “Edit” first, or add another passkey.',
  'authorization.passkey.taken': 'This profile uses {name}.',
  'authorization.passkey.removed': '{name} was removed at the service.',
  'authorization.passkey.removeTitle': 'Remove {name}?',
  'authorization.passkey.removeWhat':
    'The service forgets this passkey: it stamps for your user no more, wherever it is used. This cannot be undone. Delete it on its authenticator yourself.',
  'authorization.passkey.removeUsed': 'This profile uses it, and stops using it.',
  'authorization.passkey.removeLast': 'This may be the last credential',
  'authorization.passkey.removeLastWhat':
    'A user without any credential can never stamp again. The service refuses to remove the last one; make sure that another passkey or an API key of this user works.',
  'authorization.passkey.removeDo': 'Remove passkey',
  'authorization.passkey.whyRemove': 'To remove the passkey “{name}” at the service.',

  'authorization.registered.title': 'Passkeys at the service',
  'authorization.registered.what':
    'Those that the service has registered for your user. This profile uses the marked ones.',
  'authorization.registered.show': 'Show',
  'authorization.registered.refresh': 'Read again',
  'authorization.registered.none': 'The service has no passkey of this user',
  'authorization.registered.used': 'Used here',
  'authorization.registered.use': 'Use',
  'authorization.registered.remove': 'Remove {name} at the service',

  'authorization.domain.title': 'Which passkeys this profile uses',
  'authorization.domain.other': 'Use passkeys of a domain…',
  'authorization.domain.made': 'Made for',
  'authorization.domain.change': 'Change',
  'authorization.domain.whose': 'Made for',
  'authorization.domain.own': 'Keystamp itself',
  'authorization.domain.ownWhat':
    'Passkeys that were made here. Only Keystamp can use them, and no web page.',
  'authorization.domain.ownFirefox':
    'Passkeys that were made here. Only this installation can use them: Firefox gives each one another origin, so they are of no use after Keystamp was removed and added again.',
  'authorization.domain.domain': 'A domain',
  'authorization.domain.domainWhat':
    'Passkeys that you have already, made on the site of your organization or wallet.',
  'authorization.domain.old':
    'This is {browser}. Passkeys of a domain need Chrome {chrome} or Firefox {firefox}, or later: update the browser to use them.',
  'authorization.domain.name': 'Domain',
  'authorization.domain.nameHelp':
    'The site where the passkeys were made. The browser asks whether Keystamp may reach this host, and this host alone: that is how it lets Keystamp use its passkeys. Keystamp sends nothing there.',
  'authorization.domain.empty': 'Type the domain that the passkeys were made for.',
  'authorization.domain.malformed':
    'This is not a domain. Type it without a path, such as example.com.',
  'authorization.domain.address': 'Passkeys belong to a name, not to a number.',
  'authorization.domain.drops': {
    one: 'This profile stops using its passkey',
    other: 'This profile stops using its {count} passkeys',
  },
  'authorization.domain.dropsWhat':
    'They were made for another domain. They stay on their authenticators and at the service.',
  'authorization.domain.save': 'Use these passkeys',

  'authorization.rules.title': 'What stamps what',
  'authorization.rules.what':
    'Keystamp holds every stamp against these rules, whoever asks for it. What a site was allowed in advance does not get past them.',
  'authorization.rules.noPasskey': 'These operations cannot be stamped',
  'authorization.rules.noPasskeyWhat':
    'The rules want a passkey for them, and this profile uses none. Add one, or change the rules.',
  'authorization.rules.noKey':
    'This profile has no API key: its passkey stamps everything. The rules count again once it has a key.',
  'authorization.rules.usual': 'Usually',
  'authorization.rules.usual.key': 'The API key',
  'authorization.rules.usual.keyWhat': 'Stamps without a question of the browser.',
  'authorization.rules.usual.passkey': 'The passkey',
  'authorization.rules.usual.passkeyWhat':
    'Asked for at each activity; you may still take the API key there, which also reads.',
  'authorization.rules.only': 'These need the passkey',
  'authorization.rules.onlyHelp': 'Keystamp does not stamp them with the API key, whoever asks.',
  'authorization.rules.preset': 'Imports, e-mail and phone need the passkey',
  'authorization.rules.save': 'Save rules',
  'authorization.rules.saved': 'The rules were saved.',

  'authorization.read.title': 'This profile reads when you say so',
  'authorization.read.what':
    'It has no API key. One use of your passkey lets Keystamp read for an hour; nothing is changed by it.',
  'authorization.read.again': 'Look again',
  'authorization.read.first': 'Try the passkey',
  'authorization.read.why':
    'To let Keystamp read in this organization for an hour. Nothing is changed.',
} as const;
