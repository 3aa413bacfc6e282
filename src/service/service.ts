// The service as a function from request to response; main.ts puts it on a port.
import { toHex, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import type { EvmChain } from '../protocol/enums.ts';
import { createApp, type AppOptions } from './app.ts';
import { createAuthentication } from './authentication.ts';
import type { ServiceInfo } from './context.ts';
import type { OpenDatabase } from './database.ts';
import type { KeepDemoKeys } from './demo-people.ts';
import { createEnclave } from './enclave.ts';
import { createRateLimits } from './rate-limits.ts';
import type { ClientAddress } from './client-address.ts';
import { sendDue } from './sender.ts';
import { seedDemo } from './seed.ts';
import { createSetUpCode } from './set-up-codes.ts';
import { createSubmitQueue, type QueueSizes } from './submit-queue.ts';

export type ServiceOptions = AppOptions & {
  /** Keeps the keys of the demo organization's people; they get none when left out. */
  readonly keepKeys?: KeepDemoKeys;
  /** Hears of each set-up code that was used, with another one for whoever started the service. */
  readonly onCodeUsed?: (nextCode: string) => void;
};

export type Service = {
  readonly database: OpenDatabase;
  readonly queueSizes: () => QueueSizes;
  readonly info: ServiceInfo;
  /** Never rejects. `client` is loopback when left out: the caller is in this process. */
  readonly handle: (request: Request, client?: ClientAddress) => Promise<Response>;
  /** A code that registers a key at `/local/enrol`, or reads codes, once. */
  readonly createSetUpCode: () => string;
  /** Takes the steps of the transactions on a chain that are due: to be called again and again. */
  readonly sendDue: (chain: EvmChain) => Promise<void>;
  readonly close: () => Promise<void>;
};

const IN_PROCESS_CLIENT: ClientAddress = { address: '127.0.0.1' };

/** Creates the keys and the demo organization if they don't exist. */
export async function createService(effects: {
  readonly database: OpenDatabase;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly random: RandomBytes;
  /** Seals what nobody may read from the database; 32 bytes, the same for all its processes. */
  readonly master: Bytes;
  /** Whether this process may still seal; it always may when left out (presence.ts). */
  readonly mayWrite?: (() => boolean) | undefined;
  readonly options?: ServiceOptions;
}): Promise<Service> {
  const { database, clock, random, master, options = {} } = effects;
  const { db } = database;
  const enclave = await createEnclave(db, master, random, effects.mayWrite);
  const { keepKeys } = options;
  const organization = await seedDemo({ db, enclave, random, now: clock(), keepKeys });
  const info: ServiceInfo = {
    organizationId: organization.id,
    organizationName: organization.name,
    enclaveQuorumPublic: toHex(enclave.signer.publicKey),
    otpPublic: toHex(enclave.otp.publicKey),
  };
  const { origins, rates = {}, publicUrl: publicOrigin, chains = new Map(), tokens = [] } = options;
  const limits = createRateLimits(rates, clock);
  const queue = createSubmitQueue(db.maxWrites);
  const authentication = createAuthentication({ db, clock, origins });
  const nextCode = () => createSetUpCode(enclave.masterMac, 'local', { now: clock(), random });
  const onCodeUsed = () => options.onCodeUsed?.(nextCode());
  const deps = {
    db,
    clock,
    random,
    enclave,
    chains,
    tokens,
    authentication,
    queue,
    limits,
    origins,
    info,
    publicOrigin,
    onCodeUsed,
  };
  const handle = createApp(deps, options);
  return {
    database,
    queueSizes: queue.sizes,
    info,
    handle: (request, client = IN_PROCESS_CLIENT) => handle(request, client),
    createSetUpCode: nextCode,
    sendDue: (chain) => sendDue(deps, chain),
    close: database.close,
  };
}
