/** What a key is asked to sign, and whether the signature is that. */
export const signingWords = {
  'signing.title': 'What will be signed',
  'signing.several': { one: '{count} message', other: '{count} messages' },
  'signing.one': 'Message {number}',

  'signing.network': 'Network',
  'signing.chain': 'Chain {id}',
  'signing.chain.named': '{name} (chain {id})',
  'signing.to': 'To',
  'signing.to.none': 'No one. It creates a contract.',
  'signing.amount': 'Amount',
  'signing.fee': 'Network fee, at most',
  'signing.total': 'Amount and fee, at most',
  'signing.coin': '{amount} of the chain’s coin',
  'signing.data': 'Data',
  'signing.data.none': 'None',
  'signing.data.bytes': {
    one: '{count} byte. Function {selector}.',
    other: '{count} bytes. Function {selector}.',
  },
  'signing.data.code': { one: '{count} byte of code', other: '{count} bytes of code' },
  'signing.nonce': 'Nonce',
  'signing.left': 'Left to the service, which takes it from the network',
  'signing.sponsored': 'Paid by a gas station',
  'signing.transfer': 'A token transfer, by its form',
  'signing.transfer.text':
    'If the contract is a token, this moves that much of it. Keystamp can’t see what the contract really does: check its address.',
  'signing.transfer.to': 'Token goes to',
  'signing.transfer.amount': 'Token amount',
  'signing.transfer.units': '{amount} of its smallest units',
  'signing.blobs': 'Blobs',
  'signing.accessList': 'Access list',
  'signing.accessList.addresses': { one: '{count} address', other: '{count} addresses' },
  'signing.call': 'Keystamp can’t read what this does',
  'signing.call.text':
    'It calls a contract, which can do more than move the amount below. Approve it only if you know exactly what it does.',
  'signing.delegates': 'This hands accounts over to other code',
  'signing.delegates.text':
    'The code at this address controls the account until someone replaces it. It can take everything.',
  'signing.delegate': 'Code at',
  'signing.delegate.all': 'Every chain',
  'signing.delegate.revokes': 'None. It takes the code away.',

  'signing.kind': 'Kind of message',
  'signing.claims': 'Says it is for',
  'signing.contract': 'Contract',
  'signing.message': 'Message',
  'signing.salt': 'Salt',
  'signing.domain.none': 'This counts everywhere',
  'signing.domain.none.text':
    'It names no app, contract, or chain, so anyone can use the signature in any of them.',
  'signing.domain.chain': 'It names no chain',
  'signing.domain.chain.text': 'The signature may count on every chain.',
  'signing.empty': 'Empty',
  'signing.more': { one: '{count} more value', other: '{count} more values' },
  'signing.more.text': 'They are in the message below.',

  'signing.text': 'Text',
  'signing.bytes': 'Bytes',
  'signing.unread': 'Keystamp can’t read this',
  'signing.hash.text':
    'It is a hash. It can stand for anything, also a transaction that takes everything this account has. Approve it only if you made it yourself or trust who did.',
  'signing.raw.text':
    'These bytes can mean anything to whoever gets the signature. Approve it only if you know what they are.',
  'signing.disguised.transaction': 'This message is a transaction',
  'signing.disguised.typed-data': 'This message is typed data',
  'signing.disguised.authorization': 'This message hands the account over to other code',
  'signing.disguised.text':
    'It is sent in a way that hides what it does, and goes around policies on transactions. Reject it unless you made it yourself.',
  'signing.unreadable.text': 'The service probably doesn’t accept it either.',
  'signing.unreadable.reason': 'Reason',

  'signing.form.kind': 'What it is',
  'signing.form.personal': 'Text for an Ethereum app (EIP-191)',
  'signing.form.text': 'Text as it is',
  'signing.form.typed': 'Typed data (EIP-712)',
  'signing.form.hash': 'Hash in hex',
  'signing.form.other': 'Something else',
  'signing.form.advanced': 'Advanced: how it is written and hashed',

  'signing.proved': 'Checked: this signature is by {address}, over exactly what you see here.',
  'signing.wrong': 'This is not the signature you asked for',
  'signing.wrong.text':
    'It is over something else, or by another key. Don’t use it, and tell whoever runs the service.',
  'signing.unchecked': 'Keystamp can’t check this signature',
  'signing.unchecked.text': 'What signs is named in a way that doesn’t say its key.',
} as const;
