import { expect } from 'playwright/test';
import { test } from './ground.ts';
import { ground, popup, reopenPopup, scene } from './passkey-stage.ts';
import {
  answered,
  attended,
  changeProfile,
  leave,
  lookAt,
  passkeyWindow,
  profileOf,
} from './passkeys.ts';
import { button, fill, openForm, operation } from './person.ts';
import { demandPasskeyStamp, demandPasskeyVote } from './votes.ts';
import { newest, user, WALKS } from './walkthrough.ts';

/*
 * From the popup: every operation stamped by a passkey in its window, and what
 * the service keeps of it.
 */

test.describe('the ten operations', () => {
  const submits = WALKS.filter((walk) => operation(walk.operation).kind === 'submit');

  test.beforeAll(async () => {
    // The sandbox that pays for a purchase takes nothing from a proxy.
    await changeProfile(ground.own, { baseUrl: ground.service.url });
    // Who stamps is asked anew after such a change.
    await answered(ground.own, 'profiles_check', { id: (await profileOf(ground.own)).id });
    await reopenPopup();
  });

  for (const walk of submits) {
    test(`behavior: ${walk.operation} stamped in the passkey window, to the stored effect and vote`, async () => {
      const name = walk.operation;
      await attended(
        ground,
        () => walk.run(scene()),
        // What goes before it is stamped as well: the last picture stays.
        (page) => lookAt(page, name),
      );
      expect(await walk.stored(scene())).toEqual(walk.expected);
      const row = operation(name);
      const { votes } = await newest(scene(), row.kind === 'submit' ? row.versions[0].type : '');
      demandPasskeyVote(ground, votes);
    });
  }

  test('behavior: get_api_key is asked with the passkey, and answered in its window', async () => {
    await changeProfile(ground.own, { baseUrl: ground.proxy.url });
    const row = operation('get_api_key');
    await openForm(popup, row);
    await fill(popup, row, { apiKeyId: 'Keystamp' });
    await popup.getByRole('button', { name: row.action, exact: true }).click();
    const page = await passkeyWindow(ground);
    await lookAt(page, row.name);
    await page.bringToFront();
    await button(page, 'passkey.use').click();
    await page.getByText('CREDENTIAL_TYPE_API_KEY_P256').waitFor();
    await lookAt(page, `${row.name}-answer`);
    const [key] = (await user(scene(), /^Keystamp$/))?.apiKeys ?? [];
    const shown = (await page.locator('main').innerText()).replace(/\s/g, '');
    expect(shown).toContain(key?.credential.publicKey);
    const asked = ground.proxy.seen.filter(({ path }) => path.endsWith(row.path));
    expect(asked).toHaveLength(1);
    for (const { stamp = '', body } of asked) demandPasskeyStamp(ground, stamp, body);
    await leave(page);
  });

  test('behavior: each was carried out once', async () => {
    const effects = await ground.oracle.effects();
    const counted = submits
      .map(({ operation: name }) => operation(name))
      .flatMap((row) => (row.kind === 'submit' ? [effects[row.versions[0].type]] : []));
    expect(counted).toEqual(Array.from({ length: 9 }, () => 1));
  });
});
