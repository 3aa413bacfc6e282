import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import {
  findAnswer,
  clearSent,
  findActiveForm,
  storeAnswer,
  markSent,
  openForm,
  reopenForm,
  operationSentAs,
} from '../../../src/ui/forms/form-sessions.ts';
import { createDraftStore } from '../../../src/ui/forms/draft-store.ts';
import { createPopupStore } from '../../../src/ui/page/store.ts';
import { id, popupWorld, profile } from '../page/world.ts';
import { settled } from '../../test-clock.ts';

const EMAIL = OPERATIONS.update_user_email;
const OTP = OPERATIONS.verify_otp;

function openPopup() {
  const world = popupWorld({});
  const reopened = () => createPopupStore(world.effects);
  return { world, store: reopened(), reopened };
}

describe('openForm', () => {
  test('behavior: the same form comes back as it was left', async () => {
    const { store } = openPopup();
    const work = await openForm(store, profile, EMAIL, undefined);
    work.form.set('userEmail', 'a@example.com');
    expect(await openForm(store, profile, EMAIL, undefined)).toBe(work);
    expect(findActiveForm(store, EMAIL.name)).toBe(work);
    expect(findActiveForm(store, 'update_wallet')).toBeUndefined();
  });

  test('behavior: another profile or generation starts anew', async () => {
    const { store } = openPopup();
    const work = await openForm(store, profile, OTP, OPERATIONS.init_otp);
    const enclave = { ...profile, otpGeneration: 'enclave' } as const;
    expect(await openForm(store, enclave, OTP, OPERATIONS.init_otp)).not.toBe(work);
  });

  test('behavior: a closed popup keeps the draft, and no secret', async () => {
    const { world, store, reopened } = openPopup();
    const { form } = await openForm(store, profile, EMAIL, undefined);
    form.set('userEmail', 'a@example.com');
    form.set('verificationToken', 'top.secret.token');
    await settled();
    expect(JSON.stringify([...world.kept])).toContain('a@example.com');
    expect(JSON.stringify([...world.kept])).not.toContain('secret');
    const reopenedForm = await openForm(reopened(), profile, EMAIL, undefined);
    expect(reopenedForm.form.draft.value).toMatchObject({
      userEmail: 'a@example.com',
      verificationToken: '',
    });
  });

  test('behavior: a closed popup keeps the step that ran first, not the code', async () => {
    const { world, store, reopened } = openPopup();
    const { form } = await openForm(store, profile, OTP, OPERATIONS.init_otp);
    form.setPrerequisite(id(7));
    form.set('otpCode', 'AB12CD');
    await settled();
    expect(JSON.stringify([...world.kept])).toContain(id(7));
    expect(JSON.stringify([...world.kept])).not.toContain('AB12CD');
    const reopenedForm = await openForm(reopened(), profile, OTP, OPERATIONS.init_otp);
    expect([
      reopenedForm.form.prerequisiteId.value,
      reopenedForm.form.needsPrerequisite.value,
    ]).toEqual([id(7), true]);
  });

  test('behavior: a draft of another operation or profile is not taken', async () => {
    const { store, reopened } = openPopup();
    const { form } = await openForm(store, profile, EMAIL, undefined);
    form.set('userId', id(8));
    const other = await openForm(reopened(), profile, OPERATIONS.update_user_name, undefined);
    expect(other.form.draft.value['userId']).toBe('');
    const foreign = await openForm(reopened(), { ...profile, id: id(30) }, EMAIL, undefined);
    expect(foreign.form.draft.value['userId']).toBe('');
  });
});

