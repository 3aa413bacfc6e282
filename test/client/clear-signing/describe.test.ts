import { encodeFunctionData, erc20Abi } from 'viem';
import { describe, expect, test } from 'vitest';
import { BUNDLED } from '../../../src/client/clear-signing/bundled.ts';
import {
  describeCall,
  describeMessage,
  type Description,
  type Row,
  type Shown,
} from '../../../src/client/clear-signing/describe.ts';
import { createPack } from '../../../src/client/clear-signing/descriptor.ts';
import { readTypedData } from '../../../src/signing/typed-data.ts';
import { descriptorOf, OTHER, sendCall, sendPack, THIRD, VAULT } from './own-descriptors.ts';

/* What a descriptor says of a call: only of its own, in its own words, and with what it leaves out. */

function textOf(shown: Shown): string {
  switch (shown.is) {
    case 'text':
      return shown.text;
    case 'units':
      return `${shown.amount} units`;
    case 'date':
      return new Date(shown.seconds * 1000).toISOString();
    case 'chain':
      return `chain ${shown.chainId}`;
    case 'address':
      return shown.name === undefined ? shown.address : `${shown.name} ${shown.address}`;
    case 'call':
      return `call ${shown.call.to} ${shown.call.data}`;
  }
}
const rowsOf = (description: Description | undefined) =>
  description?.rows.map(({ label, value }: Row) => `${label}: ${textOf(value)}`);
const intentOf = (description: Description | undefined) =>
  description?.intent.map((piece) => (typeof piece === 'string' ? piece : textOf(piece))).join('');
const hiddenOf = (description: Description | undefined) =>
  description?.hidden.map(({ place, text }) => `${place}: ${text}`);

const AMOUNT = {
  path: 'amount',
  label: 'Amount',
  format: 'tokenAmount',
  params: { tokenPath: '@.to' },
};
const TO = { path: 'to', label: 'To', format: 'addressName' };
const PARTS = { path: 'parts.[]', label: 'Part', format: 'raw' };
const INNER = { path: 'inner', label: 'Inner', format: 'raw' };
const FORMAT = {
  intent: 'Send',
  interpolatedIntent: 'Send {amount} to {to}',
  fields: [AMOUNT, TO, PARTS, INNER],
};
const PACK = sendPack(FORMAT);

