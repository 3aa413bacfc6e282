// A contact from the code to the stored record, with the real worker and the real service. A popup that
// is closed is a session that is thrown away; the next one has only what `storage.session` kept.
import { beforeEach, describe, expect, test } from 'vitest';
import { randomBytes } from '../../../../src/crypto/bytes.ts';
import { OPERATIONS } from '../../../../src/protocol/operations.ts';
import type { Profile } from '../../../../src/protocol/profile.ts';
import type { ContactStep } from '../../../../src/ui/procedures/contact/contact-change.ts';
import {
  openContactSession,
  type ContactSession,
  type ReadyStage,
} from '../../../../src/ui/procedures/contact/contact-session.ts';
import { createQuery, createRecords } from '../../../../src/ui/records/records.ts';
import type { SessionArea } from '../../../../src/ui/page/effects.ts';
import { BASE_URL } from '../../../worker/fake-browser.ts';
import { useWorkerFixture } from '../../../worker/worker-fixture.ts';
import { codeHeaders } from '../../../set-up-code.ts';

const fixture = useWorkerFixture();

let profile: Profile;
let userId: string;
/** What outlives the popup. */
let kept: Map<string, unknown>;
let opened: ContactSession[];

const area = (): SessionArea => ({
  get: async (key) => Promise.resolve(structuredClone(kept.get(key))),
  set: async (key, value) => Promise.resolve(void kept.set(key, structuredClone(value))),
  remove: async (key) => Promise.resolve(void kept.delete(key)),
});

beforeEach(() => {
  ({ profile } = fixture.account);
  userId = fixture.account.enrolment.userId;
  kept = new Map();
  opened = [];
  return () => {
    for (const session of opened) session.close();
  };
});

async function setGeneration(otpGeneration: Profile['otpGeneration']): Promise<void> {
  profile = await fixture.callWithProof('profiles_save', { ...profile, otpGeneration });
}

type Row = typeof OPERATIONS.update_user_email | typeof OPERATIONS.update_user_phone_number;

/** A popup that is opened at the change. */
async function open(
  row: Row = OPERATIONS.update_user_email,
  present = '',
): Promise<ContactSession> {
  const { client, watchSnapshot } = fixture.browser;
  const session = await openContactSession(
    {
      client,
      watchSnapshot,
      later: fixture.time.later,
      session: area(),
      randomId: () => crypto.randomUUID(),
      randomBytes,
      records: createRecords({
        query: createQuery(client, profile.id),
        now: () => fixture.browser.time.now(),
      }),
      skewMs: () => 0,
    },
    { profile, row, place: { kind: 'user', id: userId }, present },
  );
  opened.push(session);
  return session;
}

/** The same change in the popup that is opened next. */
async function reopen(session: ContactSession, row?: Row): Promise<ContactSession> {
  session.close();
  return open(row);
}

async function reach<A extends ContactStep['at']>(
  session: ContactSession,
  at: A,
): Promise<Extract<ContactStep, { at: A }>> {
  await fixture.time.passes(() => expect(session.step.value.at).toBe(at));
  return session.step.value as Extract<ContactStep, { at: A }>;
}

function demand(stage: ReadyStage | undefined): ReadyStage {
  if (!stage) throw new Error('the form was refused');
  return stage;
}

async function send(session: ContactSession, contact: string): Promise<void> {
  session.setForm.set(session.steps.contactField, contact);
  await fixture.time.run(session.submit(demand(session.readySend()), 'key'));
  await reach(session, 'code');
}

type SentCode = { readonly otpId: string; readonly contact: string; readonly code: string };

async function codeSentTo(contact: string): Promise<string> {
  const answer = await fixture.service.handle(
    new Request(`${BASE_URL}/local/otp`, { headers: codeHeaders() }),
  );
  const { codes } = (await answer.json()) as { codes: SentCode[] };
  const found = codes.find((one) => one.contact === contact);
  if (!found) throw new Error('no code was sent');
  return found.code;
}

