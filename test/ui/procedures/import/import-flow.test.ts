// The import as the page carries it out: its own flow over the real worker and the real service.
import { signal } from '@preact/signals';
import { unlocked } from '../../page/world.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fromHex, toHex, utf8, fromUtf8 } from '../../../../src/crypto/bytes.ts';
import { createAuthenticator } from '../../../../src/client/passkey/authenticator.ts';
import {
  createImportFlow,
  type ImportFlow,
} from '../../../../src/ui/procedures/import/import-flow.ts';
import { createSubmission } from '../../../../src/ui/procedures/submitter.ts';
import alternatives from '../../../vectors/addresses-alternatives.json' with { type: 'json' };
import { useWorkerFixture, type Values } from '../../../worker/worker-fixture.ts';
import { waitForState } from '../../../worker/fake-browser.ts';

const desk = useWorkerFixture();

/** Keys of tests only; each import needs another one. */
let counter = 0;
const nextKey = (): string =>
  toHex(Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? ++counter : 7)));

let flow: ImportFlow;
beforeEach(() => {
  const { later, now } = desk.time;
  const authenticator = createAuthenticator({ container: undefined, later });
  const effects = {
    client: desk.browser.client,
    watchSnapshot: desk.browser.watchSnapshot,
    randomId: () => crypto.randomUUID(),
    later,
    authenticator,
    openPage: async () => undefined,
    openTab: async () => undefined,
    now,
  };
  const { submit } = createSubmission(effects, signal(unlocked)).submitter;
  flow = createImportFlow({ ...effects, submit }, desk.account.profile);
});
afterEach(() => flow.leave());

const paste = (text: string, curve: 'CURVE_SECP256K1' | 'CURVE_ED25519' = 'CURVE_SECP256K1') => {
  flow.readText(text, () => text);
  flow.curve.value = curve;
};

/** From a paste to the end of the run. */
async function runImport(text = nextKey(), curve?: 'CURVE_SECP256K1' | 'CURVE_ED25519') {
  paste(text, curve);
  flow.name.value = 'Imported here';
  await desk.time.run(flow.identify());
  await desk.time.run(flow.start());
  return flow.run.value;
}

const BEGIN = /submit\/init_import_private_key$/;
const FINISH = /submit\/import_private_key$/;

/** Changes the import bundle in every copy of it that the answer holds. */
function tamperBundle(change: (wrapper: Record<string, string>) => unknown): void {
  desk.changeAnswers(BEGIN, (answer) => {
    const result = (answer.activity['result'] as Values)['initImportPrivateKeyResult'] as Values;
    const changed = change(JSON.parse(String(result['importBundle'])) as Record<string, string>);
    result['importBundle'] = typeof changed === 'string' ? changed : JSON.stringify(changed);
  });
}

type ListedAddress = { format: string; address: string };

function tamperAddresses(change: (list: ListedAddress[]) => ListedAddress[]): void {
  desk.changeAnswers(FINISH, (answer) => {
    const result = (answer.activity['result'] as Values)['importPrivateKeyResult'] as Values;
    result['addresses'] = change(result['addresses'] as ListedAddress[]);
  });
}

