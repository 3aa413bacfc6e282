import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import type { Page } from 'playwright';
import { findChromium } from '../../scripts/chromium.mjs';
import { ROOT } from '../../scripts/tool.ts';
import { CHROME_BUILD, newTab, type Keystamp } from './browser.ts';
import type { StoredCredential } from './virtual-authenticator.ts';

/*
 * What version 0.1.0 had on disk, put back into a browser, and the clock time of that moment. The
 * vector says what it is and how it was made.
 */

/** A database as it was: IndexedDB has no other form for that. */
type StoredDatabase = {
  readonly name: string;
  readonly version: number;
  readonly stores: readonly {
    readonly name: string;
    readonly keyPath: string | null;
    readonly autoIncrement: boolean;
    readonly indexes: readonly {
      readonly name: string;
      readonly keyPath: string | string[];
      readonly unique: boolean;
      readonly multiEntry: boolean;
    }[];
    readonly rows: readonly (readonly [key: unknown, value: unknown])[];
  }[];
};

export type Stored = {
  readonly databases: readonly StoredDatabase[];
  readonly local: Readonly<Record<string, unknown>>;
  readonly pages: Readonly<Record<string, string>>;
  readonly caches: readonly {
    readonly name: string;
    readonly entries: readonly (readonly [url: string, text: string])[];
  }[];
};

/** An activity in progress, and what the service got of it, or would have got. */
export type Open = {
  readonly id: string;
  readonly path: string;
  /** The stamp's header, in lower case. */
  readonly header: string;
  readonly body: string;
  readonly stamp: string;
};

export type FormerEntry = {
  readonly id: string;
  readonly profile: string;
  readonly operation: string;
  readonly state: string;
  readonly origin: string;
  readonly method: string;
  readonly fingerprint: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The service's id of it; null while it's unknown. */
  readonly activityId: string | null;
};

type Former = {
  /** The extension's id. */
  readonly origin: string;
  readonly now: number;
  readonly password: string;
  readonly formerPassword: string;
  readonly service: string;
  readonly site: string;
  readonly blocked: string;
  readonly authenticator: { readonly secret: string; readonly holds: readonly StoredCredential[] };
  readonly kept: {
    readonly keys: readonly { readonly name: string; readonly publicKey: string }[];
    readonly profiles: readonly {
      readonly id: string;
      readonly name: string;
      readonly key: string;
      readonly userId: string;
      readonly passkeyOnly: readonly string[];
    }[];
    readonly active: string;
    readonly settings: Readonly<Record<string, unknown>>;
    readonly door: string;
    readonly sites: readonly Readonly<Record<string, unknown>>[];
    readonly grant: Readonly<Record<string, unknown>> & {
      readonly operation: string;
      readonly limits: Readonly<Record<string, unknown>>;
      readonly used: number;
    };
    readonly history: readonly FormerEntry[];
    readonly mismatch: string;
  };
  readonly open: Readonly<Record<'unsent' | 'unanswered' | 'pending' | 'byPasskey', Open>>;
  readonly stored: Stored;
};

export const FORMER = JSON.parse(
  readFileSync(join(ROOT, 'test', 'vectors', 'former-browser-1.json'), 'utf8'),
) as Former;

/**
 * An earlier version that does nothing, under Keystamp's own id: the current build must not have
 * been in the profile before it meets the stored data. It has no worker, which would be in the way
 * of the build's.
 */
function writeEmptyVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keystamp-placeholder-'));
  const { key } = JSON.parse(readFileSync(join(CHROME_BUILD, 'manifest.json'), 'utf8')) as {
    readonly key: string;
  };
  const permissions = ['storage'];
  const manifest = { manifest_version: 3, name: 'Earlier', version: '0.0.1', key, permissions };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'page.html'), '<!doctype html><title>Earlier</title>');
  return folder;
}

