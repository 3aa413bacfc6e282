/** Text for the confirm window, and for the same queue in the popup. */
export const confirmWords = {
  'confirm.title': 'Requests',
  'confirm.position': '{at} of {count}',
  'confirm.previous': 'Previous request',
  'confirm.next': 'Next request',
  'confirm.window': 'Open in a window',
  'confirm.waiting': { one: '{count} pending request.', other: '{count} pending requests.' },
  'confirm.none': 'No pending requests',
  'confirm.noneText': 'Requests that need your approval appear here.',

  'confirm.noVault': 'Keystamp isn’t set up yet',
  'confirm.noVaultText':
    'A site sent a request. Set a password and choose a service first, or reject it.',
  'confirm.setUp': 'Set up Keystamp',
  'confirm.unlockFirst': 'Unlock Keystamp to see and approve pending requests.',
  'confirm.whoWaits': 'Sites with pending requests',
  'confirm.kinds.connect': { one: '{count} connection', other: '{count} connections' },
  'confirm.kinds.operation': { one: '{count} operation', other: '{count} operations' },
  'confirm.rejectAll': 'Reject all',

  'confirm.who': 'Asked by {origin}',
  'confirm.private': 'Private window',
  'confirm.otherCopy': 'Another copy of Keystamp is installed',
  'confirm.otherCopyText':
    'It was in this page before the page’s own scripts, so it’s almost certainly a second copy, or an extension that acts like one. Only this copy has this request: approve or reject it here. Then remove the copy that you don’t use from your browser’s extensions.',
  'confirm.privateText': 'This site is open in a private window. Keystamp stores nothing about it.',
  'confirm.container': 'Container tab',
  'confirm.containerText':
    'What you connect here counts in this container only. A site that you connect with the same organization in several containers can tell that they’re all you.',
  'confirm.letters': 'Reads as: {name}',
  'confirm.resembles': 'This is not {host}',
  'confirm.resemblesText':
    'The two names are easy to confuse, and you already use the other site. Reject unless you’re sure.',
  'confirm.unreadable': 'Keystamp can’t read this address. Reject unless you know why.',
  'confirm.warning.punycode':
    'This name has letters that look like others. Compare it with the name you expect.',
  'confirm.warning.mixed_script':
    'This name mixes alphabets, which honest names rarely do. Compare it with the name you expect.',
  'confirm.warning.lookalike':
    'Some letters in this name look like other letters. It may imitate another site.',
  'confirm.warning.ip': 'This is an IP address, not a name.',
  'confirm.warning.loopback': 'This is a program on your own computer.',
  'confirm.warning.plain_http': 'Not encrypted, which is normal only on your own computer.',

  'confirm.wants': 'This site wants your approval',
  'confirm.reads': 'This site wants to read this',
  'confirm.pick.help':
    'The site leaves this choice to you. It learns your choice only after you approve.',
  'confirm.pick.first': 'Make your choice first.',
  'confirm.unknown': 'Keystamp doesn’t recognize this request. Reject it.',
  'confirm.noProfile': 'This request’s profile no longer exists. Reject it.',
  'confirm.sealed': 'You can’t see what’s inside “{label}”',
  'confirm.sealedText':
    'The site encrypted it for the service. You and Keystamp can only see that it’s there. Approve only if you just gave this secret to the site yourself.',
  'confirm.sealedFacts': 'What the site says about it',
  'confirm.contract': 'What’s in “{label}”',
  'confirm.signedBy': 'Signed with {profile} · {organization}',
  'confirm.bytes': 'Exact bytes',
  'confirm.bytesText': 'This exact text, byte for byte, is signed and sent to the service.',
  'confirm.bytesRead': 'This exact text, byte for byte, is sent to the service.',
  'confirm.bytesSecret':
    'The text isn’t shown because it contains a secret. Your passkey signs its SHA-256 hash.',
  'confirm.body': 'Request body',
  'confirm.copyBody': 'Copy request body',
  'confirm.digest': 'SHA-256',

  'confirm.connects': 'This site wants to connect to Keystamp',
  'confirm.connectText':
    'Once connected, it can request the operations below. Keystamp asks you each time before anything happens.',
  'confirm.reason': 'In the site’s own words',
  'confirm.profileOption': '{profile} · {organization}',
  'confirm.profileOptionManaged': '{profile} · {organization} · Not allowed by your organization',
  'confirm.profileHelp': 'The site learns this profile’s organization ID.',
  'confirm.operations': 'Can request',
  'confirm.alwaysAsks': 'Asks every time. Can’t be auto-approved.',
  'confirm.chooseSome': 'Select at least one operation, or reject.',
  'confirm.managedProfiles': 'Your organization allows none of your profiles',
  'confirm.managedProfilesText':
    'A site connects to a profile’s organization. First add a profile with your organization’s settings.',
  'confirm.needProfileText': 'A site connects to a profile’s organization. Add a profile first.',

  'confirm.grant': 'Auto-approve similar requests',
  'confirm.grantOn': 'Auto-approve',
  'confirm.grantText':
    'Keystamp signs this site’s similar requests right away, without asking. You can revoke this in Settings, under Sites.',
  'confirm.grantFor': 'Duration',
  'confirm.grantMost': 'Total limit',
  'confirm.grantPerHour': 'Hourly limit',
  'confirm.grantNumber': 'Enter a whole number from 1 to {most}.',
  'confirm.grantOnly': 'Only {label}: {name}',
  'confirm.grantAny': 'Everything else can have any value.',
  'confirm.hours': { one: '{count} hour', other: '{count} hours' },
  'confirm.days': { one: '{count} day', other: '{count} days' },

  'confirm.approve': 'Approve',
  'confirm.approveMore': 'Approve similar too',
  'confirm.approvePasskey': 'Use passkey',
  'confirm.passkeyWindow': 'Open window',
  'confirm.passkeyWindowWhy':
    'The popup closes when your browser asks for a passkey. Approve this in a window instead.',
  'confirm.prompting': 'Follow your browser’s prompt.',
  'confirm.connect': 'Connect',
  'confirm.approveTwice': 'Approve…',
  'confirm.inattentive': 'Click this window first.',
  'confirm.moveBack': 'Move the pointer off the button and back, then click.',
  'confirm.tabBack': 'Tab away from the button and back, then press Enter.',
  'confirm.hold': 'Press and hold the button, then lift your finger.',
  'confirm.wait': 'Wait a moment, then press again.',
  'confirm.reject': 'Reject',
  'confirm.rejectMore': 'More ways to reject',
  'confirm.rejectOne': 'Reject this request',
  'confirm.rejectSite': 'Reject all from this site',
  'confirm.rejectQuiet': 'Reject all and mute this site for 10 minutes',
  'confirm.rejectBlock': 'Block {site} and all its subdomains',
  'confirm.rejectBlockOne': 'Block {site}',
  'confirm.rejectBlockPrivate': 'Block {site} and all its subdomains until you close the browser',
  'confirm.rejectBlockOnePrivate': 'Block {site} until you close the browser',

  'confirm.away': 'The page that sent this isn’t open right now',
  'confirm.awayText': 'It may come back in a moment. Until then, you can’t approve this.',
  'confirm.busy': 'The page is busy and doesn’t respond right now',
  'confirm.busyText':
    'If you approve, Keystamp carries this out right away. The page gets the response once it’s free.',
  'confirm.performing': 'Approved. Sending…',
  'confirm.changed': 'This request changed since you saw it. Review it again.',
  'confirm.gone': 'The request that was here is no longer pending.',

  'confirm.connected': 'Connected',
  'confirm.answered': 'Response sent to the site',
  'confirm.answerLater': 'The page is busy. It gets the response once it’s free.',
  'confirm.closing': 'This window closes by itself.',
  'confirm.allDecided': 'All done',

  'confirm.cross.lines': 'Addresses from the service',
  'confirm.cross.consistent': 'The addresses are consistent',
  'confirm.cross.consistentWhat':
    'They all belong to one public key. Keystamp can’t tell whether that’s the key the site encrypted. Compare them with the key’s wallet before you use them.',
  'confirm.cross.cannot_check': 'The addresses can’t be verified here',
  'confirm.cross.cannot_checkWhat':
    'The response doesn’t have enough to derive them from each other, and Keystamp hasn’t seen the key. Compare them with the key’s wallet before you use them.',
  'confirm.cross.mismatch': 'Wrong response: don’t use these addresses',
  'confirm.cross.mismatchWhat':
    'The addresses from the service don’t belong together, or aren’t the ones requested. Keystamp recorded this in the sealed log.',
  'confirm.cross.missing': 'Missing: {formats}.',
} as const;
