import { describe, expect, test } from 'vitest';
import { schemeOfAddress } from '../../../src/client/import/phrase-scheme.ts';
import { checkPhrase, holdPhrase } from '../../../src/client/import/sealable-phrase.ts';
import { addressOf } from '../../../src/addresses/address.ts';
import { fromHex } from '../../../src/crypto/bytes.ts';
import { publicKeyOf } from '../../../src/crypto/keys.ts';
import { plansOfChain } from '../../../src/ui/procedures/import/typed-phrase.ts';
import electrum from '../../vectors/electrum-seeds.json' with { type: 'json' };

/** Which scheme an address is of, for words that have the marks of several. */
async function decide(text: string, address: string) {
  const reading = await checkPhrase(text);
  const phrase = await holdPhrase(reading);
  const words = reading.words.map((word) => word.text);
  const plansOf = plansOfChain;
  return schemeOfAddress({ words, schemes: reading.alsoFits, phrase, plansOf }, address);
}

const BOTH = electrum.seeds.flatMap(({ seed, addresses, bip39 }) =>
  bip39 && addresses ? [{ seed, addresses }] : [],
);
const [{ seed: ANY } = { seed: '' }] = BOTH;

describe('an address of a wallet whose words two schemes have', () => {
  test.each(BOTH)('behavior: Electrum’s own addresses of $seed', async ({ seed, addresses }) => {
    for (const address of addresses) expect(await decide(seed, address)).toBe('electrum');
  });

  test('behavior: BIP-39’s addresses, also later ones of the account', async () => {
    const phrase = await holdPhrase(await checkPhrase(ANY));
    const plans = [
      ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', "m/84'/0'/0'/0/7", 'CURVE_SECP256K1'],
      ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH', "m/49'/0'/0'/0/0", 'CURVE_SECP256K1'],
      ['ADDRESS_FORMAT_ETHEREUM', "m/44'/60'/0'/0/3", 'CURVE_SECP256K1'],
      ['ADDRESS_FORMAT_SOLANA', "m/44'/501'/1'/0'", 'CURVE_ED25519'],
    ] as const;
    for (const [addressFormat, path, curve] of plans) {
      const account = phrase.derive({ addressFormat, path, curve });
      if (account.fault !== undefined) throw new Error(account.fault);
      expect(await decide(ANY, `  ${account.address}\n`), path).toBe('bip39');
    }
  });

  test('behavior: TON’s own, from the published secret key of its phrase', async () => {
    const words =
      'hospital stove relief fringe tongue always charge angry urge sentence again match nerve inquiry senior coconut label tumble carry category beauty bean road solution'.split(
        ' ',
      );
    const secret = fromHex('9d659a6c2234db7f6e4f977e6e8653b9f5946d557163f31034011375d8f3f97d');
    const publicKey = { curve: 'CURVE_ED25519', bytes: publicKeyOf('ED25519', secret) } as const;
    const address = addressOf('ADDRESS_FORMAT_TON_V4R2', publicKey);
    const phrase = await holdPhrase(await checkPhrase(ANY));
    const question = { words, schemes: ['ton' as const], phrase, plansOf: plansOfChain };
    expect(await schemeOfAddress(question, address)).toBe('ton');
  });

  test('error: an address of neither, and a text that is none', async () => {
    expect(await decide(ANY, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94')).toBe('none');
    expect(await decide(ANY, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')).toBe('none');
    expect(await decide(ANY, 'hello')).toBe('unreadable');
  });
});
