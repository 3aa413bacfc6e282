// A browser with one of everything that a call can be about, and valid input for every call.
import * as base64url from '../../src/crypto/base64url.ts';
import { randomBytes, toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import type { CallName, InputOf, SecretOf } from '../../src/messaging/calls.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import { DEFAULT_SETTINGS } from '../../src/protocol/state.ts';
import { BASE_URL, createRig, KDF, newKek, type Rig, type Time } from './rig.ts';
import { openTab, SITE, userOf } from './tab.ts';

/** A service that refuses everything: nothing is left that goes on by itself. */
const refusing = async () =>
  Response.json({ code: 3, message: 'no', details: [] }, { status: 400 });

/** A clock that only tests move: a minute of the rig's own is over too soon on a busy machine. */
export function standingTime(): Time {
  const begun = Date.now();
  const time = {
    shift: 0,
    skew: 0,
    uptime: () => Date.now() - begun,
    now: () => begun + time.shift,
  };
  return time;
}

const text32 = () => base64url.encode(randomBytes(32));
const passkeyOf = (name: string) => ({
  name,
  credentialId: text32(),
  rpId: null,
  transports: [],
  salt: text32(),
});

const draft = {
  id: null,
  name: 'Local',
  colour: 'blue',
  order: 0,
  service: 'local',
  baseUrl: BASE_URL,
  organizationId: crypto.randomUUID(),
  otpGeneration: 'enclave',
  passkeys: { rpId: null, credentials: [{ id: text32(), name: 'Mine', transports: [] }] },
  authorization: { usual: 'key', passkeyOnly: ['init_otp'] },
  passkeyHeader: 'X-Stamp',
  trust: { signer: `04${'a'.repeat(128)}`, otp: `04${'b'.repeat(128)}` },
  known: null,
} as const satisfies Omit<Profile, 'id' | 'keyId'> & { id: null };

/** Lets the worker finish what it does by itself. */
export const rest = () => new Promise((resolve) => setTimeout(resolve, 30));

/** Nothing but the browser: no vault. Ids of what is not there are as valid as others. */
export function emptyWorld() {
  const time = standingTime();
  const rig = createRig(refusing, time);
  const id: string = crypto.randomUUID();
  const profile: Profile = {
    ...draft,
    passkeys: { ...draft.passkeys, credentials: [...draft.passkeys.credentials] },
    authorization: { ...draft.authorization, passkeyOnly: [...draft.authorization.passkeyOnly] },
    id,
    keyId: id,
  };
  return {
    rig,
    time,
    kek: newKek(),
    passkey: { id, kek: newKek() },
    profile,
    key: id,
    spare: id,
    entry: id,
    ceremony: { id, digest: '0'.repeat(64) },
    wanted: { id, digest: '0'.repeat(64) },
    asking: id,
    grant: id,
  };
}
export type World = ReturnType<typeof emptyWorld>;

/** The same with a vault, unlocked, and one of everything. */
export async function fullWorld(): Promise<World> {
  const world = emptyWorld();
  const { rig, kek, passkey } = world;
  const { call } = rig.client;
  await call('vault_create', { kdf: KDF }, { kek });
  const enrolled = await call('vault_passkey_enrol', passkeyOf('Laptop'), {
    keks: [kek],
    passkeyKek: passkey.kek,
  });
  const key = await call('keys_create', { name: 'In use' });
  const spare = await call('keys_create', { name: 'Spare' });
  const profile = await call('profiles_save', {
    ...world.profile,
    id: null,
    keyId: key.id,
  });
  const entry = await call('activities_submit', submitOf(profile.id));
  const ceremony = await call('ceremonies_begin', {
    ...submitOf(profile.id),
    kind: 'submit',
    show: false,
  });
  const { digest } = await call('ceremonies_open', { id: ceremony.id });
  return {
    ...world,
    profile,
    key: key.id,
    spare: spare.id,
    passkey: { id: enrolled[0]?.id ?? '', kek: passkey.kek },
    entry: entry.id,
    ceremony: { id: ceremony.id, digest },
    ...(await asked(rig, profile.id)),
  };
}

function submitOf(profileId: string) {
  const parameters = { userTagName: 'Tag', userIds: [] };
  return { id: crypto.randomUUID(), profileId, operation: 'create_user_tag', parameters };
}

/** A connected site with a grant and a request that waits, another that wants to be connected. */
async function asked(rig: Rig, profileId: string) {
  const user = userOf(rig);
  const tab = openTab(rig);
  await tab.ask('connect', {});
  await user.consent(profileId);
  const want = (walletName: string) =>
    tab.request('update_wallet', { walletId: crypto.randomUUID(), walletName });
  await want('First');
  const limits = { walletName: 'First' };
  await user.approve({ limits, most: 3, perHour: null, lastsMs: 3_600_000 });
  await want('Second');
  const { id } = await user.newest();
  const { digest } = await user.open(id);
  await openTab(rig, { origin: 'https://other.example' }).ask('connect', {});
  const asking = (await user.newest()).id;
  await rig.client.call('sites_block', { origin: 'https://blocked.example', blocked: true });
  const [site] = (await rig.client.call('sites_list', {})).filter(({ origin }) => origin === SITE);
  return { wanted: { id, digest }, asking, grant: site?.grants[0]?.id ?? '' };
}

/** Valid input, and the secret where the call has one. */
export type Example<N extends CallName> = {
  readonly input: (world: World) => InputOf<N>;
  readonly secret?: (world: World) => SecretOf<N>;
};

type Examples = { readonly [N in CallName]: Example<N> | Readonly<Record<string, Example<N>>> };

const nothing = { input: () => ({}) };
const byPassword = {
  input: () => ({}),
  secret: ({ kek }: World) => ({ keks: [kek] }),
};
const byPasskey = {
  input: ({ passkey }: World) => ({ id: passkey.id }),
  secret: ({ passkey }: World) => ({ kek: passkey.kek }),
};
const ofProfile = { input: ({ profile }: World) => ({ id: profile.id }) };
const ofEntry = { input: ({ entry }: World) => ({ id: entry }) };
const refuse = { kind: 'refuse' } as const;

/** By call, and by case where it has several. A new call has to be put here, or this does not compile. */
export const EXAMPLES: Examples = {
  state: nothing,
  vault_challenge: nothing,
  vault_create: { input: () => ({ kdf: KDF }), secret: () => ({ kek: newKek() }) },
  vault_unlock: byPassword,
  vault_prove: byPassword,
  vault_passkey_prove: byPasskey,
  vault_lock: nothing,
  vault_touch: nothing,
  vault_password: {
    input: () => ({ kdf: KDF }),
    secret: ({ kek }) => ({ oldKeks: [kek], newKek: newKek() }),
  },
  vault_passkey_enrol: {
    input: () => passkeyOf('Phone'),
    secret: ({ kek }) => ({ keks: [kek], passkeyKek: newKek() }),
  },
  vault_passkey_unlock: byPasskey,
  vault_passkey_remove: {
    input: ({ passkey }) => ({ id: passkey.id }),
    secret: ({ kek }) => ({ keks: [kek] }),
  },
  vault_passkey_show: nothing,
  vault_accept: nothing,
  vault_wipe: { input: () => ({ confirm: 'wipe everything' }) },
  settings_save: {
    look: { input: () => ({ ...DEFAULT_SETTINGS, theme: 'dark', autoLockMinutes: 14 }) },
    longer: { input: () => ({ ...DEFAULT_SETTINGS, autoLockMinutes: 16 }) },
  },
  keys_list: nothing,
  keys_create: { input: () => ({ name: 'Another' }) },
  keys_import: imported(),
  keys_remove: { input: ({ spare }) => ({ id: spare }) },
  profiles_save: {
    new: { input: ({ profile, spare }) => ({ ...profile, id: null, name: 'New', keyId: spare }) },
    shared: { input: ({ profile }) => ({ ...profile, id: null, name: 'Shared' }) },
    look: { input: ({ profile }) => ({ ...profile, name: 'Renamed', colour: 'red', order: 1 }) },
    guard: {
      input: ({ profile }) => ({ ...profile, authorization: { usual: 'key', passkeyOnly: [] } }),
    },
  },
  profiles_remove: ofProfile,
  profiles_select: ofProfile,
  profiles_order: { input: ({ profile }) => ({ ids: [profile.id] }) },
  profiles_check: ofProfile,
  profiles_resume: ofProfile,
  profiles_reset_clock: ofProfile,
  profiles_enrol: {
    input: ({ spare }) => ({ baseUrl: BASE_URL, keyId: spare, userName: 'Root' }),
  },
  home: { input: ({ profile }) => ({ profileId: profile.id }) },
  query: {
    input: ({ profile }) => ({ profileId: profile.id, operation: 'list_wallets', parameters: {} }),
  },
  activities_submit: {
    input: ({ profile }) => submitOf(profile.id),
    secret: () => ({ fields: {} }),
  },
  activities_get: ofEntry,
  activities_list: { input: () => ({ profileId: null, before: null, limit: 10 }) },
  activities_wait: { input: ({ entry }) => ({ id: entry, revision: 0 }) },
  activities_retry: ofEntry,
  activities_disprove: ofEntry,
  activities_dismiss: ofEntry,
  ceremonies_begin: {
    input: ({ profile }) => ({ ...submitOf(profile.id), kind: 'submit', show: false }),
    secret: () => ({ fields: {} }),
  },
  ceremonies_list: nothing,
  ceremonies_show: { input: ({ ceremony }) => ({ id: ceremony.id }) },
  ceremonies_open: { input: ({ ceremony }) => ({ id: ceremony.id }) },
  ceremonies_finish: {
    input: ({ ceremony: { id, digest }, profile }) => ({
      id,
      digest,
      answer: {
        authenticatorData: text32(),
        clientDataJson: text32(),
        credentialId: profile.passkeys?.credentials[0]?.id ?? '',
        signature: text32(),
      },
    }),
  },
  ceremonies_discard: { input: ({ ceremony }) => ({ id: ceremony.id }) },
  approvals_list: nothing,
  approvals_open: { input: ({ wanted }) => ({ id: wanted.id }) },
  approvals_decide: {
    refuse: { input: ({ wanted }) => ({ id: wanted.id, decision: refuse }) },
    approve: {
      input: ({ wanted: { id, digest } }) => ({
        id,
        decision: { kind: 'approve', digest, by: { method: 'key' }, grant: null },
      }),
    },
    connect: {
      input: ({ asking, profile }) => ({
        id: asking,
        decision: { kind: 'connect', profileId: profile.id, operations: ['update_wallet'] },
      }),
    },
  },
  approvals_refuse_site: {
    input: () => ({ origin: SITE, privateWindow: false, quietMs: 0, block: false }),
  },
  approvals_show: nothing,
  sites_list: nothing,
  sites_block: {
    block: { input: () => ({ origin: SITE, blocked: true }) },
    unblock: { input: () => ({ origin: 'https://blocked.example', blocked: false }) },
  },
  sites_forget: { input: () => ({ origin: SITE }) },
  grants_revoke: { input: ({ grant }) => ({ id: grant }) },
};

function imported(): Example<'keys_import'> {
  const secret = generatePrivateKey('P256');
  const publicKey = toHex(publicKeyOf('P256', secret));
  return {
    input: () => ({ name: 'Brought', curve: 'P256', publicKey }),
    secret: () => ({ privateKey: base64url.encode(secret) }),
  };
}
