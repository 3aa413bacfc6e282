import { createECDH, createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import decodeQR from 'qr/decode.js';
import { expect } from 'playwright/test';
import type { ServiceErrorCode } from '../../src/protocol/service-errors.ts';
import { reasonWords } from '../../src/ui/words/en/errors.ts';
import { newTab, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { call, readArea } from './extension-internals.ts';
import type { Oracle } from './oracle.ts';
import { openKeys, openSetUp } from './pages.ts';
import { button, textFor, USER_NAME } from './user-actions.ts';
import type { LocalService } from './service.ts';
import { reauthenticate } from './reauthentication.ts';
import { trialUnless } from '../trial-tag.ts';
import { setUpAddress } from '../set-up-code.ts';

/*
 * API keys created in Keystamp and imported ones, each proved by a whoami at the real local
 * service. OpenSSL computes the public keys here.
 */

const TIMEOUT = { timeout: 15_000 };

type Curve = 'P256' | 'SECP256K1' | 'ED25519';

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

let service: LocalService;
let faults: FaultProxy;
let oracle: Oracle;
let keystamp: Keystamp;
let options: Page;

function publicOf(curve: Curve, secret: string): string {
  if (curve !== 'ED25519') {
    const ecdh = createECDH(curve === 'P256' ? 'prime256v1' : 'secp256k1');
    ecdh.setPrivateKey(secret, 'hex');
    return ecdh.getPublicKey('hex', 'compressed');
  }
  const der = Buffer.from(`302e020100300506032b657004220420${secret}`, 'hex');
  const { x = '' } = createPublicKey(
    createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
  ).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('hex');
}

/** 32 random bytes in hex that are in range on every curve. */
const secret = () => `0f${randomBytes(31).toString('hex')}`;

const label = (place: Page | Locator, key: string) =>
  place.getByLabel(textFor(key), { exact: true });
const textInput = (place: Page | Locator) => label(place, 'options.key.text');
/** Its label also says that it is optional. */
const publicInput = (place: Page | Locator) => place.getByLabel(textFor('options.key.public'));
const fileInput = (place: Page | Locator) => place.locator('input[type="file"]');
const alert = (place: Page | Locator) => place.getByRole('alert');
const keyRow = (name: string) =>
  options
    .getByRole('list', { name: textFor('popup.keysHere') })
    .getByRole('listitem')
    .filter({ hasText: name });

async function overview(): Promise<void> {
  await openKeys(options);
  await options.getByRole('heading', { name: textFor('popup.keysHere') }).waitFor(TIMEOUT);
}

/** Opens the dialog for importing a key. */
async function openKeyDialog(): Promise<Locator> {
  await overview();
  await button(options, 'options.key.bring').click();
  const dialog = options.getByRole('dialog');
  await textInput(dialog).waitFor(TIMEOUT);
  return dialog;
}

const close = (dialog: Locator) => button(dialog, 'app.close').click();
const pressAddKey = (place: Page | Locator) => button(place, 'options.key.bring').click();

async function chooseCurve(place: Page | Locator, curve: Curve): Promise<void> {
  await label(place, 'options.key.curve').selectOption(curve);
}

test.beforeAll(async ({ environments }) => {
  const environment = await environments.start({ through: 'proxy' });
  ({ service, proxy: faults, oracle, keystamp, options } = environment);
  keystamp.context.setDefaultTimeout(TIMEOUT.timeout);
  await keyRow('Keystamp').waitFor(TIMEOUT);
});

test.describe('a created key', () => {
  test('behavior: shows its public key as text, to copy, and as a QR code that reads the same', async () => {
    await button(options, 'options.key.create').click();
    const dialog = options.getByRole('dialog');
    await label(dialog, 'options.key.name').fill('Made inside');
    await button(dialog, 'options.key.create').click();
    const qr = dialog.getByRole('img', {
      name: textFor('app.qrLabel', { what: textFor('options.key.publicKey') }),
    });
    await qr.waitFor(TIMEOUT);
    await expect(dialog.getByRole('heading', { name: 'Made inside' })).toBeFocused();
    const shown = await dialog.locator('.copy-text').innerText();
    expect(shown).toMatch(/^0[23][0-9a-f]{64}$/);
    await dialog
      .getByRole('button', {
        name: textFor('app.copyThing', { what: textFor('options.key.publicKey') }),
      })
      .click();
    await expect.poll(pasteElsewhere).toBe(shown);
    expect(await readQrCode(qr)).toBe(shown);
    await close(dialog);
    await expect(button(options, 'options.key.create')).toBeFocused();
    await keyRow('Made inside').getByText(textFor('options.keys.unused')).waitFor(TIMEOUT);
  });
});

test.describe('the name of a key', () => {
  test('error: a taken name is refused while it’s typed; a new key starts with a free one', async () => {
    await overview();
    await button(options, 'options.key.create').click();
    const dialog = options.getByRole('dialog');
    const name = label(dialog, 'options.key.name');
    await expect(name).toHaveValue('Keystamp 2');
    await name.fill('Made inside');
    const taken = dialog.locator('.field-error', { hasText: reasonWords.key_name_taken });
    await taken.waitFor(TIMEOUT);
    await button(dialog, 'options.key.create').click();
    await name.fill('Made inside, too');
    await expect(taken).toHaveCount(0);
    await close(dialog);
  });

  test('error: an imported key’s name is compared, too', async () => {
    const dialog = await openKeyDialog();
    await label(dialog, 'options.key.name').fill('Keystamp');
    await dialog.locator('.field-error', { hasText: reasonWords.key_name_taken }).waitFor(TIMEOUT);
    await close(dialog);
    expect(await call(options, 'keys_create', { name: 'Keystamp' })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', detail: { field: 'name', reason: 'key_name_taken' } },
    });
  });
});

/** What a user would paste elsewhere. */
async function pasteElsewhere(): Promise<string> {
  const page = await newTab(keystamp.context);
  await page.setContent('<textarea></textarea>');
  await page.locator('textarea').press('Control+V');
  const text = await page.locator('textarea').inputValue();
  await page.close();
  return text;
}

/** Reads a drawn code like a camera: from black and white dots. */
async function readQrCode(qr: Locator): Promise<string> {
  const drawn = await qr.locator('.qr-dots').getAttribute('d');
  const dark = new Set(
    [...(drawn ?? '').matchAll(/M(\d+) (\d+)h1/g)].map(([, x, y]) => `${x} ${y}`),
  );
  const most = Math.max(...[...dark].flatMap((at) => at.split(' ').map(Number)));
  const scale = 4;
  const size = (most + 5) * scale;
  const data = new Uint8Array(size * size * 4).fill(255);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const on = dark.has(`${Math.floor(x / scale)} ${Math.floor(y / scale)}`);
      if (on) data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
    }
  }
  return decodeQR({ width: size, height: size, data });
}

