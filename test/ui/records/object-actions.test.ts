import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import {
  actionsOn,
  creationsOf,
  editsOf,
  kindsChangedBy,
  payoutsTo,
  prefillOf,
  signaturesBy,
  tagChangeFor,
} from '../../../src/ui/records/object-actions.ts';
import { id } from '../page/world.ts';

const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);
const account = (addressFormat: string, address = 'an address') => ({
  id: id(1),
  name: address,
  record: { address, addressFormat },
});

describe('editsOf', () => {
  test('behavior: a wallet’s name and a user’s three members, each by its operation', () => {
    expect(editsOf('wallet').map(({ row, member }) => [row.name, member])).toEqual([
      ['update_wallet', 'walletName'],
    ]);
    expect(editsOf('user').map(({ member }) => member)).toEqual([
      'userPhoneNumber',
      'userEmail',
      'userName',
    ]);
    expect(editsOf('activity')).toEqual([]);
  });
});

describe('actionsOn', () => {
  test('behavior: what cannot be undone comes last', () => {
    for (const kind of ['wallet', 'user', 'userTag', 'privateKey', 'contractInterface'] as const) {
      const risks = actionsOn(kind).map(({ risk }) => risk === 'irreversible');
      expect(risks, kind).toEqual(risks.toSorted((a, b) => Number(a) - Number(b)));
    }
  });

  test('behavior: not what has a pencil, a link at a list, or a page of its own', () => {
    const shown = [...names(actionsOn('wallet')), ...names(actionsOn('user'))];
    for (const name of ['update_wallet', 'create_wallet_accounts', 'import_private_key']) {
      expect(shown).not.toContain(name);
    }
  });

  test('behavior: not what is about several records, or all of them', () => {
    expect(names(actionsOn('policy'))).toContain('delete_policy');
    expect(names(actionsOn('policy'))).not.toContain('delete_policies');
    expect(names(actionsOn('user'))).not.toContain('update_root_quorum');
    expect(names(creationsOf('policy'))).toEqual(['create_policy']);
    expect(kindsChangedBy(['create_policies'])).toEqual(['policy']);
    expect(names(actionsOn('walletAccount'))).toContain('delete_wallet_accounts');
  });

  test('behavior: not what only takes the record along, nor what is about its parts', () => {
    expect(names(actionsOn('user'))).toEqual(['delete_users']);
    expect(names(actionsOn('privateKey'))).toEqual(['delete_private_keys']);
    expect(names(actionsOn('apiKey'))).toEqual(['delete_api_keys']);
  });

  test('behavior: every record that the table makes can be made from a list', () => {
    expect(names(creationsOf('wallet'))).toEqual(['create_wallet']);
    expect(names(creationsOf('walletAccount'))).toEqual(['create_wallet_accounts']);
    expect(names(creationsOf('activity'))).toEqual([]);
  });
});

describe('tagChangeFor', () => {
  test.each([
    ['user', 'update_user_tag', 'userTags', 'addUserIds'],
    ['userTag', 'update_user_tag', 'userTags', 'addUserIds'],
    ['privateKey', 'update_private_key_tag', 'privateKeyTags', 'addPrivateKeyIds'],
    ['privateKeyTag', 'update_private_key_tag', 'privateKeyTags', 'addPrivateKeyIds'],
  ] as const)('behavior: the tags of a %s by %s', (kind, name, member, add) => {
    expect(tagChangeFor(kind)).toMatchObject({ row: { name }, member, fields: { add } });
  });

  test('behavior: a wallet has no tags', () => {
    expect(tagChangeFor('wallet')).toBeUndefined();
  });
});

