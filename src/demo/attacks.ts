import { MOST_PENDING, type Outcome, type PageErrorCode, type Provider } from '../protocol/page.ts';
import { codeOf } from './answers.ts';
import { exampleOf, NEVER_ROW, PAGE_ROWS, versionsOf } from './example.ts';

/*
 * What a hostile page may try, what should come of it, and how to tell. Each attack is the real thing,
 * on this page's own origin; the worst that can happen is that some requests wait for the visitor.
 */

/** What attacks need of the page. */
export type Target = {
  readonly provider: Provider;
  /** Dispatches a raw question past the provider; the answer with this id, or null after a while. */
  readonly ask: (text: string, id: string) => Promise<string | null>;
  /** Dispatches a forged answer. */
  readonly tell: (text: string) => void;
  readonly newId: () => string;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Opens a sandboxed frame that asks, and gives what it reports. */
  readonly frame: () => Promise<string>;
};

/** How an attack ended: whether the defence held, and what was seen. */
export type Ending = { readonly held: boolean; readonly saw: string };

export type Attack = {
  readonly title: string;
  readonly does: string;
  readonly expected: string;
  readonly run: (target: Target) => Promise<Ending>;
};

type Params = Parameters<Provider['request']>[0];

/** The row of a page-reachable operation whose text replaces another: what a rename is. */
const RENAME = PAGE_ROWS.find((row) =>
  versionsOf(row).some(({ fields }) =>
    Object.values(fields).some(({ replaces, control }) => replaces && control.kind === 'text'),
  ),
);

function ordinary(change: Readonly<Record<string, unknown>> = {}): Params {
  const [version] = RENAME ? versionsOf(RENAME) : [];
  const parameters = { ...exampleOf(version?.fields ?? {}), ...change };
  return { operation: RENAME?.name ?? '', parameters };
}

/** The first word on a request: its kind or code; `waiting` when none comes in time. */
async function firstWord(
  target: Target,
  answer: Promise<Outcome>,
  patience = 3000,
): Promise<string> {
  const settled = answer.then(
    ({ kind }): string => kind,
    (error: unknown): string => codeOf(error) ?? `no code: ${String(error)}`,
  );
  return Promise.race([settled, target.wait(patience).then(() => 'waiting')]);
}

/** Until a document's bucket has enough again, in milliseconds. */
const CALM_MS = 2000;

/** As `firstWord`; asked once more when an attack before this one left no room for a question. */
async function calmWord(target: Target, start: () => Promise<Outcome>): Promise<string> {
  const word = await firstWord(target, start());
  if (word !== 'rate_limited') return word;
  await target.wait(CALM_MS);
  return firstWord(target, start());
}

/** An attack that must meet this error; a site that is not connected may be told that first. */
function refusedWith(
  code: PageErrorCode,
  attack: Omit<Attack, 'run' | 'expected'>,
  start: (target: Target) => Promise<Outcome>,
): Attack {
  return {
    ...attack,
    expected: `Refused at once with ${code}. No window opens.`,
    run: async (target) => {
      const saw = await calmWord(target, () => start(target));
      return { held: saw === code || saw === 'not_connected', saw };
    },
  };
}

const FLOOD = 500;

const flood: Attack = {
  title: 'Flood',
  does: `Asks ${FLOOD} times at once.`,
  expected: `At most ${MOST_PENDING} wait, in one window; the others are rate_limited or too_many_pending (not_connected while this site is not connected).`,
  run: async (target) => {
    const words = await Promise.all(
      Array.from({ length: FLOOD }, () => firstWord(target, target.provider.request(ordinary()))),
    );
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    const tame = ['waiting', 'rate_limited', 'too_many_pending', 'not_connected'];
    const held =
      (counts.get('waiting') ?? 0) <= MOST_PENDING && words.every((word) => tame.includes(word));
    return { held, saw: [...counts].map(([word, count]) => `${count} ${word}`).join(', ') };
  },
};

const giant = refusedWith(
  'too_large',
  { title: 'Giant message', does: 'Puts a million characters into one parameter.' },
  ({ provider }) => provider.request(ordinary({ note: 'x'.repeat(1_000_000) })),
);

/** `{"a":{"a":…}}`, this deep. */
export function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = { a: value };
  return value;
}

const deep = refusedWith(
  'too_large',
  { title: 'Deep message', does: 'Nests one parameter a thousand levels deep.' },
  ({ provider }) => provider.request(ordinary({ note: nested(1000) })),
);