describe('createFlow', () => {
  test('behavior: a key is read, shown, sealed, imported and proved', async () => {
    const key = nextKey();
    paste(key);
    const shown = [...flow.addresses.value];
    expect(shown.map(([format]) => format)).toEqual([
      'ADDRESS_FORMAT_ETHEREUM',
      'ADDRESS_FORMAT_COMPRESSED',
    ]);
    const end = await runImport(key);
    expect(end).toMatchObject({ state: 'done', imported: { verdict: 'proved' }, isRecorded: true });
    expect(end?.imported?.lines.map(({ format, address }) => [format, address])).toEqual(shown);
  });

  test('behavior: the raw key is in no message to the worker and no request', async () => {
    const key = nextKey();
    const requests = desk.recordRequests();
    await runImport(key);
    expect(desk.browser.sent.length).toBeGreaterThan(3);
    for (const text of [...desk.browser.sent, ...requests.map(({ body }) => body)]) {
      expect(text.toLowerCase()).not.toContain(key.slice(0, 16));
      expect(text).not.toContain(Buffer.from(key, 'hex').toString('base64').slice(0, 12));
    }
  });

  test('behavior: the key is wiped once it is sealed', async () => {
    const fill = vi.spyOn(Uint8Array.prototype, 'fill');
    await runImport();
    const wipedCount = fill.mock.contexts.filter(
      (one) => one instanceof Uint8Array && one.length === 32,
    ).length;
    fill.mockRestore();
    expect(wipedCount).toBeGreaterThan(0);
    const read = flow.read.value;
    expect(read.kind).toBe('held');
    const target = new Uint8Array(65);
    if (read.kind === 'held') {
      await expect(read.key.seal(target)).rejects.toMatchObject({ code: 'internal' });
    }
  });

  test('error: a key that is there already is explained with its id and proved', async () => {
    const key = nextKey();
    const first = await runImport(key);
    flow.startOver();
    const second = await runImport(key);
    expect(second).toMatchObject({
      state: 'stopped',
      stage: 'send',
      existing: {
        id: first?.imported?.id,
        listed: { name: 'Imported here', verdict: 'proved' },
      },
    });
    expect(second?.imported).toBeNull();
  });

  test('error: without a curve for digits that fit two nothing starts', async () => {
    const requests = desk.recordRequests();
    flow.readText(nextKey(), () => '');
    flow.name.value = 'X';
    await desk.time.run(flow.identify());
    await desk.time.run(flow.start());
    expect(flow.run.value).toBeNull();
    expect(requests.filter(({ path }) => path.includes('submit'))).toEqual([]);
  });

  test('error: when whoami cannot be asked nothing starts', async () => {
    desk.browser.network = async () => {
      throw new TypeError('Failed to fetch');
    };
    paste(nextKey());
    flow.name.value = 'X';
    await desk.time.run(flow.identify());
    await desk.time.run(flow.start());
    expect(flow.userCheckError.value).toMatchObject({ code: 'service_unreachable' });
    expect(flow.run.value).toBeNull();
  });

  test('behavior: a refused import is sent again with the same sealed key and another name', async () => {
    paste(nextKey());
    flow.name.value = 'Name';
    await desk.time.run(flow.identify());
    const through = desk.browser.network;
    desk.browser.network = async (url, init) =>
      FINISH.test(url)
        ? new Response(
            '{"code":3,"message":"invalid name","turnkeyErrorCode":"INVALID_PARAMETERS"}',
            { status: 400 },
          )
        : through(url, init);
    await desk.time.run(flow.start());
    const stopped = flow.run.value;
    expect(stopped).toMatchObject({ state: 'stopped', stage: 'send', entry: { state: 'refused' } });
    desk.browser.network = through;
    flow.name.value = 'Better name';
    const requests = desk.recordRequests();
    await desk.time.run(flow.start());
    expect(flow.run.value).toMatchObject({ state: 'done', imported: { verdict: 'proved' } });
    expect(requests.some(({ path }) => BEGIN.test(path))).toBe(false);
    expect(requests.find(({ path }) => FINISH.test(path))?.body).toContain('Better name');
  });

  test('behavior: a sealed key is never sent for another key', async () => {
    desk.browser.network = async (url, init) =>
      FINISH.test(url)
        ? new Response('{"code":3,"message":"no","turnkeyErrorCode":"INVALID_PARAMETERS"}', {
            status: 400,
          })
        : desk.serviceFetch(url, init);
    await runImport();
    desk.browser.network = desk.serviceFetch;
    const requests = desk.recordRequests();
    const second = await runImport();
    expect(requests.some(({ path }) => BEGIN.test(path))).toBe(true);
    expect(second).toMatchObject({ state: 'done', imported: { verdict: 'proved' } });
  });
});

