// A browser with one of everything that a call can be about, and valid input for every call.
import * as base64url from '../../src/crypto/base64url.ts';
import { randomBytes, toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import type { CallName, InputOf, SecretOf } from '../../src/messaging/calls.ts';
import { ALL_HISTORY } from '../../src/protocol/history.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import { DEFAULT_SETTINGS } from '../../src/protocol/app-state.ts';
import {
  BASE_URL,
  createFakeBrowser,
  createFakeTime,
  KDF,
  newKek,
  type FakeBrowser,
} from './fake-browser.ts';
import { openTab, SITE, userOf, ready } from './tab.ts';
import { ASK } from '../../src/protocol/page-api.ts';
import { newSetUpCode } from '../set-up-code.ts';

/** A service that refuses everything: nothing is left that runs by itself. */
const refuseAll = async () =>
  Response.json({ code: 3, message: 'no', details: [] }, { status: 400 });

const randomText32 = () => base64url.encode(randomBytes(32));
const createPasskeyInput = (name: string) => ({
  name,
  credentialId: randomText32(),
  rpId: null,
  transports: [],
  salt: randomText32(),
});

const profileDraft = {
  id: null,
  name: 'Local',
  colour: 'blue',
  order: 0,
  service: 'local',
  baseUrl: BASE_URL,
  organizationId: crypto.randomUUID(),
  otpGeneration: 'enclave',
  passkeys: { rpId: null, credentials: [{ id: randomText32(), name: 'Mine', transports: [] }] },
  authorization: { usual: 'key', passkeyOnly: ['init_otp'] },
  passkeyHeader: 'X-Stamp',
  trust: { signer: `04${'a'.repeat(128)}`, otp: `04${'b'.repeat(128)}` },
  known: null,
} as const satisfies Omit<Profile, 'id' | 'keyId'> & { id: null };

/** Nothing but the browser: no vault. Ids of missing things are as valid as others. */
export function createEmptySample() {
  const time = createFakeTime();
  const browser = createFakeBrowser(refuseAll, time);
  const id: string = crypto.randomUUID();
  const profile: Profile = {
    ...profileDraft,
    passkeys: { ...profileDraft.passkeys, credentials: [...profileDraft.passkeys.credentials] },
    authorization: {
      ...profileDraft.authorization,
      passkeyOnly: [...profileDraft.authorization.passkeyOnly],
    },
    id,
    keyId: id,
  };
  return {
    browser,
    time,
    kek: newKek(),
    passkey: { id, kek: newKek() },
    profile,
    keyId: id,
    spareKeyId: id,
    entryId: id,
    ownRequest: { id, digest: '0'.repeat(64) },
    operationRequest: { id, digest: '0'.repeat(64) },
    openRequestId: id,
    connectRequestId: id,
    grantId: id,
    backup: { header: '', check: '', contents: '', part: '', seen: '', first: 1, key: newKek() },
  };
}
export type SampleData = ReturnType<typeof createEmptySample>;

/** The same with an unlocked vault and one of everything. */
export async function createFullSample(): Promise<SampleData> {
  const sample = createEmptySample();
  const { browser, kek, passkey } = sample;
  const { call } = browser.client;
  await call('vault_create', { kdf: KDF }, { kek });
  const enrolled = await call('vault_passkey_enrol', createPasskeyInput('Laptop'), {
    keks: [kek],
    passkeyKek: passkey.kek,
  });
  const keyId = await call('keys_create', { name: 'In use' });
  const spareKeyId = await call('keys_create', { name: 'Spare' });
  const profile = await call('profiles_save', {
    ...sample.profile,
    id: null,
    keyId: keyId.id,
  });
  const entryId = await call('activities_submit', submitInput(profile.id));
  const own = await call('requests_begin', beginInput(profile.id));
  const { digest } = ready(await call('requests_open', { id: own.id }));
  return {
    ...sample,
    profile,
    keyId: keyId.id,
    spareKeyId: spareKeyId.id,
    passkey: { id: enrolled[0]?.id ?? '', kek: passkey.kek },
    entryId: entryId.id,
    ownRequest: { id: own.id, digest },
    ...(await setUpSites(browser, profile.id)),
    backup: await createBackup(browser, sample.backup.key),
  };
}

function exportInput() {
  const targetPublicKey = `04${'11'.repeat(64)}`;
  const parameters = { walletId: crypto.randomUUID(), targetPublicKey };
  return { operation: 'export_wallet', parameters };
}

/** What a page has of a backup, and the key that its password gives. */
async function createBackup({ client: { call } }: FakeBrowser, key: string) {
  const input = { kdf: KDF, app: '0.1.0', withKeys: false };
  const { header, check, contents, first } = await call('backup_start', input, { key });
  const part = await call('backup_history', { header, index: 0, first }, { key });
  const { seen } = await call('backup_look', { header, check, contents }, { key });
  return { header, check, contents, part, seen, first, key };
}

function submitInput(profileId: string) {
  const parameters = { userTagName: 'Tag', userIds: [] };
  return { id: crypto.randomUUID(), profileId, operation: 'create_user_tag', parameters };
}

const beginInput = (profileId: string) =>
  ({ ...submitInput(profileId), method: 'passkey', show: false }) as const;

/** A connected site with a grant and a pending request, and another that asks to connect. */
async function setUpSites(browser: FakeBrowser, profileId: string) {
  const user = userOf(browser);
  const tab = openTab(browser);
  await tab.ask('connect', {});
  await user.consent(profileId);
  const requestRename = (walletName: string) =>
    tab.request('update_wallet', { walletId: crypto.randomUUID(), walletName });
  await requestRename('First');
  const limits = { walletName: 'First' };
  await user.approve({ limits, most: 3, perHour: null, lastsMs: 3_600_000 });
  await requestRename('Second');
  const { id } = await user.newest();
  const { digest } = await user.open(id);
  await tab.request('update_user_name', { userId: ASK, userName: 'Whoever' });
  const openRequestId = (await user.newest()).id;
  await openTab(browser, { origin: 'https://other.example' }).ask('connect', {});
  const connectRequestId = (await user.newest()).id;
  await browser.client.call('sites_block', { origin: 'https://blocked.example', blocked: true });
  const [site] = (await browser.client.call('sites_list', {})).filter(
    ({ origin }) => origin === SITE,
  );
  return {
    operationRequest: { id, digest },
    openRequestId,
    connectRequestId,
    grantId: site?.grants[0]?.id ?? '',
  };
}

/** Valid input, and the secret if the call has one. */
export type Example<N extends CallName> = {
  readonly input: (sample: SampleData) => InputOf<N>;
  readonly secret?: (sample: SampleData) => SecretOf<N>;
};

type Examples = { readonly [N in CallName]: Example<N> | Readonly<Record<string, Example<N>>> };

const withoutInput = { input: () => ({}) };
const byPassword = {
  input: () => ({}),
  secret: ({ kek }: SampleData) => ({ keks: [kek] }),
};
const byPasskey = {
  input: ({ passkey }: SampleData) => ({ id: passkey.id }),
  secret: ({ passkey }: SampleData) => ({ kek: passkey.kek }),
};
const forProfile = { input: ({ profile }: SampleData) => ({ id: profile.id }) };
const ofProfile = { input: ({ profile }: SampleData) => ({ profileId: profile.id }) };
const forEntry = { input: ({ entryId }: SampleData) => ({ id: entryId }) };
const refuse = { kind: 'refuse' } as const;
const backupKey = ({ backup: { key } }: SampleData) => ({ key });
const headOf = ({ backup: { header, check, contents } }: SampleData) => ({
  header,
  check,
  contents,
});
const partOf = ({ backup: { header, part } }: SampleData) => ({ header, part, index: 0 });
const NO_CHOICES = { profiles: [], keys: [], sites: [], grants: [], settings: false };

/**
 * By call, and by case where it has several. This doesn't compile without an example for a new
 * call.
 */
export const EXAMPLES: Examples = {
  state: withoutInput,
  vault_challenge: withoutInput,
  vault_create: { input: () => ({ kdf: KDF }), secret: () => ({ kek: newKek() }) },
  vault_unlock: byPassword,
  vault_prove: byPassword,
  vault_passkey_prove: byPasskey,
  vault_lock: withoutInput,
  vault_touch: withoutInput,
  vault_password: {
    input: () => ({ kdf: KDF }),
    secret: ({ kek }) => ({ oldKeks: [kek], newKek: newKek() }),
  },
  vault_passkey_enrol: {
    input: () => createPasskeyInput('Phone'),
    secret: ({ kek }) => ({ keks: [kek], passkeyKek: newKek() }),
  },
  vault_passkey_unlock: byPasskey,
  vault_passkey_remove: {
    input: ({ passkey }) => ({ id: passkey.id }),
    secret: ({ kek }) => ({ keks: [kek] }),
  },
  vault_passkey_show: withoutInput,
  vault_show_again: withoutInput,
  vault_accept: withoutInput,
  storage_accept: withoutInput,
  vault_wipe: { input: () => ({ confirm: 'wipe everything' }) },
  settings_save: {
    appearance: { input: () => ({ ...DEFAULT_SETTINGS, theme: 'dark', autoLockMinutes: 14 }) },
    longer: { input: () => ({ ...DEFAULT_SETTINGS, autoLockMinutes: 16 }) },
  },
  keys_list: withoutInput,
  keys_create: { input: () => ({ name: 'Another' }) },
  keys_import: createImportExample(),
  keys_remove: { input: ({ spareKeyId }) => ({ id: spareKeyId }) },
  rotations_list: withoutInput,
  rotations_begin: {
    input: ({ profile }) => ({ profileId: profile.id, name: 'Next', lifetime: null }),
  },
  rotations_resume: ofProfile,
  rotations_retry: {
    input: ({ profile }) => ({ profileId: profile.id, activity: 'registration' }),
  },
  rotations_turn: { input: ({ profile }) => ({ profileId: profile.id, direction: 'back' }) },
  rotations_adopt: ofProfile,
  rotations_finish: ofProfile,
  rotations_discard: ofProfile,
  profiles_save: {
    new: {
      input: ({ profile, spareKeyId }) => ({
        ...profile,
        id: null,
        name: 'New',
        keyId: spareKeyId,
      }),
    },
    shared: { input: ({ profile }) => ({ ...profile, id: null, name: 'Shared' }) },
    appearance: {
      input: ({ profile }) => ({ ...profile, name: 'Renamed', colour: 'red', order: 1 }),
    },
    guard: {
      input: ({ profile }) => ({ ...profile, authorization: { usual: 'key', passkeyOnly: [] } }),
    },
  },
  profiles_remove: forProfile,
  profiles_select: forProfile,
  profiles_order: { input: ({ profile }) => ({ ids: [profile.id] }) },
  profiles_check: forProfile,
  profiles_resume: forProfile,
  profiles_reset_clock: forProfile,
  profiles_probe: { input: () => ({ service: 'local', baseUrl: BASE_URL }) },
  profiles_enrol: {
    input: ({ spareKeyId }) => ({
      baseUrl: BASE_URL,
      keyId: spareKeyId,
      userName: 'Root',
      setUpCode: newSetUpCode(),
    }),
  },
  hosts_check: { input: () => ({ host: 'example.com' }) },
  hosts_allow: { input: () => ({ host: 'example.com' }) },
  home: { input: ({ profile }) => ({ profileId: profile.id }) },
  query: {
    input: ({ profile }) => ({ profileId: profile.id, operation: 'list_wallets', parameters: {} }),
  },
  history_summary: withoutInput,
  history_page: { input: () => ({ filter: ALL_HISTORY, skip: 0, limit: 10 }) },
  history_range: { input: () => ({ first: 1, limit: 10 }) },
  history_timeline: forEntry,
  history_days: { input: () => ({ moments: [0, 1] }) },
  history_verify: { input: () => ({ run: crypto.randomUUID() }) },
  history_retain: { input: () => ({ days: 365 }) },
  history_delete: { input: () => ({ before: 0 }) },
  records_kept: { input: ({ profile }) => ({ profileId: profile.id, name: 'wallet/0' }) },
  records_keep: {
    input: ({ profile }) => ({ profileId: profile.id, name: 'wallet/0', value: {} }),
  },
  records_opened: { input: ({ profile }) => ({ profileId: profile.id, id: profile.id }) },
  activities_submit: {
    export: {
      input: ({ profile }) => ({ ...submitInput(profile.id), ...exportInput() }),
      secret: () => ({ fields: {} }),
    },
    other: {
      input: ({ profile }) => submitInput(profile.id),
      secret: () => ({ fields: {} }),
    },
  },
  activities_get: forEntry,
  activities_list: { input: () => ({ profileId: null, before: null, limit: 10 }) },
  activities_check: {
    input: ({ profile }) => ({ profileId: profile.id, id: profile.id }),
  },
  activities_retry: forEntry,
  activities_disprove: forEntry,
  activities_dismiss: forEntry,
  requests_begin: {
    export: {
      input: ({ profile }) => ({ ...beginInput(profile.id), ...exportInput() }),
      secret: () => ({ fields: {} }),
    },
    other: {
      input: ({ profile }) => beginInput(profile.id),
      secret: () => ({ fields: {} }),
    },
  },
  requests_list: withoutInput,
  requests_open: { input: ({ operationRequest }) => ({ id: operationRequest.id }) },
  requests_pick: {
    input: ({ openRequestId }) => ({ id: openRequestId, picks: { userId: crypto.randomUUID() } }),
  },
  requests_decide: {
    refuse: { input: ({ operationRequest }) => ({ id: operationRequest.id, decision: refuse }) },
    approve: {
      input: ({ operationRequest: { id, digest } }) => ({
        id,
        decision: { kind: 'approve', digest, by: { method: 'key' }, grant: null },
      }),
    },
    connect: {
      input: ({ connectRequestId, profile }) => ({
        id: connectRequestId,
        decision: { kind: 'connect', profileId: profile.id, operations: ['update_wallet'] },
      }),
    },
  },
  requests_refuse_site: {
    input: () => ({ origin: SITE, privateWindow: false, cooldownMs: 0, block: false }),
  },
  requests_show: { input: ({ ownRequest }) => ({ id: ownRequest.id }) },
  sites_list: withoutInput,
  sites_block: {
    block: { input: () => ({ origin: SITE, blocked: true }) },
    unblock: { input: () => ({ origin: 'https://blocked.example', blocked: false }) },
  },
  sites_forget: { input: () => ({ origin: SITE }) },
  damaged_list: { input: () => ({}) },
  damaged_remove: { input: () => ({ kind: 'site', name: SITE }) },
  backup_start: {
    plain: {
      input: () => ({ kdf: KDF, app: '0.1.0', withKeys: false }),
      secret: backupKey,
    },
    keys: { input: () => ({ kdf: KDF, app: '0.1.0', withKeys: true }), secret: backupKey },
  },
  backup_history: {
    input: ({ backup: { header, first } }) => ({ header, index: 0, first }),
    secret: backupKey,
  },
  backup_look: { input: headOf, secret: backupKey },
  backup_look_history: {
    input: (sample) => ({ ...partOf(sample), from: null }),
    secret: backupKey,
  },
  backup_restore: {
    input: (sample) => ({ ...headOf(sample), choices: NO_CHOICES, seen: sample.backup.seen }),
    secret: backupKey,
  },
  backup_restore_history: { input: partOf, secret: backupKey },
  backup_finish: {
    input: () => ({ profiles: 0, keys: 0, sites: 0, grants: 0, settings: false, records: 0 }),
  },
  backup_unfinished: withoutInput,
  backup_saved: { input: () => ({ profiles: [], keys: null }) },
  first_steps_hide: withoutInput,
  grants_revoke: { input: ({ grantId }) => ({ id: grantId }) },
};

function createImportExample(): Example<'keys_import'> {
  const secret = generatePrivateKey('P256');
  const publicKey = toHex(publicKeyOf('P256', secret));
  return {
    input: () => ({ name: 'Brought', curve: 'P256', publicKey }),
    secret: () => ({ privateKey: base64url.encode(secret) }),
  };
}