type AddedKey = {
  readonly what: string;
  readonly curve: Curve;
  readonly text: (secret: string) => string;
  readonly from: 'text' | 'file';
  /** The digits alone don't tell the curve. */
  readonly ask?: true;
};

const ADDED_KEYS: readonly AddedKey[] = [
  { what: 'P-256 hex', curve: 'P256', text: (hex) => hex, from: 'text', ask: true },
  {
    what: 'P-256 hex in capitals after 0x',
    curve: 'P256',
    text: (hex) => `0x${hex.toUpperCase()}`,
    from: 'text',
    ask: true,
  },
  { what: 'secp256k1 hex', curve: 'SECP256K1', text: (hex) => hex, from: 'text', ask: true },
  { what: 'Ed25519 seed', curve: 'ED25519', text: (hex) => hex, from: 'text', ask: true },
  {
    what: 'Ed25519 seed and public half',
    curve: 'ED25519',
    text: (hex) => hex + publicOf('ED25519', hex),
    from: 'text',
  },
  { what: 'P-256 key file', curve: 'P256', text: (hex) => `${hex}:p256\n`, from: 'file' },
  {
    what: 'secp256k1 key file',
    curve: 'SECP256K1',
    text: (hex) => `${hex}:secp256k1`,
    from: 'file',
  },
  { what: 'Ed25519 key file', curve: 'ED25519', text: (hex) => `${hex}:ed25519\n`, from: 'file' },
];

