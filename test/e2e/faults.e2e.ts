import { createServer, type Server } from 'node:http';
import { expect } from 'playwright/test';
import type { Locator, Page } from 'playwright';
import { popupWords } from '../../src/ui/words/en/popup.ts';
import type { ErrorReason } from '../../src/protocol/errors.ts';
import { errorWords, reasonWords } from '../../src/ui/words/en/errors.ts';
import { serviceErrorWords } from '../../src/ui/words/en/service-errors.ts';
import { test } from './environment.ts';
import {
  answering,
  BROKEN_ANSWERS,
  FOREIGN,
  OTHER_ID,
  refusal,
  STAMPS_REFUSED,
  UNREADABLE_ANSWERS,
} from './bad-answers.ts';
import type { Keystamp } from './browser.ts';
import { startFaultProxy, type Fault, type FaultProxy } from './fault-proxy.ts';
import type { Oracle } from './oracle.ts';
import { openHome, openPopup } from './pages.ts';
import { shownBy, trialUnless } from '../trial-tag.ts';
import { button, waitForState, textFor } from './user-actions.ts';
import type { LocalService } from './service.ts';
import {
  approveButton,
  waitForEffects,
  countEffects,
  RENAME,
  startTrial,
  type Trial,
} from './activity-trials.ts';

/*
 * Bad input from the network: each fault has its own clear sentence in the popup, and leaves the
 * activity intact. The same bytes are sent again and finish once the fault is gone, unless the
 * answer can't be trusted anymore.
 */

/** Each kind of fault, and the sentences that no other test here reads; the rest are trials. */
const USUAL = {
  broken: ['a connection dropped after the work was done', 'a web page with status 200'],
  foreign: ['other_intent'],
  refused: ['SIGNATURE_INVALID'],
  unreadable: ['a connection dropped', 'an answer of 9 MB'],
};

const { row } = RENAME;
const TIMEOUT_MS = 15_000;

let service: LocalService;
let proxy: FaultProxy;
let oracle: Oracle;
let keystamp: Keystamp;
let page: Page;
/** What a test broke and hasn't repaired yet. */
const repairs: (() => void)[] = [];

test.beforeAll(async ({ environments }) => {
  const { options, ...environment } = await environments.start({ through: 'proxy' });
  ({ service, proxy, oracle, keystamp } = environment);
  await options.close();
  page = await openPopup(keystamp);
});

test.afterEach(repairAll);

// One of the tests replaces the first proxy with another one.
test.afterAll(() => proxy?.stop());

function repairAll(): void {
  for (const one of repairs.splice(0)) one();
}

/** Breaks every request to a path until the test repairs it or ends. */
function breakUntilRepaired(path: string, fault: Fault): void {
  repairs.push(proxy.always(path, fault));
}

/** Goes to the review of a new activity and starts counting. */
async function prepareTrial(): Promise<Trial> {
  await RENAME.prepare(page, oracle);
  return startTrial(RENAME, { proxy, oracle });
}

const stampIt = () => approveButton(page, row).click();

const sentence = (text: string): Locator => page.getByText(text, { exact: true }).first();

/** The sentences are shown together in the popup as one error, announced and in red. */
async function demandError(...sentences: readonly string[]): Promise<void> {
  const errors = page.locator('.banner.tone-danger[role="alert"]');
  const told = sentences.reduce((found, hasText) => found.filter({ hasText }), errors);
  await told.first().waitFor();
}

/** Clicks, unless the outbox was faster: it soon sends again by itself. */
async function sendAgain(): Promise<void> {
  const again = button(page, 'popup.activity.retry');
  await again.click({ timeout: 5000 }).catch(async (error: unknown) => {
    if ((await again.count()) > 0) throw error;
  });
}

/** The outcome is unknown, as `text` says, and once the fault is gone the same bytes finish it. */
async function demandRecovery(trial: Trial, text: string): Promise<void> {
  await waitForState(page, 'waiting');
  await demandError(text);
  repairAll();
  await sendAgain();
  await trial.demandOnce(page);
  expect(trial.sends().length).toBeGreaterThan(1);
}

