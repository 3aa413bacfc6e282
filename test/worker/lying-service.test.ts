// A service that lies about what waits for approval, against the whole background: whatever a page asks for, no
// approval is signed, and what is wrong has a name. And the opposite: what is true, or can only not be told.
import { beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { parseActivity } from '../../src/protocol/envelope.ts';
import type { KeystampError } from '../../src/protocol/errors.ts';
import type { Activity, UserRecord, Vote } from '../../src/protocol/service-records.ts';
import { user as userSchema } from '../../src/protocol/service-records.ts';
import { isApprovable } from '../../src/protocol/vote-verdict.ts';
import { objectWords } from '../../src/ui/words/en/objects.ts';
import { caller, createKey, enrol, type Caller, type Json, type Key } from '../service/harness.ts';
import { demandFourApprovals } from '../votes/four-approvals.ts';
import { sending, voteAt, type LieKit } from '../votes/lie-kit.ts';
import { LIES, type Lie } from '../votes/lies.ts';
import { submitRequests, useWorkerFixture } from './worker-fixture.ts';
import { waitForState } from './fake-browser.ts';

const fixture = useWorkerFixture();
let root: Caller;
let carol: Caller;
let dave: Caller;
let kit: LieKit;
let walletId: string;

beforeAll(async () => {
  root = await enrol(asTestService());
  [carol, dave] = [await giveKey('Carol'), await giveKey('Dave')];
  walletId = await demandFourApprovals(root);
  const stranger = await createKey('P256');
  kit = {
    honest: await approvedByDave('First'),
    other: await approvedByDave('Second'),
    rejected: await voted('reject_activity', await ask('Third')),
    carol: signer(carol),
    dave: signer(dave),
    stranger: signer(stranger),
  };
});

/** The service, for callers that put a time into what they ask. */
function asTestService() {
  const { service, database, time } = fixture;
  const clock = {
    get now() {
      return Math.floor(time.now());
    },
  };
  return { ...service, database, time: clock };
}

async function listUsers(): Promise<UserRecord[]> {
  const { users } = (await root.query('list_users')).body as { users: Json[] };
  return users.map((one) => v.parse(userSchema, one));
}

async function giveKey(name: string): Promise<Caller> {
  const found = (await listUsers()).find(({ userName }) => userName.startsWith(name));
  const userId = found?.userId ?? '';
  const key = await createKey('P256');
  const curveType = 'API_KEY_CURVE_P256';
  const apiKeys = [{ apiKeyName: 'Laptop', publicKey: key.publicKey, curveType }];
  await root.submit('create_api_keys', { userId, apiKeys });
  return caller(asTestService(), key, { userId, apiKeyId: '' });
}

const signer =
  ({ stamp }: Key): LieKit['carol'] =>
  async (message) =>
    JSON.parse(Buffer.from(await stamp(message), 'base64url').toString()) as Vote;

const ask = async (walletName: string): Promise<Activity> =>
  parseActivity((await carol.submit('update_wallet', { walletId, walletName })).body);

async function voted(name: 'approve_activity' | 'reject_activity', activity: Activity) {
  const { fingerprint } = activity;
  return parseActivity((await dave.submit(name, { fingerprint })).body);
}

const approvedByDave = async (walletName: string) =>
  voted('approve_activity', await ask(walletName));

type Shown = { readonly activities: readonly Activity[]; readonly users?: unknown };

/** The service shows these from now on, whatever is asked for, each page one by one. */
function show({ activities, users }: Shown): void {
  fixture.browser.network = async (url, init) => {
    const { pathname } = new URL(url);
    if (pathname.endsWith('/get_activity')) return Response.json({ activity: activities[0] });
    if (pathname.endsWith('/list_activities')) return Response.json({ activities });
    if (pathname.endsWith('/list_users') && users !== undefined) return Response.json(users);
    return fixture.serviceFetch(url, init);
  };
}

/** A page's call as it is, whatever the page was told: nothing but the fingerprint goes with it. */
const approve = (fingerprint: string) => fixture.submit('approve_activity', { fingerprint });

/** The same for a passkey's window. */
const begin = (fingerprint: string) =>
  fixture.browser.client.call('requests_begin', {
    id: crypto.randomUUID(),
    profileId: fixture.account.profile.id,
    operation: 'approve_activity',
    parameters: { fingerprint },
    method: 'passkey',
    show: true,
  });

const check = (id: string) =>
  fixture.browser.client.call('activities_check', { profileId: fixture.account.profile.id, id });

const refusalOf = (call: Promise<unknown>): Promise<KeystampError> =>
  call.then(
    () => {
      throw new Error('it was signed');
    },
    (error: unknown) => error as KeystampError,
  );

const allowPasskeys = () =>
  fixture.callWithProof('profiles_save', {
    ...fixture.account.profile,
    passkeys: {
      rpId: null,
      credentials: [{ id: 'A'.repeat(43), name: 'Mine', transports: [] }],
    },
  });

const WORDS: Readonly<Record<string, unknown>> = objectWords;
const wordsOf = (reason: string) =>
  WORDS[`votes.forged.${reason}`] ?? WORDS[`votes.unchecked.${reason}`];

/** Demands that a page gets nothing signed, and what the refusal says. */
async function demandRefused(fingerprint: string, { says }: Lie): Promise<void> {
  const detail = says === 'not_waiting' ? { reason: says } : { fault: says };
  for (const call of [approve, begin]) {
    expect(await refusalOf(call(fingerprint))).toMatchObject({ code: 'not_approvable', detail });
  }
}

test('behavior: there are 40 lies and more, each of another name', () => {
  expect(LIES.length).toBeGreaterThanOrEqual(40);
  expect(new Set(LIES.map(({ name }) => name)).size).toBe(LIES.length);
});

describe('a service that lies', () => {
  test.each(LIES)('error: $name', async (lie) => {
    await allowPasskeys();
    if (lie.before) {
      show({ activities: [lie.before(kit)] });
      await check(lie.before(kit).id);
    }
    const shown = await lie.tell(kit);
    const asked = lie.asked?.(kit) ?? shown;
    show({ activities: [shown] });
    const requests = fixture.recordRequests();
    const { verdict } = await check(asked.id);
    if (lie.says === 'not_waiting') {
      expect(verdict.activity).toEqual({ kind: 'verified' });
    } else {
      expect(verdict.activity).toMatchObject({ reason: lie.says });
      expect(isApprovable(verdict)).toBe(false);
      expect(wordsOf(lie.says)).toBeTypeOf('string');
    }
    if (lie.vote) {
      const [place, reason] = lie.vote;
      expect(verdict.votes[place]).toMatchObject({ reason });
      expect(wordsOf(reason)).toBeTypeOf('string');
    }
    await demandRefused(shown.fingerprint, lie);
    // A background that has just started and was asked nothing else knows no better.
    fixture.browser.kill();
    if (!lie.asked) {
      expect(await refusalOf(approve(shown.fingerprint))).toMatchObject({ code: 'not_approvable' });
      await demandRefused(shown.fingerprint, lie);
    }
    const { fingerprint } = lie.asked ? asked : kit.honest;
    if (fingerprint !== shown.fingerprint) {
      expect(await refusalOf(approve(fingerprint))).toMatchObject({ code: 'not_approvable' });
    }
    expect(submitRequests(requests)).toEqual([]);
  });
});

describe('a list that lies', () => {
  /** Full pages of other activities before the one that a vote names. */
  function showPages(pages: number, last: readonly Activity[]): unknown[] {
    const asked: unknown[] = [];
    fixture.browser.network = async (url, init) => {
      if (!new URL(url).pathname.endsWith('/list_activities')) {
        return fixture.serviceFetch(url, init);
      }
      const page = asked.length;
      asked.push(init.body);
      const more = Array.from({ length: 100 }, () => ({ ...kit.other, id: crypto.randomUUID() }));
      return Response.json({ activities: page < pages ? more : last });
    };
    return asked;
  }

  test('error: altered on a later page of the list', async () => {
    const intent = { updateWalletIntent: { walletId, walletName: 'Mallory' } };
    const asked = showPages(3, [{ ...kit.honest, intent }]);
    const error = await refusalOf(approve(kit.honest.fingerprint));
    expect(error).toMatchObject({ code: 'not_approvable', detail: { fault: 'other_intent' } });
    expect(asked).toHaveLength(4);
  });

  test('error: a list without it, and one without an end', async () => {
    showPages(1, []);
    const missing = await refusalOf(approve(kit.honest.fingerprint));
    expect(missing).toMatchObject({ code: 'not_approvable', detail: { reason: 'not_waiting' } });
    const asked = showPages(Infinity, []);
    const endless = await refusalOf(approve(kit.honest.fingerprint));
    expect(endless).toMatchObject({ code: 'outcome_unknown' });
    expect(asked.length).toBeLessThanOrEqual(20);
  });

  test('error: what can’t be read can’t be approved', async () => {
    fixture.browser.network = async () => Response.json({ code: 13 }, { status: 500 });
    const requests = fixture.recordRequests();
    const error = await refusalOf(approve(kit.honest.fingerprint));
    expect(error.code).toBe('service_unavailable');
    expect(submitRequests(requests)).toEqual([]);
  });

  test('error: an answer nested 5,000 deep is no answer', async () => {
    const intent = { updateWalletIntent: { walletId, walletName: 'DEEP' } };
    const activity = { ...kit.honest, intent };
    // As text: JSON.stringify calls itself for each level, and ends before this one does.
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const answer = JSON.stringify({ activity, activities: [activity] }).replace('"DEEP"', deep);
    fixture.browser.network = async () =>
      new Response(answer, { headers: { 'content-type': 'application/json' } });
    for (const call of [() => check(kit.honest.id), () => approve(kit.honest.fingerprint)])
      expect(await refusalOf(call())).toMatchObject({ code: 'service_malformed' });
  });

  test('error: a page can’t make the background forget what it saw', async () => {
    const { id: profileId } = fixture.account.profile;
    const input = { profileId, name: 'seen-activities', value: [] };
    const error = await refusalOf(fixture.browser.client.call('records_keep', input));
    expect(error).toMatchObject({ code: 'invalid_input', detail: { field: 'name' } });
  });
});

describe('what is true, or can only not be told', () => {
  const demandApproved = async (fingerprint: string) => {
    const { id } = await approve(fingerprint);
    return waitForState(fixture.browser, id, ['completed', 'refused', 'mismatch']);
  };

  test('behavior: it is approved, with its check and without', async () => {
    const { id, fingerprint } = await approvedByDave('Fourth');
    const { verdict } = await check(id);
    expect(verdict.activity).toEqual({ kind: 'verified' });
    expect(verdict.signed?.parameters).toEqual({ walletId, walletName: 'Fourth' });
    expect(await demandApproved(fingerprint)).toMatchObject({ state: 'completed' });
    const unchecked = await approvedByDave('Fifth');
    expect(await demandApproved(unchecked.fingerprint)).toMatchObject({ state: 'completed' });
  });

  test('behavior: a checked one needs no second reading of the service', async () => {
    const { id, fingerprint } = await approvedByDave('Sixth');
    await check(id);
    const requests = fixture.recordRequests();
    await demandApproved(fingerprint);
    const reads = requests.filter(({ path }) => /list_activities|list_users/.test(path));
    expect(reads).toEqual([]);
  });

  const doubtful: readonly (readonly [string, () => Promise<Shown>, string])[] = [
    [
      'a key that was removed since, such as an expired session’s',
      async () => {
        const users = (await listUsers()).map((one) => ({ ...one, apiKeys: [] }));
        return { activities: [kit.honest], users: { users } };
      },
      'key_removed',
    ],
    [
      'a user that nobody knows',
      async () => {
        const votes = (kit.honest.votes ?? []).map((vote) => ({ ...vote, user: null }));
        return { activities: [{ ...kit.honest, votes }], users: { users: [] } };
      },
      'user_unknown',
    ],
    [
      'a scheme that Keystamp doesn’t know',
      async () => {
        const first = { ...voteAt(kit.honest, 0), scheme: 'SIGNATURE_SCHEME_OF_TOMORROW' };
        return { activities: [{ ...kit.honest, votes: [first] }] };
      },
      'scheme_unknown',
    ],
  ];

  test.each(doubtful)('behavior: %s is said, and approved all the same', async (_, told, says) => {
    show(await told());
    const { verdict } = await check(kit.honest.id);
    expect(verdict.activity).toEqual({ kind: 'unchecked', reason: 'vote_unchecked' });
    expect(verdict.votes[0]).toEqual({ kind: 'unchecked', reason: says });
    expect(await approve(kit.honest.fingerprint)).toMatchObject({ state: 'stamped' });
  });

  test('behavior: a type without a form is approved with all that was signed', async () => {
    const shown = await sending(kit, '00ff');
    show({ activities: [shown] });
    const { verdict } = await check(shown.id);
    expect(verdict.activity).toEqual({ kind: 'verified' });
    expect(verdict.signed?.parameters).toEqual(shown.intent?.['solSendTransactionIntentV2']);
    expect(await approve(shown.fingerprint)).toMatchObject({ state: 'stamped' });
  });

  test('behavior: the user’s own request is what this browser signed, whatever votes are shown', async () => {
    const parameters = { walletId, walletName: 'My own' };
    fixture.changeAnswers(/(?:update_wallet|get_activity)$/, ({ activity }) => {
      activity['status'] = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
    });
    const sent = await fixture.submit('update_wallet', parameters);
    const { activity, fingerprint } = await waitForState(fixture.browser, sent.id, ['pending']);
    const own = {
      ...(activity as Activity),
      fingerprint,
      intent: { updateWalletIntent: parameters },
    };
    show({ activities: [{ ...own, votes: [] }] });
    const { verdict } = await check(own.id);
    expect(verdict.activity).toEqual({ kind: 'unchecked', reason: 'own_vote_missing' });
    expect(verdict.signed?.parameters).toEqual(parameters);
    expect(await approve(fingerprint)).toMatchObject({ state: 'stamped' });
    const altered = { updateWalletIntent: { walletId, walletName: 'Mallory' } };
    show({ activities: [{ ...own, votes: [], intent: altered }] });
    await check(own.id);
    // The outbox polls it too. Once it has seen that it isn't what was sent, it counts as another's.
    expect(await refusalOf(approve(fingerprint))).toMatchObject({ code: 'not_approvable' });
  });

  test('behavior: what can’t be approved can be rejected', async () => {
    const asked = await ask('Seventh');
    show({ activities: [{ ...asked, votes: [] }] });
    await check(asked.id);
    expect(await refusalOf(approve(asked.fingerprint))).toMatchObject({ code: 'not_approvable' });
    const { fingerprint } = asked;
    expect(await fixture.submit('reject_activity', { fingerprint })).toMatchObject({
      state: 'stamped',
    });
  });
});
