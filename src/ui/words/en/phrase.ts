/** Text for the import of a wallet by its recovery phrase. */
export const phraseWords = {
  'phrase.title': 'Import a wallet',
  'phrase.what':
    'Keystamp checks the recovery phrase on this page, shows the addresses it makes, and encrypts it to the service’s own key. It never leaves this page unencrypted.',
  'phrase.key': 'Import a single private key instead',
  'phrase.step.phrase': 'Recovery phrase',
  'phrase.step.accounts': 'Accounts',
  'phrase.step.review': 'Review',
  'phrase.step.run': 'Import and verify',
  'phrase.heading.phrase': 'Enter the recovery phrase',
  'phrase.heading.accounts': 'Name the wallet and choose accounts',
  'phrase.heading.review': 'Review the import',
  'phrase.heading.run': 'Import and verify',

  'phrase.label': 'Recovery phrase',
  'phrase.help':
    '12, 15, 18, 21, or 24 words, typed or pasted. Keystamp checks each word and recognizes the language.',
  'phrase.words': 'Words',
  'phrase.show': 'Show words',
  'phrase.hide': 'Hide words',
  'phrase.word.known': 'Word {number} is valid.',
  'phrase.word.partial': 'Word {number} isn’t complete yet.',
  'phrase.word.unknown': 'Word {number} is in no word list.',
  'phrase.word.other': 'Word {number} is from another language.',
  'phrase.word.extra': 'Word {number} comes after the phrase.',
  'phrase.word.nearest': 'Replace word {number} with',
  'phrase.soFar': { one: '{count} word so far.', other: '{count} words so far.' },
  'phrase.recognized': {
    one: 'Valid recovery phrase: {count} word, {language}',
    other: 'Valid recovery phrase: {count} words, {language}',
  },
  'phrase.clipboard':
    'If you copied the phrase, it’s still on the clipboard, so copy something else afterward. Any other copies are yours to protect.',
  'phrase.held': 'This page holds the phrase until Keystamp encrypts it or you leave the page.',
  'phrase.forget': 'Clear and enter another',

  'phrase.language.english': 'English',
  'phrase.language.japanese': 'Japanese',
  'phrase.language.korean': 'Korean',
  'phrase.language.spanish': 'Spanish',
  'phrase.language.simplified_chinese': 'Chinese (simplified)',
  'phrase.language.traditional_chinese': 'Chinese (traditional)',
  'phrase.language.french': 'French',
  'phrase.language.italian': 'Italian',
  'phrase.language.czech': 'Czech',
  'phrase.language.portuguese': 'Portuguese',

  'phrase.fault.title': 'This phrase can’t be imported',
  'phrase.fault.kept':
    'Nothing was sent. What you entered stays here until you change it or leave the page.',
  'phrase.fault.empty': 'Enter the recovery phrase.',
  'phrase.fault.too_long':
    'This is longer than any recovery phrase, so Keystamp didn’t read it. Paste only the words.',
  'phrase.fault.not_words':
    'This isn’t made of words, so it isn’t a recovery phrase. If it’s a private key, import it as one.',
  'phrase.fault.unknown_word': {
    one: 'Word {numbers} is in no word list. Choose the word it was meant to be, or correct it.',
    other:
      'Words {numbers} are in no word list. Choose the words they were meant to be, or correct them.',
  },
  'phrase.fault.unfinished_word': 'The last word isn’t complete. Finish it.',
  'phrase.fault.mixed_languages':
    'The words are from different languages ({languages}), but a phrase has only one. Check these words: {numbers}.',
  'phrase.fault.unsupported_language':
    'This is a valid {language} phrase, but the service doesn’t accept that language. Move the funds to a new wallet instead.',
  'phrase.fault.word_count': {
    one: 'This has {count} word. A recovery phrase has 12, 15, 18, 21, or 24. Add what’s missing or remove what’s extra.',
    other:
      'This has {count} words. A recovery phrase has 12, 15, 18, 21, or 24. Add what’s missing or remove what’s extra.',
  },
  'phrase.fault.extra_word': {
    one: 'Word {numbers} isn’t part of the phrase. If it’s a passphrase (a “25th word”), this wallet can’t be imported: Keystamp imports phrases without a passphrase, and without it the addresses would be different. If it isn’t, remove it.',
    other:
      'Words {numbers} aren’t part of the phrase. If they’re a passphrase (a “25th word”), this wallet can’t be imported: Keystamp imports phrases without a passphrase, and without it the addresses would be different. If they aren’t, remove them.',
  },
  'phrase.fault.checksum':
    'All words are {language}, but the checksum is wrong: a word is a different one, or two are swapped. Compare each word with your backup.',
  'phrase.fault.electrum':
    'This is an Electrum seed. Electrum makes its keys in another way, so the service would have different addresses. Export the private keys from Electrum and import those.',
  'phrase.fault.old_electrum':
    'This is the seed of an Electrum wallet from before version 2.0. It makes its keys in another way, so the service would have different addresses. Restore it in Electrum, then export the private keys and import those.',
  'phrase.fault.aezeed':
    'This is an LND cipher seed (aezeed). LND makes its keys in another way, so the service would have different addresses. Restore the node with it and move the funds instead.',
  'phrase.fault.slip39':
    'This is one share of a Shamir backup (SLIP-39). The service accepts only a whole recovery phrase, and shares can’t be turned into one. Restore the wallet on its device and move the funds instead.',
  'phrase.fault.ton':
    'This is a TON wallet’s own phrase. TON wallets make their keys in another way, so the service would have different addresses. Export the private key from the TON wallet and import that.',

  'phrase.scheme.electrum': 'Electrum',
  'phrase.scheme.old_electrum': 'Electrum before 2.0',
  'phrase.scheme.aezeed': 'LND (aezeed)',
  'phrase.scheme.ton': 'TON wallets',
  'phrase.scheme.slip39': 'Shamir backups (SLIP-39)',
  'phrase.alsoFits': 'These words also fit: {schemes}.',
  'phrase.couldBe':
    'If it’s from another kind of wallet that uses the same words ({schemes}), it can’t be imported even with the right words, because such wallets make their keys in another way.',
  'phrase.leftOut': 'Left out: {parts}.',
  'phrase.leftOut.numbers': 'the numbers',
  'phrase.leftOut.label': 'the label of each word',
  'phrase.leftOut.heading': 'the heading',
  'phrase.leftOut.order': 'the order on the page, because the numbers say another one',

  'phrase.which.title': 'Two kinds of wallets use these words',
  'phrase.which.what':
    'This is a valid BIP-39 phrase, but it’s also valid for {schemes}, where it makes different addresses. Keystamp can’t tell which one your wallet is. Enter an address of the wallet to find out.',
  'phrase.which.address': 'An address of the wallet',
  'phrase.which.check': 'Check',
  'phrase.which.bip39': 'The address matches: it’s a BIP-39 phrase',
  'phrase.which.none':
    'This address isn’t among the first ones that these words make, in any of these kinds of wallets. Try the first address the wallet shows, or check that the phrase belongs to it.',
  'phrase.which.unreadable': 'This isn’t an address that Keystamp knows. Copy it again.',
  'phrase.which.sure': 'I know that this wallet uses BIP-39',
  'phrase.which.missing': 'Check an address, or confirm that the wallet uses BIP-39.',

  'phrase.addresses.what':
    'Keystamp derived these from your phrase on this page. Compare one with your wallet. After the import, Keystamp checks the service’s response against them.',
  'phrase.accounts.missing':
    'Add at least one account. Without an address, Keystamp can’t verify anything.',
  'phrase.account.path': "This path isn’t valid. A path looks like m/44'/60'/0'/0/0.",
  'phrase.account.hardened_only':
    "On Ed25519, every step of a path is hardened: it ends with an apostrophe, as in m/44'/501'/0'/0'.",
  'phrase.account.format': 'This address format doesn’t fit the curve. Choose another one.',
  'phrase.account.forgotten':
    'Keystamp has encrypted the phrase and forgotten it, so it can’t derive another account. Remove this one, or start over.',
  'phrase.name.profileHelp': 'The profile whose organization gets the wallet.',

  'phrase.review.wallet': 'Wallet',
  'phrase.review.name': 'Name',
  'phrase.review.words': { one: '{count} word, {language}', other: '{count} words, {language}' },
  'phrase.review.leave':
    'The service will hold this wallet. Anyone who can sign for the organization can then use it as its policies allow. You can’t undo the import here.',
  'phrase.review.import': 'Import wallet',

  'phrase.run.seal': 'Encrypt the recovery phrase to it, then forget the phrase here',
  'phrase.run.whyBegin':
    'This gets a key from the service to encrypt your recovery phrase to. The import itself may need your passkey once more.',
  'phrase.run.whySend': 'This imports the wallet “{name}”, encrypted.',
  'phrase.run.stay':
    'Stay on this page until the addresses are verified. Keystamp can’t verify them without the phrase.',
  'phrase.run.notSent': 'The recovery phrase wasn’t sent. This page still holds it.',
  'phrase.run.sealedHeld':
    'This page still holds the encrypted phrase. Change what’s wrong and send it again.',
  'phrase.run.unstamped': 'The recovery phrase wasn’t sent. This page still holds it, encrypted.',
  'phrase.run.change': 'Change name or accounts',
  'phrase.run.unknown': 'Check the list of wallets before you try again.',

  'phrase.exists.title': 'The service already has this wallet',
  'phrase.exists.what':
    'You can import a recovery phrase into an organization only once, whatever the wallet’s name. Nothing changed.',
  'phrase.exists.id': 'Existing wallet: {key}',
  'phrase.exists.proved':
    'Keystamp checked its accounts against the addresses derived from your phrase:',
  'phrase.exists.unread': 'Keystamp couldn’t read its accounts.',

  'phrase.verdict.provedWhat':
    'Keystamp checked the service’s response against your phrase. These are the addresses you saw before.',
  'phrase.verdict.other_readingWhat':
    'All addresses belong to your phrase, but some aren’t the ones you saw before. The service interprets the format’s rule in another way, named below. Use them only if your wallet shows the same ones.',
  'phrase.verdict.mismatchWhat':
    'The service says it imported the wallet, but its response doesn’t belong to your phrase. Don’t send anything to these addresses. Keystamp recorded this in the sealed log. Keep your own copy of the phrase, and tell the service’s operator.',
  'phrase.verdict.id': 'Wallet ID',
  'phrase.verdict.list': 'View all wallets',
  'phrase.verdict.open': 'Open the wallet',
  'phrase.verdict.another': 'Import another wallet',
} as const;
