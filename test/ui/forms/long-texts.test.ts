import { beforeAll, describe, expect, test } from 'vitest';
import { decodeCalldata } from '../../../src/signing/calldata.ts';
import { listApiKeys } from '../../../src/client/api-key-import.ts';
import { readPublicKey } from '../../../src/client/device/device-code.ts';
import { readKeystore } from '../../../src/client/import/keystore.ts';
import { readInterface } from '../../../src/client/interface/read-interface.ts';
import { strengthOf } from '../../../src/client/password-strength.ts';
import { parsePrivateKey } from '../../../src/keys/private-key.ts';
import { readPhrase } from '../../../src/keys/phrase/read-phrase.ts';
import { CLAUSES } from '../../../src/policies/published-names.ts';
import { readClause } from '../../../src/policies/read-clause.ts';
import { SMART_CONTRACT_INTERFACE_TYPE } from '../../../src/protocol/enums.ts';
import type { Field } from '../../../src/protocol/fields.ts';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import { readBaseUrl } from '../../../src/protocol/profile.ts';
import { isRule } from '../../../src/protocol/rules.ts';
import { startDraft, type DraftValue } from '../../../src/ui/forms/draft.ts';
import { changesOfField, checkField, fillForm, shapeOf } from '../../../src/ui/forms/model.ts';
import { findNameWarning } from '../../../src/ui/forms/name-warning.tsx';
import { loadPhoneLibrary } from '../../../src/ui/forms/typed-values.ts';
import { loadJoiners, visibleText } from '../../../src/ui/forms/visible.ts';
import { refusalText } from '../../../src/ui/forms/words.ts';
import { search } from '../../../src/ui/records/search-index.ts';
import { splitSetUpAddress } from '../../../src/ui/settings/profile-draft.ts';

/*
 * A paste that went wrong: 300,000 characters in an input. What takes steps in the square of that would
 * stop the page for minutes; here the processor's time of each reading is bounded, whatever else runs.
 */

const LENGTH = 300_000;
/** Of this thread's processor, for one field. Most take a hundredth; the square of the length takes a minute. */
const MAX_MS = 5000;

const PIECES: readonly (readonly [string, string])[] = [
  ['letters', 'a'],
  ['digits', '1'],
  ['hex', '0a'],
  ['spaces', ' '],
  ['words', 'legal '],
  ['lines', 'KEY=value\n'],
  ['stacked marks', 'a\u0301\u0301\u0301'],
  ['marks alone', '\u0301'],
  ['joiners', '\u200c'],
  ['needed joiners', 'ب\u064b\u200c'],
  ['viramas', 'क\u094d\u200d'],
  ['right to left', 'שלום '],
  ['overrides', '\u202e\u2066'],
  ['astral', '𝒜'],
  ['half of a pair', '\ud83d'],
  ['emoji', '👩\u200d👩\u200d👧'],
  ['Chinese', '眼悲'],
  ['quotes', '"'],
  ['brackets', '['],
  ['members', '{"a":'],
  ['entries', '{"type":"function"},'],
  ['parentheses', '(('],
  ['not', '!'],
  ['and', 'true && '],
  ['angles', '<a@'],
  ['dots', 'a.'],
  ['at', '@'],
  ['dashes', '-'],
  ['pem', '-----BEGIN '],
  ['equals', '='],
  ['commas', '1,'],
  ['slashes', '//'],
  ['punycode', 'xn--a'],
  ['percent', '%20'],
  ['phone', '+1 (0) '],
];
const HEADS = [
  '',
  '+49',
  'a@',
  '0x',
  '[',
  '{"',
  'https://',
  '-----BEGIN PRIVATE KEY-----\n',
  'function ',
];
const TAILS = ['', '!', '\u200b'];

const TEXTS = PIECES.flatMap(([name, piece], at) => {
  const head = HEADS[at % HEADS.length] ?? '';
  const tail = TAILS[at % TAILS.length] ?? '';
  const filler = piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);
  return [
    [name, filler],
    // What looks for something at an end tries again at each place within.
    [`${name} between letters`, `x${filler}x`],
    [`${JSON.stringify(head)}, ${name}, ${JSON.stringify(tail)}`, head + filler + tail],
  ] as const;
});