/** A code of the same form that isn't the one that was sent. */
const otherCode = (code: string): string => `${(Number(code[0]) + 1) % 10}${code.slice(1)}`;

function typeCode(session: ContactSession, code: string): ReadyStage {
  session.checkForm.set(session.codeField, code);
  return demand(session.readyCheck());
}

async function submitCode(session: ContactSession, code: string): Promise<void> {
  await fixture.time.run(session.submitBoth(typeCode(session, code), { check: 'key', set: 'key' }));
}

async function storedUser() {
  const { users } = (await fixture.browser.client.call('query', {
    profileId: profile.id,
    operation: 'list_users',
    parameters: {},
  })) as { users: { userId: string; userEmail?: string; userPhoneNumber?: string }[] };
  return users.find((user) => user.userId === userId);
}

const newContact = () => `${crypto.randomUUID()}@demo.example`;
/** Everything that is stored in clear anywhere in the browser. */
const inClear = () =>
  JSON.stringify([...kept, ...fixture.browser.session, ...fixture.browser.local]);

describe('openContactSession', () => {
  for (const generation of ['legacy', 'enclave'] as const) {
    test(`behavior: ${generation}: sent, checked and set in one go`, async () => {
      await setGeneration(generation);
      const contact = newContact();
      const session = await open();
      expect(session.step.value).toEqual({ at: 'contact' });
      await send(session, contact);
      const code = await codeSentTo(contact);
      expect(code).toMatch(/^\d{6}$/);
      await submitCode(session, code);
      await reach(session, 'done');
      expect((await storedUser())?.userEmail).toBe(contact);
      expect(inClear()).not.toContain(code);
      await session.forget();
      expect((await open()).step.value).toEqual({ at: 'contact' });
    });
  }

  test('behavior: a phone number, typed with blanks', async () => {
    const row = OPERATIONS.update_user_phone_number;
    const session = await open(row);
    await send(session, '+49 (30) 123-4567');
    expect(session.change.value.contact).toBe('+49301234567');
    await submitCode(session, await codeSentTo('+49301234567'));
    await reach(session, 'done');
    expect((await storedUser())?.userPhoneNumber).toBe('+49301234567');
  });

  test('behavior: the present contact is what it starts with, to verify it', async () => {
    const contact = newContact();
    const first = await open(undefined, contact);
    expect(first.change.value.contact).toBe(contact);
    await fixture.time.run(first.submit(demand(first.readySend()), 'key'));
    await reach(first, 'code');
    await submitCode(first, await codeSentTo(contact));
    await reach(first, 'done');
    expect((await storedUser())?.userEmail).toBe(contact);
  });

  test('behavior: a contact is also saved without a code', async () => {
    const contact = newContact();
    const session = await open();
    session.setForm.set('userEmail', contact);
    await fixture.time.run(session.submit(demand(session.readySet()), 'key'));
    await reach(session, 'done');
    expect(session.change.value.checkId).toBeNull();
    expect((await storedUser())?.userEmail).toBe(contact);
  });

  test('error: no contact is no removal: nothing can be sent or saved', async () => {
    const session = await open(undefined, newContact());
    session.setForm.set('userEmail', ' ');
    expect([session.readySend(), session.readySet()]).toEqual([undefined, undefined]);
    expect(session.setForm.errors.value).toEqual({ userEmail: 'missing' });
  });

  test('behavior: two contacts are changed side by side', async () => {
    const [email, phone] = [newContact(), '+15551234567'];
    await send(await open(), email);
    await send(await open(OPERATIONS.update_user_phone_number), phone);
    const reopened = await open();
    await reach(reopened, 'code');
    expect(reopened.change.value.contact).toBe(email);
  });
});

