// What a lying service can show in place of an activity that waits for votes: one row each, with what Keystamp
// has to say about it. Played against the background (test/worker/lying-service.test.ts) and on the screens
// (test/ui/activities/lies.browser.ts).
import { fingerprint } from '../../src/crypto/fingerprint.ts';
import { millisecondsOf, type Activity } from '../../src/protocol/service-records.ts';
import type { Forgery, Uncheckable } from '../../src/protocol/vote-verdict.ts';
import {
  ballot,
  mallory,
  parametersOf,
  sending,
  signedInstead,
  signing,
  STRANGE_ID,
  voteAt,
  WAITING,
  withParameters,
  withVote,
  type LieKit,
} from './lie-kit.ts';

export type Lie = {
  readonly name: string;
  readonly tell: (kit: LieKit) => Activity | Promise<Activity>;
  /** What the service showed before. */
  readonly before?: (kit: LieKit) => Activity;
  /** Which activity was asked for, if another than the one that is shown. */
  readonly asked?: (kit: LieKit) => Activity;
  /** What is said of the activity; `not_waiting` if nothing is wrong but that. */
  readonly says: Forgery | Uncheckable | 'not_waiting';
  /** What is said of one of its votes. */
  readonly vote?: readonly [place: number, says: Forgery | Uncheckable];
};

/** The submission's text with another name for the wallet. */
const alteredText = (activity: Activity): string =>
  voteAt(activity, 0).message.replace(/"walletName":"[^"]*"/, '"walletName":"M"');

const LEFT_OUT: readonly Lie[] = [
  { name: 'no votes', tell: ({ honest }) => ({ ...honest, votes: [] }), says: 'votes_missing' },
  {
    name: 'no list of votes',
    tell: ({ honest }) => ({ ...honest, votes: null }),
    says: 'votes_missing',
  },
  {
    name: 'no votes, and other parameters',
    tell: ({ honest }) => ({ ...mallory(honest), votes: [] }),
    says: 'votes_missing',
  },
  {
    name: 'no votes, and the fingerprint of other parameters',
    tell: async ({ honest }) => {
      const message = alteredText(honest);
      const print = await fingerprint(message);
      return { ...withParameters(honest, { walletName: 'M' }), votes: [], fingerprint: print };
    },
    says: 'votes_missing',
  },
  {
    name: 'no votes on something to sign',
    tell: async (kit) => ({ ...(await signing(kit)), votes: [] }),
    says: 'votes_missing',
  },
  {
    name: 'the submission left out, a later vote shown',
    tell: ({ honest }) => ({ ...honest, votes: [voteAt(honest, 1)] }),
    says: 'other_fingerprint',
  },
  {
    name: 'the submission left out, and other parameters',
    tell: ({ honest }) => ({ ...mallory(honest), votes: [voteAt(honest, 1)] }),
    says: 'other_fingerprint',
  },
  {
    name: 'more votes than anybody checks',
    tell: ({ honest }) => ({
      ...honest,
      votes: Array.from({ length: 301 }, (_, n) => ({ ...voteAt(honest, 1), id: `vote-${n}` })),
    }),
    says: 'votes_too_many',
  },
];

