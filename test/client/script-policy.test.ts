import { describe, expect, test } from 'vitest';
import {
  allowOwnWorker,
  isOwnWorker,
  type ScriptPolicies,
} from '../../src/client/script-policy.ts';

const OWN = 'chrome-extension://abcdefghijklmnop';

describe('isOwnWorker', () => {
  test.each([
    [`${OWN}/assets/kdf-worker-Cl5KPN6M.js`, true],
    ['/assets/kdf-worker-a_b-c.js', true],
    [`${OWN}/assets/kdf-worker-.js`, false],
    [`${OWN}/assets/kdf-worker-a.js?x`, false],
    [`${OWN}/assets/kdf-worker-a.js#x`, false],
    [`${OWN}/assets/x/../../background.js`, false],
    [`${OWN}/background.js`, false],
    [`${OWN}/assets/kdf-worker-a.css`, false],
    [`${OWN}/assets/kdf-worker-a.js.map`, false],
    [`${OWN}/x/assets/kdf-worker-a.js`, false],
    [`chrome-extension://ponmlkjihgfedcba/assets/kdf-worker-a.js`, false],
    [`https://abcdefghijklmnop/assets/kdf-worker-a.js`, false],
    [`chrome-extension://user@abcdefghijklmnop/assets/kdf-worker-a.js`, false],
    ['blob:chrome-extension://abcdefghijklmnop/assets/kdf-worker-a.js', false],
    ['data:text/javascript,/assets/kdf-worker-a.js', false],
    ['//evil.example/assets/kdf-worker-a.js', false],
    ['', false],
  ])('behavior: %s: %s', (url, isOwn) => expect(isOwnWorker(url, OWN)).toBe(isOwn));
});

describe('allowOwnWorker', () => {
  function browserWith() {
    const made: ((url: string) => string | null)[] = [];
    const policies: ScriptPolicies = {
      get defaultPolicy() {
        return made[0] ?? null;
      },
      createPolicy: (_, { createScriptURL }) => {
        made.push(createScriptURL);
        return createScriptURL;
      },
    };
    return { made, policies };
  }

  test('behavior: one policy, which lets only the Worker through', () => {
    const { made, policies } = browserWith();
    allowOwnWorker(policies, OWN);
    // Browsers refuse a second one of that name.
    allowOwnWorker(policies, OWN);
    expect(made).toHaveLength(1);
    const url = `${OWN}/assets/kdf-worker-a.js`;
    expect(made[0]?.(url)).toBe(url);
    expect(made[0]?.(`${OWN}/background.js`)).toBeNull();
  });

  test('behavior: a browser without Trusted Types needs nothing', () => {
    expect(() => allowOwnWorker(undefined, OWN)).not.toThrow();
  });
});
