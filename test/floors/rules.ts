/*
 * Who may import whom, and who may use which effects (docs/architecture.md, Floors). The floors
 * test checks the source against these tables. A new exception is a row here with its reason.
 */

/** A folder directly in src/, `src/ui/words`, or `entrypoints`. */
export type Part = string;

export type Room = {
  /** Null for what is separate from the floors. */
  readonly floor: number | null;
  /** For a reader of CONTRIBUTING.md and docs/architecture.md, which `npm run readme` makes of these rows. */
  readonly holds: string;
  /** All that it may import, where that is less than its floor allows. */
  readonly imports?: readonly Part[];
};

/**
 * Higher floors import lower ones, never the other way round, and never a neighbor on the same
 * floor.
 */
export const ROOMS: Readonly<Record<Part, Room>> = {
  entrypoints: {
    floor: 7,
    holds: 'builds the effects (clock, network, browser) and starts one thing',
  },
  'src/ui': {
    floor: 6,
    holds: 'the screens',
    imports: [
      'src/ui/words',
      'src/client',
      'src/messaging',
      'src/policies',
      'src/protocol',
      'src/signing',
    ],
  },
  // Every page of every site loads it. Of the protocol it only imports page-api.ts, which is small.
  'src/bridge': { floor: 6, holds: 'the two scripts in web pages', imports: ['src/protocol'] },
  'src/worker': {
    floor: 5,
    holds: 'the background: services, server, a handler for each call, the steps for web pages',
  },
  // It runs in Keystamp's own pages, out of reach of any store or key at rest.
  'src/client': {
    floor: 5,
    holds: 'what Keystamp’s own pages run: client, password, passkey, import, export',
    imports: [
      'src/messaging',
      'src/protocol',
      'src/crypto',
      'src/keys',
      'src/addresses',
      'src/votes',
      'src/signing',
    ],
  },
  'src/requests': {
    floor: 4,
    holds:
      'everything that waits for a person: queue, decisions, the exact body, the confirm window',
  },
  // Above permissions and activities, whose rows and profiles it takes along.
  'src/backup': {
    floor: 4,
    holds: 'Keystamp itself in one sealed file, and back ([Backups](docs/backup.md))',
  },
  'src/messaging': {
    floor: 4,
    holds: 'the wire between pages and worker: calls, access, sealing',
    imports: ['src/protocol', 'src/crypto', 'src/storage'],
  },
  'src/activities': {
    floor: 3,
    holds: 'builds, stores and sends activities; profiles, clocks, rates',
  },
  'src/permissions': { floor: 3, holds: 'what sites may do: connections, grants, limits' },
  'src/vault': { floor: 2, holds: 'private keys at rest and in use, lock, stamps' },
  // Beside the vault, whose keys it is given.
  'src/history': {
    floor: 2,
    holds:
      'what was signed and decided: a sealed chain of records ([The history](docs/history.md))',
  },
  // Above crypto, whose curves check the two keys of a pair. Pasted keys are read in a page, through
  // the client.
  'src/keys': {
    floor: 2,
    holds: 'reads pasted private keys and recovery phrases, in pages only',
    imports: ['src/protocol', 'src/crypto'],
  },
  // Above crypto, which verifies the signatures. Votes are checked before anybody votes, by other code
  // than the service's.
  'src/votes': {
    floor: 2,
    holds: 'checks activities and their votes',
    imports: ['src/protocol', 'src/crypto'],
  },
  // What is signed is read by one code, which libraries of others check.
  'src/signing': {
    floor: 2,
    holds: 'reads transactions and messages that keys sign ([Signing](docs/signing.md))',
    imports: ['src/protocol', 'src/crypto', 'src/addresses'],
  },
  'src/crypto': { floor: 1, holds: 'signatures, encryption, key derivation' },
  'src/addresses': {
    floor: 1,
    holds: 'addresses of public keys ([Address formats](docs/addresses.md))',
  },
  // Its evaluator was written apart from the service's, so that comparing both shows errors.
  'src/policies': {
    floor: 1,
    holds:
      'reads the clauses of policies, and says what they decide ([Policies](docs/policies.md))',
    imports: ['src/protocol'],
  },
  'src/storage': { floor: 1, holds: 'IndexedDB, storage areas, Cache Storage' },
  'src/protocol': { floor: 0, holds: 'operations, schemas, error codes; no effects, no words' },
  // Every language and its completeness: the worker, the service and the SDK never read it.
  'src/ui/words': {
    floor: null,
    holds: 'what a person reads, one folder per language',
    imports: ['src/protocol'],
  },
  'src/sdk': { floor: null, holds: 'what a dApp imports', imports: ['src/protocol'] },
  'src/demo': {
    floor: null,
    holds: 'the demo dApp',
    imports: ['src/sdk', 'src/ui/words', 'src/protocol'],
  },
  // Of the policies only what reads a clause: SHARED_POLICY_FILES.
  'src/service': {
    floor: null,
    holds: 'the local service ([The service](docs/service.md))',
    imports: ['src/protocol', 'src/crypto', 'src/addresses', 'src/policies', 'src/signing'],
  },
};

