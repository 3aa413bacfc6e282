import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { axeViolations, describeViolations } from './axe.ts';
import {
  attended,
  changeProfile,
  passkeyWindow,
  startPasskeys,
  type PasskeyGround,
} from './passkeys.ts';
import { button, fill, openForm, openPopup, operation } from './person.ts';
import { shoot, SCREENSHOTS } from './screenshots.ts';
import { demandPasskeyStamp, demandPasskeyVote } from './votes.ts';
import { newest, user, WALKS, type Scene } from './walkthrough.ts';

/*
 * Must show 1 of passkeys, from the popup: every operation stamped by a passkey in its window, and what
 * the service keeps of it.
 */

let ground: PasskeyGround;
let popup: Page;

beforeAll(async () => {
  ground = await startPasskeys();
  await changeProfile(ground.own, {
    // The sandbox that pays for a purchase takes nothing from a proxy.
    baseUrl: ground.service.url,
    authorization: { usual: 'passkey', passkeyOnly: [] },
  });
  popup = await openPopup(ground.keystamp);
});

afterAll(() => ground?.stop());

/** The size of the window that the extension opens. */
const WINDOW = { width: 400, height: 640 };

/** Pictures of what is in front, light and dark, without any fault of accessibility. */
async function look(page: Page, name: string): Promise<void> {
  await page.setViewportSize(WINDOW);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    expect.soft(describeViolations(await axeViolations(page))).toEqual([]);
    await shoot(page, name, { schemes: [scheme], folder: join(SCREENSHOTS, 'passkey') });
  }
}

const scene = (): Scene => ({
  page: popup,
  service: ground.service,
  oracle: ground.oracle,
  shoot: () => Promise.resolve(),
});

describe('the ten operations', () => {
  const submits = WALKS.filter((walk) => operation(walk.operation).kind === 'submit');
  test.each(submits.map((walk) => [walk.operation, walk] as const))(
    'behavior: %s stamped in the passkey window, to the stored effect and vote',
    async (name, walk) => {
      await attended(
        ground,
        () => walk.run(scene()),
        async (page) => {
          const text = await page.locator('main').innerText();
          // What goes before it is stamped as well.
          if (text.includes(operation(name).title)) await look(page, name);
        },
      );
      expect(await walk.stored(scene())).toEqual(walk.expected);
      const row = operation(name);
      const { votes } = await newest(scene(), row.kind === 'submit' ? row.versions[0].type : '');
      demandPasskeyVote(ground, votes);
    },
  );

  test('behavior: get_api_key is asked with the passkey, and answered in its window', async () => {
    await changeProfile(ground.own, { baseUrl: ground.proxy.url });
    const row = operation('get_api_key');
    await openForm(popup, row);
    await fill(popup, row, { apiKeyId: 'Keystamp' });
    await popup.getByRole('button', { name: row.action, exact: true }).click();
    const page = await passkeyWindow(ground);
    await page.bringToFront();
    await button(page, 'passkey.use').click();
    await page.getByText('CREDENTIAL_TYPE_API_KEY_P256').waitFor();
    await look(page, row.name);
    const [key] = (await user(scene(), /^Keystamp$/))?.apiKeys ?? [];
    const shown = (await page.locator('main').innerText()).replace(/\s/g, '');
    expect(shown).toContain(key?.credential.publicKey);
    const asked = ground.proxy.seen.filter(({ path }) => path.endsWith(row.path));
    expect(asked).toHaveLength(1);
    for (const { stamp = '', body } of asked) demandPasskeyStamp(ground, stamp, body);
    await button(page, 'kit.close').click();
  });

  test('behavior: each was carried out once', async () => {
    const effects = await ground.oracle.effects();
    const counted = submits
      .map(({ operation: name }) => operation(name))
      .flatMap((row) => (row.kind === 'submit' ? [effects[row.versions[0].type]] : []));
    expect(counted).toEqual(Array.from({ length: 9 }, () => 1));
  });

  test('behavior: nothing was complained about on any console', () => {
    const loud = ground.keystamp.logs.filter(
      ({ level }) => level === 'error' || level === 'uncaught',
    );
    expect(loud).toEqual([]);
  });
});