const never = refusedWith(
  'unsupported_operation',
  {
    title: 'An operation that is not for pages',
    does: `Asks for ${NEVER_ROW?.name ?? 'one'}, which would tell who the visitor is.`,
  },
  ({ provider }) => provider.request({ operation: NEVER_ROW?.name ?? '', parameters: {} }),
);

const prototype: Attack = {
  title: 'Prototype pollution',
  does: 'Sends parameters with an own member __proto__.',
  expected: 'invalid_parameters (or invalid_request); no object here changes.',
  run: async (target) => {
    const parameters: unknown = JSON.parse('{"__proto__":{"polluted":true}}');
    const params = { ...ordinary(), parameters: parameters as Params['parameters'] };
    const word = await calmWord(target, () => target.provider.request(params));
    const polluted = Reflect.get({}, 'polluted') !== undefined;
    const held = !polluted && /^(invalid_parameters|invalid_request|not_connected)$/.test(word);
    return { held, saw: `${word}; ${polluted ? 'objects changed' : 'nothing changed'}` };
  },
};

const spoofed: Attack = {
  title: 'Spoofed origin',
  does: 'Dispatches a raw question that says it comes from https://bank.example.',
  expected:
    'No answer, or invalid_request: a question has no member for an origin. The browser alone says who asks.',
  run: async (target) => {
    const id = target.newId();
    const ask = { id, method: 'request', params: ordinary(), origin: 'https://bank.example' };
    const text = await target.ask(JSON.stringify(ask), id);
    if (text === null) return { held: true, saw: 'no answer' };
    const word = wordOf(text);
    return { held: word === 'invalid_request', saw: word };
  },
};

function wordOf(text: string): string {
  const tell: unknown = JSON.parse(text);
  const error: unknown = typeof tell === 'object' && tell ? Reflect.get(tell, 'error') : undefined;
  return codeOf(error) ?? 'an answer without an error';
}

const forged: Attack = {
  title: 'Forged answer',
  does: 'Invents an answer that says a request was completed, then asks Keystamp about it.',
  expected: 'A page can only fool itself: Keystamp answers unknown_request.',
  run: async (target) => {
    const id = target.newId();
    const answer = { kind: 'completed', id, activity: null, result: {} };
    target.tell(JSON.stringify({ id, ok: true, answer }));
    const saw = await calmWord(target, () => target.provider.status(id));
    return { held: saw === 'unknown_request', saw };
  },
};

/** RIGHT-TO-LEFT OVERRIDE, then what it turns round. */
const TURNED = 'Payroll \u202Erorrim';

const hidden = refusedWith(
  'invalid_parameters',
  { title: 'Hidden characters in a name', does: 'Puts a right-to-left override into a new name.' },
  ({ provider }) => {
    const [version] = RENAME ? versionsOf(RENAME) : [];
    const turned = Object.entries(version?.fields ?? {})
      .filter(([, field]) => field.replaces)
      .map(([name]): [string, string] => [name, TURNED]);
    return provider.request(ordinary(Object.fromEntries(turned)));
  },
);

const reason: Attack = {
  title: 'Hidden characters in the page’s words',
  does: 'Connects with a reason that holds a right-to-left override and 50 line breaks.',
  expected:
    'Keystamp’s window shows the hidden characters, and its buttons stay where they are. Refuse it. (A site that is connected already is told so, without a window: disconnect it first.)',
  run: async (target) => {
    const words = `Safe\u202E !ton yllaer${'\n'.repeat(50)}\u200Bapproved`;
    const saw = await calmWord(target, () => target.provider.connect({ reason: words }));
    const held = ['waiting', 'connected', 'refused', 'invalid_parameters', 'invalid_request'];
    return {
      held: held.includes(saw),
      saw: saw === 'waiting' ? 'waiting: look at the window' : saw,
    };
  },
};

const frame: Attack = {
  title: 'Sandboxed frame',
  does: 'Opens a frame without an origin of its own, which looks for Keystamp and asks.',
  expected: 'Keystamp is not there for frames: no announcement, no answer.',
  run: async (target) => {
    const saw = await target.frame();
    return { held: saw === 'no announcement, no answer', saw };
  },
};

/** All of them, the loud ones last. */
export const ATTACKS: readonly Attack[] = [
  giant,
  deep,
  prototype,
  never,
  spoofed,
  forged,
  hidden,
  frame,
  reason,
  flood,
];