test.describe('an unusable answer', () => {
  for (const [what, fault, text] of BROKEN_ANSWERS) {
    const details = trialUnless(USUAL.broken.includes(what));
    test(`error: ${what}: reported, kept, finished later`, details, async () => {
      const trial = await prepareTrial();
      breakUntilRepaired(row.path, fault);
      await stampIt();
      await demandRecovery(trial, text);
    });
  }

  test('error: the unreadable member is named', trialUnless(false), async () => {
    const trial = await prepareTrial();
    breakUntilRepaired(row.path, {
      kind: 'edit',
      change: (body) => body.replace(/"status":"\w+"/, '"status":7'),
    });
    await stampIt();
    await sentence(textFor('app.unreadable').replace('{member}', 'activity.status')).waitFor();
    await demandRecovery(trial, errorWords.service_malformed);
  });

  test('error: the service is down: reported, kept, finished when it is back', async () => {
    const trial = await prepareTrial();
    const port = Number(new URL(proxy.url).port);
    await proxy.stop();
    await stampIt();
    await waitForState(page, 'waiting');
    await demandError(errorWords.service_unreachable);
    proxy = await startFaultProxy(service.url, port);
    await sendAgain();
    await waitForState(page, 'completed');
    expect(await trial.effects()).toBe(1);
    expect(proxy.seen.filter(({ path }) => path.endsWith(row.path))).toHaveLength(1);
  });

  test(
    'error: too many requests: reported, and sent again after a pause',
    trialUnless(false),
    async () => {
      const trial = await prepareTrial();
      const words =
        'Too many requests in a short period of time. Please wait a few minutes and try again.';
      const body = refusal(8, 'RATE_LIMIT_EXCEEDED', words);
      proxy.next(row.path, { kind: 'answer', status: 429, body });
      await stampIt();
      await waitForState(page, 'waiting');
      await demandError(errorWords.rate_limited);
      await trial.demandOnce(page);
      const [first, second] = trial.sends();
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(490);
      expect(trial.sends()).toHaveLength(2);
    },
  );

  test(
    'error: an unknown status is no success: pending, and polled until it is known',
    trialUnless(false),
    async () => {
      const trial = await prepareTrial();
      const simmering: Fault = {
        kind: 'edit',
        change: (body) => body.replaceAll('ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_SIMMERING'),
      };
      breakUntilRepaired(row.path, simmering);
      breakUntilRepaired('get_activity', simmering);
      await stampIt();
      await waitForState(page, 'pending');
      await sentence(textFor('popup.status.other').replace('{status}', 'Simmering')).waitFor();
      repairAll();
      await trial.demandOnce(page);
      expect(trial.sends()).toHaveLength(1);
    },
  );
});

async function demandMismatch(trial: Trial, reason: ErrorReason): Promise<void> {
  await waitForState(page, 'mismatch');
  await demandError(reasonWords[reason]);
  await demandError(textFor('popup.activity.mismatch'));
  const badge = page.locator('[data-state="mismatch"] .badge');
  await expect(badge).toContainClass('tone-danger');
  expect(await button(page, 'popup.activity.retry').count()).toBe(0);
  expect(await page.getByRole('region', { name: textFor('popup.activity.result') }).count()).toBe(
    0,
  );
  expect(trial.sends()).toHaveLength(1);
}

test.describe('an answer about something else', () => {
  for (const [reason, fault] of FOREIGN) {
    const details = trialUnless(USUAL.foreign.includes(reason));
    test(`error: ${reason} is not trusted, and not sent again`, details, async () => {
      const trial = await prepareTrial();
      breakUntilRepaired(row.path, fault);
      await stampIt();
      await demandMismatch(trial, reason);
      expect(await trial.effects()).toBe(1);
    });
  }

  test('error: another activity than in the first answer is not trusted', async () => {
    const trial = await prepareTrial();
    breakUntilRepaired(
      row.path,
      answering(() => ({ status: 'ACTIVITY_STATUS_PENDING' })),
    );
    breakUntilRepaired(
      'get_activity',
      answering(() => ({ id: OTHER_ID })),
    );
    await stampIt();
    await demandMismatch(trial, 'other_activity');
  });
});

