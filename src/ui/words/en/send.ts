/** Sending what an account has. */
export const sendWords = {
  'send.from': 'From',
  'send.chainless': 'Keystamp can’t send from this account yet',
  'send.chainless.text':
    'Only accounts with an Ethereum address can send. For others, sign what you want to send somewhere else.',
  'send.asset': 'Asset',
  'send.asset.tokenText':
    'Anyone can give a token any name. Only the contract’s address says which one it is:',
  'send.assets.none': 'Nothing to send on {network}',
  'send.assets.none.text':
    'The service lists no coin or token of this account there. Choose another network.',

  'send.to': 'To',
  'send.to.help': 'An address that starts with 0x.',
  'send.to.choose': 'Choose an address',
  'send.to.missing': 'Enter an address, or choose one.',
  'send.to.name':
    'Keystamp doesn’t look up names such as ENS. Ask for the address, which starts with 0x.',
  'send.senders.none': 'No account can send yet',
  'send.senders.noneText': 'Add an Ethereum account to a wallet first.',
  'send.recipients.title': 'Send to',
  'send.search': 'Name or address',
  'send.recipients.own': 'Your organization’s accounts',
  'send.recipients.used': 'Sent to from this browser',
  'send.recipients.none': 'No address found.',

  'send.warn.unused': 'Nothing was sent here from this browser yet',
  'send.warn.unused.text': 'Compare the whole address with where you got it from.',
  'send.warn.lookalike': 'This only looks like an address you know',
  'send.warn.lookalike.text':
    'It begins and ends like {known}, but isn’t that address. Someone may have planted it for you to copy.',
  'send.warn.contract': 'This is the token’s own contract',
  'send.warn.contract.text': 'Tokens sent there are usually lost.',
  'send.warn.nobody': 'Nobody has the key of this address',
  'send.warn.nobody.text': 'Whatever you send there is gone.',
  'send.warn.self': 'This is the account that sends',
  'send.warn.self.text': 'Only the network fee would be spent.',

  'send.amount': 'Amount',
  'send.amount.max': 'Max',
  'send.amount.kept': 'Max leaves {amount} for the network fee.',
  'send.amount.missing': 'Enter an amount.',
  'send.amount.form': 'Enter a number like {example}, without signs between thousands.',
  'send.amount.decimals': {
    one: '{symbol} has only {count} decimal place.',
    other: '{symbol} has only {count} decimal places.',
  },
  'send.amount.whole': '{symbol} has no decimal places.',
  'send.amount.zero': 'Enter more than 0.',
  'send.amount.balance': 'The account has only {amount}.',

  'send.fee': 'Network fee',
  'send.fee.text':
    'The service takes it from the network when it sends. This account pays it in {coin}.',
  'send.fee.none': 'This account has no {coin} to pay the network fee',
  'send.fee.tight': 'This leaves little {coin} for the network fee',
  'send.fee.tight.text': 'If it isn’t enough, nothing is sent, and you can try again with less.',
  'send.review': 'Send {amount}',
} as const;
