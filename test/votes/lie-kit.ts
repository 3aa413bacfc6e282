// What the lies about an activity are told with: what is true, keys to sign with, and small changes.
import { fingerprint } from '../../src/crypto/fingerprint.ts';
import { submitBody } from '../../src/protocol/envelope.ts';
import { OPERATIONS } from '../../src/protocol/operations.ts';
import type { Activity, Vote } from '../../src/protocol/service-records.ts';

type Signature = Pick<Vote, 'publicKey' | 'signature' | 'scheme'>;
type Sign = (message: string) => Promise<Signature>;

/** What is true, and keys to lie with. Carol asks, Dave votes. */
export type LieKit = {
  /** Dave has approved it. */
  readonly honest: Activity;
  /** Another one, that Dave has approved as well. */
  readonly other: Activity;
  /** Dave has rejected it. */
  readonly rejected: Activity;
  readonly carol: Sign;
  readonly dave: Sign;
  /** With a key that nobody has. */
  readonly stranger: Sign;
};

export const STRANGE_ID = '99999999-9999-4999-8999-999999999999';
export const WAITING = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';

export const voteAt = ({ votes }: Activity, place: number): Vote => {
  const found = votes?.[place];
  if (!found) throw new Error(`no vote ${place}`);
  return found;
};
export const withVote = (activity: Activity, place: number, changes: Partial<Vote>): Activity => ({
  ...activity,
  votes: (activity.votes ?? []).map((one, at) => (at === place ? { ...one, ...changes } : one)),
});
export const parametersOf = ({ intent }: Activity) =>
  Object.values(intent ?? {})[0] as Record<string, unknown>;
const nameOfIntent = ({ intent }: Activity) => Object.keys(intent ?? {})[0] ?? '';
export const withParameters = (activity: Activity, changes: Record<string, unknown>): Activity => ({
  ...activity,
  intent: { [nameOfIntent(activity)]: { ...parametersOf(activity), ...changes } },
});
export const mallory = (activity: Activity) => withParameters(activity, { walletName: 'Mallory' });

/** The honest activity as if Carol had signed another text, with nobody's vote but hers. */
export async function signedInstead(kit: LieKit, message: string): Promise<Activity> {
  const { honest, carol } = kit;
  const first = { ...voteAt(honest, 0), message, ...(await carol(message)) };
  return { ...honest, votes: [first], fingerprint: await fingerprint(message) };
}

/** An activity of a type without a form, as Carol would have signed it: signing bytes is one. */
export async function signing(kit: LieKit): Promise<Activity> {
  const type = 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2';
  const parameters = {
    signWith: '0x0000000000000000000000000000000000000001',
    payload: '00ff',
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_KECCAK256',
  };
  return {
    ...(await asked(kit, type, parameters)),
    intent: { signRawPayloadIntentV2: parameters },
  };
}

/** The same, with a type that has no form: all of it is shown as JSON. */
export async function sending(kit: LieKit, data: string): Promise<Activity> {
  const type = 'ACTIVITY_TYPE_SOL_SEND_TRANSACTION_V2';
  const parameters = {
    unsignedTransaction: data,
    signWiths: ['1'.repeat(32)],
    caip2: 'solana:mainnet',
  };
  return {
    ...(await asked(kit, type, parameters)),
    intent: { solSendTransactionIntentV2: parameters },
  };
}

async function asked(kit: LieKit, type: string, parameters: object): Promise<Activity> {
  const { organizationId } = kit.honest;
  const timestampMs = timeOf(voteAt(kit.honest, 0));
  const body = JSON.stringify({ type, timestampMs, organizationId, parameters });
  return { ...(await signedInstead(kit, body)), type };
}

const timeOf = ({ message }: Vote): string =>
  String((JSON.parse(message) as { timestampMs: string }).timestampMs);

/** Dave's approval of the honest one, signed for something else. */
export async function ballot(kit: LieKit, organizationId: string, target: string): Promise<Vote> {
  const vote = voteAt(kit.honest, 1);
  const [version] = OPERATIONS.approve_activity.versions;
  const message = submitBody(version, organizationId, Number(timeOf(vote)), {
    fingerprint: target,
  });
  return { ...vote, message, ...(await kit.dave(message)) };
}
