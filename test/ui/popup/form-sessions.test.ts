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
} from '../../../src/ui/popup/form-sessions.ts';
import { createDraftStore } from '../../../src/ui/popup/draft-store.ts';
import { createStore } from '../../../src/ui/popup/store.ts';
import { id, popupWorld, profile } from './world.ts';

const EMAIL = OPERATIONS.update_user_email;
const OTP = OPERATIONS.verify_otp;

function openPopup() {
  const world = popupWorld({});
  const reopened = () => createStore(world.effects);
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
    expect(world.kept.size).toBe(0);
  });
});

describe('createDrafts', () => {
  test('error: anything that is no draft is no draft', async () => {
    const { world } = openPopup();
    for (const value of [null, 'x', {}, { profileId: profile.id }]) {
      world.kept.set('draft', value);
      expect(await createDraftStore(world.effects.session).read(profile.id)).toBeUndefined();
    }
  });

  test('error: storage that fails disturbs nobody', async () => {
    const fail = async () => Promise.reject(new Error('gone'));
    const drafts = createDraftStore({ get: fail, set: fail, remove: fail });
    expect(await drafts.read(profile.id)).toBeUndefined();
    drafts.save(profile.id, EMAIL.name, { draft: {}, prerequisiteId: null });
    drafts.clear();
  });
});
