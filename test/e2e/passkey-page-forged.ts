import { expect } from 'playwright/test';
import { test } from './environment.ts';
import { PAGE_OPERATIONS } from '../../src/protocol/operations.ts';
import type { PasskeyAnswer } from '../../src/protocol/passkey.ts';
import { approveShown, closeConfirm } from './confirm-window.ts';
import { call, callWorker } from './extension-internals.ts';
import {
  expectCompleted,
  dapp,
  decide,
  environment,
  refuse,
  RENAME,
  startRename,
  sends,
  shownConfirm,
  pendingRequests,
} from './passkey-site-environment.ts';
import { changeProfile, signDigest } from './passkey-environment.ts';
import { operationRow } from './user-actions.ts';

/*
 * Bad input that no screen produces: what a message from one of our pages could contain if the page
 * weren't ours. The worker checks what it can, the service the rest.
 */

/** Approves in a window of its own: the one that was open draws anew what just couldn’t be approved. */
async function approveAnew(): Promise<void> {
  await closeConfirm(environment.keystamp);
  await callWorker(environment.own, 'requests_show');
  await approveShown(await shownConfirm());
}

test.describe('one of our pages’ messages that names the API key for a passkey-only operation', () => {
  const required = { ok: false, error: { code: 'passkey_required' } };

  test('error: to approve a page’s request: refused, and it is still pending', async () => {
    const before = sends(RENAME.path).length;
    const { id, digest, asked } = await startRename();
    expect(await decide(id, digest, { method: 'key' })).toMatchObject(required);
    expect(await pendingRequests()).toHaveLength(1);
    expect(sends(RENAME.path)).toHaveLength(before);
    await approveAnew();
    expectCompleted(await asked);
    expect(
      sends(RENAME.path)
        .slice(before)
        .map(({ header }) => header),
    ).toEqual(['x-stamp-webauthn']);
  });

  test('error: to submit an activity of our own: nothing built, stored or sent', async () => {
    const before = environment.proxy.seen.length;
    const { id: profileId } = await changeProfile(environment.own, {});
    const parameters = { walletId: crypto.randomUUID(), walletName: 'Forged' };
    const id = crypto.randomUUID();
    const input = { id, profileId, operation: RENAME.name, parameters };
    expect(await call(environment.own, 'activities_submit', input)).toMatchObject(required);
    expect(await call(environment.own, 'activities_get', { id })).toMatchObject({ ok: false });
    expect(environment.proxy.seen).toHaveLength(before);
  });

  test('error: to run a query: nothing is sent', async () => {
    const { id: profileId } = await changeProfile(environment.own, {});
    const row = operationRow('get_api_key');
    const before = sends(row.path).length;
    const parameters = { apiKeyId: crypto.randomUUID() };
    const input = { profileId, operation: row.name, parameters };
    expect(await call(environment.own, 'query', input)).toMatchObject(required);
    expect(sends(row.path)).toHaveLength(before);
  });

  test('error: what was auto-approved with the key needs the user again', async () => {
    await changeProfile(environment.own, { authorization: { usual: 'key', passkeyOnly: [] } });
    const first = await startRename();
    const grant = { limits: {}, most: 5, perHour: null, lastsMs: 3_600_000 };
    const decision = { kind: 'approve', digest: first.digest, by: { method: 'key' }, grant };
    await callWorker(environment.own, 'requests_decide', { id: first.id, decision });
    expectCompleted(await first.asked);
    // The user isn't asked now.
    const { parameters } = first;
    const again = { ...parameters, walletName: 'By the grant' };
    expectCompleted(await dapp.ask('request', { operation: RENAME.name, parameters: again }));
    await changeProfile(environment.own, {
      authorization: { usual: 'key', passkeyOnly: [...PAGE_OPERATIONS] },
    });
    const second = await startRename();
    expect(await decide(second.id, second.digest, { method: 'key' })).toMatchObject(required);
    await approveAnew();
    expectCompleted(await second.asked);
  });
});

/** A response with one member's bytes changed. */
function changed(
  answer: PasskeyAnswer,
  member: keyof PasskeyAnswer,
  change: (bytes: Buffer) => Buffer,
): PasskeyAnswer {
  const bytes = change(Buffer.from(answer[member], 'base64url'));
  return { ...answer, [member]: bytes.toString('base64url') };
}

const inText = (from: string, to: string) => (bytes: Buffer) =>
  Buffer.from(bytes.toString().replace(from, to));