describe('a call', () => {
  test('behavior: is described with intent and fields in the descriptor’s order', async () => {
    const described = await describeCall(sendCall({ parts: [4n, 5n] }), PACK);
    expect(intentOf(described)).toBe(`Send 1.5 EXA to ${OTHER}`);
    expect(rowsOf(described)).toEqual([
      'Amount: 1.5 EXA',
      `To: ${OTHER}`,
      'Part: 4',
      'Part: 5',
      'Inner: 0x',
    ]);
    expect(hiddenOf(described)).toEqual([]);
  });

  test.each([
    ['chain', { chainId: 10n }],
    ['contract', { to: THIRD }],
    ['function', { data: '0xdeadbeef' }],
    ['form of its arguments', { data: `${sendCall({}).data}00` }],
  ])('security: of another %s is not described', async (_, other) => {
    const call = { ...sendCall({}), ...other };
    expect(await describeCall(call, PACK)).toBeUndefined();
  });

  test('security: fields of one label are all shown', async () => {
    const both = {
      ...FORMAT,
      fields: [
        { ...AMOUNT, label: 'Is' },
        { ...TO, label: 'Is' },
      ],
    };
    const described = await describeCall(sendCall({}), sendPack(both));
    expect(rowsOf(described)).toEqual(['Is: 1.5 EXA', `Is: ${OTHER}`]);
  });

  test.each([
    ['not named', [AMOUNT]],
    ['never visible', [AMOUNT, { ...TO, visible: 'never' }]],
    [
      'hidden for just this value',
      [AMOUNT, { ...TO, visible: { ifNotIn: [OTHER.toLowerCase()] } }],
    ],
    ['shown in part', [AMOUNT, { ...TO, path: 'to.[0:2]', format: 'raw' }]],
    ['replaced', [AMOUNT, { ...TO, encryption: { fallbackLabel: 'Secret' } }]],
  ])(
    'security: a recipient that is %s is shown as what the descriptor hides',
    async (_, fields) => {
      const described = await describeCall(sendCall({}), sendPack({ ...FORMAT, fields }));
      expect(hiddenOf(described)).toContain(`to: ${OTHER}`);
    },
  );

  test('security: an item that is hidden for its value is not taken for shown', async () => {
    const fields = [AMOUNT, TO, INNER, { ...PARTS, visible: { ifNotIn: ['4'] } }];
    const call = sendCall({ parts: [4n, 5n] });
    const described = await describeCall(call, sendPack({ ...FORMAT, fields }));
    expect(hiddenOf(described)).toEqual(['parts[0]: 4', 'parts[1]: 5']);
  });

  test('security: a descriptor whose condition the call doesn’t meet describes nothing', async () => {
    const fields = [{ ...TO, visible: { mustMatch: [THIRD] } }];
    expect(await describeCall(sendCall({}), sendPack({ ...FORMAT, fields }))).toBeUndefined();
  });

  test('security: two descriptors of one function describe nothing', async () => {
    const key = 'send(address to, uint256 amount, uint256[] parts, bytes inner)';
    const [one, other] = [FORMAT, { ...FORMAT, interpolatedIntent: 'Get {amount}' }];
    const pack = createPack([descriptorOf({ [key]: one }), descriptorOf({ [key]: other })]);
    expect(await describeCall(sendCall({}), pack)).toBeUndefined();
  });

  test('behavior: a call within is given whole, and where it goes', async () => {
    const fields = [{ ...INNER, format: 'calldata', params: { calleePath: 'to' } }];
    const inner = sendCall({ amount: 7n }).data as `0x${string}`;
    const described = await describeCall(
      sendCall({ to: THIRD, inner }),
      sendPack({ intent: 'Run', fields }),
    );
    expect(described?.rows).toEqual([
      {
        label: 'Inner',
        value: {
          is: 'call',
          call: { chainId: 1n, to: THIRD.toLowerCase(), value: 0n, data: inner, from: undefined },
        },
      },
    ]);
    expect(hiddenOf(described)).toEqual(['amount: 1500000']);
  });

  test('security: a token that nothing names is called unknown, and its contract is shown', async () => {
    const fields = [{ ...AMOUNT, params: { tokenPath: 'to' } }];
    const described = await describeCall(sendCall({}), sendPack({ intent: 'Send', fields }));
    expect(rowsOf(described)).toEqual(['Amount: 1500000 units']);
    expect(hiddenOf(described)).toContain(`to: ${OTHER}`);
  });

  test('security: on a chain whose coin is another one an amount isn’t in ETH', async () => {
    const context = { contract: { deployments: [{ chainId: 137, address: VAULT }] } };
    const fields = [{ ...AMOUNT, format: 'amount', params: {} }];
    const call = { ...sendCall({ amount: 10n ** 18n }), chainId: 137n };
    const described = await describeCall(call, sendPack({ intent: 'Pay', fields }, { context }));
    expect(rowsOf(described)).toEqual(['Amount: 1 POL']);
  });

  test('behavior: an intent that can’t be filled in is the plain one', async () => {
    const pack = sendPack({ ...FORMAT, interpolatedIntent: 'Send {amount} to {nobody}' });
    expect(intentOf(await describeCall(sendCall({}), pack))).toBe('Send');
  });

  test.each([
    ['of version 1', { $schema: 'erc7730-v1.schema.json' }],
    ['with includes', { includes: 'common.json' }],
    [
      'whose unit has more places than memory',
      { metadata: { token: { decimals: 1e9, ticker: 'X' } } },
    ],
    [
      'that refers to nothing',
      {
        display: {
          formats: {
            'send(address to, uint256 amount, uint256[] parts, bytes inner)': {
              fields: [{ $ref: '$.display.definitions.none' }],
            },
          },
        },
      },
    ],
    [
      'with names that every object has',
      JSON.parse('{"metadata":{"__proto__":{"owner":"x"}}}') as object,
    ],
    ['with a long text', { metadata: { owner: 'x'.repeat(5000) } }],
    [
      'with a text that is nested too deep',
      { metadata: { enums: Array.from({ length: 40 }).reduce<unknown>((inner) => [inner], 'x') } },
    ],
  ])('security: a descriptor %s describes nothing', async (_, more) => {
    expect(await describeCall(sendCall({}), sendPack(FORMAT, { ...more }))).toBeUndefined();
  });

  test('behavior: a well-known token is described by the descriptors that come with Keystamp', async () => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [OTHER, 2n ** 256n - 1n],
    });
    const to = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
    const call = { chainId: 1n, to, value: 0n, data };
    const described = await describeCall(call, BUNDLED);
    expect(intentOf(described)).toBe(`Allow spending Unlimited USDT by ${OTHER}`);
    expect(await describeCall({ ...call, chainId: 10n }, BUNDLED)).toBeUndefined();
  });
});

const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

function order(more: {
  readonly chainId?: number;
  readonly contract?: string;
  readonly name?: string;
}) {
  const { chainId = 1, contract = VAULT, name = 'Example' } = more;
  const types = {
    EIP712Domain: DOMAIN,
    Order: [
      { name: 'lines', type: 'Line[]' },
      { name: 'until', type: 'uint256' },
    ],
    Line: [
      { name: 'taker', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  };
  const lines = [
    { taker: OTHER, amount: '2500000' },
    { taker: THIRD, amount: '1' },
  ];
  const domain = { name, chainId, verifyingContract: contract };
  const message = { lines, until: '1772641538' };
  return readTypedData(JSON.stringify({ types, primaryType: 'Order', domain, message }));
}

const MESSAGES = createPack([
  {
    ...descriptorOf({
      'Order(Line[] lines,uint256 until)Line(address taker,uint256 amount)': {
        intent: 'Order',
        fields: [
          {
            path: 'lines.[]',
            fields: [{ path: 'taker', label: 'Taker', format: 'addressName' }],
          },
          { path: 'until', label: 'Until', format: 'date', params: { encoding: 'timestamp' } },
        ],
      },
    }),
    context: {
      eip712: { domain: { name: 'Example' }, deployments: [{ chainId: 1, address: VAULT }] },
    },
  },
]);

describe('typed data', () => {
  test('behavior: is described with each item, its dates, and what is left out', async () => {
    const described = await describeMessage(order({}), MESSAGES);
    expect(rowsOf(described)).toEqual([
      `Taker: ${OTHER}`,
      `Taker: ${THIRD}`,
      'Until: 2026-03-04T16:25:38.000Z',
    ]);
    expect(hiddenOf(described)).toEqual(['lines[0].amount: 2500000', 'lines[1].amount: 1']);
  });

  test.each([
    ['chain', { chainId: 5 }],
    ['contract', { contract: OTHER }],
    ['app', { name: 'Examp1e' }],
  ])('security: for another %s is not described', async (_, more) => {
    expect(await describeMessage(order(more), MESSAGES)).toBeUndefined();
  });
});
