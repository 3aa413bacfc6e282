import { describe, expect, test } from 'vitest';
import { readInterface } from '../../src/client/interface/read-interface.ts';
import { readPaste } from '../../src/client/import/read-paste.ts';
import type { PhraseReading } from '../../src/keys/phrase/read-phrase.ts';
import { readPhrase } from '../../src/keys/phrase/read-phrase.ts';
import { MAX_CONTRACT_INTERFACE_LENGTH } from '../../src/protocol/contract-interface.ts';
import { toHex } from '../../src/crypto/bytes.ts';
import { parsePrivateKey } from '../../src/keys/private-key.ts';
import { foldCase } from '../../src/ui/components/typed-text.ts';
import { GETH } from './import/keystore-files.ts';

/*
 * What users of other wallets and tools reported that theirs read wrongly, or not at all: each text, or
 * a published one of its kind, is read as it was meant or refused with its true reason. The issue or
 * file that it is from stands beside it.
 */

const LEGAL = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const words = LEGAL.split(' ');
const NUMBERED = words.map((word, at) => `${at + 1}-${word}`);
const LABELED = words.map((word, at) => `Word ${at + 1}: ${word}`);

describe('recovery phrases', () => {
  test.each<[source: string, text: string, expected: Partial<PhraseReading>]>([
    [
      'electrum, pull request 6001',
      'universe leisure priority tattoo fluid trophy theme rigid team van office sponsor',
      { fault: null, alsoFits: ['electrum'] },
    ],
    [
      'electrum, test_mnemonic.py: 13 words',
      'cram swing cover prefer miss modify ritual silly deliver chunk behind inform able',
      { fault: 'electrum' },
    ],
    [
      'electrum, test_mnemonic.py: 25 words, for two factors',
      'bind clever room kidney crucial sausage spy edit canvas soul liquid ribbon slam open alpha suffer gate relax voice carpet law hill woman tonight abstract',
      { fault: 'electrum' },
    ],
    [
      'electrum, test_mnemonic.py: Spanish',
      'almíbar tibio superar vencer hacha peatón príncipe matar consejo polen vehículo odisea',
      { fault: 'electrum' },
    ],
    [
      'electrum, test_mnemonic.py: Japanese',
      'なのか ひろい しなん まなぶ つぶす さがす おしゃれ かわく おいかける けさき かいとう さたん',
      { fault: 'electrum' },
    ],
    [
      'electrum, test_mnemonic.py: before version 2',
      'powerful random nobody notice nothing important anyway look away hidden message over',
      { fault: 'old_electrum' },
    ],
    [
      'lnd, issue 2735, by cipherseed_test.go',
      'ability liquid travel stem barely drastic pact cupboard apple thrive morning oak feature tissue couch old math inform success suggest drink motion know royal',
      { fault: 'aezeed' },
    ],
    [
      'iancoleman/bip39, issue 682: LBRY, by lbry-sdk’s test_account.py',
      'carbon smart garage balance margin twelve chest sword toast envelope bottom stomach absent',
      { fault: 'electrum' },
    ],
    [
      'bitpay/wallet, issue 4739',
      '眼悲叛改节跃衡响疆股遂冬',
      { fault: 'electrum', language: 'simplified_chinese' },
    ],
    ...['TREZOR', 'hunter2', 'p@ssw0rd', 'bitcoin'].map(
      (passphrase): [string, string, Partial<PhraseReading>] => [
        'ethdo, pull request 98',
        `${LEGAL} ${passphrase}`,
        { fault: 'extra_word' },
      ],
    ),
  ])('%s: %s', async (_, text, expected) => {
    expect(await readPhrase(text)).toMatchObject(expected);
  });

  test.each<[how: string, text: string]>([
    ['single quotes', words.map((word) => `'${word}'`).join(' ')],
    ['backticks', `\`${LEGAL}\``],
    ['a JSON array', JSON.stringify(words)],
    ['dashes', words.join('-')],
    ['numbers and dashes', NUMBERED.join(' ')],
    ['lines with “Word 1:”', LABELED.join('\n')],
    ['bullets', words.map((word) => `• ${word}`).join('\n')],
    ['a soft hyphen', LEGAL.replace('sausage', 'sau\u00adsage')],
    ['direction marks', `\u202a${LEGAL}\u202c`],
  ])('written with %s', async (_, text) => {
    const reading = await readPhrase(text);
    expect(reading.fault).toBeNull();
    expect(reading.words.map((word) => word.text)).toEqual(words);
  });
});

/** Bytes 1 to 32 are a key on every curve. */
const KEY = Uint8Array.from({ length: 32 }, (_, at) => at + 1);
const HEX = toHex(KEY);
const COLONS = (HEX.match(/../g) ?? []).join(':');
/** Bitcoin Core, descriptor_tests.cpp. */
const WIF = 'L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1';
const WIF_HEX = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

