import { operationWords } from '../../../src/ui/words/en/operations.ts';
import type { PolicyRequest } from '../../policies/policy-requests.ts';

/*
 * A reader of a policy's English, and of nothing else: what the sentences say of a request is true, false, or can't be
 * told from them. It has a dictionary of its own, and shares nothing with what makes the sentences but the titles of
 * operations.
 */

/** Undefined: the sentences don't tell. */
type Truth = boolean | undefined;
type Test = (request: PolicyRequest) => Truth;

const all = (truths: readonly Truth[]): Truth => {
  if (truths.includes(false)) return false;
  return truths.includes(undefined) ? undefined : true;
};
const any = (truths: readonly Truth[]): Truth => {
  if (truths.includes(true)) return true;
  return truths.includes(undefined) ? undefined : false;
};

const memberOf = (request: PolicyRequest, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.hasOwn(value, name) ? (Reflect.get(value, name) as unknown) : undefined;
  }, request.condition);

const is =
  (path: string, ...values: readonly string[]): Test =>
  (request) => {
    const found = memberOf(request, path);
    const isPlain = typeof found === 'string' || typeof found === 'bigint';
    return isPlain && values.includes(String(found));
  };

const NOUNS: Readonly<Record<string, string>> = {
  logins: 'AUTH',
  credentials: 'CREDENTIAL',
  purchases: 'FIAT_TRANSACTION',
  'MFA policies': 'MFA_POLICY',
  organizations: 'ORGANIZATION',
  'one-time codes': 'OTP',
  policies: 'POLICY',
  'private keys and key tags': 'PRIVATE_KEY',
  contracts: 'SMART_CONTRACT_INTERFACE',
  'users and tags': 'USER',
  'wallets and their accounts': 'WALLET',
  'webhook endpoints': 'WEBHOOK_ENDPOINT',
};
const VERBS: Readonly<Record<string, string>> = {
  create: 'CREATE',
  change: 'UPDATE',
  delete: 'DELETE',
  export: 'EXPORT',
  import: 'IMPORT',
  sign: 'SIGN',
  verify: 'VERIFY',
};

/** What one can do, by the words for it. */
function vocabulary(): ReadonlyMap<string, Test> {
  const both = (resource: string, action: string): Test => {
    const [one, other] = [is('activity.resource', resource), is('activity.action', action)];
    return (request) => all([one(request), other(request)]);
  };
  const words = new Map<string, Test>();
  for (const [verb, action] of Object.entries(VERBS)) {
    words.set(`${verb} anything`, is('activity.action', action));
    for (const [noun, resource] of Object.entries(NOUNS)) {
      words.set(`${verb} ${noun}`, both(resource, action));
      words.set(`do anything with ${noun}`, is('activity.resource', resource));
    }
  }
  for (const [name, { title }] of Object.entries(operationWords)) {
    const phrase = title.charAt(0).toLowerCase() + title.slice(1);
    words.set(phrase, is('activity.kind', name.toUpperCase()));
  }
  words.set('sign with wallets and private keys', both('PRIVATE_KEY', 'SIGN'));
  const keys = 'do anything with private keys and key tags, and sign with wallets';
  words.set(keys, is('activity.resource', 'PRIVATE_KEY'));
  words.set('do anything', () => true);
  words.set('do what its condition describes', () => undefined);
  return words;
}

const WORDS = vocabulary();
const PHRASES = [...WORDS.keys()].toSorted((one, other) => other.length - one.length);

/** `do “Sign transaction”`: one kind, one version of it, or a resource and an action, by their letters alone. */
function quotedThing(text: string): Test {
  const plain = (value: unknown) => String(value).replaceAll('_', ' ').toLowerCase();
  const named = text.toLowerCase();
  return (request) => {
    const [kind, type, resource, action] = ['kind', 'type', 'resource', 'action'].map((name) =>
      plain(memberOf(request, `activity.${name}`)),
    );
    const isVersion = / v\d+$/.test(named);
    if (isVersion) return type === `activity type ${named}`;
    // A first version's type has no number: its words are the kind's, which cover more.
    if (kind === named) return type === `activity type ${named}` ? true : undefined;
    return [resource, action, `${resource}: ${action}`].includes(named);
  };
}

/** Things that one can do, joined by commas and `or`. */
function readWhat(text: string): Test {
  const tests: Test[] = [];
  let rest = text;
  while (rest !== '') {
    const quoted = /^do “([^”]*)”/.exec(rest);
    const phrase = PHRASES.find((one) => rest.startsWith(one));
    const found = quoted ? quoted[0] : phrase;
    if (found === undefined) throw new Error(`not understood: ${rest}`);
    tests.push(quoted ? quotedThing(quoted[1] ?? '') : (WORDS.get(found) ?? (() => undefined)));
    rest = rest.slice(found.length).replace(/^(?:, or | or |, )/, '');
  }
  return (request) => any(tests.map((test) => test(request)));
}

