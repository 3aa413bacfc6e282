// What `npm run service` does instead of starting a service: each says what it did.
import { resolve } from 'node:path';
import { equal, type Bytes } from '../crypto/bytes.ts';
import {
  createNextMasterKey,
  findNextMasterKey,
  hasMasterKey,
  parseMasterKey,
  readMasterKey,
  takeNextMasterKey,
} from './data-folder.ts';
import { createMac } from './enclave.ts';
import { findDatabase, findMasterKey, holdFolder, type Place } from './place.ts';
import { rotateMasterKey } from './rotation.ts';
import { createSetUpCode } from './set-up-codes.ts';
import { MASTER_KEY_VARIABLE, NEW_KEY_VARIABLE } from './settings.ts';

/** Brings the database's tables up to date. */
export function migrateOnly(place: Place): Promise<string> {
  return withFolder(place, async () => {
    await (await findDatabase(place)).close();
    return 'The database has all tables of this version.';
  });
}

/** How to register a first root user. */
export async function describeRegistration(
  place: Place,
  userName: string,
  now: number,
): Promise<string> {
  const { args, env, random } = place;
  if (args.data === 'memory' && !env[MASTER_KEY_VARIABLE]) {
    throw new Error(
      `--first-user needs the master key of the service: give its folder with --data, or ${MASTER_KEY_VARIABLE}.`,
    );
  }
  if (!env[MASTER_KEY_VARIABLE] && (await findNextMasterKey(resolve(args.data)))) {
    throw new Error(
      'A rotation of the master key was interrupted: run --rotate-master-key again, or start the service, first.',
    );
  }
  const options = { now, random, userName };
  const setUpCode = createSetUpCode(createMac(await findMasterKey(place)), 'first-user', options);
  const body = { setUpCode, curveType: 'API_KEY_CURVE_P256', publicKey: 'PUBLIC KEY' };
  return (
    `Registers ${userName} as the first root user, once, within a day:\n\n` +
    `  curl ${args.publicUrl ?? 'URL'}/registration -d '${JSON.stringify(body)}'\n\n` +
    'with the public key that Keystamp shows. The answer has the IDs of organization and user.'
  );
}

/** Seals everything under another master key. */
export async function rotate(place: Place): Promise<string> {
  const { args, env, random } = place;
  if (args.data === 'memory' && !env['DATABASE_URL']) {
    throw new Error('--rotate-master-key: a service in memory keeps nothing under its master key.');
  }
  return withFolder(place, async () => {
    const { from, to, folder } = await findKeys(place);
    if (equal(from, to)) throw new Error('The new master key is the one that is in use.');
    const database = await findDatabase(place);
    try {
      const isDone = await rotateMasterKey(database.db, { from, to, random });
      if (folder !== undefined) await takeNextMasterKey(folder);
      return describeRotation(isDone, folder);
    } finally {
      await database.close();
    }
  });
}

function describeRotation(isDone: boolean, folder: string | undefined): string {
  const done = isDone
    ? 'Everything is sealed under the new master key, and the old one opens nothing any more.'
    : 'Everything was sealed under the new master key before.';
  const next =
    folder === undefined
      ? `Start the services with the new one as ${MASTER_KEY_VARIABLE}.`
      : `The new one is in ${folder}.`;
  return `${done} ${next} Make a new backup: one from before opens with the old key only.`;
}

type Keys = { readonly from: Bytes; readonly to: Bytes; readonly folder: string | undefined };

async function findKeys({ args, env, random }: Place): Promise<Keys> {
  const { [MASTER_KEY_VARIABLE]: given, [NEW_KEY_VARIABLE]: next } = env;
  if (given) {
    if (!next) {
      throw new Error(
        `--rotate-master-key: give the new master key, 64 hex digits, as ${NEW_KEY_VARIABLE}, because ${MASTER_KEY_VARIABLE} is given.`,
      );
    }
    const from = parseMasterKey(given, MASTER_KEY_VARIABLE);
    return { from, to: parseMasterKey(next, NEW_KEY_VARIABLE), folder: undefined };
  }
  const folder = resolve(args.data);
  if (!hasMasterKey(folder)) throw new Error(`There is no master key in ${folder}.`);
  const from = await readMasterKey(folder, random);
  return { from, to: await createNextMasterKey(folder, random), folder };
}

async function withFolder(place: Place, work: () => Promise<string>): Promise<string> {
  const folderLock = await holdFolder(place);
  try {
    return await work();
  } finally {
    await folderLock.release();
  }
}