describe('prefillOf', () => {
  test('behavior: the record where it is picked, in a list where many can be', () => {
    const place = { kind: 'wallet', id: id(1) } as const;
    expect(prefillOf(OPERATIONS.update_wallet, place).fixed).toEqual({ walletId: id(1) });
    const tag = { kind: 'userTag', id: id(2) } as const;
    expect(prefillOf(OPERATIONS.delete_user_tags, tag).fixed).toEqual({ userTagIds: [id(2)] });
  });

  test('behavior: a part comes with its whole', () => {
    const place = { kind: 'apiKey', id: id(3), within: id(4) } as const;
    expect(prefillOf(OPERATIONS.delete_api_keys, place).fixed).toEqual({
      userId: id(4),
      apiKeyIds: [id(3)],
    });
  });

  const place = { kind: 'walletAccount', id: id(1), within: id(2) } as const;
  test.each([
    ['ADDRESS_FORMAT_ETHEREUM', 'ETHEREUM', 'ETH'],
    ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR', 'BITCOIN', 'BTC'],
    ['ADDRESS_FORMAT_SOLANA', 'SOLANA', 'SOL'],
  ])('behavior: a purchase for %s is fixed to its address and to %s', (format, network, coin) => {
    const prefill = prefillOf(OPERATIONS.init_fiat_on_ramp, place, account(format));
    expect(prefill.fixed).toEqual({
      walletAddress: 'an address',
      network: `FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_${network}`,
    });
    expect(prefill.initial).toEqual({
      cryptoCurrencyCode: `FIAT_ON_RAMP_CRYPTO_CURRENCY_${coin}`,
    });
  });

  test.each(['ADDRESS_FORMAT_TRON', 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR', 'constructor', ''])(
    'behavior: nothing is bought for %s',
    (format) => {
      expect(payoutsTo(account(format))).toEqual([]);
      expect(prefillOf(OPERATIONS.init_fiat_on_ramp, place, account(format)).fixed).toEqual({});
    },
  );
});

describe('signaturesBy', () => {
  const place = { kind: 'walletAccount', id: id(1), within: id(2) } as const;
  const both = ['sign_raw_payload', 'sign_transaction'];

  test.each([
    ['ADDRESS_FORMAT_ETHEREUM', both],
    ['ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR', both],
    ['ADDRESS_FORMAT_COSMOS', ['sign_raw_payload']],
    ['', ['sign_raw_payload']],
  ])('behavior: an account of %s signs %o', (format, expected) => {
    expect(names(signaturesBy('walletAccount', account(format)))).toEqual(expected);
  });

  test('behavior: a private key signs by its id, and what its addresses are for', () => {
    const addresses = [{ format: 'ADDRESS_FORMAT_SOLANA', address: 'an address' }];
    const key = { id: id(3), name: 'Key', record: { curve: 'CURVE_ED25519', addresses } };
    expect(names(signaturesBy('privateKey', key))).toEqual(both);
    const keyPlace = { kind: 'privateKey', id: id(3) } as const;
    expect(prefillOf(OPERATIONS.sign_transaction, keyPlace, key)).toMatchObject({
      fixed: { signWith: id(3) },
      initial: { type: 'TRANSACTION_TYPE_SOLANA' },
    });
    expect(prefillOf(OPERATIONS.sign_raw_payload, keyPlace, key)).toMatchObject({
      fixed: { signWith: id(3) },
      initial: {
        encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
        hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
      },
    });
  });

  test('behavior: an account signs by its address', () => {
    const item = account('ADDRESS_FORMAT_ETHEREUM');
    const { fixed, initial } = prefillOf(OPERATIONS.sign_transaction, place, item);
    expect(fixed).toEqual({ signWith: 'an address' });
    expect(initial).toEqual({ type: 'TRANSACTION_TYPE_ETHEREUM' });
    expect(prefillOf(OPERATIONS.sign_raw_payload, place, item).initial).toEqual({
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_KECCAK256',
      payload: '\u0019Ethereum Signed Message:\n0',
    });
    const bitcoin = account('ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH');
    expect(prefillOf(OPERATIONS.sign_raw_payload, place, bitcoin).initial).toEqual({});
  });

  test('behavior: nothing else signs', () => {
    expect(signaturesBy('wallet', account('ADDRESS_FORMAT_ETHEREUM'))).toEqual([]);
  });
});

describe('kindsChangedBy', () => {
  test.each([
    [['update_wallet'], ['wallet']],
    [['delete_wallets'], ['wallet', 'walletAccount']],
    [['delete_user_tags'], ['userTag', 'user']],
    [['create_wallet_accounts'], ['wallet', 'walletAccount']],
    [['whoami', 'constructor'], []],
  ])('behavior: %o may change %o', (operations, kinds) => {
    expect(kindsChangedBy(operations)).toEqual(kinds);
  });
});
