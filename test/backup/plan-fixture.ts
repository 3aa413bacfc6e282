// A backup and what is here, as looks and plans compare them: everything is a plain value.
import fc from 'fast-check';
import { lookAtContents, type Here } from '../../src/backup/compare.ts';
import type { BackupContents } from '../../src/backup/contents.ts';
import type { BackupHeader } from '../../src/crypto/backup-seal.ts';
import { checkKdfParameters } from '../../src/crypto/kdf-parameters.ts';
import { DEFAULT_SETTINGS } from '../../src/protocol/app-state.ts';
import type { BackupLook } from '../../src/protocol/backup.ts';
import { NO_POLICY } from '../../src/protocol/managed-policy.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import type { Grant, Site } from '../../src/protocol/site.ts';
import type { KeyFacts } from '../../src/vault/document.ts';
import { KDF } from '../worker/fake-browser.ts';
import { honestContents, keyIdOf, NOW } from './hostile-contents.ts';

const kdf = checkKdfParameters({ ...KDF, salt: 'A'.repeat(22) });
export const header: BackupHeader = {
  version: 2,
  id: 'A'.repeat(22),
  createdAt: NOW - 1,
  app: '0.1.0',
  kdf,
  historyParts: 0,
};

const [sample] = fc.sample(honestContents, { numRuns: 1, seed: 1 });
const [first, second] = sample?.profiles ?? [];
if (!sample || !first || !second) throw new Error('no contents');
const byKey = { authorization: { usual: 'key' as const, passkeyOnly: [] }, passkeys: null };
/** The profiles of the backup. */
export const profile: Profile = { ...first, ...byKey, name: 'Payroll' };
export const other: Profile = { ...second, ...byKey, name: 'Treasury' };

export const keyOf = (at: number, changes: Partial<KeyFacts> = {}): KeyFacts => ({
  id: keyIdOf(at),
  name: 'Key',
  curve: 'P256',
  publicKey: `02${String(at).repeat(64)}`,
  createdAt: 1,
  ...changes,
});

export const ORIGIN = 'https://app.example';
export const site: Site = {
  origin: ORIGIN,
  profileId: profile.id,
  operations: ['update_wallet'],
  connectedAt: NOW - 1,
  lastUsedAt: null,
  blocked: false,
};
export const grant: Grant = {
  id: keyIdOf(5),
  origin: ORIGIN,
  profileId: profile.id,
  operation: 'update_wallet',
  limits: {},
  most: 3,
  used: 0,
  perHour: 2,
  recent: [],
  createdAt: NOW - 1,
  expiresAt: NOW + 3_600_000,
  lastUsedAt: null,
};

export const contentsOf = (changes: Partial<BackupContents> = {}): BackupContents => ({
  ...sample,
  profiles: [profile, other],
  sites: [],
  grants: [],
  ...changes,
});
export const hereOf = (changes: Partial<Here> = {}): Here => ({
  profiles: [],
  keys: [],
  sites: [],
  grants: [],
  settings: DEFAULT_SETTINGS,
  retention: null,
  policy: NO_POLICY,
  now: NOW,
  ...changes,
});
export const look = (contents: BackupContents, here: Here): BackupLook =>
  lookAtContents({ header, contents }, here);
