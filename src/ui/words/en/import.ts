/** Text for the import of a private key and for the list of private keys. */
export const importWords = {
  'import.title': 'Import a private key',
  'import.what':
    'Keystamp checks the key here and encrypts it so only the service can open it. It never leaves this page unencrypted.',
  'import.wallet': 'Import a whole wallet by its recovery phrase',
  'import.step.key': 'Key',
  'import.step.formats': 'Addresses',
  'import.step.name': 'Name',
  'import.step.review': 'Review',
  'import.step.run': 'Import and verify',
  'import.heading.key': 'Paste the key as your wallet exports it',
  'import.heading.formats': 'Choose address types',
  'import.heading.name': 'Name the key',
  'import.heading.review': 'Review the import',
  'import.heading.run': 'Import and verify',

  'import.key.help':
    'Hex, WIF, PEM, JWK, Solana base58 or JSON array, Stellar S…, XRP family seed or secret numbers, Sui suiprivkey or keystore line, Aptos AIP-80, and more. Keystamp recognizes the format.',
  'import.key.show': 'Show pasted key',
  'import.key.hide': 'Hide pasted key',
  'import.key.shown': 'Pasted key',
  'import.key.fileHelp': 'Choose the file, or drop it anywhere on this page.',
  'import.key.drop': 'Drop the file here.',
  'import.key.clipboard':
    'What you copied stays on the clipboard, so copy something else afterward. Any other copies of the key are yours to protect.',
  'import.key.held': 'This page holds the key until Keystamp encrypts it or you leave the page.',
  'import.key.forget': 'Clear and paste another',
  'import.key.missing': 'Paste the key or choose its file.',

  'import.read.title': 'Recognized: {kind}',
  'import.read.kind': 'Key format',
  'import.read.network': 'Network',
  'import.read.noNetwork': 'Not stated in the key',
  'import.read.curveWhy':
    'These digits fit both curves, and only you know which is right. Choose by the chain the key comes from.',
  'import.read.curveMissing': 'Choose the curve of the key.',
  'import.curve.CURVE_SECP256K1.what': 'Ethereum, Bitcoin, Cosmos, Tron, Sei, Dogecoin, XRP',
  'import.curve.CURVE_ED25519.what': 'Solana, Sui, Aptos, Stellar, TON',
  'import.network.bitcoin_mainnet': 'Bitcoin mainnet',
  'import.network.bitcoin_testnet': 'Bitcoin testnets',
  'import.network.dogecoin_mainnet': 'Dogecoin mainnet',
  'import.network.dogecoin_testnet': 'Dogecoin testnet',

  'import.refused.title': 'This key can’t be imported',
  'import.unclear.title': 'Choose what this is',
  'import.refused.sent': 'Nothing was sent.',
  'import.refused.too_long':
    'This is longer than any private key format, so Keystamp didn’t read it. Paste one key alone.',
  'import.refused.wrong_length': 'Looks like: {found}. The length is wrong.',
  'import.refused.length.bytes': {
    one: 'Length: {count} byte. Expected: {expected}.',
    other: 'Length: {count} bytes. Expected: {expected}.',
  },
  'import.refused.length.characters': {
    one: 'Length: {count} character. Expected: {expected}.',
    other: 'Length: {count} characters. Expected: {expected}.',
  },
  'import.refused.length.digits': {
    one: 'Length: {count} hex digit. Expected: {expected}.',
    other: 'Length: {count} hex digits. Expected: {expected}.',
  },
  'import.refused.length.numbers': {
    one: 'Length: {count} number. Expected: {expected}.',
    other: 'Length: {count} numbers. Expected: {expected}.',
  },
  'import.refused.wrong_character': 'Looks like: {found}. One character doesn’t belong in it.',
  'import.refused.lookalike_character':
    'One character only looks like a letter or digit, or is invisible: {character}. Copy the key from its wallet again.',
  'import.refused.wrong_case':
    'Looks like: {found}. The uppercase and lowercase letters don’t fit. Copy the key again without changing them.',
  'import.refused.decorated': 'There’s something around the key: {found}. Paste the key alone.',
  'import.refused.malformed': 'Starts like: {found}. The rest isn’t valid.',
  'import.refused.checksum':
    'Looks like: {found}. The checksum is wrong: a character is wrong or missing. Copy the key again.',
  'import.refused.public_half_mismatch':
    'Looks like: {found}. Its public key doesn’t belong to its private key.',
  'import.refused.ambiguous':
    'This could be more than one thing, and the text doesn’t say which: {candidates}.',
  'import.refused.wrong_network':
    'Recognized: {found}. The service has no addresses for that chain.',
  'import.refused.wrong_curve':
    'Recognized: {found}. The service has no addresses for keys on its curve.',
  'import.refused.wrong_prefix': 'This is valid bech32, but no private key starts like this.',
  'import.refused.wrong_kind':
    'Recognized: {found}. Keystamp imports keys on secp256k1 and Ed25519. Export the key of your account from its wallet.',
  'import.refused.other_script':
    'Recognized: {found}. Its script isn’t that of a single key, or the service has no address for it. Export the private key alone as WIF.',
  'import.refused.several_keys': {
    one: 'There is {count} key in this.',
    other: 'There are {count} keys in this. Choose the one to import.',
  },
  'import.several.label': 'Key to import',
  'import.several.missing': 'Choose one of the keys.',
  'import.several.entry': 'Key {number}',
  'import.several.address': '{format}: {address}',
  'import.refused.uncompressed':
    'This key is for an uncompressed public key ({found}). The service would give it different addresses from those its wallet shows, and wouldn’t find what’s there.',
  'import.refused.zero': 'The key is zero. Anyone can spend what it holds.',
  'import.refused.out_of_range':
    'The number isn’t below the order of secp256k1, so it isn’t a private key on that curve.',
  'import.refused.address_pasted':
    'This is an address ({found}), not a private key. An address only receives. Paste the key behind it.',
  'import.refused.public_key_pasted':
    'This is a public key, not a private key. Paste the private key.',
  'import.refused.not_a_key': 'This isn’t a private key. Recognized: {found}.',
  'import.refused.mnemonic_pasted':
    'This is a recovery phrase: a whole wallet, not one key. Import it as a wallet, or export the private key of one account from its wallet.',
  'import.refused.extended_key':
    'This is an extended key: a whole wallet, not one key. Export the private key of one account from its wallet.',
  'import.refused.encrypted_key':
    'This key is encrypted with a password ({found}). Decrypt it in its wallet first.',
  'import.refused.unknown': 'This isn’t a private key format that Keystamp knows.',
  'import.refused.position': 'The problem is at character {at}.',
  'import.refused.readAs': 'Read as: {found}',

  'import.found.hex': 'Private key in hex',
  'import.found.hex_pair': 'Ed25519 seed with its public key in hex',
  'import.found.wif': 'WIF key',
  'import.found.solana_pair': 'Solana key in base58',
  'import.found.solana_seed': 'Solana seed in base58',
  'import.found.solana_array': 'Solana key as a JSON array',
  'import.found.solana_seed_array': 'Solana seed as a JSON array',
  'import.found.stellar_seed': 'Stellar secret seed',
  'import.found.xrp_seed': 'XRP family seed',
  'import.found.xrp_numbers': 'XRP secret numbers',
  'import.found.xrp_hex': 'XRP key in hex with a leading 00',
  'import.found.sui': 'Sui private key',
  'import.found.sui_keystore': 'Line of a Sui keystore file in base64',
  'import.found.aptos': 'Aptos private key',
  'import.found.hex_padded': 'Private key in hex with a leading zero byte (Ethereum and others)',
  'import.found.hex_colons': 'Private key in hex with colons',
  'import.found.json_bytes': 'Key bytes in JSON',
  'import.found.pem': 'PEM file',
  'import.found.der': 'DER key',
  'import.found.jwk': 'Key as a JSON Web Key (JWK)',
  'import.found.electrum': 'Electrum key with its script type',
  'import.found.descriptor': 'Bitcoin output descriptor',
  'import.found.bitcoin_address': 'Bitcoin address',
  'import.found.cosmos_address': 'Cosmos address',
  'import.found.dogecoin_address': 'Dogecoin address',
  'import.found.ethereum_address': 'Ethereum address',
  'import.found.sei_address': 'Sei address',
  'import.found.solana_address': 'Solana address',
  'import.found.stellar_address': 'Stellar address',
  'import.found.ton_address': 'TON address',
  'import.found.tron_address': 'Tron address',
  'import.found.xrp_address': 'XRP address',
  'import.found.other_address': 'Address',
  'import.found.public_key': 'Public key',
  'import.found.extended_public_key': 'Extended public key',
  'import.found.extended_key': 'Extended key',
  'import.found.recovery_phrase': 'Recovery phrase',
  'import.found.bip38': 'BIP-38 key',
  'import.found.keystore': 'Keystore file',
  'import.found.openssl': 'OpenSSL container',
  'import.found.json': 'JSON',
  'import.found.key_list': 'List of keys',
  'import.found.base64': 'base64',
  'import.found.api_key': 'API key, which signs requests to the service',
  'import.found.mini_key': 'Mini private key',
  'import.found.aptos_other_curve': 'Aptos key on another curve',
  'import.found.sui_other_curve': 'Sui key on another curve',
  'import.found.xrp_ed25519': 'Ed25519 XRP key',
  'import.found.dash_key': 'Dash key',
  'import.found.litecoin_key': 'Litecoin key',
  'import.found.namecoin_key': 'Namecoin key',
  'import.found.near_key': 'NEAR key',
  'import.found.nostr_key': 'Nostr key',
  'import.found.peercoin_key': 'Peercoin key',
  'import.found.other_wif': 'Key for a chain Keystamp doesn’t know',
  'import.found.stellar_hash': 'Stellar transaction hash or condition',
  'import.found.assignment': 'name and equals sign',
  'import.found.p256_key': 'P-256 key',
  'import.found.rsa_key': 'RSA key',
  'import.found.x25519_key': 'X25519 key, which can only encrypt',
  'import.found.openssh_key': 'OpenSSH key',
  'import.found.symmetric_key': 'Symmetric key',
  'import.found.other_curve': 'Key on another curve',
  'import.found.certificate': 'Certificate',
  'import.found.fingerprint': 'Fingerprint of a certificate',
  'import.found.label': 'name and colon',
  'import.found.punctuation': 'punctuation',
  'import.found.quotes': 'quotation marks',

  'import.keystore.title': 'This is a keystore file, encrypted with a password',
  'import.keystore.password': 'Password of the keystore file',
  'import.keystore.missing': 'Type the password of the file.',
  'import.keystore.first': 'Open the file with its password first.',
  'import.keystore.problem.wrong_password':
    'This password doesn’t open the file. Check it, and whether upper and lower case are right.',
  'import.keystore.problem.key_mismatch':
    'The password is right, but the file states the address of another key. Choose the original file.',
  'import.keystore.opening': 'Opening the file. This can take a minute.',
  'import.keystore.open': 'Open file',
  'import.keystore.fault.not_version_3':
    'Keystamp opens version 3 of Ethereum’s keystore files. Decrypt this one in its wallet, and paste the private key.',
  'import.keystore.fault.malformed':
    'This isn’t a complete keystore file: a part is missing or isn’t valid. Choose the original file.',
  'import.keystore.fault.memory':
    'Opening this file takes {count} MiB of memory, and Keystamp uses 512 MiB at most. Decrypt it in its wallet, and paste the private key.',
  'import.keystore.fault.time':
    'Opening this file would take longer than a minute. Decrypt it in its wallet, and paste the private key.',

  'import.formats.what':
    'The service keeps the key and lists these addresses for it. Keystamp derives them here first, then checks the service’s response against them.',
  'import.formats.test': '{chain} testnets',
  'import.chain.none': 'Public key',
  'import.formats.own': 'Matches the key format',
  'import.formats.others': 'Addresses on other chains',
  'import.formats.open':
    'Part of the service’s rule for this format isn’t public. Its response may follow another interpretation, which Keystamp then names.',
  'import.formats.missing':
    'Select at least one. Without an address, Keystamp can’t verify anything.',
  'import.formats.count': { one: '{count} address', other: '{count} addresses' },

  'import.name.profileHelp': 'The profile whose organization gets the key.',

  'import.review.who': 'Importing user',
  'import.review.whoWhat':
    'The service accepts a key only for the user who signs the request. Keystamp just asked it who that is.',
  'import.review.asking': 'Asking the service who you are…',
  'import.review.signer': 'Trusted signer',
  'import.review.key': 'Key',
  'import.review.addresses': 'Addresses',
  'import.review.otherOrganization':
    'The service says you belong to a different organization than this profile. Test the profile first.',
  'import.review.leave':
    'The service will hold this key. Anyone who can sign for the organization can then use it as its policies allow. You can’t undo the import here.',
  'import.review.import': 'Import key',

  'import.run.begin': 'Get the service’s encryption key',
  'import.run.check': 'Verify it',
  'import.run.seal': 'Encrypt the private key to it, then forget the private key here',
  'import.run.send': 'Import',
  'import.run.prove': 'Verify addresses',
  'import.run.whyBegin':
    'This gets a key from the service to encrypt your private key to. The import itself may need your passkey once more.',
  'import.run.whySend': 'This imports the private key “{name}”, encrypted.',
  'import.run.stay':
    'Stay on this page until the addresses are verified. Keystamp can’t verify them without the key.',
  'import.waiting.begin':
    'Keep this page open: once they have approved, the import continues by itself. If you close it, import again later. Nothing was sent yet.',
  'import.waiting.send':
    'Keep this page open: once they have approved, Keystamp verifies the addresses by itself. If you close it, the service still imports it, but nothing is verified. To verify it then, import it again: Keystamp compares the addresses.',
  'import.run.stopped': 'The import stopped',
  'import.run.notSent': 'The private key wasn’t sent. This page still holds the key.',
  'import.run.sealedHeld':
    'This page still holds the encrypted key. Change what’s wrong and send it again.',
  'import.run.unstamped': 'The private key wasn’t sent. This page still holds it, encrypted.',
  'import.run.change': 'Change name or addresses',
  'import.run.unknown': 'Check the list of private keys before you try again.',

  'import.bundle.title': 'Keystamp rejected the service’s encryption key',
  'import.bundle.kept': 'Nothing was encrypted or sent. Keystamp recorded this in the sealed log.',
  'import.bundle.not_json': 'The response is cut off or isn’t JSON.',
  'import.bundle.retired_form':
    'The response uses the retired format without a version, whose signature doesn’t cover the organization or the user. Anyone between you and the service could have swapped it.',
  'import.bundle.malformed': 'The response isn’t in the format of an import bundle.',
  'import.bundle.other_signer':
    'The response is signed by a different key than the one this profile trusts. Either the profile names the wrong signer, or someone is posing as the service.',
  'import.bundle.bad_signature':
    'The response’s signature isn’t valid: the response was changed in transit, or the service didn’t make it.',
  'import.bundle.bad_data': 'The signed data isn’t in the format of an import bundle.',
  'import.bundle.other_organization':
    'The response was made for another organization. What you import would have gone there.',
  'import.bundle.other_user':
    'The response was made for another user. What you import would have gone to them.',
  'import.bundle.no_target': 'The response contains no key to encrypt to.',
  'import.bundle.target_not_a_point':
    'The key in the response isn’t a point on P-256. Encrypting to it could give away what you import.',

  'import.exists.title': 'The service already has this key',
  'import.exists.what':
    'You can import a key into an organization only once, whatever its name. Nothing changed.',
  'import.exists.id': 'Existing key: {key}',
  'import.exists.proved': 'Keystamp checked its addresses against your key:',
  'import.exists.unread': 'Keystamp couldn’t read its addresses.',

  'import.verdict.proved': 'Imported, and every address verified',
  'import.verdict.provedWhat':
    'Keystamp checked the service’s response against your key. These are the addresses you saw before.',
  'import.verdict.other_reading': 'Imported, but some addresses follow another interpretation',
  'import.verdict.other_readingWhat':
    'All addresses belong to your key, but some aren’t the ones you saw before. The service interprets the format’s rule in another way, named below. Use them only if your wallet shows the same ones.',
  'import.verdict.cannot_check': 'Imported, but not everything could be verified',
  'import.verdict.cannot_checkWhat':
    'Keystamp found nothing wrong in what it could check. Don’t use the other addresses until you’ve verified them in another way.',
  'import.verdict.mismatch': 'Do not use these addresses',
  'import.verdict.mismatchWhat':
    'The service says it imported the key, but its response doesn’t belong to that key. Don’t send anything to these addresses. Keystamp recorded this in the sealed log. Keep your own copy of the key, and tell the service’s operator.',
  'import.verdict.id': 'Key ID',
  'import.verdict.list': 'View all private keys',
  'import.verdict.open': 'Open the private key',
  'import.verdict.another': 'Import another key',

  'import.proof.proved': 'Verified',
  'import.proof.other_reading': 'Other interpretation',
  'import.proof.mismatch': 'Doesn’t match',
  'import.proof.missing': 'Missing',
  'import.proof.cannot_check': 'Can’t be verified',
  'import.proof.readingWhat': 'Belongs to this key, interpreted as: {reading}.',
  'import.proof.expected': 'This key’s address would be: {address}',
  'import.proof.missingWhat': 'You requested this address, but the response doesn’t list it.',
  'import.proof.noneExpected': 'A key on this curve has no address in this format.',
  'import.proof.notAsked': 'Not requested.',

  'import.reading.p2sh_p2pk': 'P2SH of a single public key',
  'import.reading.p2sh_p2pkh': 'P2SH of P2PKH',
  'import.reading.p2sh_multisig': 'P2SH of 1-of-1 multisig',
  'import.reading.p2wsh_p2pkh': 'P2WSH of P2PKH',
  'import.reading.p2wsh_multisig': 'P2WSH of 1-of-1 multisig',
  'import.reading.p2tr_untweaked': 'Taproot with the untweaked key',
  'import.reading.sei_evm': 'the Ethereum account written as a Sei address',
  'import.reading.sei_ed25519': 'Sei address of an Ed25519 key',
  'import.reading.sui_secp256k1': 'Sui address of a secp256k1 key',
  'import.reading.aptos_single_key': 'Aptos SingleKey scheme',
  'import.reading.aptos_secp256k1': 'Aptos SingleKey scheme of a secp256k1 key',
  'import.reading.aptos_short': 'without leading zeros',
  'import.reading.xrp_ed25519': 'XRP address of an Ed25519 key',
  'import.reading.ton_bounceable': 'bounceable form',
  'import.reading.ton_base64': 'plain base64',
  'import.reading.ton_bounceable_base64': 'bounceable form in plain base64',
  'import.reading.ton_raw': 'raw form',
  'import.reading.ton_test_only': 'test-only form',
  'import.reading.ton_bounceable_test_only': 'bounceable test-only form',
  'import.reading.ton_testnet_wallet': 'testnet wallet ID',

  'import.address.refused.not_this_format': 'This isn’t an address in this format.',
  'import.address.refused.network': 'This address is for another network of the chain.',
  'import.address.refused.alphabet':
    'It contains a character that addresses in this format don’t have.',
  'import.address.refused.case': 'Its uppercase and lowercase letters don’t fit this format.',
  'import.address.refused.length': 'Its length is wrong for this format.',
  'import.address.refused.padding': 'Its last bits aren’t valid.',
  'import.address.refused.checksum': 'Its checksum is wrong.',
  'import.address.refused.not_a_key': 'Its bytes aren’t a public key on the curve.',

  'import.check.address': 'Address from your wallet',
  'import.check.addressHelp':
    'Paste the address shown by the wallet the key comes from. Keystamp compares what it encodes.',
  'import.check.same': 'Match: this is the listed {format} address.',
  'import.check.different':
    'No match: this is a valid {format} address, but the service lists a different one for this key.',
  'import.check.unreadable': 'This isn’t an address in any format listed here.',
  'import.check.key': 'Or verify with the private key',
  'import.check.keyHelp':
    'Paste the private key once more. Keystamp reads it on this page only, compares it, and forgets it. Nothing is sent.',
  'import.check.verdict.proved': 'Every listed address belongs to this key.',
  'import.check.verdict.other_reading':
    'Every listed address belongs to this key, some by another interpretation of the rule.',
  'import.check.verdict.cannot_check': 'Nothing is wrong, but not everything can be verified.',
  'import.check.verdict.mismatch': 'At least one listed address doesn’t belong to this key.',

  'import.cross.consistent': 'The addresses are consistent',
  'import.cross.consistentWhat':
    'All listed addresses belong to one public key. Only your wallet or the key itself can tell whether that’s your key.',
  'import.cross.cannot_check': 'The addresses can’t be verified without the key',
  'import.cross.cannot_checkWhat':
    'The list doesn’t have enough to derive the addresses from each other. Compare one with your wallet, or verify it with the key.',
  'import.cross.mismatch': 'The addresses don’t belong together',
  'import.cross.mismatchWhat':
    'At least one listed address doesn’t belong to the same key as the others. Don’t send anything to them until you know why.',
} as const;