/** How many of the approving users are among those named: `“Ada” or anyone with the tag “T”`. */
function countNamed(names: string, { approvals }: PolicyRequest): number {
  const tags = [...names.matchAll(/anyone with the tag “([^”]*)”/gi)].map(([, tag]) => tag);
  const people = names.replaceAll(/anyone with the tag “[^”]*”/gi, '');
  const ids = [...people.matchAll(/“([^”]*)”/g)].map(([, id]) => id);
  return approvals.filter(
    ({ user }) => ids.includes(user.id) || user.tags.some((tag) => tags.includes(tag)),
  ).length;
}

const CREDENTIALS: Readonly<Record<string, string>> = {
  Passkey: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR',
};
const signedWith =
  (types: string): Test =>
  ({ approvals }) => {
    const meant = types.split(/, or | or |, /).map((one) => CREDENTIALS[one]);
    if (meant.includes(undefined)) return undefined;
    return approvals.some(({ credential }) => meant.includes(credential.type));
  };

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function readDays(text: string): readonly number[] {
  const run = /^(\w+) to (\w+)$/.exec(text);
  if (!run) return DAYS.flatMap((day, at) => (text.includes(day) ? [at] : []));
  const [from, to] = [DAYS.indexOf(run[1] ?? ''), DAYS.indexOf(run[2] ?? '')];
  return DAYS.flatMap((_, at) =>
    (at + 6) % 7 >= (from + 6) % 7 && (at + 6) % 7 <= (to + 6) % 7 ? [at] : [],
  );
}

const UNIT_MS = { day: 86_400_000, hour: 3_600_000, minute: 60_000 } as const;
const lengthOf = (text: string): number =>
  [...text.matchAll(/(\d+) (day|hour|minute)s?/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS],
    0,
  );

/** What a zone's clocks show. */
function clockAt(at: number, zone: string) {
  const style = { timeZone: zone, weekday: 'long', hour: '2-digit', minute: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en-GB', { ...style, hourCycle: 'h23' });
  const parts = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  return { day: DAYS.indexOf(parts['weekday'] ?? ''), at: `${parts['hour']}:${parts['minute']}` };
}

/** Whether one of the starts before now is no longer ago than that. Where the clocks changed meanwhile, it isn't told. */
function isWithin(now: number, length: number, at: string, days: readonly number[], zone: string) {
  const offsetOf = (moment: number) => {
    const name = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    return name.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value;
  };
  if (offsetOf(now + UNIT_MS.day) !== offsetOf(now - length - UNIT_MS.day)) return undefined;
  const minute = Math.floor(now / UNIT_MS.minute) * UNIT_MS.minute;
  for (let start = minute; start > now - length; start -= UNIT_MS.minute) {
    const clock = clockAt(start, zone);
    if (clock.at === at && days.includes(clock.day)) return true;
    // To the next minute of that number, which is at least this far.
    const minutes = (Number(clock.at.slice(3)) - Number(at.slice(3)) + 60) % 60;
    start -= Math.max(0, minutes === 0 ? 59 : minutes - 1) * UNIT_MS.minute;
  }
  return false;
}

const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^with the wallet (.*)$/, 'wallet.id'],
  [/^with a wallet named (.*)$/, 'wallet.label'],
  [/^with the private key (.*)$/, 'private_key.id'],
  [/^with a private key named (.*)$/, 'private_key.label'],
  [/^with the account (.*)$/, 'wallet_account.address'],
  [/^to (.*)$/, 'eth.tx.to'],
  [/^on the EVM network with chain ID (.*)$/, 'eth.tx.chain_id'],
  [/^for the user (.*)$/, 'activity.params.user_id'],
  [/^for the wallet (.*)$/, 'activity.params.wallet_id'],
];

const UNTOLD = [
  'in the cases that its text describes',
  'at the times that its text describes',
  'with the approvals that its text describes',
];

const momentOf = (text: string): number => Date.parse(`${text.replace(' at ', ' ')} UTC`);

