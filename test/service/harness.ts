// The service in this process with an embedded database, and a caller that stamps like Keystamp.
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sql } from 'drizzle-orm';
import { randomBytes, toHex, utf8, type Bytes } from '../../src/crypto/bytes.ts';
import * as der from '../../src/crypto/der.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import type { ApiKeyCurve } from '../../src/crypto/schemes.ts';
import * as p256 from '../../src/crypto/p256.ts';
import { SCHEME_OF_CURVE } from '../../src/crypto/schemes.ts';
import { encodeStamp } from '../../src/crypto/stamp.ts';
import { queryBody, submitBody } from '../../src/protocol/envelope.ts';
import {
  queryRowOf,
  submitRowOf,
  type QueryName,
  type SubmitName,
} from '../../src/protocol/operations.ts';
import type { QueryRow, SubmitRow } from '../../src/protocol/operation-row.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { versionOf } from '../../src/service/older-versions.ts';
import { schema } from '../../src/service/tables.ts';
import { createService, type Service, type ServiceOptions } from '../../src/service/service.ts';
import { TEST_MASTER } from '../set-up-code.ts';
import { keepFirstRows, masterOfFirstRows, restoreFirstRows } from './first-rows.ts';
import { openMigrated } from './migrated-database.ts';

export const URL_BASE = 'http://127.0.0.1:8788';

/** 2025-11-21; tests move the time as they like. */
export const START = 1_763_700_000_000;

export type Json = Record<string, unknown>;
export type Answer = { readonly status: number; readonly body: Json; readonly headers: Headers };

export type TestService = Service & {
  readonly database: OpenDatabase;
  readonly time: { now: number };
};

/**
 * A fresh service, with nothing in its database but the keys and the demo organization of a first
 * start. A database in memory gets the same ones each time, under one master key: making them takes
 * 200 ms, copying them 10, and hundreds of tests begin so.
 */
export async function freshService(
  database: OpenDatabase,
  options: ServiceOptions = {},
  master?: Bytes,
): Promise<TestService> {
  if (database.kind !== 'memory' || options.keepKeys) {
    return firstService(database, options, master);
  }
  const keptMaster = masterOfFirstRows(database);
  if (keptMaster && (!master || toHex(master) === toHex(keptMaster))) {
    await restoreFirstRows(database);
    return serviceOver(database, options, keptMaster);
  }
  const newMaster = master ?? TEST_MASTER;
  const service = await firstService(database, options, newMaster);
  if (!keptMaster) await keepFirstRows(database, newMaster);
  return service;
}

/** A service that starts with empty tables. */
async function firstService(
  database: OpenDatabase,
  options: ServiceOptions,
  master?: Bytes,
): Promise<TestService> {
  const names = Object.values(schema).map((table) => sql`${table}`);
  await database.db.execute(sql`truncate ${sql.join(names, sql`, `)} cascade`);
  return serviceOver(database, options, master);
}

/** Another service over an existing database; every fault fails the test that caused it. */
export async function serviceOver(
  database: OpenDatabase,
  options: ServiceOptions = {},
  master: Bytes = TEST_MASTER,
): Promise<TestService> {
  const time = { now: START };
  const log = (line: string) => {
    throw new Error(line);
  };
  const service = await createService({
    database,
    clock: () => time.now,
    random: randomBytes,
    master,
    options: { log, ...options },
  });
  return { ...service, database, time };
}

export const openMemory = openMigrated;

/** A private key that stamps. */
export type Key = {
  readonly curve: ApiKeyCurve;
  readonly publicKey: string;
  readonly stamp: (body: string) => Promise<string>;
};

export async function createKey(curve: ApiKeyCurve = 'P256'): Promise<Key> {
  const secret = generatePrivateKey(curve);
  const publicKey = toHex(publicKeyOf(curve, secret));
  const scheme = SCHEME_OF_CURVE[curve];
  const signers: Record<ApiKeyCurve, (body: Bytes) => Bytes | Promise<Bytes>> = {
    P256: async (body) =>
      der.encode(
        await p256.sign(await p256.importSigningKey(secret, publicKeyOf('P256', secret)), body),
      ),
    SECP256K1: (body) => der.encode(secp256k1.sign(body, secret)),
    ED25519: (body) => ed25519.sign(body, secret),
  };
  const stamp = async (body: string) =>
    encodeStamp({ publicKey, scheme, signature: toHex(await signers[curve](utf8(body))) });
  return { curve, publicKey, stamp };
}

