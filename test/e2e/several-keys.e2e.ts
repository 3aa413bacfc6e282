import { createECDH, randomBytes } from 'node:crypto';
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import { openKeys } from './pages.ts';
import { shoot } from './screenshots.ts';
import { button, textFor } from './user-actions.ts';

/** OpenSSL computes the public keys here. */
function generatePair(namedCurve: 'prime256v1' | 'secp256k1') {
  const secret = `0f${randomBytes(31).toString('hex')}`;
  const ecdh = createECDH(namedCurve);
  ecdh.setPrivateKey(secret, 'hex');
  return { secret, publicKey: ecdh.getPublicKey('hex', 'compressed') };
}

test('behavior: of several API keys in a file, one is chosen by its public key', async ({
  environments,
}) => {
  const { options } = await environments.start();
  const [one, other] = [generatePair('prime256v1'), generatePair('secp256k1')];
  const lines = [
    `PROD_PRIVATE_KEY=${one.secret}`,
    `PROD_PUBLIC_KEY=${one.publicKey}`,
    `DEV_PRIVATE_KEY=${other.secret}`,
    `OLD_PRIVATE_KEY=${'z'.repeat(64)}`,
  ];
  await openKeys(options);
  await button(options, 'options.key.bring').click();
  const dialog = options.getByRole('dialog');
  const field = (key: string) => dialog.getByLabel(textFor(key));
  const entry = (name: string) => dialog.getByRole('radio', { name });
  await field('options.key.name').fill('Of several');
  const buffer = Buffer.from(lines.join('\n'));
  const file = { name: '.env', mimeType: 'text/plain', buffer };
  await dialog.locator('input[type="file"]').setInputFiles(file);
  await expect(entry('OLD_PRIVATE_KEY')).toBeDisabled();
  await dialog.getByText(one.publicKey).waitFor();
  await button(dialog, 'options.key.bring').click();
  await dialog.getByText(textFor('import.several.missing'), { exact: true }).waitFor();
  await shoot(options, 'keys/several', { fullPage: true });
  await entry('DEV_PRIVATE_KEY').check();
  const choice = dialog.locator('label').filter({ hasText: 'DEV_PRIVATE_KEY' });
  expect(await choice.textContent()).toContain(other.publicKey);
  await field('options.key.curve').selectOption('SECP256K1');
  await field('options.key.public').fill(other.publicKey);
  await shoot(options, 'keys/several-chosen', { fullPage: true });
  await button(dialog, 'options.key.bring').click();
  await dialog.getByText(other.publicKey, { exact: true }).waitFor();
  await button(dialog, 'app.close').click();
  await options.getByRole('listitem').filter({ hasText: 'Of several' }).waitFor();
});
