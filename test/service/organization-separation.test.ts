import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromHex, randomBytes } from '../../src/crypto/bytes.ts';
import type { Generation } from '../../src/protocol/operation-row.ts';
import type { Context } from '../../src/service/context.ts';
import type { Database, OpenDatabase } from '../../src/service/database.ts';
import { createEnclave } from '../../src/service/enclave.ts';
import { randomId } from '../../src/service/ids.ts';
import {
  apiKeys,
  authenticators,
  organizations,
  otps,
  privateKeys,
  users,
  verificationTokens,
  walletAccounts,
  wallets,
} from '../../src/service/schema.ts';
import { issueToken } from '../../src/service/verification-token.ts';
import { createAuthenticator } from '../webauthn/authenticator.ts';
import {
  createKey,
  enrol,
  freshService,
  openMemory,
  refusalOf,
  resultOf,
  readSent,
  type Caller,
  type TestService,
} from './harness.ts';
import { register, withPasskey } from './passkeys.ts';

/*
 * Two organizations in one database: the other one's rows exist, and a caller who knows their ids
 * asks for them. A refusal only because a row is missing would prove nothing here.
 */

const MASTER = fromHex('22'.repeat(32));

let database: OpenDatabase;
let service: TestService;
let root: Caller;
let otherOrganization: string;

beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());
beforeEach(async () => {
  service = await freshService(database, {}, MASTER);
  root = await enrol(service);
  otherOrganization = randomId(randomBytes);
  const createdAt = service.time.now;
  await database.db
    .insert(organizations)
    .values({ id: otherOrganization, name: 'Other', createdAt });
});

/** All existing credentials, whoever they belong to. */
const credentials = async () => ({
  apiKeys: await database.db.select().from(apiKeys).orderBy(asc(apiKeys.id)),
  authenticators: await database.db.select().from(authenticators).orderBy(asc(authenticators.id)),
});

/** A user of the other organization with two keys and two passkeys, so that none is the last. */
async function createStranger() {
  const stranger = await enrol(service);
  const spare = await enrol(service);
  const passkey = await withPasskey(service, stranger);
  const second = await register(stranger, createAuthenticator());
  const organizationId = otherOrganization;
  await database.db.update(users).set({ organizationId }).where(eq(users.id, stranger.userId));
  const keys = { organizationId, userId: stranger.userId };
  for (const id of [stranger.apiKeyId, spare.apiKeyId]) {
    await database.db.update(apiKeys).set(keys).where(eq(apiKeys.id, id));
  }
  const theirs = eq(authenticators.userId, stranger.userId);
  await database.db.update(authenticators).set({ organizationId }).where(theirs);
  return {
    userId: stranger.userId,
    apiKeyId: stranger.apiKeyId,
    authenticatorIds: [passkey.authenticatorId, second],
  };
}

