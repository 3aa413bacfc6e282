// Helpers for the person at this machine: enroll a key, read codes "sent", count effects, read
// votes. For loopback clients only, never for a web page; enrolling and codes need a set-up code.
import { count, desc, gt, sum } from 'drizzle-orm';
import type { Hono } from 'hono';
import { fromUtf8 } from '../crypto/bytes.ts';
import { wireVote } from './activity-record.ts';
import { firstVoteOf } from './votes.ts';
import type { PipelineDeps } from './pipeline.ts';
import type { RouteEnvironment } from './client-address.ts';
import { enrol } from './enrolment.ts';
import { isExtensionOrigin, isLoopbackAddress } from './hosts.ts';
import { readOrganizationName } from './organization.ts';
import { Refusal } from './refusal.ts';
import { activities, sentCodes } from './schema.ts';
import { codeUsed, readSetUpCode, spendSetUpCode } from './set-up-codes.ts';
import { SEAL_LABELS } from './seal-labels.ts';

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
      'Access-Control-Allow-Headers': `Content-Type, ${CODE_HEADER}`,
    };
    return new Response(null, { status: 204, headers });
  });
  app.on(['GET', 'POST'], '/local/info', async (c) => {
    const { db, info } = service;
    const organizationName = await readOrganizationName(db, info.organizationId);
    return c.json({ ...info, organizationName });
  });
  app.post('/local/enrol', async (c) => c.json(await enrol(service, c.req.raw)));
  app.get('/local/otp', async (c) => {
    if (!isNavigation(c.req.raw)) await demandCode(service, c.req.raw);
    return c.json({ codes: await readCodes(service) }, 200, PAGE_HEADERS);
  });
  app.get('/local/effects', async (c) => c.json(await countEffects(service)));
  app.get('/local/votes', async (c) => c.json({ votes: await readVotes(service) }));
}

/** A program that isn't a browser shows a set-up code here to read what was "sent". */
const CODE_HEADER = 'X-Set-Up-Code';

/** A proxy writes these: whoever asks is elsewhere, though the proxy is here. */
const FORWARDED = ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via'];

function demandLocal(address: string, request: Request): void {
  const { headers } = request;
  if (!isLoopbackAddress(address) || FORWARDED.some((name) => headers.has(name))) {
    throw new Refusal({ grpc: 5, message: 'not found' });
  }
  const origin = headers.get('Origin');
  if (origin !== null && isExtensionOrigin(origin)) return;
  const isOwn = origin === null || origin === new URL(request.url).origin;
  if (isOwn && headers.get('Sec-Fetch-Site') !== 'same-origin') return;
  throw new Refusal({
    grpc: 7,
    message: 'web pages may not use the local helpers',
    code: 'FORBIDDEN',
  });
}

/**
 * Whether the browser goes there with a tab of its own, as by Keystamp's link to the codes: what
 * led there can't read the page. A page of this service, such as the demo dApp, is refused before:
 * its script could read what it opens. The browser writes these headers, a page can't. Firefox
 * writes `same-origin` also for an extension that may reach this host, so only the Origin
 * identifies an extension, which Firefox sends with a POST.
 */
function isNavigation({ headers }: Request): boolean {
  return (
    headers.get('Sec-Fetch-Mode') === 'navigate' && headers.get('Sec-Fetch-Dest') === 'document'
  );
}

/** Nobody who opened the page keeps a hold of it, and nothing in it runs. */
const PAGE_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
};

async function demandCode(service: PipelineDeps, request: Request): Promise<void> {
  const now = service.clock();
  const text = request.headers.get(CODE_HEADER) ?? '';
  const code = readSetUpCode(service.enclave.masterMac, text, 'local', now);
  const { organizationId } = service.info;
  if (!(await spendSetUpCode(service.db, code, organizationId, now))) throw codeUsed();
  service.onCodeUsed();
}

/** The codes that haven't expired, newest first. */
async function readCodes({ db, clock, enclave }: PipelineDeps) {
  const rows = await db
    .select()
    .from(sentCodes)
    .where(gt(sentCodes.expiresAt, clock()))
    .orderBy(desc(sentCodes.createdAt))
    .limit(MAX_CODES);
  return Promise.all(
    rows.map(async ({ otpId, contact, sealed, createdAt, expiresAt }) => {
      const code = fromUtf8(await enclave.open(sealed, SEAL_LABELS.sentCode(otpId)));
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