describe('other people have to approve', () => {
  /** Their votes are missing until the returned function is called. */
  function demandVotes(path: RegExp): () => void {
    const isAbout = (url: string) => path.test(url) || url.endsWith('/query/get_activity');
    desk.browser.network = async (url, init) => {
      const response = await desk.serviceFetch(url, init);
      if (!isAbout(url) || response.status !== 200) return response;
      const answer = JSON.parse(await response.text()) as { activity: Values };
      answer.activity['status'] = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
      answer.activity['result'] = {};
      return new Response(JSON.stringify(answer));
    };
    return () => (desk.browser.network = desk.serviceFetch);
  }
  const waitForRun = (stage: string, state: string) =>
    desk.time.until(() => flow.run.value?.stage === stage && flow.run.value.state === state);
  async function begin(): Promise<Promise<void>> {
    paste(nextKey());
    flow.name.value = 'Voted on';
    await desk.time.run(flow.identify());
    return flow.start();
  }

  test.each([
    ['begin', BEGIN],
    ['send', FINISH],
  ] as const)('behavior: at %s it waits, and goes on once they have', async (stage, path) => {
    const approve = demandVotes(path);
    void begin();
    await waitForRun(stage, 'waiting');
    expect(flow.run.value).toMatchObject({ entry: { state: 'pending' }, imported: null });
    expect(flow.read.value.kind).toBe('held');
    approve();
    await waitForRun('prove', 'done');
    expect(flow.run.value?.imported?.verdict).toBe('proved');
  });

  test('error: one who votes against it stops it', async () => {
    demandVotes(BEGIN);
    void begin();
    await waitForRun('begin', 'waiting');
    desk.browser.network = async (url, init) => {
      const response = await desk.serviceFetch(url, init);
      if (!url.endsWith('/query/get_activity')) return response;
      const answer = JSON.parse(await response.text()) as { activity: Values };
      answer.activity['status'] = 'ACTIVITY_STATUS_REJECTED';
      answer.activity['result'] = {};
      return new Response(JSON.stringify(answer));
    };
    await waitForRun('begin', 'stopped');
    expect(flow.run.value?.error).toMatchObject({ code: 'activity_rejected' });
  });

  test('behavior: a second click while it waits begins nothing', async () => {
    demandVotes(BEGIN);
    void begin();
    await waitForRun('begin', 'waiting');
    const { value } = flow.run;
    await flow.start();
    expect(flow.run.value).toBe(value);
  });

  test('behavior: whoever leaves meanwhile sends nothing more, and the key is forgotten', async () => {
    const approve = demandVotes(BEGIN);
    void begin();
    await waitForRun('begin', 'waiting');
    flow.leave();
    approve();
    const requests = desk.recordRequests();
    await desk.time.pass(120_000);
    expect(requests.filter(({ path }) => FINISH.test(path))).toEqual([]);
    expect(flow.read.value.kind).toBe('nothing');
  });
});

describe('a tampered bundle', () => {
  const data = (wrapper: Record<string, string>) =>
    JSON.parse(fromUtf8(fromHex(wrapper['data'] ?? ''))) as Record<string, string>;
  const withData = (wrapper: Record<string, string>, change: object) => ({
    ...wrapper,
    data: toHex(utf8(JSON.stringify({ ...data(wrapper), ...change }))),
  });
  const flip = (hex: string | undefined, at: number) => {
    const bytes = fromHex(hex ?? '');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return toHex(bytes);
  };
  const OTHER = `04${'6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'}${'4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'}`;

  const cases: readonly (readonly [
    string,
    string,
    (wrapper: Record<string, string>) => unknown,
  ])[] = [
    ['cut short', 'not_json', (wrapper) => JSON.stringify(wrapper).slice(0, -20)],
    ['without a version', 'retired_form', ({ version: _version, ...rest }) => rest],
    [
      'of the retired form',
      'retired_form',
      (wrapper) => ({
        targetPublic: data(wrapper)['targetPublic'],
        targetPublicSignature: wrapper['dataSignature'],
        enclaveQuorumPublic: wrapper['enclaveQuorumPublic'],
      }),
    ],
    ['of a later version', 'malformed', (wrapper) => ({ ...wrapper, version: 'v2.0.0' })],
    ['with another member', 'malformed', (wrapper) => ({ ...wrapper, more: '00' })],
    [
      'naming another signer',
      'other_signer',
      (wrapper) => ({ ...wrapper, enclaveQuorumPublic: OTHER }),
    ],
    [
      'with another target key',
      'bad_signature',
      (wrapper) => withData(wrapper, { targetPublic: OTHER }),
    ],
    [
      'for another user',
      'bad_signature',
      (wrapper) => withData(wrapper, { userId: desk.account.key.id }),
    ],
    [
      'for another organization',
      'bad_signature',
      (wrapper) => withData(wrapper, { organizationId: desk.account.key.id }),
    ],
    [
      'with a changed signature',
      'bad_signature',
      (wrapper) => ({ ...wrapper, dataSignature: flip(wrapper['dataSignature'], 20) }),
    ],
    [
      'with changed data',
      'bad_signature',
      (wrapper) => ({ ...wrapper, data: flip(wrapper['data'], 30) }),
    ],
  ];

  test.each(cases)(
    'error: %s is refused as %s, recorded, and nothing is sent',
    async (_, fault, change) => {
      tamperBundle(change);
      const requests: string[] = [];
      const inner = desk.browser.network;
      desk.browser.network = async (url, init) => {
        requests.push(url);
        return inner(url, init);
      };
      const end = await runImport();
      expect(end).toMatchObject({ state: 'disproved', stage: 'check', fault, sealed: null });
      expect(requests.filter((url) => FINISH.test(url))).toEqual([]);
      const id = end?.entry?.id ?? '';
      const entry = await desk.browser.client.call('activities_get', { id });
      expect(entry).toMatchObject({ state: 'mismatch', error: { code: 'reply_mismatch' } });
    },
  );

  test('error: signed rightly, but for the signer that another profile trusts', async () => {
    const profile = {
      ...desk.account.profile,
      trust: { ...desk.account.profile.trust, signer: OTHER },
    };
    flow.chooseProfile(profile);
    expect(await runImport()).toMatchObject({ state: 'disproved', fault: 'other_signer' });
  });

  test('behavior: after a refused bundle the key is still held, and a sound one is taken', async () => {
    tamperBundle((wrapper) => ({ ...wrapper, version: 'v0' }));
    expect(await runImport()).toMatchObject({ fault: 'malformed' });
    desk.browser.network = desk.serviceFetch;
    await desk.time.run(flow.start());
    expect(flow.run.value).toMatchObject({
      state: 'done',
      imported: { verdict: 'proved' },
      fault: null,
    });
  });
});

