import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { TurnkeyClient } from '@turnkey/http';
import { toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import type { Keystamp } from './browser.ts';
import type { Oracle } from './oracle.ts';
import { openSetUp } from './pages.ts';
import { button, choosePassword, textFor } from './user-actions.ts';

/*
 * Users of the demo organization who can't act alone: Keystamp set up for one of them, and the
 * vendor's client for another.
 */

const TIMEOUT = 30_000;

/** The parts of a submission that are the same for every type. */
export const submission = <T extends string, P>(
  { organizationId }: Pick<Oracle, 'organizationId'>,
  type: T,
  parameters: P,
) => ({ type, timestampMs: String(Date.now()), organizationId, parameters });

/** A wallet's name is changed only if two people approve. */
export async function allowWalletsByTwo(oracle: Oracle): Promise<void> {
  await oracle.client.createPolicy(
    submission(oracle, 'ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: 'Wallets by two',
      effect: 'EFFECT_ALLOW',
      consensus: 'approvers.count() >= 2',
      condition: "activity.kind == 'UPDATE_WALLET'",
      notes: '',
    }),
  );
}

export async function userIdOf(oracle: Oracle, name: string): Promise<string> {
  const { organizationId, client } = oracle;
  const { users } = await client.getUsers({ organizationId });
  return users.find(({ userName }) => userName.startsWith(name))?.userId ?? '';
}

type Key = { readonly secret: string; readonly publicKey: string };

/** Gives a user another key. */
async function addKey(oracle: Oracle, name: string): Promise<Key> {
  const secret = generatePrivateKey('P256');
  const publicKey = toHex(publicKeyOf('P256', secret));
  const apiKeys = [{ apiKeyName: 'Browser', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const userId = await userIdOf(oracle, name);
  await oracle.client.createApiKeys(
    submission(oracle, 'ACTIVITY_TYPE_CREATE_API_KEYS_V2', { userId, apiKeys }),
  );
  return { secret: toHex(secret), publicKey };
}

/** The vendor's client with a key of a user's own. */
export async function clientAs(oracle: Oracle, name: string, url: string): Promise<TurnkeyClient> {
  const { secret, publicKey } = await addKey(oracle, name);
  const stamper = new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: secret });
  return new TurnkeyClient({ baseUrl: url }, stamper);
}

/** Sets Keystamp up for a user of the demo organization, with a key of their own. */
export async function setUpAs(
  keystamp: Pick<Keystamp, 'openPage'>,
  user: { readonly oracle: Oracle; readonly name: string; readonly url: string },
): Promise<void> {
  const { oracle, name, url } = user;
  const { secret } = await addKey(oracle, name);
  const page = await openSetUp(keystamp);
  await choosePassword(page);
  const field = (key: string) => page.getByLabel(textFor(key), { exact: true });
  await page.getByRole('radio', { name: textFor('options.service.custom') }).check();
  await field('options.service.baseUrl').fill(url);
  await field('options.service.organization').fill(oracle.organizationId);
  await field('options.profile.name').fill(name);
  await button(page, 'app.continue').click();
  await page.getByRole('radio', { name: textFor('options.key.origin.bring') }).check();
  await field('options.key.name').fill(name);
  await field('options.key.text').fill(`${secret}:p256`);
  await button(page, 'options.key.bring').click();
  await button(page, 'options.register.done').click({ timeout: TIMEOUT });
  await page
    .getByText(textFor('options.proof.good'), { exact: true })
    .waitFor({ timeout: TIMEOUT });
  await page.close();
}
