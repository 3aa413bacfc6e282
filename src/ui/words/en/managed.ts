/** Text for settings that an organization's administrator manages, on the options page. */
export const managedWords = {
  'managed.ignored': 'Keystamp ignores some of your organization’s settings',
  'managed.ignoredWhat':
    'Everything else your organization set applies. Tell your administrator about these values:',
  'managed.entry': '{setting}, entry {entry}',
  'managed.all': 'All settings',
  'managed.problem.unknown': 'Keystamp has no setting with this name.',
  'managed.problem.type': 'This value has the wrong type or is too long.',
  'managed.problem.url':
    'This isn’t a base URL: use https, or http on 127.0.0.1 or localhost, and nothing after ? or #.',
  'managed.problem.uuid': 'This isn’t an organization ID (a UUID).',
  'managed.problem.point': 'This isn’t an uncompressed P-256 public key of 130 hex digits.',
  'managed.problem.site':
    'This isn’t an origin as the browser writes it (scheme, name, and port), or a name such as *.app.example.',
  'managed.problem.operation':
    'Keystamp has no operation with this name that a passkey can protect.',
  'managed.problem.account': 'This isn’t an Ethereum address: 0x and 40 hex digits.',
  'managed.problem.minutes': 'This isn’t a whole number from 1 to 240.',
  'managed.problem.too_many': 'This list has more than 500 entries. Keystamp ignores the rest.',
  'managed.problem.unreadable':
    'The browser couldn’t read the settings. The last ones it read stay in effect until Keystamp restarts.',

  'managed.profile': 'Your organization doesn’t allow this profile',
  'managed.profilePlace':
    'Your organization set a different service or organization ID. Keystamp keeps this profile, but signs and sends nothing with it. Add a profile with your organization’s settings instead.',
  'managed.profileSigner':
    'Your organization set a different signer for import bundles. Keystamp signs and sends nothing with this profile until you save it with that signer.',
  'managed.rulesNoPasskey':
    'Your organization requires a passkey for these, and this profile has none. Add one.',
  'managed.lock': {
    one: 'Set by your organization: {count} minute at most.',
    other: 'Set by your organization: {count} minutes at most.',
  },
  'managed.lockOwn': {
    one: 'You chose {count} minute. That applies again when your organization allows it.',
    other: 'You chose {count} minutes. That applies again when your organization allows it.',
  },
  'managed.sites': 'Your organization decides which sites can send requests',
  'managed.sitesWhat':
    'Keystamp rejects requests from other sites without asking you. * stands for a name and everything below it.',
  'managed.sitesAllowed': 'Only these sites are allowed',
  'managed.sitesBlocked': 'Blocked sites',
  'managed.sitesNone': 'None',
  'managed.site':
    'Your organization doesn’t let this site send requests. Keystamp keeps its connection and permissions. They apply again if your organization allows the site.',
} as const;
