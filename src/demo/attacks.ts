import {
  MAX_PENDING,
  type Outcome,
  type PageErrorCode,
  type Provider,
} from '../protocol/page-api.ts';
import { codeOf } from './result-view.ts';
import { exampleOf, CLOSED_ROW, PAGE_ROWS, versionsOf } from './example-parameters.ts';

/*
 * What a hostile page may try, what should happen, and how to tell. Each attack is the real thing,
 * on this page's own origin; at worst, some requests stay pending for the visitor.
 */

/** What attacks need from the page. */
export type AttackTarget = {
  readonly provider: Provider;
  /** Dispatches a raw call past the provider; resolves with its answer, or null after a while. */
  readonly dispatchCall: (text: string, id: string) => Promise<string | null>;
  /** Dispatches a forged answer. */
  readonly dispatchAnswer: (text: string) => void;
  readonly newId: () => string;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Opens a sandboxed frame that makes a call; resolves with the frame's report. */
  readonly runFrame: () => Promise<string>;
};

/** How an attack ended: whether the defense held, and what the page saw. */
type AttackResult = { readonly held: boolean; readonly observed: string };

export type Attack = {
  readonly title: string;
  readonly description: string;
  readonly expected: string;
  readonly run: (target: AttackTarget) => Promise<AttackResult>;
};

type Params = Parameters<Provider['request']>[0];

/** The row of a page-reachable operation whose text replaces another, in other words a rename. */
const RENAME_ROW = PAGE_ROWS.find((row) =>
  versionsOf(row).some(({ fields }) =>
    Object.values(fields).some(({ replaces, control }) => replaces && control.kind === 'text'),
  ),
);

function ordinaryRequest(change: Readonly<Record<string, unknown>> = {}): Params {
  const [version] = RENAME_ROW ? versionsOf(RENAME_ROW) : [];
  const parameters = { ...exampleOf(version?.fields ?? {}), ...change };
  return { operation: RENAME_ROW?.name ?? '', parameters };
}

/** The first response to a request: its kind or code; `waiting` when none comes in time. */
async function firstResponse(
  target: AttackTarget,
  answer: Promise<Outcome>,
  timeoutMs = 3000,
): Promise<string> {
  const settled = answer.then(
    ({ kind }): string => kind,
    (error: unknown): string => codeOf(error) ?? `no code: ${String(error)}`,
  );
  return Promise.race([settled, target.wait(timeoutMs).then(() => 'waiting')]);
}

/** Time until a document's bucket is full enough again, in milliseconds. */
const REFILL_MS = 2000;

/** Like {@link firstResponse}, with one retry if an earlier attack used up the rate limit. */
async function responseAfterRetry(
  target: AttackTarget,
  start: () => Promise<Outcome>,
): Promise<string> {
  const response = await firstResponse(target, start());
  if (response !== 'rate_limited') return response;
  await target.wait(REFILL_MS);
  return firstResponse(target, start());
}

/** An attack that must get this error; an unconnected site may get `not_connected` first. */
function refusalAttack(
  code: PageErrorCode,
  attack: Omit<Attack, 'run' | 'expected'>,
  start: (target: AttackTarget) => Promise<Outcome>,
): Attack {
  return {
    ...attack,
    expected: `Refused at once with ${code}. No window opens.`,
    run: async (target) => {
      const observed = await responseAfterRetry(target, () => start(target));
      return { held: observed === code || observed === 'not_connected', observed };
    },
  };
}

const FLOOD_REQUESTS = 500;

const flood: Attack = {
  title: 'Flood',
  description: `Asks ${FLOOD_REQUESTS} times at once.`,
  expected: `At most ${MAX_PENDING} wait, in one window; the others are rate_limited or too_many_pending (not_connected while this site is not connected).`,
  run: async (target) => {
    const responses = await Promise.all(
      Array.from({ length: FLOOD_REQUESTS }, () =>
        firstResponse(target, target.provider.request(ordinaryRequest())),
      ),
    );
    const counts = new Map<string, number>();
    for (const response of responses) counts.set(response, (counts.get(response) ?? 0) + 1);
    const allowed = ['waiting', 'rate_limited', 'too_many_pending', 'not_connected'];
    const held =
      (counts.get('waiting') ?? 0) <= MAX_PENDING &&
      responses.every((response) => allowed.includes(response));
    return {
      held,
      observed: [...counts].map(([response, count]) => `${count} ${response}`).join(', '),
    };
  },
};

const oversized = refusalAttack(
  'too_large',
  { title: 'Giant message', description: 'Puts a million characters into one parameter.' },
  ({ provider }) => provider.request(ordinaryRequest({ note: 'x'.repeat(1_000_000) })),
);

/** `{"a":{"a":…}}`, this deep. */
export function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = { a: value };
  return value;
}