/**
 * What the service imports of src/policies: the front that reads clauses. Its evaluators, cron windows
 * and facts are the extension's own, and what comes of a clause is found twice.
 */
export const SHARED_POLICY_FILES: readonly string[] = [
  'src/policies/limits.ts',
  'src/policies/published-names.ts',
  'src/policies/read-clause.ts',
  'src/policies/syntax-tree.ts',
  'src/policies/type-check.ts',
];

/** npm packages and Node's own modules, by who may import them. Packages without a row are free. */
export const PACKAGES: readonly { readonly name: RegExp; readonly parts: readonly Part[] }[] = [
  { name: /^node:/, parts: ['src/service'] },
  {
    name: /^(hono|@hono\/|drizzle-orm|@electric-sql\/|pg$|jose$|prom-client$|@simplewebauthn\/)/,
    parts: ['src/service'],
  },
  { name: /^(preact|@preact\/|qr(\/|$))/, parts: ['entrypoints', 'src/ui'] },
  // The client has the renderer of descriptors, which knows its calls' interfaces.
  { name: /^micro-eth-signer/, parts: ['src/signing', 'src/client'] },
  { name: /^hash-wasm/, parts: ['src/crypto'] },
  // Recovery phrases: read in pages, and kept by the service.
  { name: /^@scure\/bip/, parts: ['src/keys', 'src/service'] },
  { name: /^idb/, parts: ['src/storage'] },
  // 29 KB gzipped: what it is asked loads with a form.
  { name: /^libphonenumber-js/, parts: ['src/ui'] },
];

/** Folders and files are named after what they contain. */
export const REFUSED_NAME = /(^|-)(utils?|helpers?|common|misc|types)(-|$)/;

export const MAX_LINES = 400;
export const MAX_ENTRYPOINT_LINES = 60;

/** Tables may be long: each row is read on its own. */
export const LONG_TABLES: Readonly<Record<string, string>> = {
  'src/protocol/operations.ts': 'the operations table',
  'src/service/schema.ts': 'the tables of the database',
  'src/protocol/enums.ts': 'the service’s closed lists of values',
};
/** Message catalogs, one folder per language. */
export const WORD_FILES = /^src\/ui\/words\/[a-z-]+\/[a-z-]+\.ts$/;

/** Where effects are built: the extension's entrypoints and the service's program. */
export const EFFECT_BUILDERS = /^(entrypoints\/|src\/service\/main\.ts$)/;

/**
 * Effects are parameters (`createX(effects)`). These files under src/ are the
 * thin adapters that may name the real thing.
 */