/** Writes everything that the former version had on disk into an empty browser profile. */
export async function writeFormerProfile(profileDir: string): Promise<void> {
  const extensionDir = writeEmptyVersion();
  const { found } = findChromium();
  if (!found) throw new Error('No usable Chromium: run node scripts/setup.mjs');
  const context = await chromium.launchPersistentContext(profileDir, {
    executablePath: found.path,
    // Root has no sandbox; everyone else keeps it.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [`--disable-extensions-except=${extensionDir}`, `--load-extension=${extensionDir}`],
  });
  try {
    const page = await newTab(context);
    await page.goto(`${FORMER.origin}/page.html`);
    await writeAll(page, FORMER.stored);
  } finally {
    await context.close();
    rmSync(extensionDir, { recursive: true });
  }
}

async function writeAll(page: Page, { databases, ...others }: Stored): Promise<void> {
  for (const database of databases) await writeDatabase(page, database);
  await page.evaluate(async ({ local, pages, caches: all }) => {
    type Area = { readonly set: (items: object) => Promise<void> };
    const { storage } = Reflect.get(globalThis, 'chrome') as { storage: { local: Area } };
    await storage.local.set(local);
    for (const [name, text] of Object.entries(pages)) localStorage.setItem(name, text);
    for (const { name, entries } of all) {
      const cache = await caches.open(name);
      for (const [url, text] of entries) await cache.put(url, new Response(text));
    }
  }, others);
}

function writeDatabase(page: Page, database: StoredDatabase): Promise<void> {
  return page.evaluate(({ name, version, stores }) => {
    const bytesOf = (text: string) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    /** Restores the values for which JSON has no form. */
    const decode = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return value.map(decode);
      const { $: mark, base64 } = value as { readonly $?: string; readonly base64?: string };
      if (mark === 'Uint8Array') return bytesOf(base64 ?? '');
      if (mark !== undefined) throw new Error(`a value of an unknown kind: ${mark}`);
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, decode(one)]));
    };
    return new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name, version);
      opening.addEventListener('error', () => reject(new Error(opening.error?.message)));
      opening.addEventListener('upgradeneeded', () => {
        for (const { name: at, keyPath, autoIncrement, indexes, rows } of stores) {
          const store = opening.result.createObjectStore(at, { keyPath, autoIncrement });
          for (const { name: index, keyPath: path, ...how } of indexes)
            store.createIndex(index, path, how);
          for (const [key, value] of rows)
            store.add(decode(value), keyPath === null ? (key as IDBValidKey) : undefined);
        }
      });
      opening.addEventListener('success', () => {
        opening.result.close();
        resolve();
      });
    });
  }, database);
}

/** Tells a browser to resolve the former addresses to the current servers. */
export function hostRules(servers: { readonly service: string; readonly sites: string }): string {
  const host = (url: string) => new URL(url).host;
  const rules = [
    [FORMER.service, servers.service],
    [FORMER.site, servers.sites],
    [FORMER.blocked, servers.sites],
  ] as const;
  const written = rules.map(([then, now]) => `MAP ${host(then)} ${host(now)}`);
  return `--host-resolver-rules=${written.join(',')}`;
}

/**
 * Moves the clock of the running worker, and of every page opened from now on, by this many
 * milliseconds. The browser's alarms keep its own time.
 */
export async function moveClock({ context, worker }: Keystamp, ms: number): Promise<void> {
  const move = (by: number): void => {
    const Real = Date;
    class Moved extends Real {
      constructor(...given: [] | [number | string]) {
        if (given.length === 0) super(Real.now() + by);
        else super(...given);
      }
      static override now(): number {
        return Real.now() + by;
      }
    }
    globalThis.Date = Moved as DateConstructor;
    type Info = { readonly when?: number };
    type Alarms = { create: (name: string, info: Info) => Promise<void> };
    const { alarms } = Reflect.get(globalThis, 'chrome') as { readonly alarms?: Alarms };
    if (!alarms) return;
    const create = alarms.create.bind(alarms);
    alarms.create = (name, { when, ...info }) =>
      create(name, { ...info, ...(when !== undefined && { when: when - by }) });
  };
  await context.addInitScript(move, ms);
  await (await worker()).evaluate(move, ms);
}
