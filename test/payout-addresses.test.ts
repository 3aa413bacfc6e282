// Each kind of address, paid out on each network: by the form, by the service, and as a web page
// requests it (docs/threats.md, 46). What doesn't fit is refused by each of them, with a reason.
import { beforeEach, describe, expect, test } from 'vitest';
import { FORMATS, isFormat } from '../src/addresses/formats.ts';
import type { Format } from '../src/addresses/formats.ts';
import { findAddresses } from '../src/client/address-findings.ts';
import {
  FIAT_ON_RAMP_CRYPTO_CURRENCY,
  FIAT_ON_RAMP_NETWORK,
  FIAT_ON_RAMP_PAYMENT_METHOD,
  FIAT_ON_RAMP_PROVIDER,
  type FiatOnRampNetwork,
} from '../src/protocol/enums.ts';
import { currenciesOfNetwork, methodsOfProvider } from '../src/protocol/on-ramp.ts';
import { OPERATIONS } from '../src/protocol/operations.ts';
import { startDraft } from '../src/ui/forms/draft.ts';
import { fillForm, shapeOf } from '../src/ui/forms/model.ts';
import { KEYS } from './addresses/vectors.ts';
import { addressRefusal } from '../src/service/address-refusal.ts';
import { useFreshService } from './service/fresh-service.ts';
import type { Caller } from './service/harness.ts';
import { openTab, userOf, type Tab } from './worker/tab.ts';
import { useWorkerFixture } from './worker/worker-fixture.ts';

const row = OPERATIONS.init_fiat_on_ramp;
const shape = shapeOf(row, 'legacy');

const NETWORK = 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_';

/** Written out here too, so that a mistake in the table is noticed. */
const TAKES: Readonly<Record<FiatOnRampNetwork, { currencies: string[]; chain: string }>> = {
  [`${NETWORK}BITCOIN`]: { currencies: ['BTC'], chain: 'bitcoin' },
  [`${NETWORK}ETHEREUM`]: { currencies: ['ETH', 'USDC'], chain: 'ethereum' },
  [`${NETWORK}SOLANA`]: { currencies: ['SOL', 'USDC'], chain: 'solana' },
  [`${NETWORK}BASE`]: { currencies: ['ETH', 'USDC'], chain: 'ethereum' },
} as const;

const ADDRESSES = new Map<Format, string>();
for (const { format, address } of KEYS.flatMap(({ addresses }) => addresses)) {
  if (!ADDRESSES.has(format)) ADDRESSES.set(format, address);
}

const purchase = (network: FiatOnRampNetwork, walletAddress: string) => ({
  onrampProvider: 'FIAT_ON_RAMP_PROVIDER_COINBASE',
  network,
  cryptoCurrencyCode: currenciesOfNetwork({ network })[0] ?? '',
  walletAddress,
  sandboxMode: true,
});

const CASES = FIAT_ON_RAMP_NETWORK.flatMap((network) =>
  [...ADDRESSES].map(([format, address]) => {
    const { chain, network: kind } = FORMATS[format];
    const fits = chain === TAKES[network].chain && kind === 'mainnet';
    return { network, format, address, fits };
  }),
);
const MISFITS = CASES.filter(({ fits }) => !fits);
const FITS = CASES.filter(({ fits }) => fits);

function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('an empty list');
  return first;
}

const fill = (values: Parameters<typeof fillForm>[1]) =>
  fillForm(shape, { ...startDraft(shape.fields), ...values });

test('behavior: there is a case for each of the 36 formats on each network', () => {
  expect([...ADDRESSES.keys()].filter(isFormat)).toHaveLength(36);
  expect(CASES).toHaveLength(144);
  expect(FITS).toHaveLength(8);
});

