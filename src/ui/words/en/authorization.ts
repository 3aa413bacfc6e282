/** Text for what signs for a profile: its passkeys, their domain, its rules. */
export const authorizationWords = {
  'authorization.passkey.title': 'Passkeys',
  'authorization.passkey.cardWhat':
    'A passkey signs requests like an API key does, but asks you each time. It stays on its authenticator: this computer, a phone, or a security key.',
  'authorization.passkey.none': 'No passkeys yet',
  'authorization.passkey.noneWhat': 'This profile’s API key signs everything.',
  'authorization.passkey.add': 'Add a passkey',
  'authorization.passkey.addWhat':
    'Your browser asks where to save the new passkey. Then Keystamp registers it at the service so it can sign for your user.',
  'authorization.passkey.name': 'Passkey name',
  'authorization.passkey.nameHelp': 'Shown here and in the service’s list of passkeys.',
  'authorization.passkey.defaultName': 'Passkey {number}',
  'authorization.passkey.make': 'Create passkey',
  'authorization.passkey.making': 'Your browser asks where to save the passkey…',
  'authorization.passkey.stage.passkey': 'Create the passkey',
  'authorization.passkey.stage.registration': 'Register it at the service',
  'authorization.passkey.stage.profile': 'Save it in this profile',
  'authorization.passkey.stage.removal': 'Remove it at the service',
  'authorization.passkey.stage.update': 'Update this profile',
  'authorization.passkey.pending':
    'The passkey exists, and the service registers it once they approve. Keep this open, and this profile uses it then. If you close it, show the passkeys at the service and choose “Use” once they have.',
  'authorization.passkey.notRegistered':
    'The passkey exists on its authenticator, but as far as Keystamp knows, the service hasn’t registered it, so it can’t sign. This profile hasn’t changed.',
  'authorization.passkey.unkept':
    'The service registered the passkey, but Keystamp couldn’t save this profile. Try again, or show the passkeys at the service and choose “Use”.',
  'authorization.passkey.unsure':
    'This profile hasn’t changed. Show the passkeys at the service before you try again.',
  'authorization.passkey.registerAgain': 'Register again',
  'authorization.passkey.added': '{name} can now sign for this profile.',
  'authorization.passkey.whyAdd': 'This registers the new passkey “{name}” at the service.',
  'authorization.passkey.id': 'Credential ID',
  'authorization.passkey.use': 'Sign with your passkey',
  'authorization.passkey.useNow': 'Use passkey',
  'authorization.passkey.useKey': 'Use API key',
  'authorization.passkey.anyOwn': 'Any passkey created for Keystamp in this browser',
  'authorization.passkey.sending': 'Signed. Sending…',
  'authorization.passkey.anyWhat':
    'This profile doesn’t name one. Your browser offers the ones your authenticators have.',
  'authorization.passkey.stop': 'Stop using',
  'authorization.passkey.lastWay': 'This profile would have nothing left to sign with',
  'authorization.passkey.lastWayWhat':
    'First choose an API key under “Edit”, or add another passkey.',
  'authorization.passkey.taken': 'This profile now uses {name}.',
  'authorization.passkey.removed': '{name} was removed from the service.',
  'authorization.passkey.removeWhat':
    'The service forgets this passkey. It can no longer sign for your user, wherever you use it. This can’t be undone. Its authenticator may still list it: delete it there.',
  'authorization.passkey.removeUsed': 'This profile uses this passkey and stops using it.',
  'authorization.passkey.removeWaits':
    'The service removes it once they approve. Keep this open, and this profile forgets it then. If you close it, stop using it in this profile afterward.',
  'authorization.passkey.removeLast': 'This may be the last credential',
  'authorization.passkey.removeLastWhat':
    'A user without credentials can never sign again. The service doesn’t remove the last one. Make sure another passkey or API key of this user works.',
  'authorization.passkey.removeDo': 'Remove passkey',
  'authorization.passkey.whyRemove': 'This removes the passkey “{name}” from the service.',

  'authorization.registered.title': 'Passkeys at the service',
  'authorization.registered.what':
    'Passkeys the service has registered for your user. This profile uses the marked ones.',
  'authorization.registered.show': 'Show',
  'authorization.registered.none': 'The service has no passkeys for this user',
  'authorization.registered.used': 'Used here',
  'authorization.registered.use': 'Use',
  'authorization.registered.remove': 'Remove {name} from the service',

  'authorization.domain.title': 'Passkeys for this profile',
  'authorization.domain.other': 'Use passkeys for a domain…',
  'authorization.domain.made': 'Created for',
  'authorization.domain.own': 'Keystamp',
  'authorization.domain.ownWhat':
    'Passkeys you created here. Only Keystamp can use them, and no website.',
  'authorization.domain.ownFirefox':
    'Passkeys you created here. Only this installation can use them: Firefox gives each one a different origin, so they stop working if you remove Keystamp and add it again.',
  'authorization.domain.domain': 'A domain',
  'authorization.domain.domainWhat':
    'Passkeys you already have, created on the site of your organization or wallet.',
  'authorization.domain.old':
    'This is {browser}. Passkeys for a domain need Chrome {chrome} or Firefox {firefox}, or later. Update your browser to use them.',
  'authorization.domain.name': 'Domain',
  'authorization.domain.nameHelp':
    'The site where you created the passkeys. You’re asked whether Keystamp can access this host, and only this host. Then your browser lets Keystamp use its passkeys. Keystamp sends nothing there.',
  'authorization.domain.empty': 'Enter the domain the passkeys were created for.',
  'authorization.domain.malformed':
    'This isn’t a domain. Enter it without a path, such as example.com.',
  'authorization.domain.address':
    'Passkeys belong to a name, not an IP address. Enter a domain, such as example.com.',
  'authorization.domain.drops': {
    one: 'This profile stops using its passkey',
    other: 'This profile stops using its {count} passkeys',
  },
  'authorization.domain.dropsWhat':
    'Passkeys for another domain stay on their authenticators and at the service.',
  'authorization.domain.save': 'Use these passkeys',

  'authorization.rules.title': 'Signing rules',
  'authorization.rules.what':
    'Keystamp checks every signature against these rules, no matter who requests it. Auto-approved requests can’t bypass them.',
  'authorization.rules.noPasskey': 'These operations can’t be signed',
  'authorization.rules.noPasskeyWhat':
    'The rules require a passkey for them, and this profile has none. Add one, or change the rules.',
  'authorization.rules.noKey':
    'This profile has no API key, so its passkey signs everything. The rules apply again once it has a key.',
  'authorization.rules.usual': 'Usually sign with',
  'authorization.rules.usual.key': 'API key',
  'authorization.rules.usual.keyWhat': 'Signs without a browser prompt.',
  'authorization.rules.usual.passkey': 'Passkey',
  'authorization.rules.usual.passkeyWhat':
    'Asks for it with each activity. You can still choose the API key there. Keystamp also reads with the API key.',
  'authorization.rules.only': 'Require the passkey for',
  'authorization.rules.onlyHelp':
    'Keystamp doesn’t sign these with the API key, no matter who asks.',
  'authorization.rules.preset':
    'Require it for imports, exports, users, API keys, policies, the root quorum, email, and phone',
  'authorization.rules.save': 'Save rules',
  'authorization.rules.saved': 'Rules saved.',

  'authorization.read.first': 'Try passkey',
  'authorization.read.why':
    'This lets Keystamp read in this organization for an hour. It changes nothing.',
} as const;
