import { CALLS } from '../../src/messaging/calls.ts';
import { HELLO_CALL, MESSAGE_MARK } from '../../src/messaging/wire.ts';
import { PROVIDER_METHODS, PAGE_MARK } from '../../src/protocol/page-api.ts';

/*
 * What a compromised renderer may do in the isolated world of Keystamp's content script: use
 * everything that world has. Each attack is a function that is injected as text, so it refers to
 * nothing outside itself. It returns whatever it gets hold of.
 */

/** An untyped view of the browser's API. */
type LooseApi = { readonly [name: string]: LooseApi | undefined } & ((
  ...given: readonly unknown[]
) => Promise<unknown>);

/** What the attacks know in advance: more than an attacker would. */
export type AttackInput = {
  readonly calls: readonly { readonly call: string; readonly input: unknown }[];
  readonly hello: string;
  readonly mark: string;
  readonly pageMark: string;
  readonly methods: readonly string[];
  /** A connected site; the attacked page's own site isn't. */
  readonly connected: string;
  /** Files of the extension. */
  readonly files: readonly string[];
  /** Names under which Keystamp might store something in an area. */
  readonly names: readonly string[];
  /** Well-formed values that would serve an attacker, by name. */
  readonly forged: Readonly<Record<string, unknown>>;
};

/** What an attack gets where it runs. */
type AttackContext = {
  readonly api: LooseApi;
  readonly bait: AttackInput;
  /** The result of an attempt, or how it was refused; never hangs. */
  readonly attempt: (act: () => unknown) => Promise<unknown>;
  /** What the listeners have received since the attack began. */
  readonly heard: unknown[];
};

type Attack = (context: AttackContext) => Promise<unknown>;

