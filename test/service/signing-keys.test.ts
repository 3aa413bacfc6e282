// Keys that can't sign what is asked for.
import { expect, test } from 'vitest';
import transactions from '../vectors/signing/ethereum-transactions.json' with { type: 'json' };
import { useFreshService } from './fresh-service.ts';
import { refusalOf, resultOf, type Caller } from './harness.ts';

let root: Caller;
useFreshService((fresh) => {
  ({ root } = fresh);
});

test('error: a Taproot address would have another signature than ECDSA’s', async () => {
  const account = {
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/86'/0'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR',
  };
  const wallet = { walletName: 'Taproot', accounts: [account] };
  const [signWith] = resultOf(await root.submit('create_wallet', wallet))['addresses'] as string[];
  const answer = await root.submit('sign_raw_payload', {
    signWith,
    payload: '00'.repeat(32),
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  });
  expect(refusalOf(answer)).toMatchObject({
    status: 400,
    message: expect.stringMatching(/Taproot/),
  });
});

test.each(['CURVE_ED25519', 'CURVE_P256'])(
  'error: a key of %s signs no Ethereum transaction',
  async (curve) => {
    const key = { privateKeyName: 'Key', curve, privateKeyTags: [], addressFormats: [] };
    const made = await root.submit('create_private_keys', { privateKeys: [key] });
    const [one] = resultOf(made)['privateKeys'] as { readonly privateKeyId: string }[];
    const [vector] = transactions.cases.filter((each) => !('refuse' in each && each.refuse));
    const answer = await root.submit('sign_transaction', {
      signWith: one?.privateKeyId,
      unsignedTransaction: vector?.unsignedTransaction,
      type: 'TRANSACTION_TYPE_ETHEREUM',
    });
    expect(refusalOf(answer)).toMatchObject({
      status: 400,
      message: expect.stringMatching(`a key of ${curve} signs no transaction of Ethereum`),
    });
  },
);
