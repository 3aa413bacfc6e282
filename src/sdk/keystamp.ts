import type { Provider } from '../protocol/page-api.ts';
import { abortable } from './abortable.ts';
import { abortedError, toKeystampError } from './keystamp-error.ts';
import type { PageEffects } from './page-effects.ts';
import { createRequests, unknownAnswer } from './requests.ts';
import type { Core, Keystamp, RequestOptions } from './public-api.ts';

/** The SDK on top of a provider. */
export function createKeystamp(provider: Provider, effects: PageEffects): Keystamp {
  const { request, resume, pending } = createRequests(provider, effects);
  const status = (id: string) => withSdkErrors(provider.status(id), id);
  const core: Omit<Core, 'request' | 'resume' | 'status'> = {
    version: provider.version,
    connect: async (params, { signal } = {}) => {
      if (signal?.aborted) throw abortedError();
      const outcome = await abortable(withSdkErrors(provider.connect(params)), signal);
      if (outcome.kind === 'connected') return outcome;
      throw unknownAnswer(outcome.id);
    },
    disconnect: async () => void (await withSdkErrors(provider.disconnect())),
    capabilities: () => withSdkErrors(provider.capabilities()),
    pending,
    on: (event, listener) => {
      provider.on(event, listener);
      return () => provider.off(event, listener);
    },
    off: (event, listener) => provider.off(event, listener),
  };
  // The types say more than this code does: which result belongs to which operation.
  return withMethods({ ...core, request, resume, status } as Core);
}

async function withSdkErrors<T>(work: Promise<T>, id?: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toKeystampError(error, id);
  }
}

/** A word, then words with capitals: an operation has at least two words, and `then` isn't one. */
const OPERATION_METHOD = /^[a-z]+(?:[A-Z][a-z]*)+$/;

/**
 * Answers `updateWallet` with the request for `update_wallet`, without naming any operation here.
 */
function withMethods(core: Core): Keystamp {
  const methods = new Map<string, unknown>();
  const createMethod = (name: string): unknown => {
    const operation = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    // The worker refuses unknown operations; for all others the types check the parameters.
    methods.set(name, (...rest: [never, RequestOptions?]) =>
      core.request(operation as never, ...rest),
    );
    return methods.get(name);
  };
  return new Proxy(core, {
    get: (target, name, receiver): unknown => {
      if (typeof name !== 'string' || name in target || !OPERATION_METHOD.test(name)) {
        return Reflect.get(target, name, receiver);
      }
      return methods.get(name) ?? createMethod(name);
    },
  }) as Keystamp;
}