/** Each form of a limit, and what it says. */
const LIMITS: readonly (readonly [RegExp, (...parts: string[]) => Test])[] = [
  [
    /^up to (\d+) wei$/,
    (most) => (request) => {
      const value = memberOf(request, 'eth.tx.value');
      return typeof value === 'bigint' && value <= BigInt(most ?? '0');
    },
  ],
  [
    /^from (.*) \(UTC\) on$/,
    (time) =>
      ({ now }) =>
        now >= momentOf(time ?? ''),
  ],
  [
    /^until (.*) \(UTC\)$/,
    (time) =>
      ({ now }) =>
        now < momentOf(time ?? ''),
  ],
  [
    /^(for|outside the) (.*) from (\d\d:\d\d) (?:on (.*)|each day) \(([^)]*)\)$/,
    (how, length, at, days, zone) =>
      ({ now }) => {
        const meant = days ? readDays(days) : [0, 1, 2, 3, 4, 5, 6];
        const isIn = isWithin(now, lengthOf(length ?? ''), at ?? '', meant, zone ?? '');
        return isIn === undefined ? undefined : isIn === (how === 'for');
      },
  ],
  [
    /^once (\d+) people approve, counting the one who asks$/,
    (count) =>
      ({ approvals }) =>
        approvals.length >= Number(count),
  ],
  [
    /^once (\d+) of these approve, counting the one who asks: (.*)$/,
    (count, names) => (request) => countNamed(names ?? '', request) >= Number(count),
  ],
  [/^if (.*) asks or approves$/, (names) => (request) => countNamed(names ?? '', request) > 0],
  [/^if an approval is given with: (.*)$/, (types) => signedWith(types ?? '')],
];

function readLimit(text: string): Test {
  if (UNTOLD.includes(text)) return () => undefined;
  const place = PLACES.find(([form]) => form.test(text));
  if (place) {
    const [, names = ''] = place[0].exec(text) ?? [];
    return is(place[1], ...[...names.matchAll(/“([^”]*)”/g)].map(([, name = '']) => name));
  }
  const limit = LIMITS.find(([form]) => form.test(text));
  if (!limit) throw new Error(`not understood: ${text}`);
  return limit[1](...(limit[0].exec(text) ?? []).slice(1));
}

/** Each form of the other sentences, and what it says. */
const SENTENCES: readonly (readonly [RegExp, (...parts: string[]) => Test])[] = [
  [/^No one but the root quorum can (.*)$/, (what) => readWhat(what ?? '')],
  [/^(?:Only|This applies only) (.*)$/, (limit) => readLimit(limit ?? '')],
  [/^Anyone can (.*), without a second approval$/, (what) => readWhat(what ?? '')],
  [
    /^Anyone can (.*) with the approvals that its text describes$/,
    (what) => (request) => all([readWhat(what ?? '')(request), undefined]),
  ],
  [
    /^Anyone can (.*) if they sign with: (.*)$/,
    (what, types) => (request) =>
      all([readWhat(what ?? '')(request), signedWith(types ?? '')(request)]),
  ],
  [
    /^Anyone can (.*) once (\d+) people approve, counting the one who asks$/,
    (what, count) => (request) =>
      all([readWhat(what ?? '')(request), request.approvals.length >= Number(count)]),
  ],
  [/^.* can (.*) if enough people approve$/, (what) => readWhat(what ?? '')],
  [
    /^(.*) can (.*) alone$/,
    (names, what) => (request) =>
      all([countNamed(names ?? '', request) > 0, readWhat(what ?? '')(request)]),
  ],
  [
    /^(.*) can (.*) once (\d+) of them approve, counting the one who asks$/,
    (names, what, count) => (request) =>
      all([countNamed(names ?? '', request) >= Number(count), readWhat(what ?? '')(request)]),
  ],
  [/^Whoever asks is enough$/, () => () => true],
  [
    /^Needs (\d+) people, counting the one who asks$/,
    (count) =>
      ({ approvals }) =>
        approvals.length >= Number(count),
  ],
  [/^Needs (.*) to ask or approve$/, (names) => (request) => countNamed(names ?? '', request) > 0],
  [
    /^Needs (\d+) of these, counting the one who asks: (.*)$/,
    (count, names) => (request) => countNamed(names ?? '', request) >= Number(count),
  ],
  [/^Needs an approval given with: (.*)$/, (types) => signedWith(types ?? '')],
  // What becomes of a request that waits for nobody is asked apart.
  [
    /^(?:A request by anyone else|Any other request) is denied, unless another policy keeps it open for .*$/,
    () => () => true,
  ],
];

function readSentence(sentence: string): Test {
  const found = SENTENCES.find(([form]) => form.test(sentence));
  if (!found) throw new Error(`not understood: ${sentence}`);
  return found[1](...(found[0].exec(sentence) ?? []).slice(1));
}

/** What a policy's displayed text says of a request: that it is allowed, or of a rule that denies that it is denied. */
export function readPolicyText(text: string): Test {
  const tests = text
    .replace(/\.$/, '')
    .split(/\. (?=[A-Z“])/)
    .map(readSentence);
  return (request) => all(tests.map((test) => test(request)));
}
