/** Text for the export of wallets and keys. */
export const exportWords = {
  'export.title.wallet': 'Export a wallet',
  'export.title.walletAccount': 'Export an account’s private key',
  'export.title.privateKey': 'Export a private key',
  'export.what.wallet':
    'The service encrypts the wallet’s recovery phrase to a key that only this page has. Keystamp opens it here and checks that it’s this wallet’s.',
  'export.what.walletAccount':
    'The service encrypts the account’s private key to a key that only this page has. Keystamp opens it here and checks that it’s this account’s.',
  'export.what.privateKey':
    'The service encrypts the private key to a key that only this page has. Keystamp opens it here and checks that it’s this key.',
  'export.step.review': 'Review',
  'export.step.run': 'Export and verify',
  'export.step.show': 'Back up',
  'export.heading.review': 'Review the export',
  'export.heading.run': 'Export and verify',
  'export.heading.show': 'Back it up',

  'export.review.what': 'What is exported',
  'export.review.wallet': 'Recovery phrase of {name}',
  'export.review.walletAccount': 'Private key of the account {address}',
  'export.review.privateKey': 'Private key {name}',
  'export.review.id': 'ID',
  'export.review.path': 'Path',
  'export.review.target': 'Encrypted to',
  'export.review.targetWhat':
    'A key made for this export. It’s in this page’s memory only, and Keystamp forgets it after one use.',
  'export.review.language': 'Language of the words',
  'export.review.languageOwn': 'Chosen by the service',
  'export.review.languageHelp':
    'The service usually writes English words. In another language, the same wallet has other words, and other wallets derive other addresses from them.',
  'export.review.before.wallet':
    'Whoever has these words controls every account of the wallet, and nobody can undo that. The organization’s policies don’t protect what was exported.',
  'export.review.before.key':
    'Whoever has this key controls what it holds, and nobody can undo that. The organization’s policies don’t protect what was exported.',
  'export.review.alone': 'Nobody else can see or record my screen',
  'export.review.aloneMissing': 'Confirm this first.',
  'export.review.stay':
    'Keep this page open until you’re done. If it closes or Keystamp locks, export again: the service encrypts it to a new key.',
  'export.review.gone': 'The service has nothing with this ID. It may have been deleted.',
  'export.submit.wallet': 'Export recovery phrase',
  'export.submit.key': 'Export private key',
  'export.why': 'This exports a secret, encrypted to this page.',

  'export.run.send': 'Export',
  'export.run.check': 'Check who signed the response, and for whom',
  'export.run.open': 'Decrypt it on this page',
  'export.run.prove': 'Check that it’s the one you asked for',
  'export.run.stopped': 'The export stopped',
  'export.run.again': 'Export again',
  'export.run.waiting':
    'Keep this page open: only it can decrypt the result. If you close it, export again later.',
  'export.run.unsure':
    'Nothing was decrypted. Only this page can decrypt a response to your request, so you can export again.',

  'export.fault.title': 'Keystamp rejected the service’s response',
  'export.fault.kept':
    'Nothing is shown, and this page forgot what it received. Keystamp recorded this in the sealed log.',
  'export.fault.not_json': 'The response is cut off or isn’t JSON.',
  'export.fault.retired_form':
    'The response uses the retired format without a version, whose signature doesn’t cover the organization.',
  'export.fault.malformed': 'The response isn’t in the format of an export bundle.',
  'export.fault.other_signer':
    'The response is signed by a different key than the one this profile trusts. Either the profile names the wrong signer, or someone is posing as the service.',
  'export.fault.bad_signature':
    'The response’s signature isn’t valid: the response was changed in transit, or the service didn’t make it.',
  'export.fault.bad_data': 'The signed data isn’t in the format of an export bundle.',
  'export.fault.other_organization': 'The response was made for another organization.',
  'export.fault.not_ours':
    'The response doesn’t open with the key of this page: it was encrypted to another key, or changed. Someone else may be able to read what was exported.',
  'export.fault.other_record':
    'The response is for something else than you asked for: the service answered with another ID or address.',
  'export.fault.not_a_phrase': 'What the service encrypted isn’t a recovery phrase.',
  'export.fault.not_a_key': 'What the service encrypted isn’t a private key on this curve.',
  'export.fault.other_phrase':
    'These words don’t make this wallet’s addresses, so they’re no backup of it. If the wallet’s phrase is in another language, export it in that language.',
  'export.fault.other_key':
    'This private key doesn’t belong to the address you asked for, so it’s no backup of it.',

  'export.proved': {
    one: 'Verified: it belongs to the {count} address that the service lists.',
    other: 'Verified: it belongs to the {count} addresses that the service lists.',
  },
  'export.provedKey': 'Verified: it’s the private key of the listed public key.',
  'export.unproved':
    'The service lists no address that Keystamp could check it against. Before you rely on this backup, restore it in a wallet and compare.',
  'export.otherReading':
    'It belongs to the listed addresses, but some follow another interpretation of their format’s rule.',
  'export.passphrase':
    'This wallet has a passphrase besides the words. Write down both: without it, the words make other addresses.',
  'export.passphraseLabel': 'Passphrase',

  'export.show.hold.wallet': 'Hold to show the words',
  'export.show.hold.key': 'Hold to show the private key',
  'export.show.how':
    'Hold the button or the space bar, and let go to hide. Or show it for 60 seconds; to do that again, confirm that it’s you. It also hides when you switch windows.',
  'export.show.shown': 'Shown until you let go.',
  'export.show.tap': 'Show for 60 seconds',
  'export.show.hide': 'Hide',
  'export.show.left': { one: 'Hides in 1 second', other: 'Hides in {count} seconds' },
  'export.show.timed': 'Shown for 60 seconds.',
  'export.show.hidden': 'Hidden.',
  'export.show.word': '{number}: {word}',
  'export.show.form': 'Format',
  'export.form.hex': 'Hex',
  'export.form.solana': 'Solana (base58)',
  'export.form.wif': 'WIF',
  'export.form.wif_testnet': 'WIF (testnet)',
  'export.show.write':
    'Write it on paper and keep it where only you can reach it. Don’t photograph it, and don’t save it in a file or in the cloud.',

  'export.copy.wallet': 'Copy the words',
  'export.copy.key': 'Copy the private key',
  'export.copy.alone':
    'Every program on this computer can read the clipboard. Keystamp clears it after 60 seconds and when you leave this page. Your browser may ask whether Keystamp may look.',
  'export.copy.click':
    'Every program on this computer can read the clipboard, and this browser doesn’t let Keystamp clear it by itself. It’s safer to write it down while you hold the button above. If you copy it, come back to clear it before you close this page.',
  'export.copy.copied': 'Copied. Keystamp clears the clipboard in 60 seconds. Keep this page open.',
  'export.copy.copiedByClick':
    'Copied. It stays on the clipboard until you clear it, also after this page is closed. Clear it as soon as you’ve pasted it.',
  'export.copy.cleared': 'The clipboard is empty.',
  'export.copy.replaced': 'Something else is on the clipboard by now, so Keystamp left it alone.',
  'export.copy.left':
    'Keystamp couldn’t look at the clipboard, so it may still be there. Clear it now, or copy something else.',
  'export.copy.clear': 'Clear the clipboard',
  'export.copy.failed': 'The browser didn’t let Keystamp copy it.',

  'export.check.title': 'Check your copy',
  'export.check.begin': 'I’ve written it down',
  'export.check.what': 'Type these words from your paper, to be sure it can be read.',
  'export.check.word': 'Word {number}',
  'export.check.action': 'Check',
  'export.check.right': 'Right. Your copy has these words.',
  'export.check.wrong': 'Word {number} is a different one. Compare your copy with the words.',
  'export.doneWhat': 'Clears it from this page.',
  'export.forgotten': 'This page has forgotten what it showed.',
  'export.forgottenWhat': 'To see it again, export again.',
  'export.back': 'Back to {name}',
} as const;