/** Processor time of `work` in milliseconds. */
function timeOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** What the reading of each text took too long for. */
function slowOnes(read: (text: string) => unknown): readonly string[] {
  return TEXTS.flatMap(([name, text]) => {
    const took = timeOf(() => read(text));
    return took > MAX_MS ? [`${name}: ${Math.round(took)} ms`] : [];
  });
}

type InputCase = { readonly title: string; readonly read: (text: string) => void };

/** The kinds of control with a text that somebody types. */
const TYPED: readonly Field['control']['kind'][] = [
  'text',
  'lines',
  'clause',
  'code',
  'contract-interface',
  'public-key',
];

function fieldCases(): readonly InputCase[] {
  const seen = new Set<unknown>();
  return Object.values(OPERATIONS).flatMap((row) => {
    const shape = shapeOf(row, 'enclave');
    const cases = (
      fields: typeof shape.fields,
      place: (text: DraftValue) => DraftValue,
      prefix: string,
    ) =>
      Object.entries(fields).flatMap(([name, field]) => {
        const { control, schema } = field;
        const key = 'wrapped' in schema ? schema.wrapped : schema;
        if (!TYPED.includes(control.kind) || field.automatic || seen.has(key)) return [];
        seen.add(key);
        const read = (text: string): void => {
          const start = startDraft(shape.fields);
          const path = `${prefix}${name}`;
          const draft = prefix
            ? { ...start, [prefix.split('.')[0] ?? '']: place({ [name]: text } as never) }
            : { ...start, [name]: text };
          const rule = checkField(shape.fields, path, draft);
          expect(rule === undefined || isRule(rule)).toBe(true);
          if (rule) expect(refusalText(rule, text).length).toBeLessThan(500);
          changesOfField(field, text);
          fillForm(shape, draft);
        };
        return [{ title: `${row.name} ${prefix}${name}`, read }];
      });
    const inItems = Object.entries(shape.fields).flatMap(([list, { control }]) =>
      control.kind === 'record-list'
        ? cases(control.item, (item) => [item] as never, `${list}.0.`)
        : [],
    );
    return [...cases(shape.fields, (text) => text, ''), ...inItems];
  });
}

const quietly = (read: (text: string) => unknown) => (text: string) => {
  try {
    read(text);
  } catch (error) {
    // The sentence is for the screen: it has none of the text.
    expect(String(error).length).toBeLessThan(500);
  }
};

const OTHERS: readonly InputCase[] = [
  { title: 'private key', read: quietly((text) => parsePrivateKey(text)) },
  { title: 'API keys', read: quietly(listApiKeys) },
  { title: 'keystore file', read: quietly(readKeystore) },
  { title: 'device code', read: (text) => void readPublicKey(text) },
  { title: 'password', read: (text) => void strengthOf(text) },
  { title: 'service address', read: (text) => void readBaseUrl(splitSetUpAddress(text).baseUrl) },
  { title: 'calldata', read: (text) => void decodeCalldata(text, []) },
  { title: 'search', read: (text) => void search('wallet', new Map(), text) },
  { title: 'name beside others', read: (text) => void findNameWarning(text, new Map()) },
  { title: 'text that is drawn', read: (text) => void visibleText(text) },
  ...CLAUSES.map((name) => ({
    title: `clause ${name}`,
    read: (text: string) => void readClause(name, text),
  })),
  ...SMART_CONTRACT_INTERFACE_TYPE.map((type) => ({
    title: `interface ${type}`,
    read: (text: string) => void readInterface(text, type),
  })),
];

beforeAll(async () => {
  await Promise.all([loadPhoneLibrary(), loadJoiners()]);
  // What is made once isn't a reading's time.
  for (const { read } of [...fieldCases(), ...OTHERS]) read('é');
});

describe('300,000 characters', () => {
  test('behavior: every kind of input of the forms is tried', () => {
    expect(fieldCases().length).toBeGreaterThan(25);
  });

  test.each(fieldCases())('behavior: in $title', ({ read }) => expect(slowOnes(read)).toEqual([]));
  test.each(OTHERS)('behavior: as $title', ({ read }) => expect(slowOnes(read)).toEqual([]));

  test('behavior: as a recovery phrase', async () => {
    for (const [name, text] of TEXTS) {
      const before = process.threadCpuUsage();
      expect([name, (await readPhrase(text)).fault]).toEqual([name, 'too_long']);
      expect([name, process.threadCpuUsage(before).user / 1000 < MAX_MS]).toEqual([name, true]);
    }
  });
});
