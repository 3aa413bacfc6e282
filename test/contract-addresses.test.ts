// The address of a contract, on each chain: by the form, by the service, and as a web page requests it.
// What can't be one is refused by each of them, with a reason.
import { beforeEach, describe, expect, test } from 'vitest';
import { findAddresses } from '../src/client/address-findings.ts';
import { OPERATIONS } from '../src/protocol/operations.ts';
import { startDraft } from '../src/ui/forms/draft.ts';
import { fillForm, shapeOf } from '../src/ui/forms/model.ts';
import { useFreshService } from './service/fresh-service.ts';
import type { Caller } from './service/harness.ts';
import { openTab, userOf, type Tab } from './worker/tab.ts';
import { useWorkerFixture } from './worker/worker-fixture.ts';

const row = OPERATIONS.create_smart_contract_interface;
const shape = shapeOf(row, 'legacy');

const CHAINS = {
  ETHEREUM: {
    address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    source: '[{"type":"function","name":"f","inputs":[]}]',
  },
  SOLANA: {
    address: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    source: '{"instructions":[],"types":[]}',
  },
};
type Chain = keyof typeof CHAINS;

const contract = (chain: Chain, smartContractAddress: string) => ({
  label: 'Token',
  type: `SMART_CONTRACT_INTERFACE_TYPE_${chain}`,
  smartContractAddress,
  smartContractInterface: CHAINS[chain].source,
});

const { ETHEREUM, SOLANA } = CHAINS;
/** `isAlike`: it looks like an address, so only a checksum or the chain itself tells. */
const WRONG: readonly [what: string, chain: Chain, text: string, rule: string, isAlike: boolean][] =
  [
    ['a typo', 'ETHEREUM', ETHEREUM.address.replace('d', 'D'), 'address_checksum', true],
    ['another chain', 'ETHEREUM', SOLANA.address, 'address_chain', false],
    ['one digit less', 'ETHEREUM', ETHEREUM.address.slice(0, -1), 'address_length', false],
    ['a word', 'ETHEREUM', 'USDT', 'address', false],
    ['another chain', 'SOLANA', ETHEREUM.address, 'address_chain', false],
    ['31 bytes', 'SOLANA', '1'.repeat(31), 'address_length', false],
    ['33 bytes', 'SOLANA', `1${SOLANA.address}`, 'address_length', true],
    ['no base58', 'SOLANA', SOLANA.address.replace('k', '0'), 'address', false],
  ];

describe('the form', () => {
  const fill = (values: ReturnType<typeof contract>) =>
    fillForm(shape, { ...startDraft(shape.fields), ...values });

  test.each(WRONG)('error: %s on %s is named', (_, chain, text, rule) => {
    expect(fill(contract(chain, text))).toEqual({
      ok: false,
      errors: { smartContractAddress: rule },
    });
  });

  test('behavior: an address of the chain, on Ethereum also without a checksum', () => {
    const lower = ETHEREUM.address.toLowerCase();
    expect(fill(contract('SOLANA', SOLANA.address)).ok).toBe(true);
    expect(fill(contract('ETHEREUM', ETHEREUM.address)).ok).toBe(true);
    expect(fill(contract('ETHEREUM', lower)).ok).toBe(true);
    expect(findAddresses(shape.fields, contract('ETHEREUM', lower))).toMatchObject([
      { rule: undefined, hasChecksum: false },
    ]);
    // Nothing is said of one that isn't there yet.
    expect(findAddresses(shape.fields, contract('ETHEREUM', ''))).toEqual([]);
    expect(findAddresses(shape.fields, {})).toEqual([]);
  });
});

describe('the service', () => {
  let root: Caller;
  useFreshService((fresh) => {
    ({ root } = fresh);
  });

  test.each(WRONG)('error: %s on %s is refused', async (_, chain, text) => {
    const { status, body } = await root.submit(row.name, contract(chain, text));
    expect(status).toBe(400);
    expect(body['message']).toMatch(/parameters\.smartContractAddress: /);
  });
});

describe('a request of a web page', () => {
  const fixture = useWorkerFixture();
  let tab: Tab;
  let user: ReturnType<typeof userOf>;
  beforeEach(async () => {
    tab = openTab(fixture.browser);
    user = userOf(fixture.browser);
    await tab.ask('connect', {});
    await user.consent(fixture.account.profile.id);
  });

  test('error: what can’t be an address gets no further than the worker', async () => {
    for (const [, chain, text] of WRONG.filter(([, , , , isAlike]) => !isAlike)) {
      const { error } = await tab.request(row.name, contract(chain, text));
      expect(error).toMatchObject({
        code: 'invalid_parameters',
        detail: { field: 'parameters.smartContractAddress', rule: 'address' },
      });
    }
  });
});