test.describe('a refused stamp', () => {
  for (const [code, words] of STAMPS_REFUSED) {
    const details = trialUnless(USUAL.refused.includes(code));
    test(`error: ${code}: explained, and the same bytes kept`, details, async () => {
      const trial = await prepareTrial();
      breakUntilRepaired(row.path, { kind: 'answer', status: 401, body: refusal(16, code, words) });
      await stampIt();
      await waitForState(page, 'refused');
      await demandError(errorWords.unauthenticated, serviceErrorWords[code]);
      await sentence(textFor('app.serviceSaid').replace('{message}', words)).waitFor();
      expect(trial.sends()).toHaveLength(1);
      expect(await trial.effects()).toBe(0);
      // Registered, renewed or corrected at the service in the meantime.
      repairAll();
      await button(page, 'popup.activity.retry').click();
      await trial.demandOnce(page);
      expect(trial.sends()).toHaveLength(2);
    });
  }

  test('error: each of them has its own sentence', () => {
    const sentences = STAMPS_REFUSED.map(([code]) => serviceErrorWords[code]);
    expect(new Set(sentences).size).toBe(STAMPS_REFUSED.length);
  });
});

test.describe('a redirect', () => {
  let other: Server;
  let otherUrl = '';
  const visits: string[] = [];

  test.beforeAll(async () => {
    other = createServer((request, response) => {
      visits.push(`${request.method ?? ''} ${request.url ?? ''}`);
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    if (typeof address === 'object' && address) otherUrl = `http://127.0.0.1:${address.port}`;
  });
  test.afterAll(() => {
    other.closeAllConnections();
    other.close();
  });

  test('error: isn’t followed: no stamp reaches the other host', async () => {
    const trial = await prepareTrial();
    breakUntilRepaired(row.path, { kind: 'redirect', to: otherUrl + row.path });
    await stampIt();
    await demandRecovery(trial, reasonWords.service_redirects);
    expect(visits).toEqual([]);
    // The other host was reachable all the time.
    expect((await fetch(otherUrl)).status).toBe(200);
  });
});

test.describe('a service that doesn’t answer', () => {
  test(
    'error: reported after a while, and the same bytes sent again',
    shownBy('activities/transport.test.ts'),
    async () => {
      const trial = await prepareTrial();
      const count = await countEffects(oracle, row);
      const never = Promise.withResolvers<undefined>();
      proxy.next(row.path, { kind: 'hold', until: never.promise });
      // The next one is lost, too, so that the sentence stays until it has been read.
      await stampIt();
      await waitForEffects(oracle, row, count + 1);
      breakUntilRepaired(row.path, { kind: 'hold', until: never.promise });
      await demandError(errorWords.service_timeout);
      repairAll();
      never.resolve(undefined);
      await trial.demandOnce(page);
      expect(trial.sends().length).toBeGreaterThan(1);
    },
  );
});

test.describe('a query without an answer', () => {
  for (const [what, fault, text] of UNREADABLE_ANSWERS) {
    const details = trialUnless(USUAL.unreadable.includes(what));
    test(`error: ${what}: shown on the first screen until it is repaired`, details, async () => {
      breakUntilRepaired('list_wallets', fault);
      await openHome(page);
      await button(page, 'popup.refresh').click();
      await demandError(text);
      repairAll();
      await button(page, 'popup.refresh').click();
      await sentence(text).waitFor({ state: 'detached', timeout: TIMEOUT_MS });
    });
  }
});

test.describe('a wrong clock', () => {
  for (const [how, minutes, text] of [
    ['behind', 5, popupWords['popup.clock.slow'].other],
    ['ahead of', -5, popupWords['popup.clock.fast'].other],
  ] as const) {
    const isShown = `error: five minutes ${how} the service’s is shown on the first screen`;
    // One that was ahead is also in timing.e2e.ts.
    test(isShown, trialUnless(how === 'behind'), async () => {
      const date = new Date(Date.now() + minutes * 60_000).toUTCString();
      breakUntilRepaired('', { kind: 'edit', change: (body) => body, headers: { date } });
      await openHome(page);
      await button(page, 'popup.refresh').click();
      const banner = page.getByRole('alert').filter({ hasText: textFor('popup.clock.title') });
      await banner.waitFor({ timeout: TIMEOUT_MS });
      const pattern = new RegExp(text.replace('{count}', '(?:29\\d|30\\d)').replace(/\.$/, '\\.'));
      await expect(banner).toContainText(pattern, { timeout: TIMEOUT_MS });
      await expect(banner).toContainClass('tone-warn');
      repairAll();
      await button(page, 'popup.refresh').click();
      await banner.waitFor({ state: 'detached', timeout: TIMEOUT_MS });
    });
  }
});
