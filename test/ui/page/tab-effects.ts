import type { PageEffects, TabEffects } from '../../../src/ui/page/effects.ts';

const refuse = () => Promise.reject(new Error('no screen of records asks for this'));

/** A tab's surroundings around those of a page; what only sets up keys is refused. */
export const tabEffects = (effects: PageEffects): TabEffects => ({
  ...effects,
  passwords: {
    unlock: refuse,
    prove: refuse,
    reauthenticate: refuse,
    create: refuse,
    deriveFresh: refuse,
    deriveWith: refuse,
    change: refuse,
  },
  authenticator: {
    isAvailable: false,
    assert: refuse,
    register: refuse,
    forget: refuse,
    cancel: () => undefined,
  },
  passkeyUnlock: { isSupported: () => Promise.resolve(false), unlock: refuse, prove: refuse },
  enrolment: { enrol: refuse, resume: refuse, remove: refuse },
  requestOriginPermission: refuse,
  asksForHosts: true,
  requestNotifications: refuse,
  mayNotify: refuse,
  browserVersion: refuse,
  version: '0.1.0',
  development: false,
});
