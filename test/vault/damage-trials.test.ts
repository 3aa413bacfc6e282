import { expect, test } from 'vitest';
import { sha256 } from '../../src/crypto/fingerprint.ts';
import { utf8, type Bytes } from '../../src/crypto/bytes.ts';
import { deleteDatabase } from '../../src/storage/database.ts';
import * as v from 'valibot';
import { createVault } from '../../src/vault/vault.ts';
import { createSeededRandom } from '../worker/faults.ts';
import { DAMAGES, createDraw, type Draw } from './damage.ts';
import { passkey } from './enrolled-device.ts';
import { createDevice, freshKey, kdf, type Copy, type Device } from './device.ts';

/*
 * A vault with its own history, with one of its two stores damaged in a way drawn from the seed. No
 * key is ever lost, no former access restored, no fresh start offered, no right password refused.
 * KEYSTAMP_DAMAGE_TRIALS sets how many; `npm run trials` runs 2,000.
 */

const TRIALS = Number(process.env['KEYSTAMP_DAMAGE_TRIALS'] ?? 60);
const FIRST_SEED = Number(process.env['KEYSTAMP_SEED'] ?? 1);

/** The key that a password makes with these parameters, as a page would derive it. */
const kekOf = (password: string, parameters: object): Promise<Bytes> =>
  sha256(utf8(`${password} ${JSON.stringify(parameters)}`));
const passkeyKekOf = (fill: number) => new Uint8Array(32).fill(100 + fill);

type History = {
  password: string;
  readonly formerPasswords: string[];
  keys: string[];
  passkey: { id: string; fill: number } | null;
  readonly formerPasskeys: { id: string; fill: number }[];
  note: number;
  readonly copies: Copy[];
};

async function keksFor(device: Device, password: string): Promise<Bytes[]> {
  const { kdfs } = await device.vault().parameters();
  return Promise.all(kdfs.map((one) => kekOf(password, one)));
}

const ACTIONS: readonly ((device: Device, history: History, draw: Draw) => Promise<void>)[] = [
  async (device, history) => {
    const { id } = await device.vault().addKey(freshKey(`K${history.keys.length}`).key);
    history.keys = [...history.keys, id];
  },
  async (device, history, { pick: one }) => {
    if (history.keys.length === 0) return;
    const id = one(history.keys);
    await device.vault().removeKey(id);
    history.keys = history.keys.filter((other) => other !== id);
  },
  async (device, history, { upTo }) => {
    const next = `password ${upTo(1e9)}`;
    const parameters = kdf(upTo(200));
    const old = await keksFor(device, history.password);
    await device.vault().changePassword(old, await kekOf(next, parameters), parameters);
    history.formerPasswords.push(history.password);
    if (history.passkey) history.formerPasskeys.push(history.passkey);
    Object.assign(history, { password: next, passkey: null });
  },
  async (device, history, { upTo }) => {
    if (history.passkey) return;
    const fill = upTo(100);
    const keks = await keksFor(device, history.password);
    await device.vault().enrolPasskey(keks, passkeyKekOf(fill), passkey('Laptop', fill));
    const [enrolled] = (await device.vault().parameters()).passkeys;
    history.passkey = { id: enrolled?.id ?? '', fill };
  },
  async (device, history) => {
    if (!history.passkey) return;
    await device.vault().removePasskey(await keksFor(device, history.password), history.passkey.id);
    history.formerPasskeys.push(history.passkey);
    history.passkey = null;
  },
  async (device, history) => {
    history.note += 1;
    await note(device).set(history.note);
  },
];

const note = (device: Device) => device.vault().clearItem('note', v.number());

async function createHistory(device: Device, draw: Draw): Promise<History> {
  const password = 'password 0';
  const parameters = kdf(draw.upTo(200));
  await device.vault().create(await kekOf(password, parameters), parameters);
  const history: History = {
    password,
    formerPasswords: [],
    keys: [],
    passkey: null,
    formerPasskeys: [],
    note: 0,
    copies: [],
  };
  for (let left = 3 + draw.upTo(5); left > 0; left--) {
    const copy = await device.readMain();
    if (copy) history.copies.push(copy);
    await draw.pick(ACTIONS)(device, history, draw);
  }
  return history;
}