test.describe('an imported key', () => {
  for (const { what, curve, text, from, ask = false } of ADDED_KEYS) {
    const details = trialUnless(/^P-256 hex$|^Ed25519 key file$/.test(what));
    test(`behavior: ${what} is read, registered, and its stamp accepted`, details, async () => {
      const hex = secret();
      const expected = publicOf(curve, hex);
      await openSetUp(options, setUpAddress(faults.url));
      await options.reload();
      await label(options, 'options.profile.name').fill(what);
      await button(options, 'app.continue').click();
      await options.getByRole('radio', { name: textFor('options.key.origin.bring') }).check();
      await label(options, 'options.key.name').fill(what);
      if (from === 'text') await textInput(options).fill(text(hex));
      else {
        const file = {
          name: 'key.private',
          mimeType: 'text/plain',
          buffer: Buffer.from(text(hex)),
        };
        await fileInput(options).setInputFiles(file);
        await options
          .getByText(textFor('options.key.fileRead', { name: file.name }))
          .waitFor(TIMEOUT);
      }
      await expect(label(options, 'options.key.curve')).toHaveCount(ask ? 1 : 0);
      if (ask) await chooseCurve(options, curve);
      await publicInput(options).fill(expected);
      await pressAddKey(options);
      await options.getByText(expected, { exact: true }).waitFor(TIMEOUT);
      const seen = faults.seen.length;
      // The next worker has to load the key, and its curve if that is a separate script.
      await keystamp.stopWorker();
      await options
        .getByLabel(textFor('options.register.yourName'), { exact: true })
        .fill(USER_NAME);
      await button(options, 'options.register.doLocal').click();
      await options.getByText(textFor('options.proof.good'), { exact: true }).waitFor(TIMEOUT);
      const { users } = await oracle.client.getUsers({ organizationId: oracle.organizationId });
      const key = users
        .flatMap(({ apiKeys }) => apiKeys)
        .find(({ credential }) => credential.publicKey === expected);
      expect(key?.credential.type).toBe(`CREDENTIAL_TYPE_API_KEY_${curve}`);
      const whoami = faults.seen.slice(seen).find(({ path }) => path.endsWith('/whoami'));
      const stamp = JSON.parse(
        Buffer.from(whoami?.stamp ?? '', 'base64url').toString('utf8'),
      ) as object;
      expect(stamp).toMatchObject({ publicKey: expected });
      await button(options, 'options.proof.finish').click();
    });
  }

  test('error: one that doesn’t belong to the given public key is refused', async () => {
    const dialog = await openKeyDialog();
    await label(dialog, 'options.key.name').fill('Mismatch');
    await textInput(dialog).fill(`${secret()}:p256`);
    await publicInput(dialog).fill(publicOf('P256', secret()));
    await pressAddKey(dialog);
    await alert(dialog).filter({ hasText: 'not the one given' }).waitFor(TIMEOUT);
    await publicInput(dialog).fill('02abcd');
    await pressAddKey(dialog);
    await alert(dialog).filter({ hasText: 'A P256 public key has 66 hex digits' }).waitFor();
    await close(dialog);
    expect(await keyRow('Mismatch').count()).toBe(0);
  });

  test('error: a seed with another key’s public key is refused', async () => {
    const dialog = await openKeyDialog();
    await label(dialog, 'options.key.name').fill('Halves');
    await textInput(dialog).fill(secret() + publicOf('ED25519', secret()));
    await pressAddKey(dialog);
    await alert(dialog).filter({ hasText: 'not the public key of the first 64' }).waitFor(TIMEOUT);
    await close(dialog);
  });

  const hex = secret();
  const order = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551';
  const MALFORMED: readonly [string, string][] = [
    [publicOf('P256', hex), 'This is a public key.'],
    [hex.slice(2), 'has 64 hex digits, got 62'],
    [`${hex}00`, 'has 64 hex digits, got 66'],
    [`${hex.slice(1)}g`, 'not all hex digits'],
    [`${hex}:p384`, 'The curve after the colon'],
    [order, 'not in the range of P256 private keys'],
    ['0'.repeat(64), 'not in the range of P256 private keys'],
    ['-----BEGIN EC PRIVATE KEY-----', 'This starts like a PEM file'],
    ['{"privateKey":"keep it"}', 'that are not all hex digits'],
    ['{"key":"keep it"}', 'This is JSON.'],
    ['7d2c9a4e-0f4b-4c0a-9d0e-1b2c3d4e5f60', 'This is an id, not a key.'],
    ['0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', 'This is an address, not a key.'],
    ['abandon '.repeat(11) + 'about', 'This looks like a recovery phrase.'],
    ['   ', 'Nothing was given.'],
  ];

  test(
    'error: each malformed input is named, none of it is repeated, and no key is added',
    trialUnless(false),
    async () => {
      const dialog = await openKeyDialog();
      await pressAddKey(dialog);
      await dialog.getByText(textFor('options.key.textMissing'), { exact: true }).waitFor(TIMEOUT);
      await label(dialog, 'options.key.name').fill('Malformed');
      for (const [text, words] of MALFORMED) {
        await textInput(dialog).fill(text);
        await pressAddKey(dialog);
        const shown = alert(dialog).filter({ hasText: words });
        await shown.waitFor(TIMEOUT).catch(async () => {
          throw new Error(`${words}: ${await dialog.innerText()}`);
        });
        if (text.trim()) expect(await shown.innerText()).not.toContain(text);
        await textInput(dialog).fill('');
      }
      const buffer = Buffer.alloc(5000, '0');
      await fileInput(dialog).setInputFiles({ name: 'video.mp4', mimeType: 'text/plain', buffer });
      await dialog.getByText(textFor('options.key.fileTooLarge'), { exact: true }).waitFor(TIMEOUT);
      await close(dialog);
      expect(await keyRow('Malformed').count()).toBe(0);
    },
  );

  test('error: a key that is already in the vault isn’t added twice', async () => {
    const text = `${secret()}:secp256k1`;
    for (const name of ['Once', 'Twice']) {
      const dialog = await openKeyDialog();
      await label(dialog, 'options.key.name').fill(name);
      await textInput(dialog).fill(text);
      await pressAddKey(dialog);
      if (name === 'Once') await dialog.getByRole('img').waitFor(TIMEOUT);
      else await alert(dialog).filter({ hasText: 'already' }).waitFor(TIMEOUT);
      await close(dialog);
    }
    expect(await keyRow('Twice').count()).toBe(0);
  });
});

