import { fromUtf8, toHex, utf8 } from '../crypto/bytes.ts';
import { sha256 } from '../crypto/fingerprint.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { Profile } from '../protocol/profile.ts';
import { createQueue } from '../storage/queue.ts';
import type { Connect } from '../storage/database.ts';
import type { Vault } from '../vault/vault.ts';
import type { Profiles } from './profiles.ts';

export type RecordCacheDeps = {
  readonly connect: Connect;
  readonly vault: Pick<Vault, 'sealCopy' | 'openCopy' | 'lockAt'>;
  readonly profiles: Pick<Profiles, 'get' | 'list'>;
};

/** What one item may have, in characters of its JSON. */
const MAX_LENGTH = 4_000_000;

export type RecordCache = ReturnType<typeof createRecordCache>;

/** Whose records they are. A profile with another service, organization or credential has none of them. */
function ownerOf({ id, baseUrl, organizationId, keyId, passkeys }: Profile): string {
  const credentials = passkeys?.credentials.map((credential) => credential.id) ?? [];
  return JSON.stringify([id, baseUrl, organizationId, keyId, passkeys?.rpId ?? null, credentials]);
}

/**
 * What pages read of an organization, by profile and name, for their next first paint: sealed on disk,
 * and readable only while the vault is unlocked. Any of it may be lost. It has the time of its reading
 * inside, so that an older copy put back is an older copy.
 */
export function createRecordCache({ connect, vault, profiles }: RecordCacheDeps) {
  // A removed profile's records must not come back with a write that began before.
  const queue = createQueue();

  async function placeOf(profileId: string, name: string) {
    const owner = ownerOf(await profiles.get(profileId));
    const key: [string, string] = [owner, toHex(await sha256(utf8(name)))];
    return { key, place: JSON.stringify([owner, name]) };
  }

  return {
    /** Null if there is none that opens. Errors: `vault_locked`, `profile_unknown`. */
    get: async (profileId: string, name: string): Promise<unknown> => {
      const { key, place } = await placeOf(profileId, name);
      const sealed = await (await connect()).get('records', key);
      try {
        if (!(sealed instanceof Uint8Array)) return null;
        return JSON.parse(fromUtf8(await vault.openCopy(place, sealed.slice()))) as unknown;
      } catch (error) {
        if (error instanceof KeystampError && error.code === 'vault_locked') throw error;
        return null;
      }
    },
    /** Errors: `vault_locked`, `profile_unknown`, `invalid_input` for something too long. */
    set: (profileId: string, name: string, value: unknown): Promise<void> =>
      queue(async () => {
        const { key, place } = await placeOf(profileId, name);
        const text = JSON.stringify(value) ?? 'null';
        if (text.length > MAX_LENGTH) throw new KeystampError('invalid_input');
        await (await connect()).put('records', await vault.sealCopy(place, utf8(text)), key);
      }),
    /** Deletes what belongs to no profile as it is now. A locked vault can't tell. */
    sweep: (): Promise<void> =>
      queue(async () => {
        if ((await vault.lockAt()) === null) return;
        const owners = new Set((await profiles.list()).map(ownerOf));
        const db = await connect();
        const keys = await db.getAllKeys('records');
        await Promise.all(
          keys.filter(([owner]) => !owners.has(owner)).map((key) => db.delete('records', key)),
        );
      }),
  };
}