describe('private keys', () => {
  test.each<[source: string, text: string, encoding: string, hex: string | null]>([
    [
      'sui, keytool_tests.rs: sui.keystore',
      '["AN0JMHpDum3BhrVwnkylH0/HGRHBQ/fO/8+MYOawO8j6"]',
      'sui_keystore',
      'dd09307a43ba6dc186b5709e4ca51f4fc71911c143f7ceffcf8c60e6b03bc8fa',
    ],
    ['hethers, issue 232', `3030020100300706052b8104000a04220420${HEX}`, 'der', HEX],
    ['electrum, issue 8104', `p2wpkh:${WIF}`, 'electrum', WIF_HEX],
    ['freewallet, issue 72: bytes by colons', COLONS, 'hex_colons', HEX],
    ['Bitcoin Core, descriptor_tests.cpp', `wpkh(${WIF})`, 'descriptor', WIF_HEX],
    ['solana-labs, issue 27684: a Uint8Array in JSON', JSON.stringify(KEY), 'json_bytes', HEX],
    [
      'micro-sol-signer, pull request 9: a Buffer in JSON',
      JSON.stringify(Buffer.from(KEY)),
      'json_bytes',
      HEX,
    ],
    [
      'XLS-12 and Xaman, issue 305: rows with letters',
      'A 554872 B 394230 C 209376 D 323698 E 140250 F 387423 G 652803 H 258676',
      'xrp_numbers',
      null,
    ],
  ])('%s', (_, text, encoding, hex) => {
    const key = parsePrivateKey(text);
    expect(key.encoding).toBe(encoding);
    if (hex !== null) expect(toHex(key.privateKey)).toBe(hex);
  });

  test('Nethereum, issue 563: 66 digits after a zero byte are asked about', () => {
    const read = readPaste(`00${HEX}`, {});
    expect(read).toMatchObject({
      kind: 'refused',
      refused: { reason: 'wrong_length', facts: { possibleEncodings: ['hex_padded', 'xrp_hex'] } },
    });
    const chosen = readPaste(`00${HEX}`, { interpretAs: 'hex_padded' });
    expect(chosen.kind === 'held' && chosen.key.candidates[0].curve).toBe('CURVE_SECP256K1');
  });

  test('a keystore file of Ethereum waits for its password', () => {
    expect(readPaste(JSON.stringify(GETH), {})).toMatchObject({
      kind: 'keystore',
      reading: { ok: true },
    });
  });
});

const ETHEREUM = 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM';
const ENTRY = { type: 'function', name: 'f', inputs: [], outputs: [], stateMutability: 'view' };
const long = Array.from({ length: 3000 }, (_, at) => ({ ...ENTRY, name: `f${at}` }));

describe('contract interfaces', () => {
  test.each<[source: string, given: unknown, entries: unknown]>([
    ['ethers-rs, issue 293: Hardhat', { _format: 'hh-sol-artifact-1', abi: [ENTRY] }, [ENTRY]],
    ['ethers-rs, issue 478: Foundry', { abi: [ENTRY], bytecode: { object: '0x' } }, [ENTRY]],
    [
      'teloscan, pull request 309: Etherscan',
      { status: '1', result: JSON.stringify([ENTRY]) },
      [ENTRY],
    ],
    ['subql, pull request 790', ['function f() view'], [ENTRY]],
    [
      'parr, issue 67: without a type',
      [{ name: 'f', inputs: [], outputs: [] }],
      [{ type: 'function', name: 'f', inputs: [], outputs: [] }],
    ],
    ['evm-abi-decoder, issue 61: null members', [{ ...ENTRY, inputs: null }], [ENTRY]],
    [
      'an anonymous event without a name',
      [{ type: 'event', name: null, inputs: [], anonymous: true }],
      [{ type: 'event', inputs: [], anonymous: true }],
    ],
    [
      'ethers, issue 3032: Vyper’s struct',
      [{ ...ENTRY, inputs: [{ name: 'rows', type: '(address,uint256)[10]' }] }],
      [
        {
          ...ENTRY,
          inputs: [
            {
              name: 'rows',
              type: 'tuple[10]',
              components: [
                { name: '', type: 'address' },
                { name: '', type: 'uint256' },
              ],
            },
          ],
        },
      ],
    ],
    ['behind a byte order mark', `\uFEFF${JSON.stringify([ENTRY])}`, [ENTRY]],
    ['685,292 characters with blanks, fewer without', JSON.stringify(long, null, 8), long],
  ])('%s', (_, given, entries) => {
    const read = readInterface(typeof given === 'string' ? given : JSON.stringify(given), ETHEREUM);
    if (!read.ok) throw new Error(read.fault);
    expect(read.text.length).toBeLessThanOrEqual(MAX_CONTRACT_INTERFACE_LENGTH);
    const text = read.text.replace(/^\uFEFF/, '');
    expect(JSON.parse(text)).toEqual(entries);
  });
});

test('Fuse, issue 701, and fuzzaldrin-plus, issue 33: the Turkish i', () => {
  for (const typed of ['import', 'İmport', 'ımport', 'IMPORT'])
    expect(foldCase(typed)).toBe('import');
});