const CONTENT: readonly Lie[] = [
  {
    name: 'another parameter, with the honest fingerprint',
    tell: ({ honest }) => mallory(honest),
    says: 'other_intent',
  },
  {
    name: 'one parameter more',
    tell: ({ honest }) => withParameters(honest, { notes: 'harmless' }),
    says: 'other_intent',
  },
  {
    name: 'one parameter less',
    tell: ({ honest }) => withParameters(honest, { walletId: null }),
    says: 'other_intent',
  },
  { name: 'no intent', tell: ({ honest }) => ({ ...honest, intent: {} }), says: 'other_intent' },
  {
    name: 'a second intent beside the signed one',
    tell: ({ honest }) => ({
      ...honest,
      intent: { ...honest.intent, deleteWalletsIntent: { walletIds: [] } },
    }),
    says: 'other_intent',
  },
  {
    name: 'the signed parameters under the name of another operation',
    tell: ({ honest }) => ({ ...honest, intent: { deleteWalletsIntent: parametersOf(honest) } }),
    says: 'other_intent',
  },
  {
    name: 'other bytes to sign',
    tell: async (kit) => {
      const shown = await signing(kit);
      return withParameters(shown, { payload: 'beef' });
    },
    says: 'other_intent',
  },
  {
    name: 'something to send that is too long to show',
    tell: (kit) => sending(kit, 'ab'.repeat(60_000)),
    says: 'content_too_long',
  },
  {
    name: 'another operation',
    tell: ({ honest }) => ({ ...honest, type: 'ACTIVITY_TYPE_DELETE_WALLETS' }),
    says: 'other_type',
  },
  {
    name: 'an operation of tomorrow',
    tell: ({ honest }) => ({ ...honest, type: 'ACTIVITY_TYPE_LAUNCH_ROCKET' }),
    says: 'other_type',
  },
  {
    name: 'another organization',
    tell: ({ honest }) => ({ ...honest, organizationId: STRANGE_ID }),
    says: 'other_organization',
  },
  {
    name: 'a request that was signed for another organization',
    tell: (kit) => {
      const { message } = voteAt(kit.honest, 0);
      return signedInstead(kit, message.replace(kit.honest.organizationId, STRANGE_ID));
    },
    says: 'other_organization',
  },
  {
    name: 'a fingerprint of nothing',
    tell: ({ honest }) => ({ ...honest, fingerprint: `sha256:${'00'.repeat(32)}` }),
    says: 'other_fingerprint',
  },
  {
    name: 'the fingerprint of another activity',
    tell: ({ honest, other }) => ({ ...honest, fingerprint: other.fingerprint }),
    says: 'other_fingerprint',
  },
  {
    name: 'another activity than the one that was asked for',
    tell: ({ other }) => other,
    asked: ({ honest }) => honest,
    says: 'other_id',
  },
  {
    name: 'a signed text that isn’t a request',
    tell: (kit) => signedInstead(kit, 'Pay Mallory'),
    says: 'message_unreadable',
  },
  {
    name: 'a signed request with the same name twice',
    tell: (kit) => {
      const { message } = voteAt(kit.honest, 0);
      return signedInstead(kit, message.replace('{"walletId"', '{"walletName":"M","walletId"'));
    },
    says: 'message_unreadable',
  },
  {
    name: 'a signed request that isn’t Unicode',
    tell: (kit) => {
      const { message } = voteAt(kit.honest, 0);
      return signedInstead(kit, message.replace('"walletName":"', '"walletName":"\ud800'));
    },
    says: 'message_unreadable',
  },
];

const rejectionOf = (name: string, place: number): Lie => ({
  name,
  tell: ({ honest }) => withVote(honest, place, { selection: 'VOTE_SELECTION_REJECTED' }),
  says: 'vote_forged',
  vote: [place, 'other_selection'],
});

const doubled = (name: string, place: number): Lie => ({
  name,
  tell: ({ honest }) => ({
    ...honest,
    votes: [...(honest.votes ?? []), { ...voteAt(honest, place), id: 'again' }],
  }),
  says: 'vote_forged',
  vote: [2, 'duplicate_voter'],
});

