import * as base64url from '../../crypto/base64url.ts';
import { fromHex } from '../../crypto/bytes.ts';
import { generatePair } from '../../crypto/p256.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { KeyView } from '../../protocol/app-state.ts';
import {
  createKeyRotations,
  ROTATIONS_RECORD,
  rotationsRecord,
} from '../../activities/key-rotations.ts';
import type { HandlerDeps, Handlers } from './handlers.ts';
import type { KeyRotation, KeyRotationView } from '../../protocol/key-rotation.ts';

type KeyRotations = ReturnType<typeof createKeyRotations>;
type KeyFacts = Omit<KeyView, 'usedBy'>;

/** Calls about API keys. Private keys come in sealed and never go out. */
function createKeyHandlers(
  deps: Pick<HandlerDeps, 'vault' | 'profiles'> & {
    readonly rotations: Pick<KeyRotations, 'isUsing'>;
  },
) {
  const { vault, profiles, rotations } = deps;
  const listKeys = createKeyLister(deps);

  return {
    keys_list: listKeys,
    keys_create: async ({ name }) => {
      const pair = await generatePair();
      return keyViewOf(await vault.addKey({ name, curve: 'P256', ...pair }), []);
    },
    keys_import: async ({ name, curve, publicKey }, { privateKey }) => {
      const pair = { privateKey: base64url.decode(privateKey), publicKey: fromHex(publicKey) };
      return keyViewOf(await vault.addKey({ name, curve, ...pair }), []);
    },
    keys_remove: async ({ id }) => {
      const users = (await profiles.list()).filter(({ keyId }) => keyId === id);
      if (users.length > 0) {
        const names = users.map(({ name }) => name);
        throw new KeystampError('key_in_use', undefined, { reason: 'key_used_by', names });
      }
      if (await rotations.isUsing(id))
        throw new KeystampError('key_in_use', undefined, { reason: 'key_in_rotation' });
      await vault.removeKey(id);
      return listKeys();
    },
  } satisfies Partial<Handlers>;
}

/** Lists the keys of the vault with the profiles that use them. */
const createKeyLister =
  ({ vault, profiles }: Pick<HandlerDeps, 'vault' | 'profiles'>) =>
  async (): Promise<readonly KeyView[]> => {
    const [keys, allProfiles] = await Promise.all([vault.listKeys(), profiles.list()]);
    return keys.map((key) => keyViewOf(key, allProfiles));
  };

function keyViewOf(
  key: KeyFacts,
  profiles: readonly { id: string; keyId: string | null }[],
): KeyView {
  const { id, name, curve, publicKey, createdAt } = key;
  const usedBy = profiles.filter((profile) => profile.keyId === id).map((profile) => profile.id);
  return { id, name, curve, publicKey, createdAt, usedBy };
}

/** Calls about the replacement of a profile's API key. */
function createRotationHandlers(
  deps: Pick<HandlerDeps, 'vault' | 'profiles' | 'publish'> & { readonly rotations: KeyRotations },
) {
  const { rotations, publish } = deps;
  const listKeys = createKeyLister(deps);

  async function viewOf(rotation: KeyRotation): Promise<KeyRotationView> {
    const keys = await listKeys();
    const keyOf = (wanted: string) => keys.find(({ id }) => id === wanted) ?? null;
    return {
      ...rotation,
      oldKey: keyOf(rotation.oldKeyId),
      newKey: keyOf(rotation.newKeyId),
      isStale: await rotations.isStale(rotation),
    };
  }

  const list = async (): Promise<readonly KeyRotationView[]> =>
    Promise.all((await rotations.list()).map(viewOf));

  return {
    rotations_list: list,
    rotations_begin: async (start) => viewOf(await rotations.begin(start)),
    rotations_resume: async ({ profileId }) => viewOf(await rotations.resume(profileId)),
    rotations_retry: async ({ profileId, activity }) =>
      viewOf(await rotations.retry(profileId, activity)),
    rotations_turn: async ({ profileId, direction }) =>
      viewOf(await rotations.turn(profileId, direction)),
    rotations_adopt: async ({ profileId }) => {
      try {
        return await viewOf(await rotations.adopt(profileId));
      } finally {
        await publish();
      }
    },
    rotations_finish: async ({ profileId }) => {
      const outcome = await rotations.finish(profileId);
      await publish();
      return outcome;
    },
    rotations_discard: async ({ profileId }) => {
      await rotations.discard(profileId);
      return list();
    },
  } satisfies Partial<Handlers>;
}

/** Calls about API keys and their replacement. */
export function createKeysPart(handlerDeps: HandlerDeps & { readonly now: () => number }) {
  const stored = handlerDeps.vault.clearItem(ROTATIONS_RECORD, rotationsRecord);
  const rotations = createKeyRotations({ ...handlerDeps, stored, createPair: generatePair });
  const deps = { ...handlerDeps, rotations };
  return { ...createKeyHandlers(deps), ...createRotationHandlers(deps) };
}
