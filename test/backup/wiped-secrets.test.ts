// A backup with private keys leaves none of them in memory, neither when it is made nor when it is read.
import { afterEach, expect, test, vi } from 'vitest';
import * as base64url from '../../src/crypto/base64url.ts';
import { fromUtf8, fromHex, toHex, type Bytes } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import { recordWipes } from '../crypto/record-wipes.ts';
import { chooseAll, createBackupBrowser, type BackupBrowser } from './fixture.ts';

// A derivation takes seconds where others keep the machine busy.
vi.setConfig({ testTimeout: 60_000 });

const open: BackupBrowser[] = [];
afterEach(() => {
  for (const { browser } of open.splice(0)) browser.close();
});

async function browserWithVault(): Promise<BackupBrowser> {
  const created = createBackupBrowser();
  open.push(created);
  await created.createVault();
  return created;
}

/** The texts among what was wiped. */
function textsOf(wiped: readonly string[]): readonly string[] {
  return wiped.flatMap((hex) => {
    try {
      return [fromUtf8(fromHex(hex))];
    } catch {
      return [];
    }
  });
}

test('behavior: keys, contents and history are wiped where they were in clear', async () => {
  const privateKey: Bytes = generatePrivateKey('P256');
  const secret = toHex(privateKey);
  const text = base64url.encode(privateKey);
  const from = await browserWithVault();
  const publicKey = toHex(publicKeyOf('P256', privateKey));
  await from.client.call(
    'keys_import',
    { name: 'Imported', curve: 'P256', publicKey },
    { privateKey: text },
  );
  await from.client.call('sites_block', { origin: 'https://blocked.example', blocked: true });
  let file = '';
  const made = await recordWipes(async () => {
    file = await from.make(true);
  });
  expect(made).toContain(secret);
  const written = textsOf(made);
  const contents = written.filter((one) => one.includes('"privateKey"'));
  expect(contents).toEqual([expect.stringContaining(text)]);
  expect(written).toContainEqual(expect.stringMatching(/^\[\{.*blocked\.example/));
  from.browser.close();

  const to = await browserWithVault();
  const opened = await to.open(file);
  const looked = await recordWipes(() => to.open(file));
  expect(textsOf(looked)).toContainEqual(expect.stringContaining(text));
  const restored = await recordWipes(() => to.restore(opened, chooseAll(opened)));
  expect(restored).toContain(secret);
  expect(textsOf(restored)).toContainEqual(expect.stringContaining(text));
  expect(await to.client.call('keys_list', {})).toMatchObject([{ publicKey }]);
});
