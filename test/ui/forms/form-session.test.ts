import { describe, expect, test } from 'vitest';
import { randomBytes } from '../../../src/crypto/bytes.ts';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import type { Row } from '../../../src/protocol/operation-row.ts';
import { nextAccount } from '../../../src/ui/forms/accounts.ts';
import { partsKey } from '../../../src/ui/records/list-sources.ts';
import { createRecords } from '../../../src/ui/records/records.ts';
import { createFormSession, type SavedForm } from '../../../src/ui/forms/form-session.ts';
import type { Values } from '../../../src/protocol/parse.ts';

const ID = '7f1a3f0e-6c3c-4f0e-9a43-0d1a1f6a2b3c';

function openSession(row: Row, answerOf: (operation: string) => Values = () => ({})) {
  const kept: SavedForm[] = [];
  const asked: string[] = [];
  let lastId = 0;
  const effects = {
    records: createRecords({
      query: async (operation: string) => {
        asked.push(operation);
        return Promise.resolve(answerOf(operation));
      },
      now: () => 0,
    }),
    randomId: () => `id-${(lastId += 1)}`,
    randomBytes,
    save: (one: SavedForm) => void kept.push(one),
  };
  const facts = { row, generation: 'legacy', self: undefined, saved: undefined } as const;
  return { form: createFormSession(effects, facts), kept, asked };
}