const VOTES: readonly Lie[] = [
  doubled('a vote twice', 1),
  doubled('the submission twice', 0),
  {
    name: 'the votes of another activity',
    tell: ({ honest, other }) => ({ ...honest, votes: other.votes }),
    says: 'other_fingerprint',
    vote: [0, 'other_activity'],
  },
  {
    name: 'another activity’s approval as one of this',
    tell: ({ honest, other }) => ({
      ...honest,
      votes: [voteAt(honest, 0), { ...voteAt(other, 1), activityId: honest.id }],
    }),
    says: 'vote_forged',
    vote: [1, 'other_activity'],
  },
  {
    name: 'a vote that says it is on another activity',
    tell: ({ honest, other }) => withVote(honest, 1, { activityId: other.id }),
    says: 'vote_forged',
    vote: [1, 'other_activity'],
  },
  {
    name: 'a vote that was signed for another organization',
    tell: async (kit) => {
      const vote = await ballot(kit, STRANGE_ID, kit.honest.fingerprint);
      return { ...kit.honest, votes: [voteAt(kit.honest, 0), vote] };
    },
    says: 'vote_forged',
    vote: [1, 'other_organization'],
  },
  {
    name: 'a vote on another fingerprint',
    tell: async (kit) => {
      const { honest, other } = kit;
      const vote = await ballot(kit, honest.organizationId, other.fingerprint);
      return { ...honest, votes: [voteAt(honest, 0), vote] };
    },
    says: 'vote_forged',
    vote: [1, 'other_activity'],
  },
  {
    name: 'other parameters, text and fingerprint, under the honest signature',
    tell: async ({ honest }) => {
      const message = alteredText(honest);
      const shown = withVote(withParameters(honest, { walletName: 'M' }), 0, { message });
      return {
        ...shown,
        votes: [voteAt(shown, 0)],
        fingerprint: await fingerprint(message),
      };
    },
    says: 'vote_forged',
    vote: [0, 'signature_invalid'],
  },
  {
    name: 'the same, signed by a key that nobody has',
    tell: async (kit) => {
      const message = alteredText(kit.honest);
      const shown = await signedInstead(kit, message);
      const forged = withVote(shown, 0, await kit.stranger(message));
      return withParameters(forged, { walletName: 'M' });
    },
    says: 'vote_forged',
    vote: [0, 'key_of_nobody'],
  },
  {
    name: 'the same, signed by another user',
    tell: async (kit) => {
      const message = alteredText(kit.honest);
      const shown = await signedInstead(kit, message);
      return withParameters(withVote(shown, 0, await kit.dave(message)), { walletName: 'M' });
    },
    says: 'vote_forged',
    vote: [0, 'key_of_other'],
  },
  {
    name: 'a vote by a key that nobody has',
    tell: async ({ honest, stranger }) =>
      withVote(honest, 1, await stranger(voteAt(honest, 1).message)),
    says: 'vote_forged',
    vote: [1, 'key_of_nobody'],
  },
  {
    name: 'a signature that is none',
    tell: ({ honest }) => withVote(honest, 1, { signature: 'none' }),
    says: 'vote_forged',
    vote: [1, 'signature_invalid'],
  },
  {
    name: 'an empty signature',
    tell: ({ honest }) => withVote(honest, 0, { signature: '' }),
    says: 'vote_forged',
    vote: [0, 'signature_invalid'],
  },
  {
    name: 'the signature of another vote',
    tell: ({ honest, other }) => withVote(honest, 1, { signature: voteAt(other, 1).signature }),
    says: 'vote_forged',
    vote: [1, 'signature_invalid'],
  },
  {
    name: 'another key',
    tell: ({ honest }) => withVote(honest, 1, { publicKey: voteAt(honest, 0).publicKey }),
    says: 'vote_forged',
    vote: [1, 'signature_invalid'],
  },
  {
    name: 'another scheme',
    tell: ({ honest }) => withVote(honest, 1, { scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1' }),
    says: 'vote_forged',
    vote: [1, 'signature_invalid'],
  },
  {
    name: 'a passkey’s vote without a passkey’s answer',
    tell: ({ honest }) =>
      withVote(honest, 1, { scheme: 'SIGNATURE_SCHEME_TK_WEBAUTHN', signature: '{}' }),
    says: 'vote_forged',
    vote: [1, 'signature_invalid'],
  },
  {
    name: 'a vote with the record of another user',
    tell: ({ honest }) => withVote(honest, 1, { user: voteAt(honest, 0).user }),
    says: 'vote_forged',
    vote: [1, 'other_user'],
  },
  {
    name: 'one user’s vote as another’s',
    tell: ({ honest }) =>
      withVote(honest, 1, { userId: voteAt(honest, 0).userId, user: voteAt(honest, 0).user }),
    says: 'vote_forged',
    vote: [1, 'key_of_other'],
  },
  {
    name: 'a rejection as an approval',
    tell: ({ rejected }) => ({
      ...withVote(rejected, 1, { selection: 'VOTE_SELECTION_APPROVED' }),
      status: WAITING,
    }),
    says: 'vote_forged',
    vote: [1, 'other_selection'],
  },
  rejectionOf('an approval as a rejection', 1),
  rejectionOf('the submission as a rejection', 0),
  {
    name: 'a vote whose text isn’t a vote',
    tell: ({ honest }) => withVote(honest, 1, { message: '[]' }),
    says: 'vote_forged',
    vote: [1, 'message_unreadable'],
  },
  {
    name: 'an old vote as a new one',
    tell: ({ honest }) => {
      const cast = millisecondsOf(voteAt(honest, 1).createdAt) ?? 0;
      const seconds = String(Math.floor(cast / 1000) + 90_000);
      return withVote(honest, 1, { createdAt: { seconds, nanos: '0' } });
    },
    says: 'vote_forged',
    vote: [1, 'other_time'],
  },
];

const LATER: readonly Lie[] = [
  {
    name: 'a status that goes backwards',
    before: ({ honest }) => ({ ...honest, status: 'ACTIVITY_STATUS_COMPLETED' }),
    tell: ({ honest }) => honest,
    says: 'status_backwards',
  },
  {
    name: 'one that was rejected, waiting again without the rejection',
    before: ({ rejected }) => rejected,
    tell: ({ rejected }) => ({ ...rejected, votes: [voteAt(rejected, 0)], status: WAITING }),
    says: 'rejection_hidden',
  },
  {
    name: 'another request under an id that was seen',
    before: ({ honest, other }) => ({ ...other, id: honest.id }),
    tell: ({ honest }) => honest,
    says: 'changed_since',
  },
  {
    name: 'another vote under an id that was seen',
    before: ({ honest, other }) => withVote(honest, 1, { message: voteAt(other, 1).message }),
    tell: ({ honest }) => honest,
    says: 'changed_since',
  },
  {
    name: 'one that has ended',
    tell: ({ honest }) => ({ ...honest, status: 'ACTIVITY_STATUS_COMPLETED' }),
    says: 'not_waiting',
  },
  {
    name: 'a status of tomorrow',
    tell: ({ honest }) => ({ ...honest, status: 'ACTIVITY_STATUS_OF_TOMORROW' }),
    says: 'not_waiting',
  },
];

export const LIES: readonly Lie[] = [...LEFT_OUT, ...CONTENT, ...VOTES, ...LATER];
