// People of the demo organization: their keys, and the policies that let those act together who can't act
// alone. Only where somebody keeps the keys: tests give their own (docs/policies.md).
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toHex, type RandomBytes } from '../crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../crypto/keys.ts';
import type { Database } from './database.ts';
import { randomId } from './ids.ts';
import * as t from './schema.ts';

/** A user of the demo organization, as seeded. */
export type DemoUser = { readonly id: string; readonly name: string };

/** A key that a person can import into Keystamp: one line, as in the vendor CLI's key files. */
export type DemoKey = { readonly userName: string; readonly line: string };

/** Keeps the keys for whoever tries the demo organization. */
export type KeepDemoKeys = (keys: readonly DemoKey[]) => Promise<void>;

/** Two root users, so that a quorum of two can be tried, and two who may do what policies say. */
const PEOPLE = ['Alice Ackermann', 'Bob Brandt', 'Carol Chen', 'Dave Dorn'];

export type OwnedColumns = {
  readonly organizationId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** Gives keys to the people, and the organization its policies. */
export async function seedPeople(
  db: Database,
  random: RandomBytes,
  owned: OwnedColumns,
  users: readonly DemoUser[],
): Promise<readonly DemoKey[]> {
  const keys: DemoKey[] = [];
  for (const { id: userId, name: userName } of users.filter(({ name }) => PEOPLE.includes(name))) {
    const secret = generatePrivateKey('P256', random);
    const publicKey = toHex(publicKeyOf('P256', secret));
    const key = { id: randomId(random), name: `Key of ${userName}`, publicKey, curve: 'P256' };
    await db.insert(t.apiKeys).values({ ...owned, ...key, userId });
    keys.push({ userName, line: `${toHex(secret)}:p256` });
  }
  const carol = users.find(({ name }) => name === 'Carol Chen');
  if (!carol) throw new Error('the demo organization has no Carol');
  await db.insert(t.policies).values(
    policiesWith(carol.id).map((policy, place) => ({
      ...owned,
      ...policy,
      id: randomId(random),
      createdAt: owned.createdAt + place,
    })),
  );
  return keys;
}

function policiesWith(carolId: string) {
  return [
    {
      name: 'Wallets by two',
      effect: 'EFFECT_ALLOW',
      consensus: 'approvers.count() >= 2',
      condition: "activity.resource == 'WALLET'",
      notes: 'Whoever changes a wallet needs the approval of one more.',
    },
    {
      name: 'Carol renames people',
      effect: 'EFFECT_ALLOW',
      consensus: `approvers.any(user, user.id == '${carolId}')`,
      condition: "activity.kind == 'UPDATE_USER_NAME'",
      notes: 'Alone.',
    },
    {
      name: 'Contracts stay',
      effect: 'EFFECT_DENY',
      condition: "activity.kind == 'DELETE_SMART_CONTRACT_INTERFACE'",
      notes: 'For everybody but root users, whom no policy binds.',
    },
  ];
}

/** Keeps each key in a file of its own, such as `carol-chen.private`, for this user alone. */
export const keepInFolder =
  (folder: string): KeepDemoKeys =>
  async (keys) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const { userName, line } of keys) {
      const file = `${userName.toLowerCase().replaceAll(' ', '-')}.private`;
      await writeFile(join(folder, file), `${line}\n`, { mode: 0o600 });
    }
  };
