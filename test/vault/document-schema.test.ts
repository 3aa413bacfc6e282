// What a stored vault may look like, member by member: anything before, after or in between is
// damage.
import { beforeEach, describe, expect, test } from 'vitest';
import { parseCopy } from '../../src/vault/copies.ts';
import { createKeyFacts, randomId, type VaultDocument } from '../../src/vault/document.ts';
import { SESSION_KEY } from '../../src/vault/session.ts';
import { copyOf, passkey, PASSKEY_KEK } from './enrolled-device.ts';
import { createDevice, freshKey, KEK, kdf, OTHER_KEK, type Device } from './device.ts';

let device: Device;
let document: VaultDocument;
beforeEach(async () => {
  device = createDevice();
  const vault = device.vault();
  await vault.create(KEK, kdf());
  await vault.addKey(freshKey().key);
  await vault.addKey(freshKey('Ed', 'ED25519').key);
  // Leaves the tag of a former vault key.
  await vault.changePassword([KEK], OTHER_KEK, kdf(2));
  await vault.enrolPasskey([OTHER_KEK], PASSKEY_KEK, passkey());
  document = JSON.parse((await device.readMain())?.text ?? '') as VaultDocument;
  document.clear.push({ name: 'note', text: '{}' });
});

type DocumentPath = readonly (string | number)[];

/** The text at one path of the document, in another document. */
function withText(path: DocumentPath, edit: (text: string) => string): VaultDocument {
  const copy = structuredClone(document);
  let node: unknown = copy;
  for (const step of path.slice(0, -1)) node = Reflect.get(node as object, step);
  const last = path.at(-1) ?? '';
  const before: unknown = Reflect.get(node as object, last);
  if (typeof before !== 'string') throw new Error(`no text at ${path.join('.')}`);
  Reflect.set(node as object, last, edit(before));
  return copy;
}

const TEXT_PATHS: readonly DocumentPath[] = [
  ['header', 'wrapped'],
  ['keys', 0, 'sealed'],
  ['keys', 0, 'publicKey'],
  ['keys', 1, 'publicKey'],
  ['keys', 0, 'id'],
  ['records', 0, 'sealed'],
  ['records', 0, 'name'],
  ['clear', 0, 'name'],
  ['retired', 0],
  ['passkeys', 0, 'wrapped'],
];

describe('a document', () => {
  const kindOf = async (one: VaultDocument) => (await parseCopy(copyOf(one))).kind;

  test('behavior: is good as it is', async () => {
    expect(await kindOf(document)).toBe('good');
  });

  test.for(TEXT_PATHS)('error: anything before or after %s is damage', async (place) => {
    for (const edit of [
      (text: string) => `!${text}`,
      (text: string) => `${text}!`,
      (text: string) => `${text}\n`,
      () => '',
    ]) {
      expect(await kindOf(withText(place, edit)), String(place)).toBe('damaged');
    }
  });

  test('error: an unknown member is damage', async () => {
    const { keys, header } = document;
    const more = [
      { ...document, more: 1 },
      { ...document, header: { ...header, more: 1 } },
      { ...document, keys: keys.map((key) => ({ ...key, more: 1 })) },
      { ...document, passkeys: [] },
    ] as readonly VaultDocument[];
    for (const one of more) expect(await kindOf(one)).toBe('damaged');
  });

  test('error: text that isn’t JSON, and JSON that isn’t a document', async () => {
    for (const text of ['', '{', 'null', '7', '[]', '{}', '{"v":1}']) {
      const { digest } = copyOf(document);
      const own = copyOf(JSON.parse(`{"t":${JSON.stringify(text)}}`) as VaultDocument);
      expect(await parseCopy({ ...own, text, digest })).toMatchObject({ kind: 'damaged' });
    }
  });
});

describe('facts of a key', () => {
  const random = (length: number) => new Uint8Array(length).fill(0xff);

  test('behavior: the id is a version 4 id', () => {
    expect(randomId(random)).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
    expect(randomId((length) => new Uint8Array(length))).toBe(
      '00000000-0000-4000-8000-000000000000',
    );
  });

  test('error: the wrong field is named', () => {
    const { name, curve, publicKey } = freshKey().key;
    const facts = { name, curve, publicKey };
    for (const [wrong, field] of [
      [{ name: '' }, 'name'],
      [{ publicKey: new Uint8Array(5) }, 'publicKey'],
    ] as const) {
      expect(() => createKeyFacts({ ...facts, ...wrong }, 1, random)).toThrow(
        expect.objectContaining({
          code: 'invalid_input',
          message: `The key’s ${field} is not what it must be.`,
          detail: { field },
        }),
      );
    }
  });
});

describe('a session record', () => {
  test('error: of another form counts as none', async () => {
    const text = device.memory.values.get(SESSION_KEY) ?? '';
    const record = JSON.parse(text) as {
      readonly unlocked: { readonly vaultKey: string };
      readonly outboxKeys: string;
    };
    const { unlocked, outboxKeys } = record;
    for (const key of [
      `!${unlocked.vaultKey}`,
      `${unlocked.vaultKey}!`,
      unlocked.vaultKey.slice(1),
    ]) {
      await device.memory.set(SESSION_KEY, { ...record, unlocked: { ...unlocked, vaultKey: key } });
      expect(await device.vault().status()).toBe('locked');
    }
    for (const keys of [`!${outboxKeys}`, `${outboxKeys}!`, 'A']) {
      await device.memory.set(SESSION_KEY, { ...record, outboxKeys: keys });
      expect(
        await device
          .vault()
          .outboxKeys()
          .catch(() => 'none'),
      ).toBe('none');
    }
    device.memory.values.set(SESSION_KEY, text);
    expect(await device.vault().status()).toBe('unlocked');
  });
});
