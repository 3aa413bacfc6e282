import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomBytes, toHex, utf8 } from '../../src/crypto/bytes.ts';
import * as der from '../../src/crypto/der.ts';
import { parseApiPrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import * as p256 from '../../src/crypto/p256.ts';
import { SCHEME_OF_CURVE } from '../../src/crypto/schemes.ts';
import { encodeStamp } from '../../src/crypto/stamp.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { keepInFolder } from '../../src/service/demo-people.ts';
import {
  activityOf,
  caller,
  enrol,
  freshService,
  listOf,
  openMemory,
  send,
  serviceOver,
  type Caller,
  type TestService,
} from './harness.ts';

/* The people of the demo organization, with the keys that a person imports into a second profile. */

const MASTER = randomBytes(32);
let database: OpenDatabase;
let folder: string;
let service: TestService;

beforeAll(async () => {
  database = await openMemory();
  folder = join(mkdtempSync(join(tmpdir(), 'keystamp-people-')), 'people');
  service = await freshService(database, { keepKeys: keepInFolder(folder) }, MASTER);
});
afterAll(async () => {
  await database.close();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

/** A caller with the key in a file, as Keystamp reads it. */
async function personOf(file: string): Promise<Caller> {
  const line = readFileSync(join(folder, file), 'utf8');
  const { curve, privateKey } = parseApiPrivateKey(line);
  const publicKey = publicKeyOf(curve, privateKey);
  const key = await p256.importSigningKey(privateKey, publicKey);
  const stamp = async (body: string) => {
    const signature = toHex(der.encode(await p256.sign(key, utf8(body))));
    return encodeStamp({ publicKey: toHex(publicKey), scheme: SCHEME_OF_CURVE[curve], signature });
  };
  const ids = { userId: '', apiKeyId: '' };
  const unnamed = caller(service, { curve, publicKey: toHex(publicKey), stamp }, ids);
  const { userId } = (await unnamed.query('whoami')).body;
  return { ...unnamed, userId: String(userId) };
}

describe('people of the demo organization', () => {
  test('behavior: each has a file that nobody else on this machine reads', () => {
    expect(readdirSync(folder)).toEqual([
      'alice-ackermann.private',
      'bob-brandt.private',
      'carol-chen.private',
      'dave-dorn.private',
    ]);
    for (const file of readdirSync(folder)) {
      expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^[0-9a-f]{64}:p256\n$/);
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    }
  });

  test('behavior: one changes a wallet, the other approves it, and a root user acts alone', async () => {
    const carol = await personOf('carol-chen.private');
    const dave = await personOf('dave-dorn.private');
    const [wallet] = await listOf(carol, 'list_wallets', 'wallets');
    const rename = { walletId: wallet?.['walletId'], walletName: 'By two' };
    const waiting = activityOf(await carol.submit('update_wallet', rename));
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const { fingerprint } = waiting;
    const done = activityOf(await dave.submit('approve_activity', { fingerprint }));
    expect(done.status).toBe('ACTIVITY_STATUS_COMPLETED');
    const root = await enrol(service);
    const alone = await root.submit('update_wallet', { ...rename, walletName: 'Alone' });
    expect(activityOf(alone).status).toBe('ACTIVITY_STATUS_COMPLETED');
    const contracts = await listOf(
      carol,
      'list_smart_contract_interfaces',
      'smartContractInterfaces',
    );
    const { smartContractInterfaceId } = contracts[0] ?? {};
    const denied = await carol.submit('delete_smart_contract_interface', {
      smartContractInterfaceId,
    });
    expect(denied.body['message']).toContain('The following policies denied this action');
    const named = { userId: dave.userId, userName: 'David Dorn' };
    expect(activityOf(await carol.submit('update_user_name', named)).status).toBe(
      'ACTIVITY_STATUS_COMPLETED',
    );
    expect((await dave.submit('update_user_name', named)).status).toBe(403);
  });

  test('behavior: registering such a key again makes no further user', async () => {
    const carol = await personOf('carol-chen.private');
    const before = await listOf(carol, 'list_users', 'users');
    const { body } = await send(service, '/local/enrol', {
      method: 'POST',
      body: JSON.stringify({
        publicKey: carol.publicKey,
        curveType: 'API_KEY_CURVE_P256',
        setUpCode: service.createSetUpCode(),
      }),
    });
    expect(body['userId']).toBe(carol.userId);
    expect(await listOf(carol, 'list_users', 'users')).toHaveLength(before.length);
  });

  test('behavior: a later start writes nothing, and a service that keeps no keys has none', async () => {
    const later = join(folder, '..', 'later');
    await serviceOver(database, { keepKeys: keepInFolder(later) }, MASTER);
    expect(existsSync(later)).toBe(false);
    const plain = await freshService(database, {}, MASTER);
    const root = await enrol(plain);
    expect((await root.query('list_policies')).body).toEqual({ policies: [] });
    const users = await listOf(root, 'list_users', 'users');
    expect(users.flatMap(({ apiKeys }) => apiKeys as unknown[])).toHaveLength(1);
  });
});
