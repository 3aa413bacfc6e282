// What the service opens for a moment is zeros afterwards: its own keys, and what goes in and out.
import { randomUUID } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { ne } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { fromHex, randomBytes, toHex, utf8 } from '../../src/crypto/bytes.ts';
import { generatePrivateKey } from '../../src/crypto/keys.ts';
import * as hpke from '../../src/crypto/hpke.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { createEnclave, type Enclave } from '../../src/service/enclave.ts';
import { enclaveKeys } from '../../src/service/service-tables.ts';
import { sealPhrase } from '../../src/service/wallets.ts';
import { recordWipes } from '../crypto/record-wipes.ts';
import { exportTarget } from './export-target.ts';
import { useFreshService } from './fresh-service.ts';
import { resultOf, type Caller, type TestService } from './harness.ts';
import { sealBundle, startImport, submitImport } from './key-import.ts';

const MASTER = fromHex('66'.repeat(32));
const PHRASE = `${'abandon '.repeat(11)}about`;

let database: OpenDatabase;
let service: TestService;
let root: Caller;
useFreshService((fresh) => {
  ({ database, service, root } = fresh);
}, MASTER);

describe('the enclave', () => {
  const start = () => createEnclave(database.db, MASTER, randomBytes);
  const openedBy = async (enclave: Enclave, sealed: string, label: string) =>
    toHex(await enclave.open(sealed, label));

  test('behavior: wipes its signing keys when it makes and when it reads them', async () => {
    const secretsOf = async (enclave: Enclave) => {
      // The key of keyed hashes is used all the time.
      const rows = await database.db.select().from(enclaveKeys).where(ne(enclaveKeys.name, 'mac'));
      expect(rows).toHaveLength(3);
      return Promise.all(
        rows.map(({ name, sealed }) => openedBy(enclave, sealed, `enclave-key:${name}`)),
      );
    };
    const read = await recordWipes(start);
    expect(read).toEqual(expect.arrayContaining(await secretsOf(await start())));
    await database.db.delete(enclaveKeys);
    const made = await recordWipes(start);
    expect(made).toEqual(expect.arrayContaining(await secretsOf(await start())));
  });

  test('behavior: wipes a target’s private key when it makes and when it uses it', async () => {
    const enclave = await start();
    const made: { publicKey: Uint8Array<ArrayBuffer>; sealed: string }[] = [];
    const atStart = await recordWipes(async () => {
      made.push(await enclave.createTarget('label'));
    });
    const [target] = made;
    if (!target) throw new Error('no target');
    const secret = await openedBy(enclave, target.sealed, 'label');
    expect(atStart).toContain(secret);
    const message = await hpke.sealToTarget(target.publicKey, utf8('message'));
    expect(await recordWipes(() => enclave.openTarget(target, 'label', message))).toContain(secret);
  });
});

test('error: what a process that may not write has made is wiped too', async () => {
  const sevens = (length: number) => new Uint8Array(length).fill(7);
  const enclave = await createEnclave(database.db, MASTER, sevens, () => false);
  const refused = { grpc: 14 };
  const wiped = await recordWipes(() =>
    expect(enclave.createTarget('label')).rejects.toMatchObject(refused),
  );
  expect(wiped).toContain(toHex(generatePrivateKey('P256', sevens)));
  const entropy = sevens(16);
  const phrase = { entropy, language: 'MNEMONIC_LANGUAGE_ENGLISH', passphrase: '' } as const;
  await expect(sealPhrase(phrase, randomUUID(), enclave)).rejects.toMatchObject(refused);
  expect(toHex(entropy)).toBe('00'.repeat(16));
});