describe('a lying answer', () => {
  const wrong = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';

  test('error: one address changed', async () => {
    tamperAddresses((list) =>
      list.map((one) =>
        one.format === 'ADDRESS_FORMAT_ETHEREUM' ? { ...one, address: wrong } : one,
      ),
    );
    const end = await runImport();
    expect(end).toMatchObject({
      state: 'disproved',
      imported: { verdict: 'mismatch' },
      isRecorded: true,
    });
    expect(end?.imported?.lines[0]).toMatchObject({ address: wrong, proof: { kind: 'mismatch' } });
    const entry = await waitForState(desk.browser, end?.entry?.id ?? '', ['mismatch']);
    expect(entry.error).toMatchObject({ code: 'reply_mismatch' });
  });

  test('error: one format missing', async () => {
    tamperAddresses((list) => list.slice(1));
    expect((await runImport())?.imported).toMatchObject({ verdict: 'mismatch' });
  });

  test('error: no address at all', async () => {
    tamperAddresses(() => []);
    expect((await runImport())?.imported).toMatchObject({ verdict: 'mismatch' });
  });

  test('error: the addresses of another key', async () => {
    tamperAddresses(() => [
      { format: 'ADDRESS_FORMAT_ETHEREUM', address: wrong },
      {
        format: 'ADDRESS_FORMAT_COMPRESSED',
        address: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
      },
    ]);
    const end = await runImport();
    expect(end?.imported?.lines.map(({ proof }) => proof.kind)).toEqual(['mismatch', 'mismatch']);
  });

  test('behavior: another reading of a rule is named and no success', async () => {
    const [vector] = alternatives;
    const address = vector?.alternatives.BITCOIN_MAINNET_P2SH?.['P2SH(P2PKH)'] ?? '';
    paste(vector?.privateKeyHex ?? '');
    flow.toggle('ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH', true);
    flow.name.value = 'Reading';
    await desk.time.run(flow.identify());
    tamperAddresses((list) =>
      list.map((one) => (one.format.endsWith('P2SH') ? { ...one, address } : one)),
    );
    await desk.time.run(flow.start());
    const end = flow.run.value;
    expect(end?.imported?.verdict).toBe('other_reading');
    expect(end?.imported?.lines.at(-1)?.proof).toEqual({
      kind: 'other_reading',
      reading: 'p2sh_p2pkh',
    });
    const entry = await desk.browser.client.call('activities_get', { id: end?.entry?.id ?? '' });
    expect(entry.state).toBe('completed');
  });
});
