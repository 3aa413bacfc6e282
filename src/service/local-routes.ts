// Helpers for the person at this machine: enroll a key, read codes "sent", count effects, read
// votes, pay in the sandbox. For loopback clients only, never for a web page, which could read the
// codes.
import { and, count, desc, eq, gt, sum } from 'drizzle-orm';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { fromUtf8 } from '../crypto/bytes.ts';
import { API_KEY_CURVE } from '../protocol/enums.ts';
import { label, seconds } from '../protocol/fields.ts';
import { parse } from '../protocol/parse.ts';
import { wireVote } from './activity-record.ts';
import { firstVoteOf } from './votes.ts';
import type { PipelineDeps } from './pipeline.ts';
import type { RouteEnvironment } from './client-address.ts';
import { parseBody, receiveBody } from './request-body.ts';
import { addCheckoutRoutes } from './checkout-routes.ts';
import { isExtensionOrigin, isLoopbackAddress } from './hosts.ts';
import { derivedId, randomId } from './ids.ts';
import { parseApiPublicKey } from './api-public-key.ts';
import { badRequest, Refusal } from './refusal.ts';
import { activities, apiKeys, sentCodes, users } from './schema.ts';
import { RULE_MESSAGES } from './rule-messages.ts';

const MAX_CODES = 20;
const MAX_VOTES = 50;

/** Adds the routes under `/local`. */
export function addLocalRoutes(app: Hono<RouteEnvironment>, service: PipelineDeps): void {
  app.use('/local/*', async (c, next) => {
    demandLocal(c.env.address, c.req.raw);
    await next();
    c.res.headers.set('Cross-Origin-Resource-Policy', 'same-origin');
    c.res.headers.set('Cache-Control', 'no-store');
    const origin = c.req.header('Origin');
    if (origin !== undefined && isExtensionOrigin(origin)) {
      c.res.headers.set('Access-Control-Allow-Origin', origin);
      c.res.headers.set('Vary', 'Origin');
    }
  });
  app.options('/local/*', () => {
    const headers = {
      'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
      'Access-Control-Allow-Headers': 'Content-Type',
    };
    return new Response(null, { status: 204, headers });
  });
  app.on(['GET', 'POST'], '/local/info', (c) => c.json(service.info));
  app.post('/local/enrol', async (c) => c.json(await enrol(service, c.req.raw)));
  app.get('/local/otp', async (c) => c.json({ codes: await readCodes(service) }));
  app.get('/local/effects', async (c) => c.json(await countEffects(service)));
  app.get('/local/votes', async (c) => c.json({ votes: await readVotes(service) }));
  addCheckoutRoutes(app, service);
}

function demandLocal(address: string, request: Request): void {
  if (!isLoopbackAddress(address)) throw new Refusal({ grpc: 5, message: 'not found' });
  const origin = request.headers.get('Origin');
  if (origin !== null && isExtensionOrigin(origin)) return;
  const { origin: ownOrigin, pathname } = new URL(request.url);
  const allowed = origin === null || origin === ownOrigin;
  const isFromOtherPage = isFromOwnPage(request) && !pathname.startsWith(CHECKOUT_PATH);
  if (allowed && !isFromOtherPage) return;
  throw new Refusal({
    grpc: 7,
    message: 'web pages may not use the local helpers',
    code: 'FORBIDDEN',
  });
}

/** The only page here that leads to other pages of `/local`. */
const CHECKOUT_PATH = '/local/checkout/';

/**
 * Whether a page of this service led here. The demo dApp is one, and its script could read what it
 * opens; the browser writes this header, a page can't. Firefox writes the same for an extension
 * that may reach this host, so only the Origin identifies an extension, which Firefox sends with a
 * POST.
 */
function isFromOwnPage(request: Request): boolean {
  return request.headers.get('Sec-Fetch-Site') === 'same-origin';
}

/** Ten years. */
const MAX_LIFETIME_S = 315_360_000;

const Enrolment = v.strictObject({
  publicKey: v.pipe(v.string('missing'), v.maxLength(200, 'too_long')),
  curveType: v.picklist(API_KEY_CURVE, 'choice'),
  userName: v.optional(label),
  /** As in the interface; without it a key is long-lived (docs/protocol.md, Records). */
  expirationSeconds: v.optional(seconds(MAX_LIFETIME_S, 'seconds')),
});

async function enrol({ db, clock, random, info }: PipelineDeps, request: Request) {
  const parsed = parse(Enrolment, parseBody(await receiveBody(request)).json, 'first');
  if (!parsed.ok) {
    const { field, rule } = parsed.refusals[0];
    throw badRequest(`invalid request body: ${field}: ${RULE_MESSAGES[rule]}`);
  }
  const { curveType, userName = 'Keystamp user', expirationSeconds } = parsed.value;
  const lifetime = expirationSeconds === undefined ? null : Number(expirationSeconds);
  const { curve, publicKey } = parseApiPublicKey(curveType, parsed.value.publicKey, 'publicKey');
  const { organizationId } = info;
  const now = clock();
  // Derived from the key, so that two simultaneous requests create one user.
  const userId = derivedId('enrolled user', organizationId, publicKey);
  const commonColumns = { organizationId, createdAt: now, updatedAt: now };
  const ofKey = and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.publicKey, publicKey));
  return db.transaction(async (tx) => {
    const [known] = await tx
      .select({ apiKeyId: apiKeys.id, userId: apiKeys.userId })
      .from(apiKeys)
      .where(ofKey);
    if (known) return { organizationId, ...known };
    await tx
      .insert(users)
      .values({ ...commonColumns, id: userId, name: userName, root: true })
      .onConflictDoNothing();
    const key = {
      ...commonColumns,
      id: randomId(random),
      userId,
      name: `Key of ${userName}`.slice(0, 64),
    };
    await tx
      .insert(apiKeys)
      .values({ ...key, publicKey, curve, expirationSeconds: lifetime })
      .onConflictDoNothing();
    const [enrolled] = await tx
      .select({ apiKeyId: apiKeys.id, userId: apiKeys.userId })
      .from(apiKeys)
      .where(ofKey);
    return { organizationId, ...enrolled };
  });
}

/** The codes that haven't expired, newest first. Deletes expired ones. */
async function readCodes({ db, clock, enclave }: PipelineDeps) {
  const rows = await db
    .select()
    .from(sentCodes)
    .where(gt(sentCodes.expiresAt, clock()))
    .orderBy(desc(sentCodes.createdAt))
    .limit(MAX_CODES);
  return Promise.all(
    rows.map(async ({ otpId, contact, sealed, createdAt, expiresAt }) => {
      const code = fromUtf8(await enclave.open(sealed, `sent-code:${otpId}`));
      return { otpId, contact, code, createdAt, expiresAt };
    }),
  );
}

/** Per activity type, how often effects ran and how many activities there are. */
async function countEffects({ db }: PipelineDeps) {
  const rows = await db
    .select({
      type: activities.type,
      status: activities.status,
      activities: count(),
      executions: sum(activities.executions).mapWith(Number),
    })
    .from(activities)
    .groupBy(activities.type, activities.status);
  const effects = rows
    .filter((row) => row.status === 'ACTIVITY_STATUS_COMPLETED')
    .map((row) => [row.type, row.executions] as const);
  return { effects: Object.fromEntries(effects), activities: rows };
}

/** The latest votes, newest first, as activities show them. */
async function readVotes({ db }: PipelineDeps) {
  const rows = await db.select().from(activities).orderBy(desc(activities.id)).limit(MAX_VOTES);
  return rows.map((row) => wireVote(firstVoteOf(row)));
}