describe('what is imported and exported', () => {
  const ethereum = {
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/60'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  };

  test('behavior: a private key, each time that it is in clear', async () => {
    const secret = randomBytes(32);
    const hex = toHex(secret);
    const bundle = await sealBundle(await startImport(service, root), secret);
    const ids: unknown[] = [];
    const imported = await recordWipes(async () => {
      ids.push(resultOf(await submitImport(root, bundle))['privateKeyId']);
    });
    expect(imported).toContain(hex);
    const [privateKeyId] = ids;
    const { targetPublicKey } = exportTarget(service);
    const exported = await recordWipes(async () => {
      resultOf(await root.submit('export_private_key', { privateKeyId, targetPublicKey }));
    });
    expect(exported).toContain(hex);
    // One that is refused after it was opened: it is there already.
    const again = await sealBundle(await startImport(service, root), secret);
    const refused = await recordWipes(async () => {
      expect((await submitImport(root, again)).status).toBe(409);
    });
    expect(refused).toContain(hex);
  });

  test('behavior: a bundle’s contents, if its target was used already', async () => {
    const target = await startImport(service, root);
    resultOf(await submitImport(root, await sealBundle(target, randomBytes(32))));
    const second = randomBytes(32);
    const bundle = await sealBundle(target, second);
    const refused = await recordWipes(async () => {
      expect((await submitImport(root, bundle, { privateKeyName: 'Other' })).status).toBe(400);
    });
    expect(refused).toContain(toHex(second));
  });

  test('behavior: a phrase, its entropy and its seed, each time that they are in clear', async () => {
    const entropy = toHex(mnemonicToEntropy(PHRASE, wordlist));
    const seed = toHex(mnemonicToSeedSync(PHRASE));
    const text = toHex(utf8(PHRASE));
    const { userId } = root;
    const target = await startImport(service, root, 'init_import_wallet');
    const encryptedBundle = await sealBundle(target, utf8(PHRASE));
    const ids: unknown[] = [];
    const imported = await recordWipes(async () => {
      const parameters = { userId, walletName: 'Imported', encryptedBundle, accounts: [ethereum] };
      ids.push(resultOf(await root.submit('import_wallet', parameters))['walletId']);
    });
    const { privateKey } = HDKey.fromMasterSeed(fromHex(seed)).derive(ethereum.path);
    const key = toHex(privateKey ?? new Uint8Array());
    expect(imported).toEqual(expect.arrayContaining([text, entropy, seed, key]));
    const [walletId] = ids;
    const path = "m/44'/60'/0'/0/1";
    const more = await recordWipes(async () => {
      const accounts = [{ ...ethereum, path }];
      resultOf(await root.submit('create_wallet_accounts', { walletId, accounts }));
    });
    expect(more).toEqual(expect.arrayContaining([entropy, seed]));
    const { targetPublicKey } = exportTarget(service);
    const exported = await recordWipes(async () => {
      resultOf(await root.submit('export_wallet', { walletId, targetPublicKey }));
    });
    expect(exported).toEqual(expect.arrayContaining([text, entropy]));
    const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
    const account = await recordWipes(async () => {
      resultOf(await root.submit('export_wallet_account', { address, targetPublicKey }));
    });
    expect(account).toEqual(expect.arrayContaining([entropy, seed, key]));
  });

  test('behavior: the key that signs, an account’s with the entropy that it comes from', async () => {
    const signature = {
      payload: 'text',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    };
    const wipedBySigning = (signWith: unknown) =>
      recordWipes(async () => {
        resultOf(await root.submit('sign_raw_payload', { ...signature, signWith }));
      });
    const secret = randomBytes(32);
    const bundle = await sealBundle(await startImport(service, root), secret);
    const { privateKeyId } = resultOf(await submitImport(root, bundle));
    expect(await wipedBySigning(privateKeyId)).toContain(toHex(secret));
    const target = await startImport(service, root, 'init_import_wallet');
    const encryptedBundle = await sealBundle(target, utf8(PHRASE));
    const { userId } = root;
    const wallet = { userId, walletName: 'Imported', encryptedBundle, accounts: [ethereum] };
    const { addresses } = resultOf(await root.submit('import_wallet', wallet));
    const { privateKey } = HDKey.fromMasterSeed(mnemonicToSeedSync(PHRASE)).derive(ethereum.path);
    const key = toHex(privateKey ?? new Uint8Array());
    const [address] = addresses as readonly string[];
    const wiped = await wipedBySigning(address);
    expect(wiped).toContain(key);
    expect(wiped).toContain(toHex(mnemonicToEntropy(PHRASE, wordlist)));
  });

  test('behavior: entropy and seed of a wallet that the service makes', async () => {
    const ids: unknown[] = [];
    const made = await recordWipes(async () => {
      const parameters = { walletName: 'Made here', accounts: [ethereum] };
      ids.push(resultOf(await root.submit('create_wallet', parameters))['walletId']);
    });
    const target = exportTarget(service);
    const parameters = { walletId: ids[0], targetPublicKey: target.targetPublicKey };
    const phrase = await target.openText(resultOf(await root.submit('export_wallet', parameters)));
    const entropy = toHex(mnemonicToEntropy(phrase, wordlist));
    const seed = toHex(mnemonicToSeedSync(phrase));
    expect(made).toEqual(expect.arrayContaining([entropy, seed]));
  });
});
