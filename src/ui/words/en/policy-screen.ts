/** What a policy means, what is wrong with its text, and what it would have said. */
export const policyScreenWords = {
  'policy.allows.alone': 'Anyone can {what}, without a second approval.',
  'policy.allows.count': {
    one: 'Anyone can {what}, without a second approval.',
    other: 'Anyone can {what} once {count} people approve, counting the one who asks.',
  },
  'policy.allows.tagged': {
    one: 'Anyone with the tag {tags} can {what} alone, and anyone else with approval by one of them.',
    other:
      'Anyone can {what} once {count} people with the tag {tags} approve, counting the one who asks.',
  },
  'policy.allows.users': {
    one: '{names} can {what} alone, and anyone else with approval by {names}.',
    other: '{names} can {what} alone, and anyone else with approval by one of them.',
  },
  'policy.allows.credential': 'Anyone can {what} once an approval is given with: {types}.',
  'policy.allows.several': 'Anyone can {what} if enough people approve.',
  'policy.allows.text': 'Anyone can {what} with the approvals that its text describes.',
  'policy.denies': 'No one but the root quorum can {what}.',
  'policy.otherEffect':
    'Its effect, {effect}, isn’t known to Keystamp. It is about who can {what}.',

  'policy.do.all': 'do anything',
  'policy.do.text': 'do what its condition describes',
  'policy.do.operation': '{title}',
  'policy.do.activity': 'do “{activity}”',
  'policy.do.resource': 'do anything with “{resource}”',
  'policy.do.action': 'do anything of the kind “{action}”',
  'policy.do.both': 'do “{resource}: {action}”',
  'policy.do.sign': 'sign with wallets and private keys',
  'policy.change.nothing': 'Nothing. The policy is gone.',
  'policy.change.wider': 'This can let people do more than before.',
  'policy.change.notWider': 'No one can do more than before.',
  'policy.change.all': 'Yes, anyone in the organization can do anything alone',

  'policy.resource.AUTH': 'Logins',
  'policy.resource.CREDENTIAL': 'Credentials',
  'policy.resource.FIAT_TRANSACTION': 'Purchases',
  'policy.resource.MFA_POLICY': 'MFA policies',
  'policy.resource.ORGANIZATION': 'Organizations',
  'policy.resource.OTP': 'One-time codes',
  'policy.resource.POLICY': 'Policies',
  'policy.resource.PRIVATE_KEY': 'Private keys, and signing with wallets',
  'policy.resource.SMART_CONTRACT_INTERFACE': 'Contracts',
  'policy.resource.USER': 'Users',
  'policy.resource.WALLET': 'Wallets',
  'policy.resource.WEBHOOK_ENDPOINT': 'Webhook endpoints',
  'policy.action.CREATE': 'Create',
  'policy.action.UPDATE': 'Change',
  'policy.action.DELETE': 'Delete',
  'policy.action.EXPORT': 'Export',
  'policy.action.IMPORT': 'Import',
  'policy.action.SIGN': 'Sign',
  'policy.action.VERIFY': 'Verify',

  'policy.only.wallet.id': 'Only with the wallet {names}.',
  'policy.only.wallet.label': 'Only with a wallet named {names}.',
  'policy.only.private_key.id': 'Only with the private key {names}.',
  'policy.only.private_key.label': 'Only with a private key named {names}.',
  'policy.only.wallet_account.address': 'Only with the account {names}.',
  'policy.only.eth.tx.to': 'Only to {names}.',
  'policy.only.eth.tx.chain_id': 'Only on the EVM chain with the ID {names}.',
  'policy.only.eth.tx.value': 'Only up to {amount} wei.',
  'policy.only.activity.params.user_id': 'Only for the user {names}.',
  'policy.only.activity.params.wallet_id': 'Only for the wallet {names}.',

  'policy.needs.count': {
    one: 'Whoever asks is enough.',
    other: 'Needs {count} users, counting the one who asks.',
  },
  'policy.needs.tagged': {
    one: 'Needs a user with the tag {tags}, who may be the one who asks.',
    other: 'Needs {count} users with the tag {tags}, counting the one who asks.',
  },
  'policy.needs.users': 'Needs approval by {names}.',
  'policy.needs.credential': 'Needs an approval given with: {types}.',
  'policy.if.count': {
    one: 'Whoever asks.',
    other: 'Only once {count} users approve, counting the one who asks.',
  },
  'policy.if.tagged': {
    one: 'Only if a user with the tag {tags} asks or approves.',
    other: 'Only once {count} users with the tag {tags} approve, counting the one who asks.',
  },
  'policy.if.users': 'Only if {names} asks or approves.',
  'policy.if.credential': 'Only if an approval is given with: {types}.',
  'policy.if.text': 'Only with the approvals that its text describes.',

  'policy.time.from': 'From {time} on.',
  'policy.time.until': 'Until {time}.',
  'policy.time.daily': 'Every day for {length} from {at} ({zone}).',
  'policy.time.days': 'On {days} for {length} from {at} ({zone}).',
  'policy.time.cron': 'For {length} from each time that “{cron}” names ({zone}).',
  'policy.time.text': 'Only at the times that its text describes.',

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

  'policy.warning.title': 'Worth a second look',
  'policy.warning.deny_errs':
    'Protects nothing for {activities}. The policy reads something that they don’t have, so it can’t be evaluated and is skipped.',
  'policy.warning.deny_always_errs':
    'Protects nothing. The policy reads things that no activity has together, so it can’t be evaluated and is skipped.',
  'policy.warning.type_version':
    '“{subject}” is one version of an activity. Later ones aren’t covered: activity.kind covers all of them.',
  'policy.warning.tag_name':
    '“{subject}” isn’t the ID of a tag. Tags are compared by their IDs, not their names.',
  'policy.warning.not_id': '“{subject}” isn’t an ID.',
  'policy.warning.proposer':
    'Requests from anyone but {names} are denied right away and can’t be approved later, unless another policy allows them.',
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
  'policy.warning.holders': 'users with the tag “{tag}”',

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
