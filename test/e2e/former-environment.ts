import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Client } from '../../src/client/client.ts';
import { writeFormerDataFolder } from '../service/former-database-3.ts';
import { createClientThrough } from './set-up-by-calls.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { startSites, type Sites } from './dapp.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { FORMER, hostRules, moveClock } from './former-browser.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import { passkeyWindows, stampIn } from './passkey-environment.ts';
import { openPopup } from './user-actions.ts';
import { startService, type LocalService } from './service.ts';
import { createRoamingAuthenticator } from './virtual-authenticator.ts';

/*
 * The browser, the service and the sites of version 0.1.0 at some moment after the vector was made,
 * with the current version; and what it shows, in the vector's words.
 */

const TIMEOUT_MS = 30_000;

/** One start of the browser. */
export type RunningBrowser = {
  readonly keystamp: Keystamp;
  readonly popup: Page;
  readonly client: Client;
};

export type FormerEnvironment = RunningBrowser & {
  readonly service: LocalService;
  /** At the address that the service had. */
  readonly proxy: FaultProxy;
  readonly oracle: Oracle;
  readonly sites: Sites;
  /** A new browser with what has been stored since; the previous one must have been closed. */
  readonly restart: () => Promise<RunningBrowser>;
  readonly end: () => Promise<void>;
};

/** What was started and created, to be ended in reverse order. */
function createCleanup() {
  const ends: (() => Promise<void>)[] = [];
  return {
    folder: (): string => {
      const made = mkdtempSync(join(tmpdir(), 'keystamp-former-'));
      ends.push(async () => rmSync(made, { recursive: true, force: true, maxRetries: 5 }));
      return made;
    },
    started: async <T>(starting: Promise<T>, end: (one: T) => Promise<void>): Promise<T> => {
      const one = await starting;
      ends.push(() => end(one));
      return one;
    },
    cleanUp: async (): Promise<void> => {
      for (const end of ends.splice(0).toReversed()) await end();
    },
  };
}

/** Moves a service process's clock from its start. */
const movedClock = (ms: number) => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'move-clock.ts')).href}`,
  KEYSTAMP_CLOCK_MOVED: String(ms),
});

/**
 * @param formerProfile a browser profile that the former version has used; it stays unchanged
 * @param after how much later than the vector it is, in milliseconds
 */
export async function startFormerEnvironment(
  formerProfile: string,
  after: number,
): Promise<FormerEnvironment> {
  const cleanup = createCleanup();
  try {
    return await start(formerProfile, FORMER.now + after - Date.now(), cleanup);
  } catch (error) {
    await cleanup.cleanUp();
    throw error;
  }
}

async function start(
  formerProfile: string,
  moved: number,
  { folder, started, cleanUp }: ReturnType<typeof createCleanup>,
): Promise<FormerEnvironment> {
  const [data, profileDir] = [folder(), folder()];
  writeFormerDataFolder(data);
  cpSync(formerProfile, profileDir, { recursive: true });
  const starting = startService({ args: ['--port', '0', '--data', data], env: movedClock(moved) });
  const service = await started(starting, ({ stop }) => stop());
  const proxy = await started(startFaultProxy(service.url), ({ stop }) => stop());
  const sites = await started(startSites(), ({ stop }) => stop());
  const oracle = await oracleAt(service.url);
  const args = [hostRules({ service: proxy.url, sites: sites.one })];
  const restart = async (): Promise<RunningBrowser> => {
    const launching = launchKeystamp({ profileDir, args });
    const keystamp = await started(launching, (one) => one.close());
    keystamp.context.setDefaultTimeout(TIMEOUT_MS);
    await moveClock(keystamp, moved);
    const popup = await openPopup(keystamp);
    return { keystamp, popup, client: createClientThrough(popup) };
  };
  return { ...(await restart()), service, proxy, sites, oracle, restart, end: cleanUp };
}

/** A request of a Keystamp page. */
type RequestInput = {
  readonly profileId: string;
  readonly operation: string;
  readonly parameters: Record<string, unknown>;
};

/** Stamps something with the former passkey, in the window that opens for it. Returns its id. */
export async function stampByPasskey(
  { client, keystamp }: RunningBrowser,
  input: RequestInput,
): Promise<string> {
  const id = crypto.randomUUID();
  await client.call('requests_begin', { ...input, id, method: 'passkey', show: true });
  const windows = () => passkeyWindows(keystamp);
  await expect.poll(() => windows().length, { timeout: TIMEOUT_MS }).toBe(1);
  for (const page of windows()) {
    await createRoamingAuthenticator(FORMER.authenticator).plugInto(page);
    await stampIn(page);
  }
  return id;
}

/** Everything stored except the history. */
export async function readKept({ client }: RunningBrowser) {
  const { profiles, activeProfileId, settings } = await client.call('state', {});
  const keys = await client.call('keys_list', {});
  const sites = await client.call('sites_list', {});
  const nameOf = (id: string | null) => profiles.find((one) => one.id === id)?.name ?? null;
  return {
    settings,
    keys: keys.map(({ name, curve, publicKey }) => ({ name, curve, publicKey })),
    profiles: profiles
      .toSorted((a, b) => a.order - b.order)
      .map(({ id, name, colour, keyId, known, otpGeneration, passkeys, authorization }) => ({
        id,
        name,
        color: colour,
        key: keys.find((one) => one.id === keyId)?.name,
        userId: known?.userId,
        otpGeneration,
        passkeys: passkeys?.credentials.map((one) => one.name) ?? [],
        usual: authorization.usual,
        passkeyOnly: authorization.passkeyOnly.toSorted(),
      })),
    active: nameOf(activeProfileId),
    sites: sites.map(({ origin, profileId, operations, connectedAt, blocked }) => ({
      origin,
      profile: nameOf(profileId),
      operations,
      connectedAt,
      blocked,
    })),
    grants: sites
      .flatMap(({ grants }) => grants)
      .map(({ id, origin, profileId, operation, limits, most, used, perHour, expiresAt }) => ({
        id,
        origin,
        profile: nameOf(profileId),
        operation,
        limits,
        most,
        used,
        perHour,
        expiresAt,
      })),
  };
}

/** The history by id, with the members of an activity that never change. */
export async function readHistory({ client }: RunningBrowser) {
  const { profiles } = await client.call('state', {});
  const range = { profileId: null, before: null, limit: 200 };
  const all = await client.call('activities_list', range);
  return all
    .map(({ id, profileId, operation, origin, method, fingerprint, parameters }) => ({
      id,
      profile: profiles.find((one) => one.id === profileId)?.name,
      operation,
      origin,
      method,
      fingerprint,
      parameters,
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
