/*
 * The content policy of Keystamp's own pages has the browser refuse every text that would become a
 * script (Trusted Types, scripts/manifest.ts). One text must: the address of the key derivation's
 * Worker. This is the one policy that the browser lets anyone make there.
 */

/** What the browser offers for it; undefined where it knows no Trusted Types. */
export type ScriptPolicies = {
  readonly defaultPolicy: object | null;
  createPolicy(
    name: 'default',
    rules: { readonly createScriptURL: (url: string) => string | null },
  ): object;
};

/** Where the build puts the Worker's script. */
const WORKER_PATH = /^\/assets\/kdf-worker-[\w-]+\.js$/;

/** Whether an address is that of the Worker's own script in this package. */
export function isOwnWorker(url: string, origin: string): boolean {
  const parsed = URL.parse(url, origin);
  if (!parsed || parsed.username || parsed.password) return false;
  const own = URL.parse(origin);
  // The origin of an extension's address is opaque in some engines: its parts say the same.
  const isHere = parsed.protocol === own?.protocol && parsed.host === own.host;
  return isHere && WORKER_PATH.test(parsed.pathname) && parsed.search === '' && parsed.hash === '';
}

/** Lets this page start its own Worker, and nothing else. Made once, when it is first needed. */
export function allowOwnWorker(policies: ScriptPolicies | undefined, origin: string): void {
  if (!policies || policies.defaultPolicy) return;
  policies.createPolicy('default', {
    createScriptURL: (url) => (isOwnWorker(url, origin) ? url : null),
  });
}
