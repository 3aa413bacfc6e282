// How people come in who have no key here yet: with a set-up code, as root users.
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { RandomBytes } from '../crypto/bytes.ts';
import { API_KEY_CURVE } from '../protocol/enums.ts';
import { label, seconds } from '../protocol/fields.ts';
import { parse } from '../protocol/parse.ts';
import { parseApiPublicKey, type ApiPublicKey } from './api-public-key.ts';
import { transact, type Database } from './database.ts';
import { derivedId, randomId } from './ids.ts';
import { lockOrganization } from './organization.ts';
import type { PipelineDeps } from './pipeline.ts';
import { badRequest, forbidden } from './refusal.ts';
import { parseBody, receiveBody } from './request-body.ts';
import { RULE_MESSAGES } from './rule-messages.ts';
import { apiKeys, authenticators, users } from './schema.ts';
import {
  codeUsed,
  MAX_CODE_LENGTH,
  readSetUpCode,
  spendSetUpCode,
  type SetUpCode,
} from './set-up-codes.ts';

/** Ten years. */
const MAX_LIFETIME_S = 315_360_000;

const registration = {
  setUpCode: v.optional(v.pipe(v.string('missing'), v.maxLength(MAX_CODE_LENGTH, 'too_long')), ''),
  publicKey: v.pipe(v.string('missing'), v.maxLength(200, 'too_long')),
  curveType: v.picklist(API_KEY_CURVE, 'choice'),
};
const Registration = v.strictObject(registration);
const Enrolment = v.strictObject({
  ...registration,
  userName: v.optional(label),
  /** As in the interface; without it a key is long-lived (docs/protocol.md, Records). */
  expirationSeconds: v.optional(seconds(MAX_LIFETIME_S, 'seconds')),
});

async function readMembers<T>(schema: v.GenericSchema<unknown, T>, request: Request): Promise<T> {
  const parsed = parse(schema, parseBody(await receiveBody(request)).json, 'first');
  if (parsed.ok) return parsed.value;
  const { field, rule } = parsed.refusals[0];
  throw badRequest(`invalid request body: ${field}: ${RULE_MESSAGES[rule]}`);
}

/** `POST /local/enrol`: a root user for somebody at this machine. */
export async function enrol(service: PipelineDeps, request: Request) {
  const { setUpCode, userName = 'Keystamp user', ...rest } = await readMembers(Enrolment, request);
  const now = service.clock();
  const code = readSetUpCode(service.enclave.masterMac, setUpCode, 'local', now);
  const key = parseApiPublicKey(rest.curveType, rest.publicKey, 'publicKey');
  const lifetime = rest.expirationSeconds === undefined ? null : Number(rest.expirationSeconds);
  return register(service, { code, key, userName, lifetime, now });
}

/** `POST /registration`: the first root user, wherever they are. */
export async function registerFirstUser(service: PipelineDeps, request: Request) {
  const { setUpCode, publicKey, curveType } = await readMembers(Registration, request);
  const now = service.clock();
  const code = readSetUpCode(service.enclave.masterMac, setUpCode, 'first-user', now);
  const key = parseApiPublicKey(curveType, publicKey, 'publicKey');
  const { userName } = code;
  return register(service, { code, key, userName, lifetime: null, now, isFirst: true });
}

type NewKey = {
  readonly code: SetUpCode;
  readonly key: ApiPublicKey;
  readonly userName: string;
  readonly lifetime: number | null;
  readonly now: number;
  /** Refused where a root user can stamp already: they decide who else comes in. */
  readonly isFirst?: boolean;
};

/** The user of a key, made where there is none: the same key again changes nothing and needs no other code. */
async function register(service: PipelineDeps, added: NewKey) {
  const { db, random, onCodeUsed } = service;
  const { organizationId } = service.info;
  const { code, key, now, isFirst = false } = added;
  const registered = await transact(db, async (tx) => {
    const known = await findKey(tx, organizationId, key.publicKey);
    if (known) return { organizationId, ...known };
    if (!(await spendSetUpCode(tx, code, organizationId, now))) {
      // The same request may have come twice: the other one waited for by the code has ended.
      const made = await findKey(tx, organizationId, key.publicKey);
      if (made) return { organizationId, ...made };
      throw codeUsed();
    }
    if (isFirst) await demandNoRootUser(tx, organizationId);
    return { organizationId, ...(await insertRootUser(tx, organizationId, added, random)) };
  });
  onCodeUsed();
  return registered;
}

async function findKey(db: Database, organizationId: string, publicKey: string) {
  const [known] = await db
    .select({ userId: apiKeys.userId, apiKeyId: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.publicKey, publicKey)));
  return known;
}

async function demandNoRootUser(tx: Database, organizationId: string): Promise<void> {
  // Two registrations at once: the second one sees the first one's user.
  await lockOrganization(tx, organizationId);
  const root = and(eq(users.organizationId, organizationId), eq(users.root, true));
  for (const credentials of [apiKeys, authenticators]) {
    const [one] = await tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(credentials, eq(credentials.userId, users.id))
      .where(root)
      .limit(1);
    if (one) throw forbidden('The organization has a root user already, who can create others.');
  }
}

async function insertRootUser(
  tx: Database,
  organizationId: string,
  { key, userName, lifetime, now }: NewKey,
  random: RandomBytes,
) {
  const columns = { organizationId, createdAt: now, updatedAt: now };
  const userId = derivedId('enrolled user', organizationId, key.publicKey);
  await tx
    .insert(users)
    .values({ ...columns, id: userId, name: userName, root: true })
    .onConflictDoNothing();
  const name = `Key of ${userName}`.slice(0, 64);
  await tx
    .insert(apiKeys)
    .values({ ...columns, id: randomId(random), userId, name, ...key, expirationSeconds: lifetime })
    // The same key with another code at the same moment.
    .onConflictDoNothing();
  return findKey(tx, organizationId, key.publicKey);
}
