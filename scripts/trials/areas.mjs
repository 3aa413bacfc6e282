/*
 * The areas of the mutation tests: what they change, and the tests that must notice. With all tests
 * for each of thousands of changes, a run would take days, and the area's own tests should notice
 * anyway.
 */

/** @typedef {{ readonly mutate: readonly string[], readonly tests: readonly string[] }} Area */

/** @type {Readonly<Record<string, Area>>} */
export const AREAS = {
  crypto: { mutate: ['src/crypto/**/*.ts'], tests: ['test/crypto/**/*.test.ts'] },
  vault: { mutate: ['src/vault/**/*.ts'], tests: ['test/vault/**/*.test.ts'] },
  permissions: {
    mutate: ['src/permissions/**/*.ts'],
    tests: ['test/permissions/**/*.test.ts'],
  },
  activities: {
    mutate: ['src/activities/**/*.ts'],
    tests: ['test/activities/**/*.test.ts', 'test/worker/service-probe.test.ts'],
  },
  doors: {
    mutate: [
      'src/messaging/{call-access,wire,calls}.ts',
      'src/worker/server.ts',
      'src/client/send.ts',
      'src/worker/page/*.ts',
    ],
    tests: [
      'test/messaging/*.test.ts',
      'test/worker/{every-call,server,own-page-calls}.test.ts',
      'test/worker/page/*.test.ts',
      'test/requests/{requests,open-requests,prompting,worker-stops}.test.ts',
      'test/client/{send,client}.test.ts',
    ],
  },
  requests: {
    mutate: ['src/requests/*.ts'],
    tests: ['test/requests/*.test.ts', 'test/worker/page/*.test.ts'],
  },
  authentication: {
    mutate: [
      'src/service/{authentication,api-key-stamp,passkey-stamp,assertion,credentials,read-session}.ts',
    ],
    tests: [
      'test/service/{authentication,authenticators,passkeys,passkey-refusals,read-sessions,vendor}.test.ts',
    ],
  },
};

/**
 * An area by its name; the first one without a name.
 * @param {string | undefined} name
 * @returns {Area & { readonly name: string }}
 */
export function areaOf(name = Object.keys(AREAS)[0] ?? '') {
  const area = AREAS[name];
  if (!area) throw new Error(`no area ${name}: there are ${Object.keys(AREAS).join(', ')}`);
  return { name, ...area };
}