describe('createFormSession', () => {
  test('behavior: a field that is left is checked, an empty one is not scolded', () => {
    const { form } = openSession(OPERATIONS.update_wallet);
    form.validateField('walletId');
    expect(form.errors.value).toEqual({});
    form.set('walletId', 'no id');
    form.validateField('walletId');
    expect(form.errors.value).toEqual({ walletId: 'uuid' });
    form.set('walletId', ID);
    expect(form.errors.value).toEqual({});
  });

  test('behavior: an address is checked again when its network changes', () => {
    const { form } = openSession(OPERATIONS.init_fiat_on_ramp);
    form.set('walletAddress', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    form.validateField('walletAddress');
    // Before there is a network, nothing can be said of it.
    expect(form.errors.value).toEqual({});
    form.set('network', 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BITCOIN');
    expect(form.errors.value).toEqual({ walletAddress: 'address_chain' });
    form.set('network', 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BASE');
    expect(form.errors.value).toEqual({});
    form.set('walletAddress', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed');
    form.validateField('walletAddress');
    expect(form.errors.value).toEqual({ walletAddress: 'address_checksum' });
  });

  test('behavior: submit names every refused field, in the form’s order', () => {
    const { form } = openSession(OPERATIONS.update_user_name);
    expect(form.submit()).toBeUndefined();
    expect(form.refusals.value).toEqual(['userId', 'userName']);
    expect(form.errors.value).toEqual({ userId: 'missing', userName: 'missing' });
  });

  test('behavior: a finished form has one id until something changes', () => {
    const { form } = openSession(OPERATIONS.update_wallet);
    form.set('walletId', ID);
    const ready = form.submit();
    const parameters = { walletId: ID };
    expect(ready).toEqual({ ok: true, id: 'id-1', parameters, secrets: {}, changes: {} });
    expect(form.ready.value).toBe(ready);
    form.set('walletName', 'Other');
    expect(form.ready.value).toBeUndefined();
    expect(form.submit()?.id).toBe('id-2');
  });

  test('behavior: every change keeps what may be kept', () => {
    const { form, kept } = openSession(OPERATIONS.update_user_email);
    form.set('userEmail', 'a@example.com');
    form.set('verificationToken', 'a.b.c');
    expect(kept.at(-1)).toEqual({
      draft: { userId: '', userEmail: 'a@example.com' },
      prerequisiteId: null,
    });
  });

  test('behavior: a list is asked for once, and again after a failure', async () => {
    let fails = true;
    const { form, asked } = openSession(OPERATIONS.update_wallet, () => {
      if (fails) throw new KeystampError('service_unreachable');
      return { wallets: [{ walletId: ID, walletName: 'Main' }] };
    });
    await Promise.all([form.load('wallet'), form.load('wallet')]);
    expect(asked).toEqual(['list_wallets']);
    expect(form.loadErrors.value.wallet?.code).toBe('service_unreachable');
    fails = false;
    await form.load('wallet');
    await form.load('wallet');
    expect(asked).toEqual(['list_wallets', 'list_wallets']);
    expect(form.known.value.wallet?.get(ID)?.name).toBe('Main');
    expect(form.loadErrors.value).toEqual({});
  });

  test('behavior: a taken name is refused while it’s typed, until it’s another one', async () => {
    const { form } = openSession(OPERATIONS.create_wallet, () => ({
      wallets: [{ walletId: ID, walletName: 'Main' }],
    }));
    form.set('walletName', 'Main');
    expect(form.errors.value).toEqual({});
    await form.load('wallet');
    expect(form.errors.value).toEqual({ walletName: 'name_taken' });
    expect(form.submit()).toBeUndefined();
    expect(form.refusals.value).toEqual(['walletName']);
    form.set('walletName', ' Main ');
    expect(form.errors.value).toEqual({ walletName: 'name_taken' });
    form.set('walletName', 'Main 2');
    expect(form.errors.value).toEqual({});
    expect(form.submit()?.parameters).toMatchObject({ walletName: 'Main 2' });
  });

  test('behavior: a record that is renamed may keep its own name, not take another’s', async () => {
    const other = ID.replace('7', '8');
    const { form } = openSession(OPERATIONS.update_wallet, () => ({
      wallets: [
        { walletId: ID, walletName: 'Main' },
        { walletId: other, walletName: 'Cold' },
      ],
    }));
    await form.load('wallet');
    form.set('walletId', ID);
    form.set('walletName', 'Main');
    expect(form.errors.value).toEqual({});
    form.set('walletId', other);
    expect(form.errors.value).toEqual({ walletName: 'name_taken' });
    form.set('walletName', '');
    expect(form.errors.value).toEqual({});
  });

  test('error: an account that the wallet has, or that is listed twice, before any review', async () => {
    const ethereum = nextAccount('ADDRESS_FORMAT_ETHEREUM', []);
    if (!ethereum) throw new Error('no account');
    const { form } = openSession(OPERATIONS.create_wallet_accounts, () => ({
      accounts: [{ walletAccountId: 'a', walletId: ID, address: '0x0', ...ethereum }],
    }));
    expect(form.draft.value).toEqual({ walletId: '', accounts: [] });
    form.set('walletId', ID);
    expect(form.submit()).toBeUndefined();
    expect(form.errors.value).toEqual({ accounts: 'choose_some' });
    form.addItem('accounts', ethereum);
    expect(form.errors.value).toEqual({});
    await form.load(partsKey('walletAccount', ID));
    expect(form.errors.value).toEqual({ 'accounts.0.path': 'account_taken' });
    expect(form.submit()).toBeUndefined();
    expect(form.refusals.value).toEqual(['accounts.0.path']);
    form.set('accounts.0.path', "m/44'/60'/1'/0/0");
    expect(form.submit()?.parameters).toEqual({
      walletId: ID,
      accounts: [{ ...ethereum, path: "m/44'/60'/1'/0/0" }],
    });
    form.addItem('accounts', { ...ethereum, path: "m/44'/60'/1'/0/0" });
    expect(form.errors.value).toEqual({ 'accounts.1.path': 'account_taken' });
    form.removeItem('accounts', 1);
    expect(form.errors.value).toEqual({});
  });

  test('behavior: loads what the review needs, the affected records too', async () => {
    const { form, asked } = openSession(OPERATIONS.delete_user_tags);
    await form.loadAll();
    expect(asked.toSorted()).toEqual(['list_user_tags', 'list_users']);
  });

  test('behavior: waits for the step that runs first, and starts over without the code', () => {
    const row = OPERATIONS.verify_otp;
    if (!row.prerequisite) throw new Error('the row begins with nothing');
    const { form, kept } = openSession(row);
    expect(form.needsPrerequisite.value).toBe(true);
    form.setPrerequisite(ID);
    form.finishPrerequisite(row.prerequisite, { otpId: 'request' });
    expect(form.needsPrerequisite.value).toBe(false);
    form.set('otpCode', 'AB12CD');
    expect(form.submit()).toMatchObject({
      parameters: { otpId: 'request' },
      secrets: { otpCode: 'AB12CD' },
    });
    form.startOver();
    expect([
      form.needsPrerequisite.value,
      form.prerequisiteId.value,
      form.draft.value['otpCode'],
    ]).toEqual([true, null, '']);
    expect(kept.at(-1)).toEqual({ draft: { expirationSeconds: '' }, prerequisiteId: null });
  });

  test('behavior: a refusal from outside stands at its field', () => {
    const { form } = openSession(OPERATIONS.update_wallet);
    form.refuse('walletName', 'label_characters');
    expect(form.errors.value).toEqual({ walletName: 'label_characters' });
    expect(form.refusals.value).toEqual(['walletName']);
  });
});
