/** Text for the popup. */
export const popupWords = {
  'popup.refresh': 'Refresh',
  'popup.lock': 'Lock now',
  'popup.more.title': 'More',
  'popup.more.manage': 'Manage',
  'popup.more.tab': 'Open in a tab',
  'popup.unknownOperation': 'Keystamp doesn’t have this operation',

  'popup.requests': {
    one: '{count} pending request from a site',
    other: '{count} pending requests from sites',
  },
  'popup.entry.askedBy': 'Asked by {origin}',
  'popup.entry.passkey': 'Signed with passkey',
  'popup.entry.private': 'Asked by a site in a private window',

  'popup.noVault.title': 'Welcome to Keystamp',
  'popup.noVault.text': 'Set a password and choose a service. It takes about a minute, in a tab.',
  'popup.noVault.action': 'Set up Keystamp',
  'popup.noProfile.title': 'No profile yet',
  'popup.noProfile.text':
    'A profile is one organization at one service, with the API key that signs for it.',
  'popup.noProfile.action': 'Add a profile',

  'popup.asOf': 'As of {time}, not refreshed yet',
  'popup.home.title': 'Home',
  'popup.home.all': 'See all',
  'popup.home.needsYou': 'Needs your attention',
  'popup.home.waitsForOthers': 'Waiting for others',
  'popup.home.unfinished': 'Continue draft',
  'popup.home.none.wallet': 'No wallets in this organization yet.',
  'popup.home.import': 'Import key',
  'popup.home.import-wallet': 'Import wallet',
  'popup.home.none.privateKey': 'No private keys in this organization yet.',
  'popup.home.recent': 'Recent activity',
  'popup.home.noActivities': 'Nothing signed with this profile yet.',
  'popup.home.showAll': { one: 'Show {count}', other: 'Show all {count}' },
  'popup.cross.mismatch': 'Doesn’t match',
  'popup.cross.cannot_check': 'Can’t be verified',
  'popup.cross.consistent': 'Consistent',
  'popup.cross.source': 'Source of the public key',
  'popup.keysHere': 'Keys on this device',

  'popup.clock.title': 'Your clock is off',
  'popup.clock.slow': {
    one: 'This computer’s clock is {count} second behind the service’s. Set it, or the service may not accept requests it sees as too old.',
    other:
      'This computer’s clock is {count} seconds behind the service’s. Set it, or the service may not accept requests it sees as too old.',
  },
  'popup.clock.fast': {
    one: 'This computer’s clock is {count} second ahead of the service’s. Set it, or the service may not accept requests it sees as too new.',
    other:
      'This computer’s clock is {count} seconds ahead of the service’s. Set it, or the service may not accept requests it sees as too new.',
  },

  'popup.barred.text':
    'Nothing is sent to it, and requests stay pending, until you allow it again.',
  'popup.barred.action': 'Open the profile',
  'popup.offline.title': 'You’re offline',
  'popup.offline.text':
    'Keystamp sends what is pending as soon as this computer is back online. What you see may be out of date.',
  'popup.pause.title': 'The service is limiting requests',
  'popup.pause.text': {
    one: 'Keystamp tries again in {count} second.',
    other: 'Keystamp tries again in {count} seconds.',
  },
  'popup.pause.action': 'Send now',
  'popup.clockAhead.title': 'This computer’s clock was ahead',
  'popup.clockAhead.text':
    'Your last request has a time in the future, so the service won’t accept new ones. Check that the clock is correct now, then reset the request time. This doesn’t resend anything.',
  'popup.clockAhead.action': 'Reset request time',

  'popup.operations.filter': 'Search operations',
  'popup.operations.others': 'More operations',
  'popup.operations.tryOther': 'Try another word, such as wallet, user, tag, or key.',
  'popup.irreversible': 'can’t be undone',

  'popup.form.haveKey':
    'Have the key itself? The import page encrypts it and verifies its addresses.',
  'popup.form.change': 'Change',
  'popup.form.startOver': 'Start over',
  'popup.more': 'More',
  'popup.noChoice': 'Not set',

  'popup.pick.placeholder': 'Search by name or paste an ID',
  'popup.pick.placeholderMany': 'Search to add, or paste an ID',
  'popup.pick.pasted': 'Use this ID',
  'popup.pick.unnamed': 'Unnamed',
  'popup.pick.nothing': 'No results. You can also paste an ID.',
  'popup.pick.chosen': 'Selected',
  'popup.pick.unlisted': 'Not in the list. The service checks whether it exists.',
  'popup.pick.remove': 'Remove {name}',
  'popup.pick.open': '(your choice)',

  'popup.accounts.others': 'Other chains',
  'popup.accounts.change': 'Advanced',
  'popup.accounts.unknown':
    'Couldn’t read this wallet’s accounts. A new path may already be in use.',

  'popup.owner.own': 'Yours',
  'popup.owner.ownNamed': 'Yours · {name}',
  'popup.owner.foreign': 'Not in your organization',
  'popup.owner.searching': {
    one: 'Checking whose address this is: {count} account so far…',
    other: 'Checking whose address this is: {count} accounts so far…',
  },
  'popup.owner.paused': {
    one: 'Not in the first {count} account of your organization.',
    other: 'Not in the first {count} accounts of your organization.',
  },
  'popup.owner.more': 'Check more',
  'popup.owner.failed': 'Couldn’t check whose address this is.',
  'popup.address.chain': 'This is an address on {chains}, not on {network}.',
  'popup.address.testNetwork':
    'This is an address on a {chains} test network. {network} can’t pay out to it.',
  'popup.address.unchecked':
    'This address has no checksum, so Keystamp can’t detect typos in it. Compare every character.',

  'popup.contract.file': 'Contract interface file',
  'popup.lifetime': '{time} ({seconds} seconds)',
  'popup.camera': 'Use the camera',
  'popup.publicKey.image': 'Read QR image',
  'popup.publicKey.own': 'Use a key of this browser',
  'popup.publicKey.ownNew': 'Create a new key',
  'popup.publicKey.private_key':
    'That was a private key, and this field is for public keys. Keystamp didn’t keep it. If anyone else may have seen it, replace it.',
  'popup.publicKey.recovery_phrase':
    'That was a recovery phrase. It opens a whole wallet and belongs in no form. Keystamp didn’t keep it. This field takes a public key.',
  'popup.publicKey.maybe_private':
    'That may be a private key or a part of one, so Keystamp didn’t keep it. A public key has 66 hex digits and starts with 02 or 03. For an Ed25519 public key, choose that curve first.',
  'popup.publicKey.newer_code':
    'This code is from a newer Keystamp. Update this one, then try again.',
  'popup.publicKey.damaged_code':
    'A part of this device code is missing or changed. Copy all of it again.',
  'popup.publicKey.no_point':
    'This isn’t a P-256 or secp256k1 public key. A digit may be wrong: copy it again.',
  'popup.publicKey.other':
    'This isn’t a public key. Paste the 66 hex digits of one, or the text that the other device shows.',
  'popup.publicKey.other_code':
    'This QR code isn’t from a Keystamp setup. It has no public key in it.',
  'popup.publicKey.other_organization':
    'This device was set up for another organization. Compare the organization ID on both devices.',
  'popup.publicKey.registered':
    'This key is registered in the organization already. The other device may have been added before: let it test its key.',
  'popup.publicKey.not_same':
    'This may not be the key of the other device: someone may have put another one in its place on the way. So Keystamp didn’t take it. Get the code from the other device’s own screen and enter it again; Keystamp will ask for another group. If the digits differ again, don’t register the key.',
  'popup.publicKey.question': 'Which group does the other device show in the gap?',
  'popup.publicKey.questionWhat':
    'Look at the digits on the device that the key is from. The other five groups must match, too.',
  'popup.publicKey.none': 'None of these',
  'popup.publicKey.noneWhat': 'Also if one of the other groups differs',
  'popup.publicKey.program':
    'This key comes from another program; no Keystamp device shows digits for it',
  'popup.publicKey.confirm': 'Confirm choice',
  'popup.publicKey.notCompared':
    'From another program, as you said: its digits weren’t compared. Make sure that the key is the right one.',
  'popup.publicKey.too_large':
    'This image is too large. Take a screenshot of the code, or crop the image.',
  'popup.publicKey.not_an_image': 'This isn’t an image that Keystamp can read. Use PNG or JPEG.',
  'popup.publicKey.no_code':
    'There’s no readable QR code in this image. Take it again from the front, with all of the code in it, or paste the text below the code.',
  'popup.contract.tooLarge': 'This file is too large to read. Paste the ABI or IDL alone.',
  'popup.contract.choose': 'Choose a file',
  'popup.contract.drop': 'You can also drop one here.',
  'popup.contract.list': 'Contract contents',
  'popup.contract.empty': 'The interface is readable but empty.',
  'popup.contract.more': {
    one: '{count} more entry not shown.',
    other: '{count} more entries not shown.',
  },
  'popup.contract.changes': 'Changes to the stored interface',
  'popup.contract.same': '“{name}”, stored for this address, has the same interface.',
  'popup.contract.differs': '“{name}” is already stored for this address. This one differs:',
  'popup.contract.added': { one: '{count} added', other: '{count} added' },
  'popup.contract.removed': { one: '{count} removed', other: '{count} removed' },
  'popup.contract.changed': { one: '{count} changed', other: '{count} changed' },
  'popup.contract.kind.function': 'function',
  'popup.contract.kind.event': 'event',
  'popup.contract.kind.error': 'error',
  'popup.contract.kind.constructor': 'constructor',
  'popup.contract.kind.instruction': 'instruction',
  'popup.contract.kind.account': 'account',
  'popup.contract.kind.other': '',
  'popup.contract.count.function': { one: '{count} function', other: '{count} functions' },
  'popup.contract.count.event': { one: '{count} event', other: '{count} events' },
  'popup.contract.count.error': { one: '{count} error', other: '{count} errors' },
  'popup.contract.count.constructor': { one: '{count} constructor', other: '{count} constructors' },
  'popup.contract.count.instruction': { one: '{count} instruction', other: '{count} instructions' },
  'popup.contract.count.account': { one: '{count} account', other: '{count} accounts' },
  'popup.contract.count.other': { one: '{count} other', other: '{count} others' },

  'popup.wholeValue': '{label}, full value',
  'popup.listItem': '{label} {number}',
  'popup.on': 'on',
  'popup.off': 'off',
  'popup.yes': 'yes',
  'popup.no': 'no',
  'popup.never': 'never',
  'popup.none': 'none',
  'popup.hidden': 'hidden',
  'popup.secret': {
    one: 'hidden, {count} character',
    other: 'hidden, {count} characters',
  },

  'popup.review.title': 'Review',
  'popup.review.parameters': 'Details',
  'popup.review.now': 'Current',
  'popup.review.then': 'New',
  'popup.review.high': 'Check the details. This takes effect immediately.',
  'popup.review.more': '{action}…',
  'popup.review.sure': 'This can’t be undone',
  'popup.review.affectsUnknown': 'Couldn’t determine who else this affects.',
  'popup.review.signer': 'Signed by',
  'popup.review.profile': 'Profile',
  'popup.review.organization': 'Organization',
  'popup.review.user': 'User',
  'popup.review.key': 'API key',
  'popup.review.stamp': 'Your signature over this exact request is called a stamp.',

  'popup.method.with': 'Signed with',
  'popup.method.choose': 'Sign with',
  'popup.method.key': 'API key',
  'popup.method.passkey': 'Passkey',
  'popup.method.passkeyIs':
    'A passkey is a key on your device or security key. It signs only when you confirm there.',
  'popup.method.anyOwn': 'Any passkey created for Keystamp',
  'popup.method.anyOf': 'Any passkey created for {domain}',
  'popup.method.own': 'Created for Keystamp',
  'popup.method.of': 'Created for {domain}',
  'popup.method.namesOwn': '{names} (created for Keystamp)',
  'popup.method.namesOf': '{names} (created for {domain})',
  'popup.method.credentialId': 'credential ID',
  'popup.method.publicKey': 'public key',
  'popup.method.ruled': 'This profile requires a passkey here.',
  'popup.method.managed': 'Your organization requires a passkey here.',
  'popup.method.managedNone':
    'Your organization requires a passkey here, and this profile has none. Add one in Settings.',
  'popup.method.noKey': 'This profile has no API key, so its passkey signs everything.',
  'popup.method.window': 'Next, a window opens and asks for your passkey.',
  'popup.method.none':
    'Nothing in this profile can sign this operation. Add a passkey or change the signing rule in Settings.',

  'popup.waits.title': 'Passkey needed',
  'popup.waits.list': 'Pending requests that need your passkey',
  'popup.waits.row': 'Needs your passkey · {time}',
  'popup.waits.text':
    'Continue in the window that asks for your passkey. Nothing has been signed or sent. You can close this.',
  'popup.waits.discard': 'Discard',
  'popup.waits.discardSure': 'Discard this request?',
  'popup.waits.discardText': 'Nothing was signed or sent. Keystamp won’t keep what you entered.',
  'popup.waits.over': 'No longer pending',
  'popup.waits.overText': 'You finished this request in its window, or it was discarded.',

  'popup.readSession.title': 'Refresh with passkey',
  'popup.readSession.needed': 'Keystamp needs your passkey to read this',
  'popup.readSession.text':
    'This profile has no API key, so reading needs your passkey. Use it once to let Keystamp read for a while. This changes nothing.',
  'popup.readSession.entry': 'Keystamp needs your passkey to check the status',
  'popup.readSession.names': 'Keystamp needs your passkey to read names and current values',
  'popup.readSession.once': 'Use passkey for this query only',

  'popup.activity.title': 'Activity',
  'popup.activity.leave': 'Back to home',
  'popup.activity.result': 'Result',
  'popup.activity.asked': 'Request',
  'popup.activity.ids': 'Technical details',
  'popup.activity.id': 'Activity ID',
  'popup.activity.fingerprint': 'Fingerprint',
  'popup.activity.type': 'Type',
  'popup.activity.status': 'Status',
  'popup.activity.attempts': 'Attempts',
  'popup.activity.updated': 'Last updated',
  'popup.activity.asker': 'Asked by',
  'popup.activity.listed': 'Votes and checks',
  'popup.activity.ahead': {
    one: '{count} request goes first.',
    other: '{count} requests go first.',
  },
  'popup.activity.turn': {
    one: 'It’s sent in about {count} second.',
    other: 'It’s sent in about {count} seconds.',
  },
  'popup.activity.nextSend': {
    one: 'Keystamp resends the same bytes in {count} second.',
    other: 'Keystamp resends the same bytes in {count} seconds.',
  },
  'popup.activity.nextAsk': {
    one: 'Keystamp checks again in {count} second.',
    other: 'Keystamp checks again in {count} seconds.',
  },
  'popup.activity.asking': 'Keystamp is checking now.',
  'popup.activity.change': 'Edit and try again',
  'popup.activity.retry': 'Resend now',
  'popup.activity.ask': 'Check now',
  'popup.activity.check': 'Check with service',
  'popup.activity.again': 'Start again',
  'popup.activity.mismatch':
    'The service’s response doesn’t match your request. Don’t trust this result.',
  'popup.activity.mismatched': 'An earlier response didn’t match this request',
  'popup.activity.mismatchedText':
    'The service now lists your request, and it matches. Still, check the result before you rely on it.',

  'popup.state.stamped': 'Signed and saved. About to send.',
  'popup.state.queued':
    'Signed and saved. Keystamp sends requests one by one, so that the service accepts them.',
  'popup.state.sending': 'On its way to the service.',
  'popup.state.waiting':
    'Keystamp doesn’t know whether the service received this. It resends the same bytes, and the service carries them out only once.',
  'popup.state.completed': 'Completed.',
  'popup.state.done': '{result}.',
  'popup.state.failed': 'The service accepted this but couldn’t carry it out.',
  'popup.state.rejected': 'A vote or a policy rejected this. Nothing changed.',
  'popup.state.refused': 'The service didn’t accept the request. Nothing changed.',
  'popup.state.mismatch': 'The service’s response isn’t about the request you signed.',
  'popup.state.checking':
    'Checking whether the service carried this out. Keystamp doesn’t resend anything.',
  'popup.state.unknown':
    'The signature is too old to resend, and the service doesn’t list this activity. Check whether it happened before you try again.',
  'popup.status.ACTIVITY_STATUS_CREATED': 'The service received this and is about to start.',
  'popup.status.ACTIVITY_STATUS_PENDING': 'The service is working on this.',
  'popup.status.ACTIVITY_STATUS_CONSENSUS_NEEDED':
    'The service received this. Others need to approve it first.',
  'popup.status.ACTIVITY_STATUS_AUTHENTICATORS_NEEDED':
    'The service received this. It needs more proof of who you are first.',
  'popup.status.other': 'Status at the service: {status}. Keystamp keeps checking.',

  'popup.link.opens': 'Opens in a new tab',
  'popup.link.open': 'Open in new tab',
  'popup.link.address': 'link',
  'popup.link.refused': 'Keystamp won’t open the link from the service',
  'popup.follow.asking': {
    one: 'Keystamp checks every second.',
    other: 'Keystamp checks every {count} seconds.',
  },
  'popup.follow.goOn': 'Keep checking',
  'popup.follow.problem': 'The service says what went wrong',
  'popup.follow.word': 'The service says so. Keystamp doesn’t ask the network itself.',

  'popup.read.service_unreachable':
    'Couldn’t reach the service. Check your network and whether the service is running.',
  'popup.read.service_timeout': 'The service didn’t respond in time. Nothing changed. Try again.',
  'popup.read.service_not_json':
    'The response wasn’t JSON: something between you and the service replied. Check your network.',
  'popup.read.service_malformed': 'The response doesn’t have the format of this query.',
  'popup.read.service_unavailable':
    'The service is having problems. Nothing changed. Try again later.',
  'popup.read.rate_limited':
    'The service is limiting requests. Wait a few seconds, then try again.',

  'popup.result.whole': 'Full response as JSON',
  'popup.result.json': 'full response as JSON',
  'popup.result.none': 'No records',
  'popup.result.count': { one: '{count} record', other: '{count} records' },

  'popup.renamed': 'Renamed {old} to {name}.',
  'popup.renamed.wallet': 'Renamed a wallet to {name}.',
  'popup.renamed.user': 'Renamed a user to {name}.',
  'popup.renamed.userTag': 'Renamed a tag to {name}.',
  'popup.renamed.other': 'Renamed to {name}.',
  'popup.activities.scope': 'Which activities',
  'popup.activities.scope.all': 'All',
  'popup.activities.scope.approvals': 'Needs approval',
  'popup.activities.scope.device': 'Signed on this device',
  'popup.activities.allProfiles': 'All profiles',
  'popup.activities.profileGone': 'Removed profile',
  'popup.activities.log': 'Search, verify, and save what you signed and decided',
  'popup.activities.listed': 'The service says: {status}',
  'popup.activities.search': 'Search activity',
  'popup.activities.progress': 'Progress',
  'popup.activities.progress.all': 'All',
  'popup.activities.progress.open': 'In progress',
  'popup.activities.progress.completed': 'Completed',
  'popup.activities.progress.ended': 'Not completed',
  'popup.activities.noneOfThese': 'No activity matches.',
  'popup.activities.noneSoFar': 'No activity matches so far. Load more to look further.',
  'popup.activities.none': 'No activity yet',
  'popup.activities.noneText':
    'What happens in the organization, and what you sign here, appears here.',
  'popup.activities.older': 'Load more',

  'popup.profiles.title': 'Profiles',
  'popup.profiles.switch': 'Switch profile. Current: {profile}',
  'popup.profiles.active': 'active',
  'popup.profiles.manage': 'Manage profiles',
} as const;
