import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SubmitName } from '../../src/protocol/operations.ts';
import {
  FROM_SOURCES,
  startService,
  TEST_ENV,
  type RunningService,
} from '../../test/e2e/service.ts';
import { startPgbouncer, whyNoPgbouncer } from '../../test/service/pgbouncer.ts';
import { startPostgres, whyNoPostgres } from '../../test/service/postgres.ts';
import { figure, type Figure } from './figures.ts';
import {
  requestJson,
  createClient,
  createPolicedClient,
  httpTransport,
  walletIds,
  type StampedRequest,
  type Parameters,
} from './client.ts';

/*
 * What clients of running services wait for, and how much they get done: over HTTP, with one
 * request at a time per client. The clients share the machine with the services.
 */

const CLIENTS = [1, 32] as const;

/** Makes the requests of an operation, each with different bytes. */
type RequestFactory = () => Promise<StampedRequest>;

const ACCOUNT = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};
const CONTRACT = {
  smartContractAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  smartContractInterface: '[{"type":"function","name":"f","inputs":[]}]',
  type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
};
const PURCHASE = {
  onrampProvider: 'FIAT_ON_RAMP_PROVIDER_MOONPAY',
  walletAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  network: 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_ETHEREUM',
  cryptoCurrencyCode: 'FIAT_ON_RAMP_CRYPTO_CURRENCY_ETH',
};

/** The parameters of the n-th submit; `walletId` is the wallet to rename. */
const SUBMITS: Partial<Record<SubmitName, (n: number, walletId: string) => Parameters>> = {
  update_wallet: (n, walletId) => ({ walletId, walletName: `Wallet ${n}` }),
  create_wallet: (n) => ({ walletName: `New ${n}`, accounts: [ACCOUNT] }),
  create_user_tag: (n) => ({ userTagName: `Tag ${n}`, userIds: [] }),
  create_smart_contract_interface: (n) => ({ ...CONTRACT, label: `Contract ${n}` }),
  init_fiat_on_ramp: () => PURCHASE,
  init_otp: (n) => ({
    otpType: 'OTP_TYPE_EMAIL',
    appName: 'Bench',
    contact: `person-${n}@example.com`,
  }),
};

/** Makes the requests of each operation, queries first. */
async function createRequestFactories(
  service: RunningService,
): Promise<Map<string, RequestFactory>> {
  const transport = httpTransport(service.url);
  const client = await createClient(transport, service.organizationId);
  const [walletId = ''] = await walletIds(transport, client);
  const rename = await client.submit('update_wallet', { walletId });
  const { activity } = await requestJson<{ activity: { id: string } }>(transport, rename);
  let count = 0;
  const submits = Object.entries(SUBMITS).map(([name, parameters]) => {
    const make = () => client.submit(name as SubmitName, parameters((count += 1), walletId));
    return [name, make] as const;
  });
  const user = await createPolicedClient(transport, service.organizationId, client, 5);
  const policed = () =>
    user.submit('update_wallet', { walletId, walletName: `Wallet ${(count += 1)}` });
  return new Map<string, RequestFactory>([
    ['whoami', () => client.query('whoami')],
    ['list_wallets', () => client.query('list_wallets')],
    ['get_activity', () => client.query('get_activity', { activityId: activity.id })],
    ...submits,
    ['update_wallet, a user under five policies', policed],
  ]);
}

/** Sends them from so many clients, each with its share at one of the services; times and rate. */
async function sendFromClients(
  services: readonly RunningService[],
  requests: StampedRequest[],
  clients: number,
) {
  const times: number[] = [];
  const left = requests.values();
  const started = performance.now();
  const work = Array.from({ length: clients }, async (_, at) => {
    const service = services[at % services.length];
    if (!service) throw new Error('no service');
    const transport = httpTransport(service.url);
    for (const one of left) {
      const sent = performance.now();
      await requestJson(transport, one);
      times.push(performance.now() - sent);
    }
  });
  await Promise.all(work);
  return { times, rate: (requests.length * 1000) / (performance.now() - started) };
}

async function measure(where: string, services: readonly RunningService[], quick: boolean) {
  const [first] = services;
  if (!first) throw new Error('no service');
  const figures: Figure[] = [];
  const batch = (make: RequestFactory, length: number) => Promise.all(Array.from({ length }, make));
  const factories = await createRequestFactories(first);
  for (const clients of CLIENTS) {
    const group = `Local service over HTTP, ${where}, ${clients} client${clients === 1 ? '' : 's'}`;
    for (const [name, make] of factories) {
      await sendFromClients(services, await batch(make, 50), clients);
      const { times, rate } = await sendFromClients(
        services,
        await batch(make, quick ? 100 : 400),
        clients,
      );
      figures.push({ ...figure(group, name, 'ms', times), rate });
    }
  }
  return figures;
}

type StartedServices = { readonly services: RunningService[]; readonly stop: () => Promise<void> };

const startFromSources = (args: readonly string[], env?: Readonly<Record<string, string>>) =>
  startService({ command: FROM_SOURCES, args, env: { ...TEST_ENV, ...env } });

async function startOnFolder(): Promise<StartedServices> {
  const folder = mkdtempSync(join(tmpdir(), 'keystamp-load-'));
  const services = [await startFromSources(['--port', '0', '--data', folder])];
  const stop = async () => {
    await Promise.all(services.map((one) => one.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  return { services, stop };
}

/** Connections of a pooler to its server. */
const POOLED = 10;

/** Starts so many processes on a PostgreSQL server of their own. */
export async function startOnPostgres(
  processes: number,
  isPooled = false,
): Promise<StartedServices> {
  const server = await startPostgres();
  const pooler = isPooled ? await startPgbouncer(server.url, POOLED) : undefined;
  const env = { DATABASE_URL: pooler?.url ?? server.url };
  const one = () => startFromSources(['--port', '0'], env);
  const services = [await one()];
  while (services.length < processes) services.push(await one());
  const stop = async () => {
    await Promise.all(services.map((service) => service.stop()));
    await pooler?.stop();
    await server.stop();
  };
  return { services, stop };
}

/** Submits and queries on both engines, with one process and with two (embedded: only one). */
export async function loadFigures(quick: boolean): Promise<Figure[]> {
  const places: (readonly [string, () => Promise<StartedServices>])[] = [
    ['embedded database', startOnFolder],
  ];
  if (!whyNoPostgres()) {
    places.push(['PostgreSQL, 1 process', () => startOnPostgres(1)]);
    places.push(['PostgreSQL, 2 processes', () => startOnPostgres(2)]);
    if (!whyNoPgbouncer()) places.push(['PgBouncer, 1 process', () => startOnPostgres(1, true)]);
  }
  const figures: Figure[] = [];
  for (const [where, start] of places) {
    const { services, stop } = await start();
    try {
      figures.push(...(await measure(where, services, quick)));
    } finally {
      await stop();
    }
  }
  return figures;
}
