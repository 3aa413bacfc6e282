import { expect } from 'vitest';
import { activityOf, caller, demandSubmit, enrol, refusalOf, type TestService } from './harness.ts';
import { withPasskey } from './passkeys.ts';

const NAME = 'create_user_tag';
const { path } = demandSubmit(NAME);

/**
 * Removes an API key at one of the services, with the caches of all of them warm, and holds each to
 * it: new bytes, bytes that the key has stamped before, those of another user, and questions.
 */
export async function demandRemoved(services: readonly TestService[]): Promise<void> {
  const [first] = services;
  if (!first) throw new Error('no service');
  const root = await enrol(first);
  const other = await enrol(first);
  const own = root.body(NAME, { userTagName: `Own of ${root.userId}`, userIds: [] });
  const others = other.body(NAME, { userTagName: `Of ${other.userId}`, userIds: [] });
  activityOf(await other.post(path, others));
  const everywhere = services.map((service) => caller(service, root, root));
  for (const one of everywhere) {
    activityOf(await one.post(path, own));
    activityOf(await one.post(path, others));
  }
  const passkey = await withPasskey(first, root);
  const { userId, apiKeyId } = root;
  activityOf(await passkey.submit('delete_api_keys', { userId, apiKeyIds: [apiKeyId] }));
  for (const one of everywhere) {
    // Twice: the first answer may have made the service forget what it kept.
    for (const body of [
      own,
      others,
      own,
      others,
      one.body(NAME, { userTagName: 'New', userIds: [] }),
    ]) {
      const answer = await one.post(path, body);
      expect(refusalOf(answer)).toMatchObject({
        status: 401,
        turnkey: 'PUBLIC_KEY_NOT_FOUND',
      });
      expect(answer.body).not.toHaveProperty('activity');
    }
    expect((await one.query('whoami')).status).toBe(401);
  }
}
