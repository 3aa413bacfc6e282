import { describe, expect, test } from 'vitest';
import { exampleOf } from '../../src/demo/example-parameters.ts';
import type { Fields } from '../../src/protocol/fields.ts';
import { ROWS } from '../../src/protocol/operations.ts';
import { ASK } from '../../src/protocol/page-api.ts';
import { lacksPick, parseOpenParameters, withPicks } from '../../src/requests/open-parameters.ts';

/** Every version of everything that pages may request. */
const SHAPES = ROWS.filter(({ pageAccess }) => pageAccess !== 'never').flatMap((row) =>
  (row.kind === 'query' ? [row] : row.versions).map((shape, at) => ({
    title: `${row.name} ${at}`,
    shape,
    example: parameters(shape.fields),
  })),
);

/** What the schema takes: the demo's examples, with valid text where those are free. */
function parameters(fields: Fields): Record<string, unknown> {
  return { ...exampleOf(fields), ...texts(fields) };
}

function texts(fields: Fields): Record<string, unknown> {
  const names = Object.keys(fields).filter((name) => /bundle/i.test(name));
  const bundle = { encappedPublic: '04'.repeat(65), ciphertext: 'ab'.repeat(32) };
  return Object.fromEntries(names.map((name) => [name, JSON.stringify(bundle)]));
}

/** As it arrives from a page. */
const asJson = (text: string) => JSON.parse(text) as Record<string, unknown>;
const refusal = (name: string) => ({ code: 'invalid_input', detail: { field: name } });
const read = (shape: (typeof SHAPES)[number]['shape'], values: Record<string, unknown>) => () =>
  parseOpenParameters(shape, values);

const PICKERS = SHAPES.flatMap(({ title, shape, example }) =>
  Object.entries(shape.fields)
    .filter(([, { control, automatic }]) => control.kind === 'pick' && !automatic)
    .map(([name]) => ({ title: `${title} ${name}`, name, shape, example })),
);
const OTHERS = SHAPES.flatMap(({ title, shape, example }) =>
  Object.keys(shape.fields)
    .filter((name) => !PICKERS.some((one) => one.shape === shape && one.name === name))
    .map((name) => ({ title: `${title} ${name}`, name, shape, example })),
);

describe('parseOpenParameters', () => {
  test('behavior: there are fields of both kinds to try', () => {
    expect(PICKERS.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['apiKeyId', 'userId', 'walletId', 'userTagIds']),
    );
    expect(OTHERS.length).toBeGreaterThan(20);
  });

  test.each(SHAPES)('behavior: $title without ASK is as it was', ({ shape, example }) => {
    expect(parseOpenParameters(shape, example)).toEqual({ parameters: example, open: [] });
  });

  test.each(PICKERS)('behavior: $title is left to the user', ({ name, shape, example }) => {
    const { [name]: _, ...rest } = example;
    const values = asJson(JSON.stringify({ ...example, [name]: ASK }));
    const left = parseOpenParameters(shape, values);
    expect(left).toEqual({ parameters: rest, open: [name] });
    expect(lacksPick(left)).toBe(true);
  });

  test.each(OTHERS)('error: $title can’t be', ({ name, shape, example }) => {
    const values = asJson(JSON.stringify({ ...example, [name]: ASK }));
    expect(read(shape, values)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        detail: expect.objectContaining({
          field: expect.stringMatching(new RegExp(`^parameters\\.${name}`)),
        }),
      }),
    );
  });

  const spoilt = [
    '{"keystamp":"ASK"}',
    '{"keystamp":"ask","more":1}',
    '{"more":1,"keystamp":"ask"}',
    '{"keystamp":"ask","keystamp ":"ask"}',
    '{"keystamp":"ask","__proto__":{}}',
    '{"__proto__":{"keystamp":"ask"}}',
    '{"constructor":{"keystamp":"ask"},"keystamp":"ask"}',
    '{"toJSON":"ask"}',
    '{"keystamp":["ask"]}',
    '{"keystamp":{"keystamp":"ask"}}',
    '[{"keystamp":"ask"}]',
    '["keystamp","ask"]',
    '"{\\"keystamp\\":\\"ask\\"}"',
    '{}',
    '[]',
    'null',
    'true',
    '"ask"',
  ];
  test.each(PICKERS.flatMap((one) => spoilt.map((text) => ({ ...one, text }))))(
    'error: $title isn’t left to the user by $text',
    ({ name, shape, example, text }) => {
      const values = asJson(
        JSON.stringify({ ...example, [name]: 0 }).replace(/:0(?=[,}])/, `:${text}`),
      );
      expect(read(shape, values)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    },
  );

  test('error: neither a field of another name nor an inherited one', () => {
    const [{ shape, example }] = PICKERS as [(typeof PICKERS)[number]];
    for (const name of ['more', 'constructor', 'toString', 'hasOwnProperty']) {
      const values = { ...example, [name]: ASK };
      expect(read(shape, values)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    }
    const inherited = Object.create({ apiKeyId: ASK }) as Record<string, unknown>;
    const missing = { field: 'parameters.apiKeyId', rule: 'missing' };
    expect(read(shape, inherited)).toThrow(expect.objectContaining({ detail: missing }));
  });

  test('error: what isn’t left to the user is checked as ever', () => {
    const wallet = PICKERS.find(({ name }) => name === 'walletId');
    const values = { walletId: ASK, walletName: 'x'.repeat(65) };
    expect(wallet && read(wallet.shape, values)).toThrow(
      expect.objectContaining({
        detail: { field: 'parameters.walletName', rule: 'label_length' },
      }),
    );
  });
});

describe('withPicks', () => {
  const id = crypto.randomUUID();
  const one = PICKERS.find(({ name }) => name === 'walletId');
  const many = PICKERS.find(({ name }) => name === 'userTagIds');
  const left = { parameters: { walletName: 'X' }, open: ['walletId'] };
  const pick =
    (picks: Record<string, unknown>, from = left) =>
    () =>
      one && withPicks(one.shape, from, picks);

  test('behavior: gives all parameters, and replaces an earlier pick', () => {
    const first = pick({ walletId: id })();
    expect(first).toEqual({ walletId: id, walletName: 'X' });
    const other = crypto.randomUUID();
    const again = pick(
      { walletId: other },
      { ...left, parameters: first as typeof left.parameters },
    );
    expect(again()).toEqual({ walletId: other, walletName: 'X' });
    const tags =
      many && withPicks(many.shape, { parameters: {}, open: ['userTagIds'] }, { userTagIds: [id] });
    expect(tags).toEqual({ userTagIds: [id] });
  });

  test.each<[string, Record<string, unknown>]>([
    ['nothing', {}],
    ['another parameter', { walletId: id, walletName: 'Y' }],
    ['only another parameter', { walletName: 'Y' }],
    ['no id', { walletId: 'x' }],
    ['ASK again', { walletId: ASK }],
    ['a list where there is one', { walletId: [id] }],
    ['null', { walletId: null }],
  ])('error: %s', (_, picks) => {
    expect(pick(picks)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });

  test('error: of a request that leaves nothing to the user', () => {
    const whole = { parameters: { walletId: id, walletName: 'X' }, open: [] };
    expect(pick({ walletId: id }, whole as unknown as typeof left)).toThrow(
      expect.objectContaining(refusal('picks.walletId')),
    );
    expect(pick({}, whole as unknown as typeof left)).toThrow(
      expect.objectContaining(refusal('picks')),
    );
  });
});
