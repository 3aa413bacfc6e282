/** What a policy means, what is wrong with its text, and what it would have said. */
export const policyScreenWords = {
  'policy.allows.count': {
    one: 'Anyone can {what}, without a second approval.',
    other: 'Anyone can {what} once {count} people approve, counting the one who asks.',
  },
  'policy.allows.people': {
    one: '{names} can {what} alone.',
    other: '{names} can {what} once {count} of them approve, counting the one who asks.',
  },
  'policy.allows.credential': 'Anyone can {what} if they sign with: {types}.',
  'policy.allows.several': 'Anyone can {what} if enough people approve.',
  'policy.allows.severalOf': '{names} can {what} if enough people approve.',
  'policy.allows.text': 'Anyone can {what} with the approvals that its text describes.',
  'policy.denies': 'No one but the root quorum can {what}.',
  'policy.otherEffect':
    'Its effect, {effect}, isn’t known to Keystamp. It is about who can {what}.',
  'policy.only': 'Only {limit}.',
  'policy.applies': 'This applies only {limit}.',
  'policy.people.tag': 'anyone with the tag {tag}',
  'policy.others.one':
    'A request by anyone else is denied, unless another policy keeps it open for {names} to approve.',
  'policy.others.several':
    'A request by anyone else is denied, unless another policy keeps it open for them to approve.',
  'policy.others.credential':
    'Any other request is denied, unless another policy keeps it open for such an approval.',

  'policy.do.all': 'do anything',
  'policy.do.text': 'do what its condition describes',
  'policy.do.operation': '{title}',
  'policy.do.named': 'do {names}',
  'policy.do.resource': 'do anything with {resource}',
  'policy.do.action': '{action} anything',
  'policy.do.both': '{action} {resource}',
  'policy.do.keys': 'do anything with private keys and key tags, and sign with wallets',
  'policy.do.sign': 'sign with wallets and private keys',
  'policy.change.nothing': 'Nothing. The policy is gone.',
  'policy.change.wider': 'This can let people do more than before.',
  'policy.change.notWider': 'No one can do more than before.',
  'policy.change.all': 'Yes, anyone in the organization can do anything alone',

  'policy.resource.AUTH': 'logins',
  'policy.resource.CREDENTIAL': 'credentials',
  'policy.resource.FIAT_TRANSACTION': 'purchases',
  'policy.resource.MFA_POLICY': 'MFA policies',
  'policy.resource.ORGANIZATION': 'organizations',
  'policy.resource.OTP': 'one-time codes',
  'policy.resource.POLICY': 'policies',
  'policy.resource.PRIVATE_KEY': 'private keys and key tags',
  'policy.resource.SMART_CONTRACT_INTERFACE': 'contracts',
  'policy.resource.USER': 'users and tags',
  'policy.resource.WALLET': 'wallets and their accounts',
  'policy.resource.WEBHOOK_ENDPOINT': 'webhook endpoints',
  'policy.action.CREATE': 'create',
  'policy.action.UPDATE': 'change',
  'policy.action.DELETE': 'delete',
  'policy.action.EXPORT': 'export',
  'policy.action.IMPORT': 'import',
  'policy.action.SIGN': 'sign',
  'policy.action.VERIFY': 'verify',

  'policy.only.wallet.id': 'with the wallet {names}',
  'policy.only.wallet.label': 'with a wallet named {names}',
  'policy.only.private_key.id': 'with the private key {names}',
  'policy.only.private_key.label': 'with a private key named {names}',
  'policy.only.wallet_account.address': 'with the account {names}',
  'policy.only.eth.tx.to': 'to {names}',
  'policy.only.eth.tx.chain_id': 'on the EVM network with chain ID {names}',
  'policy.only.eth.tx.value': 'up to {amount} wei',
  'policy.only.activity.params.user_id': 'for the user {names}',
  'policy.only.activity.params.wallet_id': 'for the wallet {names}',
  'policy.only.text': 'in the cases that its text describes',

  'policy.needs.count': {
    one: 'Whoever asks is enough.',
    other: 'Needs {count} people, counting the one who asks.',
  },
  'policy.needs.people': {
    one: 'Needs {names} to ask or approve.',
    other: 'Needs {count} of these, counting the one who asks: {names}.',
  },
  'policy.needs.credential': 'Needs an approval given with: {types}.',
  'policy.if.count': {
    one: 'if someone asks',
    other: 'once {count} people approve, counting the one who asks',
  },
  'policy.if.people': {
    one: 'if {names} asks or approves',
    other: 'once {count} of these approve, counting the one who asks: {names}',
  },
  'policy.if.credential': 'if an approval is given with: {types}',
  'policy.if.text': 'with the approvals that its text describes',

  'policy.time.from': 'from {time} (UTC) on',
  'policy.time.until': 'until {time} (UTC)',
  'policy.time.daily': 'for {length} from {at} each day ({zone})',
  'policy.time.days': 'for {length} from {at} on {days} ({zone})',
  'policy.time.notDaily': 'outside the {length} from {at} each day ({zone})',
  'policy.time.notDays': 'outside the {length} from {at} on {days} ({zone})',
  'policy.time.text': 'at the times that its text describes',
  'policy.days.run': '{first} to {last}',

  'policy.fault.place': 'Line {line}, character {at}',
  'policy.fault.show': 'Go to the place',
  'policy.fault.refused': 'The service probably won’t accept this text.',
  'policy.fault.empty': 'Nothing is written here.',
  'policy.fault.too_long': 'The text is too long.',
  'policy.fault.too_deep': 'There are too many brackets or members within each other.',
  'policy.fault.too_many_parts': 'The text has {subject} parts. A policy can have {other} at most.',
  'policy.fault.too_many_steps':
    'This can take more than {subject} steps to check, which is too many. Lists within lists cost the most.',
  'policy.fault.unexpected_character': '“{subject}” isn’t part of the policy language.',
  'policy.fault.unfinished_text': 'A text in single quotes doesn’t end.',
  'policy.fault.unexpected_end': 'Something is missing at the end.',
  'policy.fault.unexpected_end.expected': '“{other}” is missing at the end.',
  'policy.fault.unexpected_word': '“{subject}” can’t stand here.',
  'policy.fault.unexpected_word.expected': '“{other}” is missing before “{subject}”.',
  'policy.fault.no_arithmetic': '“{subject}”: policies can’t do arithmetic.',
  'policy.fault.negation_unclear':
    'What “!” applies to is unclear before “{subject}”. Put parentheses: !(…).',
  'policy.fault.chained_comparison': 'One comparison after another. Join two with “&&”.',
  'policy.fault.unknown_name': 'There is no “{subject}” here.',
  'policy.fault.other_clause': '“{subject}” is only for another part of the policy: {other}.',
  'policy.fault.unknown_member': 'There is no member “{subject}” here.',
  'policy.fault.brackets_needed': 'Write [’{subject}’] here, not a dot.',
  'policy.fault.unknown_method': 'There is no method “{subject}”.',
  'policy.fault.not_bool': 'This is a value of type {subject}, not a condition.',
  'policy.fault.not_int': 'This is a value of type {subject}, not an integer.',
  'policy.fault.not_list': 'This is a value of type {subject}, not a list.',
  'policy.fault.not_indexable': 'A value of type {subject} has no elements.',
  'policy.fault.not_comparable': 'A value of type {subject} can’t be compared like this.',
  'policy.fault.different_types': 'The two sides have different types: {subject} and {other}.',
  'policy.fault.mixed_list':
    'A list has values of one type. This is {subject}, the others are {other}.',
  'policy.fault.member_twice': 'The member “{subject}” is here twice.',
  'policy.fault.text_needed': 'A text in single quotes is needed here.',
  'policy.fault.invalid_timestamp': 'This isn’t a time in UTC, such as 2030-01-31T00:00:00Z.',
  'policy.fault.invalid_cron': 'This isn’t a cron text of five numeric fields.',
  'policy.fault.invalid_duration':
    'This isn’t a span of days, hours, and minutes in this order, such as 8h or 1d12h. The longest is 7d.',
  'policy.fault.invalid_zone': 'This isn’t a time zone, such as Europe/Berlin.',
  'policy.fault.int_too_large': 'The integer is larger than 256 bits.',

  'policy.unknown.name': 'Keystamp doesn’t know “{subject}” as a value of {name}.',
  'policy.unknown.name.like':
    'Keystamp doesn’t know “{subject}” as a value of {name}. Did you mean “{like}”?',
  'policy.unknown.wallet': 'No wallet of this organization has the ID “{subject}”.',
  'policy.unknown.privateKey': 'No private key of this organization has the ID “{subject}”.',
  'policy.unknown.privateKeyTag':
    'No tag of this organization’s private keys has the ID “{subject}”.',
  'policy.unknown.user': 'No user of this organization has the ID “{subject}”.',
  'policy.unknown.userTag': 'No tag of this organization has the ID “{subject}”.',

  'policy.warning.title': 'Worth a second look',
  'policy.warning.deny_errs':
    'Protects nothing for {activities}. The policy reads something that they don’t have, so it can’t be evaluated and is skipped.',
  'policy.warning.deny_always_errs':
    'Protects nothing. The policy reads things that no activity has together, so it can’t be evaluated and is skipped.',
  'policy.warning.no_time': 'Applies at no time: it ends before it begins.',
  'policy.warning.call_any_contract':
    'Doesn’t say which contract: it applies to each one whose interface your organization stores. Compare eth.tx.to with one address.',
  'policy.warning.any_chain':
    'Applies on every EVM network, where the same address can be someone else’s. Compare eth.tx.chain_id with one number.',
  'policy.warning.message_any_contract':
    'Applies to messages for any contract: the name in a domain is only what the sender claims. Compare eth.eip_712.domain.verifying_contract with one address.',
  'policy.warning.no_interfaces':
    'Can’t tell what a call does: your organization stores no contract’s interface, so the policy is skipped for every call. Add the contract first.',
  'policy.warning.no_interface':
    'Can’t tell what a call of {subject} does: your organization stores no interface for it, so the policy is skipped for every call. Add the contract first.',
  'policy.warning.grant_any_spender':
    'Allows any spender, who can then take tokens without asking again: {subject}. Compare the spender with one address.',
  'policy.warning.grant_any_amount':
    'Allows any amount, which the spender can then take without asking again: {subject}. Put a limit on the amount.',
  'policy.warning.raw_allowed':
    'Also allows signing raw data, which can be the hash of any transaction or message. That goes around {policies}.',
  'policy.warning.raw_around':
    'Doesn’t apply to raw data, which can be the hash of any transaction or message. Signing it is allowed by {policies}.',
  'policy.warning.delegations':
    'Allows transactions of type 4, which can hand an account over to any code. What code it is, no policy can see.',
  'policy.warning.offer': 'To close this, add a policy that denies this:',
  'policy.warning.offerRaw':
    'To close this, add a policy that denies this, and with it most messages:',
  'policy.warning.deny_call':
    'Doesn’t deny a call whose arguments can’t be read, or a number beyond 128 bits, such as an unlimited allowance: the policy is skipped then. Rather allow only what you mean.',
  'policy.warning.type_version':
    '“{subject}” is one version of an activity. Later ones aren’t covered: activity.kind covers all of them.',
  'policy.warning.tag_name':
    '“{subject}” isn’t the ID of a tag. Tags are compared by their IDs, not their names.',
  'policy.warning.not_id': '“{subject}” isn’t an ID.',
  'policy.warning.mixed_joins':
    'Which of “&&” and “||” comes first isn’t published. Put parentheses around what belongs together.',
  'policy.warning.letter_case':
    'Whether capital letters matter in “{subject}” isn’t published. If they do, the policy may not match.',
  'policy.warning.int_width':
    'What comes of comparing these integers isn’t published. Compare with one number at a time, joined by “||”.',
  'policy.warning.text_in_list':
    'Texts of a contract or of typed data can’t be looked for in a list. Compare with one text at a time, joined by “||”.',
  'policy.warning.slice_end':
    'If a text or list ends before this range does, the whole policy may be skipped: that isn’t published.',
  'policy.warning.changing_clocks':
    'On the days when the clocks change in {subject}, it isn’t published when this span begins.',

  'policy.trial.title': 'Try it out',
  'policy.trial.about':
    'See how this policy would have decided up to {count} recent activities. Uses today’s users, tags, and credentials.',
  'policy.trial.start': 'Try the latest activities',
  'policy.trial.unread': 'The activities can’t be read',
  'policy.trial.empty': 'The organization has no activities yet.',
  'policy.trial.allow': 'Would allow it',
  'policy.trial.requires_consensus': 'Would need more approvals',
  'policy.trial.deny_implicit': 'Doesn’t allow it',
  'policy.trial.deny_explicit': 'Would deny it',
  'policy.trial.none': 'Doesn’t deny it',
  'policy.trial.error': 'Can’t be evaluated',
  'policy.trial.time_inactive': 'Not in force then',
  'policy.trial.unknown': 'Can’t tell',
  'policy.trial.typed': 'Try what you typed',
  'policy.trial.typedAbout':
    'See how the policy, with what you typed, would have decided up to {count} recent activities. Uses today’s users, tags, and credentials.',
  'policy.trial.changed': 'You’ve changed the policy since you tried it.',
  'policy.trial.unchosen':
    'Choose the policy first. If you have, Keystamp can’t read what it says today, and so can’t try it.',
  'policy.trial.unreadable':
    'Keystamp can’t read a part of the policy, so it can’t tell what the policy would have said.',
} as const;
