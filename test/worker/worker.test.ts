import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/service/database.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';
import { openMemory } from '../service/harness.ts';
import {
  createFakeBrowser,
  createFakeTime,
  createServiceFetch,
  waitForState,
  setUpAccount,
  type FakeBrowser,
} from './fake-browser.ts';
import { TEST_MASTER } from '../set-up-code.ts';

describe('createBackgroundWorker', () => {
  let database: OpenDatabase;
  let service: Service;
  const time = createFakeTime();
  let browser: FakeBrowser;

  beforeAll(async () => {
    database = await openMemory();
    service = await createService({
      database,
      clock: () => time.now() + time.skew,
      random: randomBytes,
      master: TEST_MASTER,
    });
  });
  afterAll(() => service.close());
  afterEach(() => browser.close());

  test('behavior: a first user gets from nothing to a renamed wallet', async () => {
    browser = createFakeBrowser(createServiceFetch(service), time);
    const { client } = browser;
    expect((await client.call('state', {})).vault).toBe('missing');
    const { profile, enrolment } = await setUpAccount(browser);
    const check = await client.call('profiles_check', { id: profile.id });
    expect(check).toMatchObject({
      organizationId: service.info.organizationId,
      userId: enrolment.userId,
      userName: 'Tester',
    });
    const home = await client.call('home', { profileId: profile.id });
    expect(home.wallets.length).toBeGreaterThan(2);
    const [wallet] = home.wallets;
    const id = crypto.randomUUID();
    const submitted = await client.call(
      'activities_submit',
      {
        id,
        profileId: profile.id,
        operation: 'update_wallet',
        parameters: { walletId: wallet?.id, walletName: 'Renamed wallet' },
      },
      { fields: {} },
    );
    expect(submitted.state).toBe('stamped');
    const done = await waitForState(browser, id, ['completed', 'failed', 'refused', 'mismatch']);
    expect(done).toMatchObject({
      state: 'completed',
      attempts: 1,
      result: { walletId: wallet?.id },
      error: null,
    });
    const later = await client.call('home', { profileId: profile.id });
    expect(later.wallets.map(({ name }) => name)).toContain('Renamed wallet');
    expect(later.entries.map((entry) => entry.id)).toEqual([id]);
  });
});