describe('the form', () => {
  test('error: refuses what doesn’t fit, with a reason', () => {
    for (const { network, format, address } of MISFITS) {
      const filled = fill(purchase(network, address));
      const where = `${format} on ${network}`;
      if (filled.ok) throw new Error(`accepted ${where}`);
      expect(Object.keys(filled.errors), where).toEqual(['walletAddress']);
      expect(filled.errors['walletAddress'], where).toMatch(/^address_(chain|network|key)$/);
    }
  });

  test('behavior: accepts what fits', () => {
    for (const { network, address } of FITS)
      expect(fill(purchase(network, address))).toMatchObject({ ok: true });
  });

  test('error: a currency that the network doesn’t have', () => {
    for (const network of FIAT_ON_RAMP_NETWORK) {
      const { address } = firstOf(FITS.filter((one) => one.network === network));
      const accepted = FIAT_ON_RAMP_CRYPTO_CURRENCY.filter(
        (cryptoCurrencyCode) => fill({ ...purchase(network, address), cryptoCurrencyCode }).ok,
      );
      expect(accepted.map((code) => code.replace(/.*_/, ''))).toEqual(TAKES[network].currencies);
    }
  });

  test('error: a payment method of the other provider', () => {
    const { network, address } = firstOf(FITS);
    const counts = FIAT_ON_RAMP_PROVIDER.map((onrampProvider) => {
      const accepted = FIAT_ON_RAMP_PAYMENT_METHOD.filter(
        (paymentMethod) =>
          fill({ ...purchase(network, address), onrampProvider, paymentMethod }).ok,
      );
      expect(accepted).toEqual(methodsOfProvider({ onrampProvider }));
      return accepted.length;
    });
    expect(counts).toEqual([5, 10]);
  });

  test('behavior: only MoonPay’s sandbox takes an address of Bitcoin’s testnet', () => {
    const walletAddress = ADDRESSES.get('ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH') ?? '';
    const tested = { ...purchase(`${NETWORK}BITCOIN`, walletAddress) };
    const accepted = FIAT_ON_RAMP_PROVIDER.flatMap((onrampProvider) =>
      [true, false].filter((sandboxMode) => fill({ ...tested, onrampProvider, sandboxMode }).ok),
    );
    expect(accepted).toEqual([true]);
    const moonpay = { ...tested, onrampProvider: 'FIAT_ON_RAMP_PROVIDER_MOONPAY' };
    expect(fill({ ...moonpay, sandboxMode: true }).ok).toBe(true);
    const ethereum = purchase(`${NETWORK}ETHEREUM`, walletAddress);
    expect(fill({ ...moonpay, ...ethereum, onrampProvider: moonpay.onrampProvider }).ok).toBe(
      false,
    );
  });
});

describe('the service', () => {
  let root: Caller;
  useFreshService((fresh) => {
    ({ root } = fresh);
  });
  const submit = (values: object) => root.submit('init_fiat_on_ramp', { ...values });

  test('error: refuses what doesn’t fit, with a reason', () => {
    for (const { network, format, address } of MISFITS) {
      const values = purchase(network, address);
      const refusal = addressRefusal(row.versions[0].fields, values, 'parameters');
      expect(refusal?.message, `${format} on ${network}`).toMatch(
        /^invalid request body: parameters\.walletAddress: /,
      );
      expect(refusal?.message).not.toContain(address);
    }
  });

  test('behavior: accepts what fits', async () => {
    for (const { network, address } of FITS)
      expect((await submit(purchase(network, address))).status).toBe(200);
  });

  test.each([
    ['a word', 'hello', /no address on the network/],
    ['a wrong checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', /checksum of this address/],
    [
      'Tron',
      ADDRESSES.get('ADDRESS_FORMAT_TRON') ?? '',
      /another chain\. It is an address of Tron/,
    ],
    ['a test network', ADDRESSES.get('ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR') ?? '', /test network/],
  ])('error: answers 400 to %s, and says what is wrong', async (_what, address, message) => {
    const { status, body } = await submit(purchase(`${NETWORK}BITCOIN`, address));
    expect(status).toBe(400);
    expect(body['message']).toMatch(message);
  });

  test('error: ETH on Bitcoin', async () => {
    const { address } = firstOf(FITS);
    const cryptoCurrencyCode = 'FIAT_ON_RAMP_CRYPTO_CURRENCY_ETH';
    const { status, body } = await submit({
      ...purchase(`${NETWORK}BITCOIN`, address),
      cryptoCurrencyCode,
    });
    expect(status).toBe(400);
    expect(body['message']).toMatch(/cryptoCurrencyCode: This currency is not on this network/);
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

  test('error: what doesn’t fit together gets no further than the worker', async () => {
    const good = purchase(`${NETWORK}BITCOIN`, firstOf(FITS).address);
    const answers = await Promise.all([
      tab.request(row.name, {
        ...good,
        cryptoCurrencyCode: 'FIAT_ON_RAMP_CRYPTO_CURRENCY_ETH',
      }),
      tab.request(row.name, { ...good, paymentMethod: 'FIAT_ON_RAMP_PAYMENT_METHOD_PAYPAL' }),
    ]);
    expect(answers.map(({ error }) => [error?.code, error?.detail])).toEqual([
      ['invalid_parameters', { field: 'parameters.cryptoCurrencyCode', rule: 'network_currency' }],
      ['invalid_parameters', { field: 'parameters.paymentMethod', rule: 'provider_method' }],
    ]);
    expect(await user.queue()).toEqual([]);
  });

  test('error: the window finds what is wrong with an address in the body to be signed', async () => {
    const { network, address } = firstOf(MISFITS);
    await tab.request(row.name, purchase(network, address));
    const { parameters } = await user.open((await user.newest()).id);
    expect(findAddresses(row.versions[0].fields, parameters)).toMatchObject([
      { name: 'walletAddress', rule: expect.stringMatching(/^address_/) },
    ]);
  });

  test('error: in no case does the window find nothing', () => {
    for (const { network, address, fits } of CASES) {
      const [finding] = findAddresses(row.versions[0].fields, purchase(network, address));
      expect(finding && (finding.rule === undefined) === fits).toBe(true);
    }
  });
});