/** Reading comes first, then lies, then destruction; the order matters. */
const ATTACKS = {
  /** Every member of every existing interface, so that this list can't miss one. */
  interfaces: async ({ api, attempt }) => {
    const found: string[] = [];
    for (const name of Object.keys(api)) {
      const members = await attempt(() => Object.keys(Object(api[name]) as object));
      found.push(...[members].flat().map((member) => `${name}.${String(member)}`));
    }
    return found;
  },

  listeners: async ({ api, heard, attempt }) => {
    const listen = (name: string, event: LooseApi | undefined) =>
      attempt(() => event?.addListener?.((...told: unknown[]) => void heard.push([name, told])));
    await listen('storage', api.storage?.onChanged);
    for (const area of ['local', 'session', 'sync', 'managed']) {
      await listen(area, api.storage?.[area]?.onChanged);
    }
    for (const event of ['onMessage', 'onConnect', 'onMessageExternal', 'onSuspend']) {
      await listen(event, api.runtime?.[event]);
    }
    return heard;
  },

  areas: async ({ api, bait, attempt }) => {
    const found: Record<string, unknown> = {};
    for (const area of ['local', 'session', 'sync', 'managed']) {
      const store = api.storage?.[area];
      if (!store) continue;
      found[area] = [
        await attempt(() => store.get?.(null)),
        await attempt(() => store.get?.(bait.names)),
        await attempt(() => store.getKeys?.()),
        await attempt(() => store.getBytesInUse?.(null)),
      ];
    }
    return found;
  },

  /** Opens the access level of each area from inside, and reads everything again. */
  levels: async ({ api, attempt }) => {
    const found: Record<string, unknown> = {};
    for (const area of ['local', 'session', 'sync', 'managed']) {
      const store = api.storage?.[area];
      const accessLevel = 'TRUSTED_AND_UNTRUSTED_CONTEXTS';
      found[`set ${area}`] = await attempt(() => store?.setAccessLevel?.({ accessLevel }));
      found[area] = await attempt(() => store?.get?.(null));
    }
    return found;
  },

  /** In this world, these stores belong to the page: whatever is found must be the page's own. */
  databases: async ({ bait, attempt }) => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(String(request.error))));
      });
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const found: Record<string, unknown> = {};
    for (const name of new Set([...names, ...bait.names])) {
      found[name] = await attempt(async () => {
        const db = await settled(indexedDB.open(name));
        const stores: Record<string, unknown> = {};
        for (const store of db.objectStoreNames) {
          stores[store] = await settled(db.transaction(store).objectStore(store).getAll());
        }
        db.close();
        return stores;
      });
    }
    return found;
  },

  pageStores: async ({ attempt }) => ({
    local: await attempt(() => Object.entries(localStorage)),
    session: await attempt(() => Object.entries(sessionStorage)),
    cookies: await attempt(() => document.cookie),
    caches: await attempt(() => caches.keys()),
    files: await attempt(async () => {
      const folder = await navigator.storage.getDirectory();
      const names: string[] = [];
      for await (const name of Reflect.get(folder, 'keys').call(folder) as AsyncIterable<string>) {
        names.push(name);
      }
      return names;
    }),
    locks: await attempt(() => navigator.locks.query()),
  }),

  /** Pages and files of the extension: fetched, framed, opened, run. */
  files: async ({ api, bait, attempt }) => {
    const url = (file: string) => {
      const address: unknown = api.runtime?.getURL?.(file);
      return typeof address === 'string' ? address : 'none';
    };
    const found: Record<string, unknown> = {};
    const element = (name: 'script' | 'iframe' | 'img' | 'link', file: string) =>
      new Promise<string>((resolve) => {
        const one = document.createElement(name);
        one.addEventListener('load', () => resolve(`${name} loaded`));
        one.addEventListener('error', () => resolve(`${name} refused`));
        Object.assign(one, { src: url(file), href: url(file), rel: 'stylesheet' });
        document.documentElement.append(one);
      });
    for (const file of bait.files) {
      found[file] = {
        fetch: await attempt(async () => (await fetch(url(file))).text()),
        script: file.endsWith('.js') && (await attempt(() => element('script', file))),
        worker: await attempt(() => new Worker(url(file)).constructor.name),
      };
    }
    const frame = document.createElement('iframe');
    Object.assign(frame, { src: url('options.html') });
    document.documentElement.append(frame);
    await new Promise((resolve) => setTimeout(resolve, 500));
    found['frame'] = await attempt(() => frame.contentDocument?.documentElement.innerText ?? null);
    const opened = window.open(url('options.html'));
    await new Promise((resolve) => setTimeout(resolve, 500));
    found['window'] = await attempt(() => opened?.document.documentElement.innerText ?? null);
    await attempt(() => opened?.close());
    return found;
  },

  /**
   * Every call of Keystamp's own pages, by message and by port, well-formed and with false senders.
   */
  calls: async ({ api, bait, attempt }) => {
    const found: Record<string, unknown> = {};
    const { runtime } = api;
    const id = runtime?.id as unknown;
    const own: unknown = runtime?.getURL?.('options.html');
    const sender = { id, url: own, origin: own, frameId: 0, tab: undefined };
    for (const { call, input } of [{ call: bait.hello, input: {} }, ...bait.calls]) {
      const message = { mark: bait.mark, call, input, sealed: null };
      found[call] = [
        await attempt(() => runtime?.sendMessage?.(message)),
        await attempt(() => runtime?.sendMessage?.(id, message)),
        await attempt(() => runtime?.sendMessage?.({ ...message, ...sender, sender })),
      ];
    }
    return found;
  },

  ports: async ({ api, bait, attempt }) => {
    const told: unknown[] = [];
    for (const name of ['', bait.mark, bait.pageMark, 'options', 'popup']) {
      await attempt(async () => {
        const port = (await api.runtime?.connect?.({ name })) as LooseApi | undefined;
        await port?.onMessage?.addListener?.((message: unknown) => void told.push(message));
        for (const { call, input } of bait.calls) {
          await port?.postMessage?.({ mark: bait.mark, call, input, sealed: null });
        }
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    return told;
  },

  /** The bridge's messages, forged: in the name of another site or document. */
  lies: async ({ api, bait, attempt }) => {
    const found: Record<string, unknown> = {};
    const say = (message: object) => attempt(() => api.runtime?.sendMessage?.(message));
    const { connected: origin, pageMark: mark } = bait;
    const sender = { origin, url: `${origin}/`, frameId: 0, tab: { id: 1 } };
    for (const method of bait.methods.filter((one) => one !== 'connect')) {
      const params = method === 'status' ? { id: 'key:theirs' } : {};
      const requested = { operation: 'list_wallets', parameters: {} };
      const asked = { method, params: method === 'request' ? requested : params };
      const bridgeId = crypto.randomUUID();
      const text = JSON.stringify({ id: crypto.randomUUID(), ...asked });
      found[method] = [
        await say({ mark, bridgeId, text, clicked: true }),
        await say({ mark, bridgeId, text, clicked: true, ...sender }),
        await say({ mark, bridgeId, text, clicked: true, sender }),
        await say({
          mark,
          bridgeId,
          text: text.replace('{', `{"origin":"${origin}",`),
          clicked: true,
        }),
      ];
    }
    found['gone'] = await say({ mark, bridgeId: crypto.randomUUID(), gone: true });
    return found;
  },

  /** Interfaces that no content script has. If one exists, it is used. */
  elsewhere: async ({ api, attempt }) => {
    const found: Record<string, unknown> = {};
    const members = [
      'runtime.getBackgroundPage runtime.getContexts runtime.reload runtime.openOptionsPage',
      'runtime.setUninstallURL extension.getBackgroundPage extension.getViews tabs.query',
      'windows.getAll permissions.getAll permissions.request alarms.getAll alarms.clearAll',
      'idle.queryState action.getBadgeText management.uninstallSelf scripting.executeScript',
    ].flatMap((line) => line.split(' '));
    for (const path of members) {
      const [name = '', member = ''] = path.split('.');
      const act = api[name]?.[member];
      if (act) found[path] = await attempt(() => act({}));
    }
    return found;
  },

  /** Overwrites, removes and clears everything, and reads it again each time. */
  destruction: async ({ api, bait, attempt }) => {
    const found: Record<string, unknown> = {};
    const rubbish = { text: 'written by an attacker', autoLockMinutes: 240, digest: '' };
    for (const area of ['local', 'session', 'sync', 'managed']) {
      const store = api.storage?.[area];
      if (!store) continue;
      const items = Object.fromEntries(bait.names.map((name) => [name, rubbish]));
      found[area] = [
        await attempt(() => store.remove?.(bait.names)),
        await attempt(() => store.clear?.()),
        await attempt(() => store.set?.(items)),
        await attempt(() => store.get?.(null)),
        await attempt(() => store.set?.(bait.forged)),
      ];
    }
    for (const name of bait.names) {
      await attempt(
        () =>
          new Promise((resolve) => {
            const gone = indexedDB.deleteDatabase(name);
            for (const event of ['success', 'error', 'blocked']) {
              gone.addEventListener(event, resolve);
            }
          }),
      );
    }
    await attempt(async () => {
      for (const name of await caches.keys()) await caches.delete(name);
    });
    return found;
  },
} satisfies Record<string, Attack>;

export type AttackName = keyof typeof ATTACKS;
/** What each attack got hold of. */
export type AttackResults = Readonly<Record<AttackName, unknown>>;

/** Names of elements' events and attributes between the hostile script and the test. */
export const INPUT_ATTRIBUTE = 'hostile-order';
export const RESULTS_ATTRIBUTE = 'hostile-loot';
export const EVENTS_ATTRIBUTE = 'hostile-heard';
export const START_EVENT = 'hostile-start';
export const LISTEN_EVENT = 'hostile-listen';

/** Every call of the own pages, with inputs that would do harm. */
export function createAttackInput(
  more: Pick<AttackInput, 'connected' | 'files' | 'names' | 'forged'> & {
    readonly inputs: Readonly<Record<string, unknown>>;
  },
): AttackInput {
  const { inputs, ...others } = more;
  const calls = Object.keys(CALLS).map((call) => ({ call, input: inputs[call] ?? {} }));
  return {
    ...others,
    calls,
    hello: HELLO_CALL,
    mark: MESSAGE_MARK,
    pageMark: PAGE_MARK,
    methods: PROVIDER_METHODS,
  };
}

type AttributeNames = { readonly order: string; readonly loot: string; readonly heard: string };

/** Longer than any answer takes; ends messages that get no answer. */
const ATTEMPT_MS = 1500;

/**
 * Runs in the isolated world before the real bridge: waits for its input, then runs the attacks.
 */
function runHostileScript(
  attacks: Record<string, Attack>,
  told: AttributeNames,
  events: { readonly start: string; readonly listen: string },
  attemptMs: number,
): void {
  const scope = globalThis as unknown as Record<'browser' | 'chrome', LooseApi>;
  const api = 'browser' in globalThis ? scope.browser : scope.chrome;
  const heard: unknown[] = [];
  const attempt: AttackContext['attempt'] = async (act) => {
    const late = new Promise((resolve) =>
      setTimeout(() => resolve({ refused: 'no answer' }), attemptMs),
    );
    try {
      return await Promise.race([(async () => act())(), late]);
    } catch (error) {
      return { refused: String(error) };
    }
  };
  const tell = (name: string, value: unknown) =>
    document.documentElement.setAttribute(
      name,
      JSON.stringify(value, (_key, one: unknown) => {
        if (ArrayBuffer.isView(one)) return [...new Uint8Array(one.buffer)];
        if (typeof one === 'function' || typeof one === 'bigint') return String(one);
        return one === undefined ? null : one;
      }),
    );
  window.addEventListener(events.start, () => {
    void (async () => {
      const bait = JSON.parse(
        document.documentElement.getAttribute(told.order) ?? '',
      ) as AttackInput;
      const loot: Record<string, unknown> = {};
      for (const [name, attack] of Object.entries(attacks)) {
        loot[name] = await attack({ api, bait, attempt, heard }).catch((error: unknown) => ({
          refused: String(error),
        }));
      }
      // It also hears about its own writes.
      await new Promise((resolve) => setTimeout(resolve, 300));
      heard.length = 0;
      tell(told.loot, loot);
    })();
  });
  window.addEventListener(events.listen, () => tell(told.heard, heard));
}

/** The hostile script as text, to put before the real content script. */
export function hostileScript(): string {
  const attacks = Object.entries(ATTACKS).map(
    ([name, attack]) => `${JSON.stringify(name)}: ${attack.toString()}`,
  );
  const told = JSON.stringify({
    order: INPUT_ATTRIBUTE,
    loot: RESULTS_ATTRIBUTE,
    heard: EVENTS_ATTRIBUTE,
  } satisfies AttributeNames);
  const events = JSON.stringify({ start: START_EVENT, listen: LISTEN_EVENT });
  return `(${runHostileScript.toString()})({${attacks.join(',\n')}}, ${told}, ${events}, ${ATTEMPT_MS});\n`;
}
