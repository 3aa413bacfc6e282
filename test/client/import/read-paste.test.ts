import { describe, expect, test } from 'vitest';
import { readPaste, readPastedFile } from '../../../src/client/import/read-paste.ts';
import { utf8 } from '../../../src/crypto/bytes.ts';
import * as encoders from '../../keys/encoders.ts';
import { PBKDF2 } from './keystore-files.ts';

const KEY = new Uint8Array(32).fill(0x11);
const SUI = [encoders.suiKeystore(KEY), encoders.suiKeystore(KEY, 1)];

describe('readPaste', () => {
  test('behavior: text and bytes alike, and the bytes are wiped', () => {
    const bytes = utf8(`${'11'.repeat(32)}\n`);
    const read = readPaste(bytes, {});
    expect(read.kind === 'held' && read.key.kind).toBe('hex');
    expect(bytes.every((byte) => byte === 0)).toBe(true);
  });

  test('behavior: several keys are listed by their addresses, or by why they aren’t read', () => {
    for (const input of [JSON.stringify(SUI), utf8(JSON.stringify(SUI))]) {
      const read = readPaste(input, {});
      if (read.kind !== 'refused') throw new Error(read.kind);
      const [one, other] = read.keys;
      expect(one?.refused ?? one?.addresses.map(({ format }) => format)).toEqual([
        'ADDRESS_FORMAT_SUI',
      ]);
      expect(other?.refused?.facts.encoding).toBe('sui_other_curve');
    }
    const chosen = readPaste(JSON.stringify(SUI), { entry: 0 });
    expect(chosen.kind === 'held' && chosen.key.kind).toBe('sui_keystore');
  });

  test('behavior: a keystore file waits for its password, also with a byte order mark', () => {
    for (const text of [JSON.stringify(PBKDF2), `\uFEFF${JSON.stringify(PBKDF2, null, 2)}`]) {
      const read = readPaste(text, {});
      expect(read.kind === 'keystore' && read.reading.ok).toBe(true);
    }
  });
});

describe('readPastedFile', () => {
  test('error: a large file isn’t read', async () => {
    const file = new Blob(['1'.repeat(5000)]);
    file.arrayBuffer = () => Promise.reject(new Error('was read'));
    expect(await readPastedFile(file, {})).toMatchObject({
      kind: 'refused',
      refused: { reason: 'too_long' },
    });
  });
});