describe('several unfinished forms', () => {
  const WALLET = OPERATIONS.update_wallet;
  const about = (n: number) =>
    ({
      fixed: { walletId: id(n) },
      initial: { walletName: 'Payroll' },
      about: { kind: 'wallet', id: id(n) },
    }) as const;
  const nameIn = async (store: ReturnType<typeof createPopupStore>, n: number) =>
    (await openForm(store, profile, WALLET, undefined, about(n))).form.draft.value['walletName'];

  test('behavior: each record keeps what was typed about it, also after the popup closed', async () => {
    const { store, reopened } = openPopup();
    for (const n of [5, 6]) {
      const { form } = await openForm(store, profile, WALLET, undefined, about(n));
      form.set('walletName', `Payroll ${n}`);
    }
    for (const next of [store, reopened()]) {
      expect(await nameIn(next, 5)).toBe('Payroll 5');
      expect(await nameIn(next, 6)).toBe('Payroll 6');
      expect(await nameIn(next, 7)).toBe('Payroll');
    }
  });

  test('behavior: a form that was sent takes only its own draft along', async () => {
    const { world, store } = openPopup();
    for (const n of [5, 6]) {
      const { form } = await openForm(store, profile, WALLET, undefined, about(n));
      form.set('walletName', `Payroll ${n}`);
    }
    const sent = await openForm(store, profile, WALLET, undefined, about(6));
    markSent(store, sent, id(9));
    const drafts = createDraftStore(world.effects.session);
    const left = await drafts.list(profile.id);
    expect(left.map((one) => one.about?.id)).toEqual([id(5)]);
  });

  test('behavior: the latest come first, and ten are kept', async () => {
    const { world } = openPopup();
    const drafts = createDraftStore(world.effects.session);
    for (let n = 1; n <= 12; n += 1) {
      const place = { profileId: profile.id, operation: WALLET.name, about: about(n).about };
      drafts.save(place, { draft: {}, prerequisiteId: null });
    }
    const kept = await drafts.list(profile.id);
    expect(kept.map((one) => one.about?.id)).toEqual(
      Array.from({ length: 10 }, (_, index) => id(12 - index)),
    );
    expect(await drafts.list(id(30))).toEqual([]);
  });
});

describe('noteSent', () => {
  test('behavior: a sent form drops its secrets and its draft, and is not met again by chance', async () => {
    const { world, store } = openPopup();
    const work = await openForm(store, profile, EMAIL, undefined);
    work.form.set('userId', id(8));
    work.form.set('verificationToken', 'top.secret.token');
    work.form.submit();
    markSent(store, work, id(9));
    expect(work.form.draft.value['verificationToken']).toBe('');
    expect(work.form.ready.value).toBeUndefined();
    await settled();
    expect(world.kept.size).toBe(0);
    expect(findActiveForm(store, EMAIL.name)).toBeUndefined();
    expect(await openForm(store, profile, EMAIL, undefined)).not.toBe(work);
  });

  test('behavior: a refused one is opened again as it was sent', async () => {
    const { store } = openPopup();
    const work = await openForm(store, profile, EMAIL, undefined);
    work.form.set('userEmail', 'a@example.com');
    markSent(store, work, id(9));
    expect([operationSentAs(store, id(9)), operationSentAs(store, id(10))]).toEqual([
      EMAIL.name,
      undefined,
    ]);
    expect(reopenForm(store, id(10))).toBe(false);
    expect(reopenForm(store, id(9))).toBe(true);
    const reopenedForm = await openForm(store, profile, EMAIL, undefined);
    expect(reopenedForm.form.draft.value['userEmail']).toBe('a@example.com');
  });

  test('behavior: a completed one is gone', async () => {
    const { store } = openPopup();
    const work = await openForm(store, profile, EMAIL, undefined);
    markSent(store, work, id(9));
    clearSent(store, id(9));
    expect(reopenForm(store, id(9))).toBe(false);
  });
});

describe('keepAnswer', () => {
  test('behavior: the answer is there for its own operation, its draft forgotten', async () => {
    const { world, store } = openPopup();
    const row = OPERATIONS.get_api_key;
    const { form } = await openForm(store, profile, row, undefined);
    form.set('apiKeyId', id(8));
    storeAnswer(store, { row, answer: { apiKey: {} } });
    expect(findAnswer(store, row.name)?.answer).toEqual({ apiKey: {} });
    expect(findAnswer(store, 'whoami')).toBeUndefined();
    await settled();
    expect(world.kept.size).toBe(0);
  });
});

describe('createDrafts', () => {
  test('error: anything that is no draft is no draft', async () => {
    const { world } = openPopup();
    for (const value of [null, 'x', {}, { profileId: profile.id }]) {
      for (const stored of [value, [value]]) {
        world.kept.set('drafts', stored);
        expect(await createDraftStore(world.effects.session).list(profile.id)).toEqual([]);
      }
    }
  });

  test('error: storage that fails disturbs nobody', async () => {
    const fail = async () => Promise.reject(new Error('gone'));
    const drafts = createDraftStore({ get: fail, set: fail, remove: fail });
    const place = { profileId: profile.id, operation: EMAIL.name, about: undefined };
    expect(await drafts.list(profile.id)).toEqual([]);
    drafts.save(place, { draft: {}, prerequisiteId: null });
    drafts.remove(place);
    expect(await drafts.find(place)).toBeUndefined();
  });
});
