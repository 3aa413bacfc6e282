import type { UserManifest } from 'wxt';

/**
 * Hosts that the worker may call without asking: the local service only. Every other host is an
 * optional permission, requested for that host alone when the user saves its profile.
 */
const LOOPBACK = ['http://127.0.0.1/*', 'http://localhost/*'];

/**
 * `wasm-unsafe-eval` is for Argon2id (hash-wasm) in the pages' key-derivation Worker; measured:
 * browsers refuse WebAssembly without the token. `frame-ancestors 'none'` stops clickjacking by
 * framing. `connect-src` allows https and loopback, because the service host is the user's choice,
 * and the package's own files, from which the worker reads the list of public suffixes. Trusted
 * Types: no text becomes a script or markup (`innerHTML`, `new Worker`), but for the own scripts that
 * src/client/script-policy.ts and scripts/worker-parts.ts let through. The browsers enforce
 * it from Chromium 83 and Firefox 148 on; older ones ignore both directives.
 */
const CSP = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self' https: http://127.0.0.1:* http://localhost:*",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');

/**
 * While `npm run dev` watches, Vite puts styles into elements and holds a connection to the page. Its server
 * itself WXT adds.
 */
const WATCHED_CSP = CSP.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
  .replace('connect-src', 'connect-src ws://localhost:*')
  .replace(/; require-trusted-types-for.*/, '');

/**
 * The public key of a throwaway RSA pair: it fixes the Chromium extension id, so passkeys and
 * stored data survive reinstalls of unpacked builds. The Chrome Web Store refuses an upload that
 * has one and assigns its own.
 */
const CHROMIUM_KEY = [
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAvAsoVl56JJ70FD+2u0ygWGD401dZ4nUqmu78Kqzc',
  'oIaftSHvGOpCEK8J9mGS4YsYeyOxdxqR8gjOgNdfEJeUDQ79V4ZloRzWxKSvud1nh7ty54hJ+qjDaCvURUNF',
  'Z4ZhRUkuAaarzQeZwxTZLLH512iIsQI69qP26fSciRJF9N8UB3yKioBgK9NQH+4gBphbt4gIoqZUrKMIZbKN',
  'y56P9rU5QQ2vztt2eNf3mnma18slvw3KIahVql+pdwcPPFsiXnXTwpy+adhPnQLX8WN4c5RDvKNGlOUQ2KDe',
  'HAZ7q+VhHuZwh3kUOFC9s7Vf0m2/4nMPmYrB5q4o9ug886u9mwIDAQAB',
].join('');

/** Pages whose identity can be trusted: https sites, or a developer's own machine. */
const PAGES = ['https://*/*', ...LOOPBACK];

/**
 * Declared here and built as plain scripts: WXT's wrapper of a content script is bigger than both.
 * The script in the page's world is declared too, never injected by an element: so it needs no file
 * that pages may load, and it runs before any script of the page (threats 5 and 18).
 */
const CONTENT_SCRIPTS = [
  { matches: PAGES, js: ['bridge.js'], run_at: 'document_start' as const },
  { matches: PAGES, js: ['inpage.js'], run_at: 'document_start' as const, world: 'MAIN' as const },
];

/**
 * What goes to the user's service, by Mozilla's taxonomy: names, email addresses and phone numbers;
 * stamps and one-time codes; purchases. Everything that leaves the browser counts, even by the
 * user's own action (extensionworkshop.com, "Firefox built-in consent for data collection").
 */
const TRANSMITTED = ['personallyIdentifyingInfo', 'authenticationInfo', 'financialAndPaymentInfo'];

/** The oldest versions that run Keystamp. */
export const OLDEST = { chrome: '137', firefox: '140' } as const;

const FIREFOX = {
  browser_specific_settings: {
    gecko: {
      id: 'keystamp@keystamp.dev',
      strict_min_version: `${OLDEST.firefox}.0`,
      data_collection_permissions: { required: TRANSMITTED },
    },
  },
};

/**
 * The manifest, without what WXT adds from the entrypoints. `store` is what the stores get: the
 * same without the key that fixes the id of a development build.
 */
export function manifestOf(target: Target): UserManifest {
  const { browser, store, watched = false, homepage } = target;
  const chromium = {
    minimum_chrome_version: OLDEST.chrome,
    // Firefox accepts policies without a schema, and warns about the key.
    storage: { managed_schema: 'managed-schema.json' },
    ...(store ? {} : { key: CHROMIUM_KEY }),
  };
  return {
    name: 'Keystamp',
    // Of this description and of the notification's texts; everything else has its words in `src/ui/words`.
    default_locale: 'en',
    description: '__MSG_description__',
    ...(homepage ? { homepage_url: homepage } : {}),
    // The last one asks nobody: without it a browser may take the database away for want of space.
    permissions: ['storage', 'alarms', 'idle', 'unlimitedStorage'],
    host_permissions: LOOPBACK,
    optional_host_permissions: ['https://*/*'],
    // Asked for when the user turns notifications on.
    optional_permissions: ['notifications'],
    // One worker also serves private windows; Firefox doesn't support 'split'.
    incognito: 'spanning',
    content_security_policy: { extension_pages: watched ? WATCHED_CSP : CSP },
    content_scripts: CONTENT_SCRIPTS,
    action: { default_title: 'Keystamp' },
    ...(browser === 'firefox' ? FIREFOX : chromium),
  };
}

export type Target = {
  readonly browser: string;
  readonly store: boolean;
  /** Where its publisher tells of it (scripts/release/publisher.ts). */
  readonly homepage?: string | undefined;
  /** Rebuilt whenever a file changes: `npm run dev`. */
  readonly watched?: boolean;
};
