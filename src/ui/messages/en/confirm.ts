/** Words of the confirm window, and of the same queue in the popup. */
export const confirmMessages = {
  'confirm.title': 'Requests',
  'confirm.position': '{at} of {count}',
  'confirm.previous': 'Previous request',
  'confirm.next': 'Next request',
  'confirm.window': 'Show in a window',
  'confirm.waiting': { one: '{count} request waits.', other: '{count} requests wait.' },
  'confirm.none': 'Nothing waits',
  'confirm.noneText': 'When a web page asks for something, it appears here.',
  'confirm.close': 'Close',

  'confirm.noVault': 'Keystamp is not set up yet',
  'confirm.noVaultText':
    'A web page asked for something. Set a password and choose a service first, or refuse it.',
  'confirm.setUp': 'Set up Keystamp',
  'confirm.unlockFirst': 'Unlock Keystamp to see what they ask for and to approve it.',
  'confirm.whoWaits': 'Who waits',
  'confirm.kinds.connect': { one: '{count} connection', other: '{count} connections' },
  'confirm.kinds.operation': { one: '{count} operation', other: '{count} operations' },
  'confirm.refuseAll': 'Refuse all',

  'confirm.who': 'Who asks',
  'confirm.private': 'Private window',
  'confirm.privateText': 'This site is open in a private window. Keystamp keeps nothing of it.',
  'confirm.letters': 'In its own letters:',
  'confirm.resembles': 'This is not {host}',
  'confirm.resemblesText':
    'The two names are easily confused, and you have dealings with the other one. Refuse unless you are sure.',
  'confirm.unreadable': 'Keystamp cannot read this address. Refuse unless you know why.',
  'confirm.warning.punycode':
    'This name has letters that look like others. Compare it with the name that you expect.',
  'confirm.warning.mixed_script':
    'This name mixes alphabets, which honest names seldom do. Compare it with the name that you expect.',
  'confirm.warning.lookalike':
    'Letters in this name stand for others that look like them. It may imitate another site.',
  'confirm.warning.ip': 'This is the number of a computer, not a name.',
  'confirm.warning.loopback': 'This is a program on your own computer.',
  'confirm.warning.plain_http': 'Not encrypted, which is usual on your own computer only.',

  'confirm.wants': 'asks you to stamp this:',
  'confirm.reads': 'asks to read this:',
  'confirm.high': 'Check every value. The service acts on it at once.',
  'confirm.unknown': 'Keystamp does not know what this request is. Refuse it.',
  'confirm.noProfile': 'The profile of this request does not exist any more. Refuse it.',
  'confirm.sealed': 'Nobody can see what is inside “{label}”',
  'confirm.sealedText':
    'The page encrypted it for the service. Keystamp and you see only that it is there. Approve it only if you have just handed this secret to the site yourself.',
  'confirm.sealedFacts': 'What the page says of it',
  'confirm.contract': 'What “{label}” holds',
  'confirm.bytes': 'Exact bytes',
  'confirm.bytesText':
    'This text, byte for byte, is what is stamped and what the service receives.',
  'confirm.bytesRead': 'This text, byte for byte, is what the service is asked.',
  'confirm.bytesSecret':
    'The text is not shown, because a secret is in it. Its digest is what your passkey signs.',
  'confirm.body': 'The body',
  'confirm.copyBody': 'Copy the body',
  'confirm.digest': 'SHA-256',
  'confirm.type': 'Type',

  'confirm.connects': 'wants to connect to Keystamp',
  'confirm.connectText':
    'Connected, it may ask you for the operations below. Each one asks you again before anything happens.',
  'confirm.reason': 'In the site’s own words',
  'confirm.profile': 'With this profile',
  'confirm.profileHelp': 'The site learns the id of its organization.',
  'confirm.operations': 'It may ask for',
  'confirm.alwaysAsks': 'asks you every time; cannot be allowed in advance',
  'confirm.chooseSome': 'Choose at least one operation, or refuse.',
  'confirm.needProfile': 'No service profile yet',
  'confirm.needProfileText': 'A site connects to the organization of a profile. Add one first.',
  'confirm.addProfile': 'Add a profile',

  'confirm.grant': 'Allow more like this without asking',
  'confirm.grantOn': 'Allow more',
  'confirm.grantText':
    'Keystamp then stamps the next ones of this site at once. You can take this back in the options.',
  'confirm.grantFor': 'For',
  'confirm.grantMost': 'How many in all',
  'confirm.grantPerHour': 'How many in an hour',
  'confirm.grantNumber': 'A whole number from 1 to {most}.',
  'confirm.grantOnly': 'Only this {label}: {name}',
  'confirm.grantAny': 'Everything else may have any value.',
  'confirm.hours': { one: '{count} hour', other: '{count} hours' },
  'confirm.days': { one: '{count} day', other: '{count} days' },

  'confirm.approve': 'Approve',
  'confirm.approveMore': 'Approve and allow more',
  'confirm.approvePasskey': 'Use passkey',
  'confirm.passkeyWindow': 'Open window',
  'confirm.passkeyWindowWhy':
    'The popup closes when the browser asks for a passkey. Approve this in its window.',
  'confirm.prompting': 'Answer the prompt of your browser.',
  'confirm.connect': 'Connect',
  'confirm.approveTwice': 'Approve…',
  'confirm.sure': 'Really? This cannot be undone.',
  'confirm.inattentive': 'Click into this window first.',
  'confirm.refuse': 'Refuse',
  'confirm.refuseMore': 'More ways to refuse',
  'confirm.refuseOne': 'Refuse this one',
  'confirm.refuseSite': 'Refuse all of this site',
  'confirm.refuseQuiet': 'Refuse all, and show nothing of it for 10 minutes',
  'confirm.refuseBlock': 'Block {site} and all its subdomains',
  'confirm.refuseBlockOne': 'Block {site}',
  'confirm.refuseBlockPrivate': '{what}, until you close the browser',

  'confirm.away': 'The page that asked has been left',
  'confirm.awayText': 'It may come back in a moment. Until then this cannot be approved.',
  'confirm.performing': 'Approved. It is being handed over.',
  'confirm.changed': 'This request has changed since you saw it. Read it again.',
  'confirm.gone': 'The request that was here is not waiting any more.',

  'confirm.connected': 'Connected',
  'confirm.answered': 'The site has its answer',
  'confirm.goOn': 'Next request',
  'confirm.allDecided': 'Everything is decided',

  'confirm.cross.lines': 'Addresses that the service answered',
  'confirm.cross.consistent': 'The addresses are consistent with each other',
  'confirm.cross.consistentWhat':
    'They are all of one public key. Whether that is the key which the page encrypted, nobody here can tell: compare them with its wallet before you use them.',
  'confirm.cross.cannot_check': 'The addresses cannot be checked here',
  'confirm.cross.cannot_checkWhat':
    'The answer does not hold enough to work them out from each other, and nobody here has seen the key. Compare them with its wallet before you use them.',
  'confirm.cross.mismatch': 'The answer is wrong: do not use these addresses',
  'confirm.cross.mismatchWhat':
    'The addresses that the service answered do not belong together, or are not those that were asked for. This was recorded in the history.',
  'confirm.cross.missing': 'Missing: {formats}.',
  'confirm.cross.line.source': 'Public key taken from here',
  'confirm.cross.line.consistent': 'Consistent',
  'confirm.cross.line.cannot_check': 'Cannot be checked',
  'confirm.cross.line.mismatch': 'Does not fit',
} as const;
