import { expect } from 'vitest';
import type { SubmitName } from '../../src/protocol/operations.ts';
import {
  activityOf,
  caller,
  demandSubmit,
  enrol,
  refusalOf,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';
import { withPasskey } from './passkeys.ts';

/** A submit that runs step by step, and one that is a single statement (activity.ts). */
const TAG = 'create_user_tag';
const RENAME = 'update_user_name';

type Body = { readonly name: SubmitName; readonly text: string };

/**
 * Removes an API key at one of the services, with warm caches at all of them, and checks that each
 * one refuses it: new bytes, bytes that the key stamped before, another user's bytes, and queries.
 */
export async function expectRemovedEverywhere(services: readonly TestService[]): Promise<void> {
  const [first] = services;
  if (!first) throw new Error('no service');
  const root = await enrol(first);
  const other = await enrol(first);
  const { userId, apiKeyId } = root;
  const send = (sender: Caller, body: Body) => sender.post(demandSubmit(body.name).path, body.text);
  const tag = (sender: Caller, userTagName: string): Body => ({
    name: TAG,
    text: sender.body(TAG, { userTagName, userIds: [] }),
  });
  const rename = (sender: Caller, changes: Json = {}): Body => ({
    name: RENAME,
    text: sender.body(RENAME, { userId, userName: `Of ${sender.userId}`, ...changes }),
  });
  const own = [tag(root, `Own of ${userId}`), rename(root)];
  const others = [tag(other, `Of ${other.userId}`), rename(other)];
  for (const body of others) activityOf(await send(other, body));
  const callers = services.map((service) => caller(service, root, root));
  for (const sender of callers) {
    for (const body of [...own, ...others]) activityOf(await send(sender, body));
  }
  const passkey = await withPasskey(first, root);
  activityOf(await passkey.submit('delete_api_keys', { userId, apiKeyIds: [apiKeyId] }));
  for (const sender of callers) {
    // Twice: the first answer may have made the service drop its cache.
    const known = [...own, ...others, ...own, ...others];
    // The last new one would be refused for its parameters.
    const unknown = [tag(sender, 'New'), rename(sender), rename(sender, { userId: apiKeyId })];
    for (const body of [...known, ...unknown]) {
      const answer = await send(sender, body);
      expect(refusalOf(answer)).toMatchObject({
        status: 401,
        turnkey: 'PUBLIC_KEY_NOT_FOUND',
      });
      expect(answer.body).not.toHaveProperty('activity');
    }
    expect((await sender.query('whoami')).status).toBe(401);
  }
}