describe('a popup that is closed', () => {
  test('behavior: while the contact is typed', async () => {
    const first = await open();
    first.setForm.set('userEmail', 'half-typed');
    await fixture.time.passes(() => expect(JSON.stringify([...kept])).toContain('half-typed'));
    const next = await reopen(first);
    expect(next.setForm.draft.value['userEmail']).toBe('half-typed');
    expect(next.step.value).toEqual({ at: 'contact' });
  });

  test('behavior: after the code was sent, and again after a wrong one', async () => {
    const contact = newContact();
    const first = await open();
    await send(first, contact);
    const second = await reopen(first);
    expect(await reach(second, 'code')).toMatchObject({ triesLeft: 3 });
    const code = await codeSentTo(contact);
    await submitCode(second, otherCode(code));
    const third = await reopen(second);
    await fixture.time.passes(() =>
      expect(third.step.value).toMatchObject({ at: 'code', triesLeft: 2 }),
    );
    expect(inClear()).not.toContain(code);
    await submitCode(third, code);
    await reach(third, 'done');
    expect((await storedUser())?.userEmail).toBe(contact);
  });

  test('behavior: between check and change, the worker too: the token comes back, and the change is asked about', async () => {
    const contact = newContact();
    const first = await open();
    await send(first, contact);
    await fixture.time.run(first.submit(typeCode(first, await codeSentTo(contact)), 'key'));
    fixture.browser.kill();
    const second = await reopen(first);
    const { proof } = await reach(second, 'verified');
    const token = String(proof['verificationToken']);
    expect(token.split('.')).toHaveLength(3);
    expect(inClear()).not.toContain(token);
    // Nothing is stamped until someone says so.
    expect((await storedUser())?.userEmail).not.toBe(contact);
    await fixture.time.run(second.submit(demand(second.readySet()), 'key'));
    await reach(second, 'done');
    expect((await storedUser())?.userEmail).toBe(contact);
    expect([inClear(), ...fixture.browser.sent].join()).not.toContain(token);
  });

  test('behavior: while the change is on its way', async () => {
    const contact = newContact();
    const first = await open();
    await send(first, contact);
    await fixture.time.run(first.submit(typeCode(first, await codeSentTo(contact)), 'key'));
    await reach(first, 'verified');
    await fixture.time.run(first.submit(demand(first.readySet()), 'key'));
    const second = await reopen(first);
    await reach(second, 'done');
    expect((await storedUser())?.userEmail).toBe(contact);
  });

  test('behavior: before a request reached the worker: it is as if it had never been made', async () => {
    const first = await open();
    first.setForm.set('userEmail', newContact());
    const { client } = fixture.browser;
    const broken = { ...demand(first.readySend()) };
    const sent = first.submit({ ...broken, ready: { ...broken.ready, parameters: {} } }, 'key');
    await expect(sent).rejects.toMatchObject({ code: 'invalid_input' });
    expect(JSON.stringify([...kept])).toContain(broken.ready.id);
    const second = await reopen(first);
    await reach(second, 'contact');
    expect(JSON.stringify([...kept])).not.toContain(broken.ready.id);
    await expect(client.call('activities_get', { id: broken.ready.id })).rejects.toMatchObject({
      code: 'activity_unknown',
    });
  });

  test('behavior: with a request that is pending for a passkey: it waits, and a discarded one was never made', async () => {
    const { client } = fixture.browser;
    const passkeys = { rpId: null, credentials: [] };
    profile = await fixture.callWithProof('profiles_save', { ...profile, passkeys });
    const first = await open();
    first.setForm.set('userEmail', newContact());
    const stage = demand(first.readySend());
    await fixture.time.run(first.submit(stage, 'passkey'));
    const second = await reopen(first);
    expect(await reach(second, 'running')).toEqual({ at: 'running', stage: 'send' });
    await client.call('requests_decide', { id: stage.ready.id, decision: { kind: 'refuse' } });
    await reach(second, 'contact');
  });
});