export const ADAPTERS: Readonly<Record<string, { effects: readonly Effect[]; reason: string }>> = {
  'src/messaging/browser.ts': {
    effects: ['browser'],
    reason: 'the browser’s interface for pages, one for both families',
  },
  'src/client/clear-signing/managed-settings.ts': {
    effects: ['browser', 'clock'],
    reason: 'the settings of an organization that a review needs, loaded with it alone',
  },
  'src/worker/native-browser.ts': {
    effects: ['browser'],
    reason: 'the same for the background, as it is',
  },
  'src/client/own-page-effects.ts': {
    effects: ['browser', 'clock', 'random'],
    reason: 'a page’s own messaging, storage, time and place',
  },
  'src/client/tab-effects.ts': {
    effects: ['browser'],
    reason: 'the permissions that the tab asks the user for',
  },
  'src/worker/browser-effects.ts': {
    effects: ['browser', 'clock', 'network', 'random'],
    reason: 'the background’s effects over the real browser',
  },
  'src/demo/start.ts': { effects: ['clock', 'random'], reason: 'starts the demo dApp’s page' },
  'src/demo/hostile.ts': { effects: ['random'], reason: 'starts the demo dApp’s hostile page' },
  'src/sdk/page-effects.ts': { effects: ['random'], reason: 'the page that the SDK is loaded in' },
  'src/crypto/bytes.ts': { effects: ['random'], reason: 'the one source of randomness' },
};
export type Effect = 'clock' | 'random' | 'network' | 'browser';

/** Files that may read keys or change the case of a text by themselves, each with its reason. */
export const TYPING: Readonly<Record<string, string>> = {
  'src/ui/components/typed-text.ts': 'the one place for it',
  'src/ui/i18n.ts': 'begins a sentence in the language of the page, which it names',
  'src/ui/review/use-arming.ts': 'watches every key: no text is typed there',
  'src/ui/review/use-leaving.ts': 'watches every key: no text is typed there',
};

/** Unit tests, and what they share, that wait for real time, each with its reason. */
export const REAL_TIME: Readonly<Record<string, string>> = {
  'test/scripts/lock.test.ts': 'processes of their own that wait for each other',
  'test/service/beside-client.ts': 'a process beside the one whose answers it measures',
  'test/service/drain.test.ts': 'processes of their own, with limits in whole seconds',
  'test/service/pgbouncer.ts': 'PgBouncer, which says nowhere that it has started',
  'test/service/pooled-database.test.ts': 'sessions of PostgreSQL behind PgBouncer',
  'test/service/postgres.ts': 'PostgreSQL, which says nowhere that it has started',
  'test/service/row-races.test.ts': 'sessions of PostgreSQL that wait for each other’s locks',
  'test/service/shared-database.test.ts': 'locks and dead sessions of PostgreSQL',
  'test/service/writers.ts': 'writers while PostgreSQL fails over',
  'test/gallery/pictures.ts': 'only in a browser’s page',
  'test/ui/review/queue-window.ts': 'only in a browser’s page',
};

/**
 * Where a value may be asserted through `unknown`: the operations table's derive step, and raw
 * bytes.
 */
export const ASSERTIONS: readonly string[] = [
  'src/protocol/operation-row.ts',
  'src/crypto/bytes.ts',
];

/**
 * What an entrypoint or page bundle must not contain, however it got there. Of the calls table pages
 * get what it says to them (scripts/call-policies.ts).
 */
export const PAGE_MAY_NOT_HOLD =
  /^src\/((vault|history|activities|permissions|storage|service|requests|backup|worker)\/|messaging\/[a-z-]*calls?\.ts)/;

/**
 * What the worker must not contain: keys to import are read and sealed in pages, and words are for
 * screens.
 */
export const WORKER_MAY_NOT_HOLD = /^src\/(keys|ui)\//;

/**
 * What the worker loads when it is called, and not at each start: all but the core's message, lock, submit,
 * stamp, outbox and send (docs/platform.md, Parts of the worker).
 */
export const PART_OF_WORKER =
  /^src\/(?:backup|permissions|votes)\/|^src\/requests\/(?!own-requests|prepared-body|session-items)|^src\/worker\/(?:requests-part|page\/(?!bridge-listener)|handlers\/(?:backup|history|keys|profiles|requests|sites))|^src\/history\/(?:history-keeper|find|verify|delete|restore|seal-tail|chain-check)|^src\/activities\/(?:activity-check|enrol|key-rotations|seal-code|service-probe)|^src\/vault\/(?:vault-part|password|passkey-stamper|passkeys|opening|rekey|reauthenticate|key-backup)|^src\/crypto\/(?:bundle|hpke)|^src\/protocol\/(?:contact-rules|joiners|label-rule|origin|read-managed-policy|text-rules)|@noble\/secp256k1|@noble\/hashes\/sha3/;