/** Sends one request to the service, in the form of the wire. */
export async function send(
  service: Service,
  path: string,
  init: RequestInit = {},
  address = '127.0.0.1',
): Promise<Answer> {
  const response = await service.handle(new Request(`${URL_BASE}${path}`, init), { address });
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.includes('json');
  const body = (isJson ? JSON.parse(text) : { text }) as Json;
  return { status: response.status, body, headers: response.headers };
}

/** The codes that were "sent", as a program on this machine reads them. */
export const readSent = (service: Service): Promise<Answer> =>
  send(service, '/local/otp', { headers: { 'X-Set-Up-Code': service.createSetUpCode() } });

export type Caller = Key & {
  readonly userId: string;
  readonly apiKeyId: string;
  readonly organizationId: string;
  /** Stamps and posts a body. */
  readonly post: (path: string, body: string, headers?: Record<string, string>) => Promise<Answer>;
  readonly query: (name: QueryName, parameters?: Json) => Promise<Answer>;
  /** The body of a submit, each with a later timestamp. */
  readonly body: (name: SubmitName, parameters: Json, type?: string) => string;
  readonly submit: (name: SubmitName, parameters: Json, type?: string) => Promise<Answer>;
};

/** A root user, enrolled through the local helper. */
export async function enrol(service: TestService, curve: ApiKeyCurve = 'P256'): Promise<Caller> {
  const key = await createKey(curve);
  const answer = await send(service, '/local/enrol', {
    method: 'POST',
    body: JSON.stringify({
      publicKey: key.publicKey,
      curveType: `API_KEY_CURVE_${curve}`,
      setUpCode: service.createSetUpCode(),
    }),
  });
  const { userId, apiKeyId } = answer.body as { userId: string; apiKeyId: string };
  return caller(service, key, { userId, apiKeyId });
}

let sequence = 0;

/** A caller with a key, whether or not the service knows it. */
export function caller(
  service: TestService,
  key: Key,
  ids: { userId: string; apiKeyId: string },
): Caller {
  const { organizationId } = service.info;
  const post: Caller['post'] = async (path, body, headers = {}) => {
    const stamp = await key.stamp(body);
    return send(service, path, { method: 'POST', body, headers: { 'X-Stamp': stamp, ...headers } });
  };
  const body: Caller['body'] = (name, parameters, type) => {
    const row = demandSubmit(name);
    const version = (type && versionOf(row, type)) || row.versions[0];
    sequence += 1;
    return submitBody(version, organizationId, service.time.now + sequence, parameters);
  };
  return {
    ...key,
    ...ids,
    organizationId,
    post,
    body,
    query: (name, parameters = {}) => {
      const row = demandQuery(name);
      return post(row.path, queryBody(organizationId, parameters));
    },
    submit: (name, parameters, type) => post(demandSubmit(name).path, body(name, parameters, type)),
  };
}

export function demandSubmit(name: SubmitName): SubmitRow {
  const row = submitRowOf(name);
  if (!row) throw new Error(name);
  return row;
}

function demandQuery(name: QueryName): QueryRow {
  const row = queryRowOf(name);
  if (!row) throw new Error(name);
  return row;
}

/** The activity in an answer; throws with the refusal when there is none. */
export function activityOf(answer: Answer) {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body['activity'] as {
    id: string;
    status: string;
    type: string;
    fingerprint: string;
    timestampMs: string;
    intent: Record<string, Json>;
    result: Record<string, Json> & { activity: Json };
    votes: Record<string, Json>[];
  } & Json;
}

/** The members under the only result key. */
export function resultOf(answer: Answer): Json {
  const { activity: _full, ...result } = activityOf(answer).result;
  const [only, ...others] = Object.values(result);
  if (!only || others.length > 0) throw new Error('one result member expected');
  return only;
}

/** The parts of a refusal, for comparisons. */
export function refusalOf({ status, body }: Answer) {
  return {
    status,
    code: body['code'],
    turnkey: body['turnkeyErrorCode'],
    message: body['message'],
  };
}

/** A list in a query's answer, such as `wallets`. */
export async function listOf(requester: Caller, name: QueryName, member: string): Promise<Json[]> {
  const answer = await requester.query(name);
  return answer.body[member] as Json[];
}

/** How many effects of an activity type ran. */
export async function effectsOf(service: TestService, type: string): Promise<number> {
  const { body } = await send(service, '/local/effects');
  return (body['effects'] as Record<string, number>)[type] ?? 0;
}
