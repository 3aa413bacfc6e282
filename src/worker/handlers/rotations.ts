import type { KeyRotation, KeyRotationView } from '../../protocol/key-rotation.ts';
import { createKeyLister } from './keys.ts';
import type { HandlerDeps, Handlers } from './handlers.ts';

/** Calls about the replacement of a profile's API key. */
export function createRotationHandlers(
  deps: Pick<HandlerDeps, 'vault' | 'profiles' | 'rotations' | 'publish'>,
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
