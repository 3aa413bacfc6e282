// An outbox entry that creates a tag, and replies to it, for tests that change a member or two.
import { initialProgress } from '../../../src/activities/outbox/transitions.ts';
import type { Facts, SignedRequest, OutboxRecord } from '../../../src/activities/outbox/record.ts';
import { submitBody } from '../../../src/protocol/envelope.ts';
import { OPERATIONS } from '../../../src/protocol/operations.ts';

export const NOW = 1_763_700_000_000;
export const ORGANIZATION = '11111111-1111-4111-8111-111111111111';
export const ACTIVITY = '22222222-2222-4222-8222-222222222222';
export const RESULT = { userTagId: '33333333-3333-4333-8333-333333333333', userIds: [] };

const { path, versions } = OPERATIONS.create_user_tag;
const [version] = versions;
const parameters = { userTagName: 'T', userIds: [] };

export const SIGNED_REQUEST: SignedRequest = {
  path,
  body: submitBody(version, ORGANIZATION, NOW, parameters),
  stamp: { header: 'X-Stamp', value: 'x' },
};
export const FACTS: Facts = {
  requestDigest: 'a',
  parameters,
  activity: null,
  result: null,
  error: null,
};

/** Just stamped, and due. */
export const recordOf = (changes: Partial<OutboxRecord> = {}): OutboxRecord => ({
  ...initialProgress(NOW, NOW),
  id: 'entry',
  origin: 'popup',
  profileId: 'profile',
  organizationId: ORGANIZATION,
  keyId: 'key',
  method: 'key',
  baseUrl: 'https://service.example',
  operation: 'create_user_tag',
  type: version.type,
  fingerprint: 'sha256:00',
  createdAt: NOW,
  hidden: false,
  ...changes,
});

/** The completed activity of this entry. */
export const activityWith = (changes: object = {}) => ({
  id: ACTIVITY,
  organizationId: ORGANIZATION,
  status: 'ACTIVITY_STATUS_COMPLETED',
  type: version.type,
  intent: { [version.intentKey]: parameters },
  result: { [version.resultKey]: RESULT },
  fingerprint: 'sha256:00',
  ...changes,
});
