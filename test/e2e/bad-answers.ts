import type { ErrorReason } from '../../src/protocol/errors.ts';
import type { ServiceErrorCode } from '../../src/protocol/service-errors.ts';
import { errorWords } from '../../src/ui/words/en/errors.ts';
import { serviceErrorWords } from '../../src/ui/words/en/service-errors.ts';
import type { Fault } from './fault-proxy.ts';
import { textFor } from './user-actions.ts';

/*
 * What a broken network, a gateway or a wrong service answers, and the sentence that Keystamp must
 * show for it.
 */

/** A named fault, and the catalog's sentence for it. */
export type BadAnswer = readonly [name: string, fault: Fault, sentence: string];

const HTML = '<!doctype html><title>Sign in</title><h1>Hotel network</h1>';
const UNAVAILABLE = errorWords.service_unavailable;

/** An error body in the service's form (docs/protocol.md, Error bodies). */
export const refusal = (code: number, turnkeyErrorCode: string, message: string): string =>
  JSON.stringify({ code, message, details: [], turnkeyErrorCode });

/** Answers to a submit that leave its outcome unknown. */
export const BROKEN_ANSWERS: readonly BadAnswer[] = [
  ['a connection dropped', { kind: 'drop-before' }, errorWords.service_unreachable],
  [
    'a connection dropped after the work was done',
    { kind: 'drop-after' },
    errorWords.service_unreachable,
  ],
  [
    'a web page with status 200',
    { kind: 'answer-after', status: 200, type: 'text/html', body: HTML },
    errorWords.service_not_json,
  ],
  [
    'a web page with status 403',
    { kind: 'answer', status: 403, type: 'text/html', body: HTML },
    errorWords.service_not_json,
  ],
  [
    'a web page with status 502',
    { kind: 'answer-after', status: 502, type: 'text/html', body: HTML },
    UNAVAILABLE,
  ],
  ['a status 500 without a word', { kind: 'answer', status: 500, body: '' }, UNAVAILABLE],
  [
    'the service’s own status 500',
    { kind: 'answer', status: 500, body: refusal(13, 'INTERNAL', 'internal server error') },
    serviceErrorWords.INTERNAL,
  ],
  [
    'an answer of 9 MB',
    { kind: 'answer-after', status: 200, body: JSON.stringify({ activity: 'x'.repeat(9e6) }) },
    errorWords.service_too_large,
  ],
  [
    'an answer cut short',
    { kind: 'edit', change: (body) => body.slice(0, body.length / 2) },
    errorWords.service_not_json,
  ],
  [
    'a number for a status',
    { kind: 'edit', change: (body) => body.replace(/"status":"\w+"/, '"status":7') },
    errorWords.service_malformed,
  ],
  [
    'a word for the activity',
    { kind: 'answer-after', status: 200, body: '{"activity":"done"}' },
    errorWords.service_malformed,
  ],
  [
    'JSON of something else',
    { kind: 'answer-after', status: 200, body: '{"hello":"world"}' },
    errorWords.service_malformed,
  ],
];

/** Replaces members of the activity in the answer. */
export const answering = (change: (activity: Record<string, unknown>) => object): Fault => ({
  kind: 'edit',
  change: (body) => {
    const { activity } = JSON.parse(body) as { activity: Record<string, unknown> };
    return JSON.stringify({ activity: { ...activity, ...change(activity) } });
  },
});

/** An id that belongs to nothing. */
export const OTHER_ID = '00000000-0000-4000-8000-000000000000';

/** Answers about something other than what was stamped, by what differs. */
export const FOREIGN: readonly (readonly [ErrorReason, Fault])[] = [
  ['other_organization', answering(() => ({ organizationId: OTHER_ID }))],
  ['other_type', answering(() => ({ type: 'ACTIVITY_TYPE_DELETE_WALLETS' }))],
  ['other_request', answering(() => ({ fingerprint: `sha256:${'0'.repeat(64)}` }))],
  [
    'other_intent',
    {
      kind: 'edit',
      change: (body) => body.replace(/"walletName":"[^"]*"/, '"walletName":"Another name"'),
    },
  ],
];

/** Each kind of 401 that has words (docs/protocol.md, Refusals and their words). */
export const STAMPS_REFUSED: readonly (readonly [ServiceErrorCode, string])[] = [
  ['PUBLIC_KEY_NOT_FOUND', 'could not find public key in organization'],
  ['SIGNATURE_INVALID', 'could not verify signature'],
  ['SIGNATURE_MISSING', 'no stamp was given'],
  ['API_KEY_EXPIRED', 'expired api key'],
];

/** Answers to a query, which changes nothing: no sentence promises another send. */
export const UNREADABLE_ANSWERS: readonly BadAnswer[] = [
  ['a connection dropped', { kind: 'drop-before' }, textFor('popup.read.service_unreachable')],
  [
    'a web page',
    { kind: 'answer', status: 200, type: 'text/html', body: HTML },
    textFor('popup.read.service_not_json'),
  ],
  [
    'an answer of 9 MB',
    { kind: 'answer', status: 200, body: JSON.stringify({ wallets: 'x'.repeat(9e6) }) },
    errorWords.service_too_large,
  ],
  [
    'JSON of something else',
    { kind: 'answer', status: 200, body: '{"wallets":"none"}' },
    textFor('popup.read.service_malformed'),
  ],
];