test.describe('removing a key', () => {
  const removeButton = (name: string) =>
    options.getByRole('button', { name: textFor('options.keys.remove', { name }), exact: true });

  test('error: a key in use can’t be removed, not even by a raw message', async () => {
    await overview();
    await removeButton('Keystamp').click();
    const dialog = options.getByRole('dialog');
    await dialog
      .getByText(textFor('options.keys.inUse', { names: 'Local service' }), { exact: true })
      .waitFor(TIMEOUT);
    expect(await button(dialog, 'options.keys.removeDo').count()).toBe(0);
    await button(dialog, 'app.cancel').click();
    const { answer } = (await call(options, 'keys_list', {})) as {
      answer: { id: string; name: string }[];
    };
    const id = answer.find(({ name }) => name === 'Keystamp')?.id;
    await reauthenticate(options);
    expect(await call(options, 'keys_remove', { id })).toMatchObject({
      ok: false,
      error: { code: 'key_in_use' },
    });
  });

  test('behavior: an unused key is removed', async () => {
    await removeButton('Once').click();
    const dialog = options.getByRole('dialog');
    await reauthenticate(options);
    await button(dialog, 'options.keys.removeDo').click();
    await keyRow('Once').waitFor({ state: 'detached', timeout: 15_000 });
    expect(JSON.stringify(await readArea(options, 'local'))).not.toContain('"Once"');
  });
});

test.describe('a refused stamp', () => {
  const cause = (name: string) =>
    options.locator('.causes').getByText(textFor(`options.cause.${name}`), { exact: true });
  const testNow = () => button(options, 'options.profile.test').click();
  const openProfile = async () => {
    await overview();
    await options
      .getByRole('list', { name: textFor('popup.profiles.title') })
      .getByRole('link')
      .first()
      .click();
    await label(options, 'options.service.organization').waitFor(TIMEOUT);
  };
  /** Saves, and waits until the worker has what the form shows. */
  const save = async () => {
    const organizationId = await label(options, 'options.service.organization').inputValue();
    const keyId = await label(options, 'options.profile.key').inputValue();
    await reauthenticate(options);
    await button(options, 'options.profile.save').click();
    await expect
      .poll(async () => {
        const { answer } = (await call(options, 'state', {})) as {
          answer: { profiles: readonly { keyId: string; organizationId: string }[] };
        };
        return answer.profiles.filter((one) => one.keyId === keyId);
      })
      .toMatchObject([{ organizationId }]);
  };

  test('error: an unregistered key and a wrong organization are explained by the real answers', async () => {
    await openProfile();
    await label(options, 'options.profile.key').selectOption({ label: 'Made inside' });
    await save();
    await testNow();
    await cause('key').waitFor(TIMEOUT);
    await alert(options).filter({ hasText: 'could not find public key' }).waitFor(TIMEOUT);

    await label(options, 'options.profile.key').selectOption({ label: 'Keystamp' });
    await label(options, 'options.service.organization').fill(crypto.randomUUID());
    await save();
    await testNow();
    await cause('organization').waitFor(TIMEOUT);
    await alert(options).filter({ hasText: 'no organization found' }).waitFor(TIMEOUT);

    await label(options, 'options.service.organization').fill(service.organizationId);
    await save();
    await testNow();
    await options.getByText(textFor('options.proof.good'), { exact: true }).waitFor(TIMEOUT);
  });

  const answers: readonly [code: ServiceErrorCode, cause: string][] = [
    ['API_KEY_EXPIRED', 'expired'],
    ['INVALID_TIME', 'clock'],
    ['SIGNATURE_INVALID', 'signature'],
    ['REQUEST_NOT_AUTHORIZED', 'rights'],
  ];

  for (const [turnkeyErrorCode, name] of answers) {
    test(`error: ${turnkeyErrorCode} is explained as: ${name}`, async () => {
      await openProfile();
      const body = JSON.stringify({ code: 16, message: 'refused', details: [], turnkeyErrorCode });
      faults.next('/whoami', { kind: 'answer', status: 401, body });
      await testNow();
      await cause(name).waitFor(TIMEOUT);
    });
  }
});