describe('a code that leads nowhere', () => {
  test('error: three wrong ones: the tries left are counted, then only a new code helps', async () => {
    const contact = newContact();
    const session = await open();
    await send(session, contact);
    const code = await codeSentTo(contact);
    for (const triesLeft of [2, 1]) {
      await submitCode(session, otherCode(code));
      await fixture.time.passes(() =>
        expect(session.step.value).toMatchObject({ at: 'code', triesLeft }),
      );
    }
    await submitCode(session, otherCode(code));
    expect(await reach(session, 'ended')).toEqual({ at: 'ended', why: 'locked' });
    const later = await reopen(session);
    expect(await reach(later, 'ended')).toEqual({ at: 'ended', why: 'locked' });
    await later.submit(demand(later.readySend()), 'key');
    expect(await reach(later, 'code')).toMatchObject({ triesLeft: 3 });
    await submitCode(later, await codeSentTo(contact));
    await reach(later, 'done');
  });

  test('error: locked by tries that this popup knows nothing of', async () => {
    const contact = newContact();
    const session = await open();
    await send(session, contact);
    const { otpId, encryptedOtpBundle } = (await reach(session, 'code')).sendResult;
    const code = await codeSentTo(contact);
    for (let tries = 0; tries < 3; tries++) {
      await fixture.submit(
        'verify_otp',
        { otpId, encryptedOtpBundle },
        { fields: { encryptedOtpBundle: otherCode(code) } },
      );
    }
    await submitCode(session, code);
    expect(await reach(session, 'ended')).toEqual({ at: 'ended', why: 'locked' });
  });

  test('error: expired: at the moment that the countdown says', async () => {
    const contact = newContact();
    const session = await open();
    await send(session, contact);
    const { expiresAt } = await reach(session, 'code');
    const now = fixture.browser.time.now();
    expect(Math.abs(expiresAt - now - 300_000)).toBeLessThan(30_000);
    const code = await codeSentTo(contact);
    fixture.time.skew = 301_000;
    await submitCode(session, code);
    expect(await reach(session, 'ended')).toEqual({ at: 'ended', why: 'expired' });
  });

  test('error: used already', async () => {
    const contact = newContact();
    const session = await open();
    await send(session, contact);
    const code = await codeSentTo(contact);
    await fixture.time.run(session.submit(typeCode(session, code), 'key'));
    await reach(session, 'verified');
    session.back();
    await reach(session, 'code');
    await submitCode(session, code);
    expect(await reach(session, 'ended')).toEqual({ at: 'ended', why: 'used' });
  });

  test('error: of the other generation', async () => {
    const session = await open();
    await send(session, newContact());
    await setGeneration('legacy');
    expect(await reach(await reopen(session), 'ended')).toEqual({
      at: 'ended',
      why: 'generation',
    });
  });
});

describe('a token that is not taken', () => {
  async function verify(contact: string): Promise<ContactSession> {
    const session = await open();
    await send(session, contact);
    await fixture.time.run(session.submit(typeCode(session, await codeSentTo(contact)), 'key'));
    await reach(session, 'verified');
    return session;
  }

  test('error: for another contact: a new code is asked for', async () => {
    const session = await verify(newContact());
    const stage = demand(session.readySet());
    const parameters = { ...stage.ready.parameters, userEmail: newContact() };
    await fixture.time.run(
      session.submit({ ...stage, ready: { ...stage.ready, parameters } }, 'key'),
    );
    expect(await reach(session, 'ended')).toEqual({ at: 'ended', why: 'token' });
    expect((await storedUser())?.userEmail).toBeUndefined();
  });

  test('error: used before (409): a new code is asked for, also after a restart', async () => {
    const contact = newContact();
    const session = await verify(contact);
    const { proof } = await reach(session, 'verified');
    const used = await fixture.submit(
      'update_user_email',
      { userId, userEmail: contact },
      { fields: { ...proof } },
    );
    await fixture.time.passes(async () =>
      expect((await fixture.browser.client.call('activities_get', { id: used.id })).state).toBe(
        'completed',
      ),
    );
    await fixture.time.run(session.submit(demand(session.readySet()), 'key'));
    const later = await reopen(session);
    expect(await reach(later, 'ended')).toEqual({ at: 'ended', why: 'token' });
    await later.submit(demand(later.readySend()), 'key');
    await reach(later, 'code');
    await submitCode(later, await codeSentTo(contact));
    await reach(later, 'done');
  });
});