const atByte = (at: number, change: (byte: number) => number) => (bytes: Buffer) => {
  const copy = Buffer.from(bytes);
  copy[at] = change(copy[at] ?? 0);
  return copy;
};

type Forgery = readonly [
  name: string,
  code: string,
  forge: (
    sign: (digest: string) => Promise<PasskeyAnswer>,
    digest: string,
  ) => Promise<PasskeyAnswer>,
];

test.describe('a passkey’s response that isn’t about this request', () => {
  const FORGERIES: readonly Forgery[] = [
    ['a stamp for another body', 'passkey_invalid', (sign) => sign('0'.repeat(64))],
    [
      'client data of another origin',
      'passkey_invalid',
      async (sign, digest) =>
        changed(await sign(digest), 'clientDataJson', inText('chrome-extension', 'https')),
    ],
    [
      'client data of a registration',
      'passkey_invalid',
      async (sign, digest) =>
        changed(await sign(digest), 'clientDataJson', inText('webauthn.get', 'webauthn.create')),
    ],
    [
      'authenticator data of another domain',
      'passkey_invalid',
      async (sign, digest) =>
        changed(
          await sign(digest),
          'authenticatorData',
          atByte(0, (byte) => byte ^ 1),
        ),
    ],
    [
      'authenticator data of nobody present',
      'passkey_invalid',
      async (sign, digest) =>
        changed(
          await sign(digest),
          'authenticatorData',
          atByte(32, (byte) => byte & ~1),
        ),
    ],
    [
      'a credential that the profile does not have',
      'passkey_unknown',
      async (sign, digest) =>
        changed(
          await sign(digest),
          'credentialId',
          atByte(0, (byte) => byte ^ 1),
        ),
    ],
  ];

  for (const [what, code, forge] of FORGERIES) {
    test(`error: ${what}: the worker refuses, nothing is sent, the request is still pending`, async () => {
      const before = sends(RENAME.path).length;
      const { id, digest, asked } = await startRename();
      await environment.own.bringToFront();
      const sign = (one: string) => signDigest(environment.own, one, environment.passkey);
      const answer = await forge(sign, digest);
      const decided = await decide(id, digest, { method: 'passkey', answer });
      expect(decided).toMatchObject({ ok: false, error: { code } });
      expect(sends(RENAME.path)).toHaveLength(before);
      expect(await pendingRequests()).toHaveLength(1);
      await refuse(id);
      expect(await asked).toMatchObject({ ok: false, code: 'refused' });
    });
  }

  const UNSIGNED: readonly Forgery[] = [
    [
      'the challenge of this body put into another stamp',
      'SIGNATURE_INVALID',
      async (sign, digest) =>
        changed(
          await sign('0'.repeat(64)),
          'clientDataJson',
          inText(base64url('0'.repeat(64)), base64url(digest)),
        ),
    ],
    [
      'a sign count that was raised by hand',
      'SIGNATURE_INVALID',
      async (sign, digest) =>
        changed(
          await sign(digest),
          'authenticatorData',
          atByte(33, () => 1),
        ),
    ],
  ];

  for (const [what, code, forge] of UNSIGNED) {
    test(`error: ${what}: the service refuses the signature, and carries nothing out`, async () => {
      const before = await environment.oracle.effects();
      const { id, digest, asked } = await startRename();
      await environment.own.bringToFront();
      const sign = (one: string) => signDigest(environment.own, one, environment.passkey);
      const answer = await forge(sign, digest);
      await decide(id, digest, { method: 'passkey', answer });
      expect(await asked).toMatchObject({ ok: false, code: 'service_error' });
      const entry = await callWorker(environment.own, 'activities_get', { id });
      expect(entry).toMatchObject({ state: 'refused', error: { detail: { serviceCode: code } } });
      expect(await environment.oracle.effects()).toEqual(before);
    });
  }

  test('error: a stamp seen in transit, over another body: refused by the service', async () => {
    const before = await environment.oracle.effects();
    const seen = sends(RENAME.path).find(({ header }) => header === 'x-stamp-webauthn');
    const response = await fetch(environment.service.url + RENAME.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-stamp-webauthn': seen?.stamp ?? '' },
      body: (seen?.body ?? '').replace(/"walletName":"[^"]*"/, '"walletName":"Stolen"'),
    });
    expect(response.status).toBe(401);
    expect(await response.text()).toContain('the challenge is not of this body');
    expect(await environment.oracle.effects()).toEqual(before);
  });
});

const base64url = (text: string) => Buffer.from(text).toString('base64url');