describe('credentials of another organization’s user', () => {
  const notFound = (what: string) => ({
    status: 404,
    code: 5,
    message: expect.stringMatching(new RegExp(`^unable to find ${what} `)),
  });

  test('error: can’t be created', async () => {
    const { userId } = await createStranger();
    const before = await credentials();
    const answer = await root.submit('create_authenticators', {
      userId,
      authenticators: [createAuthenticator().register()],
    });
    expect(refusalOf(answer)).toMatchObject(notFound('user'));
    const { publicKey } = await createKey();
    const key = { apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' };
    const ofKeys = await root.submit('create_api_keys', { userId, apiKeys: [key] });
    expect(refusalOf(ofKeys)).toMatchObject(notFound('user'));
    expect(await credentials()).toEqual(before);
  });

  test('error: can’t be deleted, whichever user is named', async () => {
    const stranger = await createStranger();
    await withPasskey(service, root);
    const before = await credentials();
    const [authenticatorId] = stranger.authenticatorIds;
    for (const [userId, keyMissing, passkeyMissing] of [
      [stranger.userId, 'user', 'user'],
      [root.userId, 'api key', 'authenticator'],
    ] as const) {
      const keys = { userId, apiKeyIds: [stranger.apiKeyId] };
      const ofKeys = await root.submit('delete_api_keys', keys);
      expect(refusalOf(ofKeys)).toMatchObject(notFound(keyMissing));
      const passkeys = { userId, authenticatorIds: [authenticatorId] };
      const ofPasskeys = await root.submit('delete_authenticators', passkeys);
      expect(refusalOf(ofPasskeys)).toMatchObject(notFound(passkeyMissing));
    }
    expect(await credentials()).toEqual(before);
  });

  test('error: can’t be read', async () => {
    const { userId, apiKeyId } = await createStranger();
    for (const answer of [
      await root.query('get_api_key', { apiKeyId }),
      await root.query('get_api_keys', { userId }),
      await root.query('get_authenticators', { userId }),
    ]) {
      expect(answer.status).toBe(404);
    }
    const { body } = await root.query('get_api_keys');
    expect(JSON.stringify(body)).not.toContain(apiKeyId);
  });
});

describe('a key of another organization', () => {
  const account = {
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/60'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  };
  const key = {
    privateKeyName: 'Key',
    curve: 'CURVE_SECP256K1',
    privateKeyTags: [],
    addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  };
  const sign = (signWith: unknown) =>
    root.submit('sign_raw_payload', {
      signWith,
      payload: 'text',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    });

  test('error: signs nothing, named by its address or by its id', async () => {
    const wallet = await root.submit('create_wallet', {
      walletName: 'Wallet',
      accounts: [account],
    });
    const [address] = resultOf(wallet)['addresses'] as readonly string[];
    const made = await root.submit('create_private_keys', { privateKeys: [key] });
    const [one] = resultOf(made)['privateKeys'] as readonly {
      readonly privateKeyId: string;
      readonly addresses: readonly { readonly address: string }[];
    }[];
    const names = [address, one?.privateKeyId, one?.addresses[0]?.address];
    for (const name of names) expect((await sign(name)).status).toBe(200);
    for (const table of [wallets, walletAccounts, privateKeys])
      await database.db.update(table).set({ organizationId: otherOrganization });
    for (const name of names) {
      const message = 'Could not find any resource to sign with. Addresses are case sensitive.';
      expect(refusalOf(await sign(name))).toMatchObject({ status: 404, code: 5, message });
    }
  });
});

describe('a one-time code of another organization', () => {
  const contact = 'name@example.com';
  const begin = async () => {
    const parameters = { otpType: 'OTP_TYPE_EMAIL', contact, appName: 'Keystamp' };
    const answer = await root.submit('init_otp', parameters, 'ACTIVITY_TYPE_INIT_OTP_V2');
    const otpId = String(resultOf(answer)['otpId']);
    const { body } = await readSent(service);
    const codes = body['codes'] as { readonly otpId: string; readonly code: string }[];
    return { otpId, otpCode: codes.find((one) => one.otpId === otpId)?.code };
  };
  const verify = (parameters: Awaited<ReturnType<typeof begin>>) =>
    root.submit('verify_otp', parameters, 'ACTIVITY_TYPE_VERIFY_OTP');
  const give = (otpId: string, organizationId: string) =>
    database.db.update(otps).set({ organizationId }).where(eq(otps.id, otpId));

  test('error: verifies nothing, and a wrong guess doesn’t count', async () => {
    const code = await begin();
    await give(code.otpId, otherOrganization);
    const notFound = {
      status: 404,
      code: 5,
      message: expect.stringMatching(/^unable to find OTP /),
    };
    for (const guess of [code, { ...code, otpCode: 'WRONG0000' }]) {
      expect(refusalOf(await verify(guess))).toMatchObject(notFound);
    }
    expect(await database.db.select().from(otps)).toMatchObject([{ failures: 0, usedAt: null }]);
    await give(code.otpId, root.organizationId);
    expect((await verify(code)).status).toBe(200);
  });

  test('behavior: neither ends for one here nor counts as one', async () => {
    const there = [await begin(), await begin(), await begin()];
    for (const { otpId } of there) await give(otpId, otherOrganization);
    // Here a contact has three codes at most, and thirty an hour.
    for (let count = 0; count < 29; count += 1) await begin();
    const here = await begin();
    for (const { otpId } of there) await give(otpId, root.organizationId);
    for (const code of [...there, here]) expect((await verify(code)).status).toBe(200);
  });

  test('behavior: nor does a group of the same name there', async () => {
    const userIdentifier = 'c'.repeat(64);
    const askFor = () =>
      root.submit(
        'init_otp',
        { otpType: 'OTP_TYPE_EMAIL', contact, appName: 'Keystamp', userIdentifier },
        'ACTIVITY_TYPE_INIT_OTP_V2',
      );
    for (let count = 0; count < 3; count += 1) expect((await askFor()).status).toBe(200);
    expect((await askFor()).status).toBe(429);
    await database.db.update(otps).set({ organizationId: otherOrganization });
    expect((await askFor()).status).toBe(200);
  });
});

describe('a verification token of another organization', () => {
  const contact = 'name@example.com';
  const setEmail = (verificationToken: string) =>
    root.submit('update_user_email', {
      userId: root.userId,
      userEmail: contact,
      verificationToken,
    });

  /** A token signed by this service for an organization, and its row. */
  async function issue(generation: Generation, organizationId: string): Promise<string> {
    const enclave = await createEnclave(database.db, MASTER, randomBytes);
    // Issuing a token only needs these members of the context.
    const db: Database = database.db;
    const context = { db, organizationId, now: service.time.now, enclave };
    const attested = { type: 'OTP_TYPE_EMAIL', contact, publicKey: undefined, lifeSeconds: 60 };
    return issueToken(generation, attested, { ...context, random: randomBytes } as Context);
  }
  /** Assigns every token row to an organization. */
  const give = (organizationId: string) =>
    database.db.update(verificationTokens).set({ organizationId });

  const refused = {
    status: 400,
    turnkey: 'REQUEST_INVALID',
    message: 'invalid verification token: it is of another organization',
  };

  test.each(['legacy', 'enclave'] as const)(
    'error: %s, though its row exists',
    async (generation) => {
      const own = await issue(generation, root.organizationId);
      expect((await setEmail(own)).status).toBe(200);
      const ownAuthenticators = await issue(generation, otherOrganization);
      const rows = await database.db.select().from(verificationTokens);
      const others = rows.filter(({ organizationId }) => organizationId === otherOrganization);
      expect(others).toHaveLength(1);
      expect(refusalOf(await setEmail(ownAuthenticators))).toMatchObject(refused);
    },
  );

  test('error: both the token and its row must name this organization', async () => {
    const named = await issue('enclave', otherOrganization);
    await give(root.organizationId);
    expect(refusalOf(await setEmail(named))).toMatchObject(refused);
    const kept = await issue('enclave', root.organizationId);
    await give(otherOrganization);
    expect(refusalOf(await setEmail(kept))).toMatchObject(refused);
  });
});