const deep = refusalAttack(
  'too_large',
  { title: 'Deep message', description: 'Nests one parameter a thousand levels deep.' },
  ({ provider }) => provider.request(ordinaryRequest({ note: nested(1000) })),
);

const closedOperation = refusalAttack(
  'unsupported_operation',
  {
    title: 'An operation that is not for pages',
    description: `Asks for ${CLOSED_ROW?.name ?? 'one'}, which would tell who the visitor is.`,
  },
  ({ provider }) => provider.request({ operation: CLOSED_ROW?.name ?? '', parameters: {} }),
);

const prototype: Attack = {
  title: 'Prototype pollution',
  description: 'Sends parameters with an own member __proto__.',
  expected: 'invalid_parameters (or invalid_request); no object here changes.',
  run: async (target) => {
    const parameters: unknown = JSON.parse('{"__proto__":{"polluted":true}}');
    const params = { ...ordinaryRequest(), parameters: parameters as Params['parameters'] };
    const response = await responseAfterRetry(target, () => target.provider.request(params));
    const polluted = Reflect.get({}, 'polluted') !== undefined;
    const held = !polluted && /^(invalid_parameters|invalid_request|not_connected)$/.test(response);
    return { held, observed: `${response}; ${polluted ? 'objects changed' : 'nothing changed'}` };
  },
};

const spoofed: Attack = {
  title: 'Spoofed origin',
  description: 'Dispatches a raw question that says it comes from https://bank.example.',
  expected:
    'No answer, or invalid_request: a question has no member for an origin. The browser alone says who asks.',
  run: async (target) => {
    const id = target.newId();
    const call = {
      id,
      method: 'request',
      params: ordinaryRequest(),
      origin: 'https://bank.example',
    };
    const text = await target.dispatchCall(JSON.stringify(call), id);
    if (text === null) return { held: true, observed: 'no answer' };
    const response = errorCodeIn(text);
    return { held: response === 'invalid_request', observed: response };
  },
};

function errorCodeIn(text: string): string {
  const message: unknown = JSON.parse(text);
  const error: unknown =
    typeof message === 'object' && message ? Reflect.get(message, 'error') : undefined;
  return codeOf(error) ?? 'an answer without an error';
}

const forged: Attack = {
  title: 'Forged answer',
  description: 'Invents an answer that says a request was completed, then asks Keystamp about it.',
  expected: 'A page can only fool itself: Keystamp answers unknown_request.',
  run: async (target) => {
    const id = target.newId();
    const answer = { kind: 'completed', id, activity: null, result: {} };
    target.dispatchAnswer(JSON.stringify({ id, ok: true, answer }));
    const observed = await responseAfterRetry(target, () => target.provider.status(id));
    return { held: observed === 'unknown_request', observed };
  },
};

/** RIGHT-TO-LEFT OVERRIDE, then the text that it reverses. */
const RIGHT_TO_LEFT_NAME = 'Payroll \u202Erorrim';

const hidden = refusalAttack(
  'invalid_parameters',
  {
    title: 'Hidden characters in a name',
    description: 'Puts a right-to-left override into a new name.',
  },
  ({ provider }) => {
    const [version] = RENAME_ROW ? versionsOf(RENAME_ROW) : [];
    const reversedNames = Object.entries(version?.fields ?? {})
      .filter(([, field]) => field.replaces)
      .map(([name]): [string, string] => [name, RIGHT_TO_LEFT_NAME]);
    return provider.request(ordinaryRequest(Object.fromEntries(reversedNames)));
  },
);

const reason: Attack = {
  title: 'Hidden characters in the page’s words',
  description: 'Connects with a reason that holds a right-to-left override and 50 line breaks.',
  expected:
    'Keystamp’s window shows the hidden characters, and its buttons stay where they are. Reject it. (A site that is connected already is told so, without a window: disconnect it first.)',
  run: async (target) => {
    const text = `Safe\u202E !ton yllaer${'\n'.repeat(50)}\u200Bapproved`;
    const observed = await responseAfterRetry(target, () =>
      target.provider.connect({ reason: text }),
    );
    const held = ['waiting', 'connected', 'refused', 'invalid_parameters', 'invalid_request'];
    return {
      held: held.includes(observed),
      observed: observed === 'waiting' ? 'waiting: look at the window' : observed,
    };
  },
};

const frame: Attack = {
  title: 'Sandboxed frame',
  description: 'Opens a frame without an origin of its own, which looks for Keystamp and asks.',
  expected: 'Keystamp is not there for frames: no announcement, no answer.',
  run: async (target) => {
    const observed = await target.runFrame();
    return { held: observed === 'no announcement, no answer', observed };
  },
};

/** All attacks, the noisy ones last. */
export const ATTACKS: readonly Attack[] = [
  oversized,
  deep,
  prototype,
  closedOperation,
  spoofed,
  forged,
  hidden,
  frame,
  reason,
  flood,
];