/** Damages one store. Returns what was done, and the vault as it is with a failing store. */
async function damageOneStore(device: Device, history: History, draw: Draw) {
  const disk = draw.pick(['main', 'second'] as const);
  const whole = await device.readMain();
  if (!whole) throw new Error('no vault');
  const failing = draw.upTo(6) === 0;
  if (failing) {
    const refuse = () => Promise.reject(new Error('I/O error'));
    const broken = { get: refuse, set: refuse, remove: refuse };
    const { connect, local, lastSavedArea, memory, time } = device;
    if (draw.upTo(2) === 0) {
      if (disk === 'main') await deleteDatabase();
      else device.local.values.clear();
      return { name: `${disk}: store emptied`, vault: device.vault, whole, repaired: true };
    }
    const vault = () =>
      createVault({
        connect: disk === 'main' ? refuse : connect,
        second: disk === 'second' ? broken : local,
        lastSavedArea,
        session: memory,
        clock: () => time.now,
      });
    return { name: `${disk}: store fails`, vault, whole, repaired: false };
  }
  const [name, act] = draw.pick(DAMAGES);
  const copy = act(whole, history.copies, draw);
  await (disk === 'main' ? device.writeMain(copy) : device.writeSecond(copy));
  return { name: `${disk}: ${name}`, vault: device.vault, whole, repaired: true };
}

async function runTrial(seed: number): Promise<void> {
  const draw = createDraw(createSeededRandom(seed));
  const device = createDevice();
  const history = await createHistory(device, draw);
  const open = draw.upTo(3) === 0;
  const { name, vault, whole, repaired } = await damageOneStore(device, history, draw);
  const where = `seed ${seed}, ${name}`;

  if (open) {
    // The vault was unlocked all the time, so it goes on as before.
    expect(
      (await vault().listKeys()).map(({ id }) => id),
      where,
    ).toEqual(history.keys);
  }
  device.restartBrowser();
  expect(await vault().status(), where).toBe('locked');

  const { kdfs } = await vault().parameters();
  const keksOf = (password: string) => Promise.all(kdfs.map((one) => kekOf(password, one)));
  for (const former of history.formerPasswords) {
    const opens = vault().unlock(await keksOf(former));
    await expect(opens, `${where}: a former password`).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:wrong_password|vault_damaged|backoff)$/),
    });
  }
  for (const former of history.formerPasskeys) {
    const opens = vault().unlockByPasskey(former.id, passkeyKekOf(former.fill));
    await expect(opens, `${where}: a former passkey`).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:passkey_\w+|vault_damaged)$/),
    });
  }
  expect(await vault().status(), where).toBe('locked');
  device.time.now += 3_600_000;
  await vault()
    .unlock(await keksOf(history.password))
    .catch((error: unknown) => {
      throw new Error(`${where}: the right password is refused`, { cause: error });
    });
  expect(
    (await vault().listKeys()).map(({ id }) => id),
    where,
  ).toEqual(history.keys);
  const noted = await vault().clearItem('note', v.number()).get();
  expect(noted, where).toBe(history.note === 0 ? undefined : history.note);
  for (const id of history.keys) await vault().stamper(id).stamp('{}');
  if (!repaired) return;
  expect(await device.readMain(), where).toEqual(whole);
  expect(await device.readSecond(), where).toEqual(whole);
}

test(
  `behavior: ${TRIALS} trials from seed ${FIRST_SEED}: one damaged store costs nothing (threat 33)`,
  { timeout: 60_000 + TRIALS * 1000 },
  async () => {
    for (let at = 0; at < TRIALS; at++) await runTrial(FIRST_SEED + at);
  },
);
