// The import as the page carries it out: its own flow over the real worker and the real service.
import { NO_POLICY } from '../../../../src/protocol/managed.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fromHex, toHex, utf8, fromUtf8 } from '../../../../src/crypto/bytes.ts';
import { createAuthenticator } from '../../../../src/messaging/passkey/authenticator.ts';
import { createFlow, type Flow } from '../../../../src/ui/options/import/flow.ts';
import { createStamping } from '../../../../src/ui/options/passkey/carrying.ts';
import alternatives from '../../../vectors/addresses-alternatives.json' with { type: 'json' };
import { useDesk, type Values } from '../../../messaging/desk.ts';
import { follow, SPEED } from '../../../messaging/rig.ts';

const desk = useDesk();

/** Keys of tests only; each import needs another one. */
let counter = 0;
const nextKey = (): string =>
  toHex(Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? ++counter : 7)));

let flow: Flow;
beforeEach(() => {
  const later = (ms: number, then: () => void) => {
    const timer = setTimeout(then, ms / SPEED);
    return () => clearTimeout(timer);
  };
  const authenticator = createAuthenticator({ container: undefined, later });
  const effects = {
    client: desk.rig.client,
    randomId: () => crypto.randomUUID(),
    later,
    authenticator,
    policy: () => NO_POLICY,
  };
  const { submit } = createStamping(effects).carrier;
  flow = createFlow({ ...effects, submit }, desk.ready.profile);
});
afterEach(() => flow.leave());

const paste = (text: string, curve: 'CURVE_SECP256K1' | 'CURVE_ED25519' = 'CURVE_SECP256K1') => {
  flow.readText(text, () => text);
  flow.curve.value = curve;
};

/** From a paste to the end of the run. */
async function run(text = nextKey(), curve?: 'CURVE_SECP256K1' | 'CURVE_ED25519') {
  paste(text, curve);
  flow.name.value = 'Imported here';
  await flow.identify();
  await flow.start();
  return flow.run.value;
}

const BEGIN = /submit\/init_import_private_key$/;
const FINISH = /submit\/import_private_key$/;

/** Changes the import bundle in every copy of it that the answer holds. */
function bundle(change: (wrapper: Record<string, string>) => unknown): void {
  desk.tampered(BEGIN, (answer) => {
    const result = (answer.activity['result'] as Values)['initImportPrivateKeyResult'] as Values;
    const changed = change(JSON.parse(String(result['importBundle'])) as Record<string, string>);
    result['importBundle'] = typeof changed === 'string' ? changed : JSON.stringify(changed);
  });
}

type Listed = { format: string; address: string };

function addresses(change: (list: Listed[]) => Listed[]): void {
  desk.tampered(FINISH, (answer) => {
    const result = (answer.activity['result'] as Values)['importPrivateKeyResult'] as Values;
    result['addresses'] = change(result['addresses'] as Listed[]);
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
    const end = await run(key);
    expect(end).toMatchObject({ state: 'done', imported: { verdict: 'proved', recorded: true } });
    expect(end?.imported?.lines.map(({ format, address }) => [format, address])).toEqual(shown);
  });

  test('behavior: the raw key is in no message to the worker and no request', async () => {
    const key = nextKey();
    const seen = desk.tapped();
    await run(key);
    expect(desk.rig.sent.length).toBeGreaterThan(3);
    for (const text of [...desk.rig.sent, ...seen.map(({ body }) => body)]) {
      expect(text.toLowerCase()).not.toContain(key.slice(0, 16));
      expect(text).not.toContain(Buffer.from(key, 'hex').toString('base64').slice(0, 12));
    }
  });

  test('behavior: the key is wiped once it is sealed', async () => {
    const fill = vi.spyOn(Uint8Array.prototype, 'fill');
    await run();
    const wiped = fill.mock.contexts.filter(
      (one) => one instanceof Uint8Array && one.length === 32,
    ).length;
    fill.mockRestore();
    expect(wiped).toBeGreaterThan(0);
    const read = flow.read.value;
    expect(read.kind).toBe('held');
    const target = new Uint8Array(65);
    if (read.kind === 'held') {
      await expect(read.key.seal(target)).rejects.toMatchObject({ code: 'internal' });
    }
  });

  test('error: a key that is there already is explained with its id and proved', async () => {
    const key = nextKey();
    const first = await run(key);
    flow.startOver();
    const second = await run(key);
    expect(second).toMatchObject({
      state: 'stopped',
      stage: 'send',
      existing: {
        id: first?.imported?.privateKeyId,
        found: { name: 'Imported here', verdict: 'proved' },
      },
    });
    expect(second?.imported).toBeNull();
  });

  test('error: without a curve for digits that fit two nothing starts', async () => {
    const seen = desk.tapped();
    flow.readText(nextKey(), () => '');
    flow.name.value = 'X';
    await flow.identify();
    await flow.start();
    expect(flow.run.value).toBeNull();
    expect(seen.filter(({ path }) => path.includes('submit'))).toEqual([]);
  });

  test('error: when whoami cannot be asked nothing starts', async () => {
    desk.rig.net = async () => {
      throw new TypeError('Failed to fetch');
    };
    paste(nextKey());
    flow.name.value = 'X';
    await flow.identify();
    await flow.start();
    expect(flow.whoError.value).toMatchObject({ code: 'service_unreachable' });
    expect(flow.run.value).toBeNull();
  });

  test('behavior: a refused import is sent again with the same sealed key and another name', async () => {
    paste(nextKey());
    flow.name.value = 'Name';
    await flow.identify();
    const through = desk.rig.net;
    desk.rig.net = async (url, init) =>
      FINISH.test(url)
        ? new Response(
            '{"code":3,"message":"invalid name","turnkeyErrorCode":"INVALID_PARAMETERS"}',
            { status: 400 },
          )
        : through(url, init);
    await flow.start();
    const stopped = flow.run.value;
    expect(stopped).toMatchObject({ state: 'stopped', stage: 'send', entry: { state: 'refused' } });
    desk.rig.net = through;
    flow.name.value = 'Better name';
    const seen = desk.tapped();
    await flow.start();
    expect(flow.run.value).toMatchObject({ state: 'done', imported: { verdict: 'proved' } });
    expect(seen.some(({ path }) => BEGIN.test(path))).toBe(false);
    expect(seen.find(({ path }) => FINISH.test(path))?.body).toContain('Better name');
  });

  test('behavior: a sealed key is never sent for another key', async () => {
    desk.rig.net = async (url, init) =>
      FINISH.test(url)
        ? new Response('{"code":3,"message":"no","turnkeyErrorCode":"INVALID_PARAMETERS"}', {
            status: 400,
          })
        : desk.through(url, init);
    await run();
    desk.rig.net = desk.through;
    const seen = desk.tapped();
    const second = await run();
    expect(seen.some(({ path }) => BEGIN.test(path))).toBe(true);
    expect(second).toMatchObject({ state: 'done', imported: { verdict: 'proved' } });
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
      (wrapper) => withData(wrapper, { userId: desk.ready.key.id }),
    ],
    [
      'for another organization',
      'bad_signature',
      (wrapper) => withData(wrapper, { organizationId: desk.ready.key.id }),
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
      bundle(change);
      const seen: string[] = [];
      const inner = desk.rig.net;
      desk.rig.net = async (url, init) => {
        seen.push(url);
        return inner(url, init);
      };
      const end = await run();
      expect(end).toMatchObject({ state: 'stopped', stage: 'check', fault, sealed: null });
      expect(seen.filter((url) => FINISH.test(url))).toEqual([]);
      const id = end?.entry?.id ?? '';
      const entry = await desk.rig.client.call('activities_get', { id });
      expect(entry).toMatchObject({ state: 'mismatch', error: { code: 'reply_mismatch' } });
    },
  );

  test('error: signed rightly, but for the signer that another profile trusts', async () => {
    const profile = {
      ...desk.ready.profile,
      trust: { ...desk.ready.profile.trust, signer: OTHER },
    };
    flow.choose(profile);
    expect(await run()).toMatchObject({ state: 'stopped', fault: 'other_signer' });
  });

  test('behavior: after a refused bundle the key is still held, and a sound one is taken', async () => {
    bundle((wrapper) => ({ ...wrapper, version: 'v0' }));
    expect(await run()).toMatchObject({ fault: 'malformed' });
    desk.rig.net = desk.through;
    await flow.start();
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
    addresses((list) =>
      list.map((one) =>
        one.format === 'ADDRESS_FORMAT_ETHEREUM' ? { ...one, address: wrong } : one,
      ),
    );
    const end = await run();
    expect(end?.imported).toMatchObject({ verdict: 'mismatch', recorded: true });
    expect(end?.imported?.lines[0]).toMatchObject({ address: wrong, proof: { kind: 'mismatch' } });
    const entry = await follow(desk.rig, end?.entry?.id ?? '', ['mismatch']);
    expect(entry.error).toMatchObject({ code: 'reply_mismatch' });
  });

  test('error: one format missing', async () => {
    addresses((list) => list.slice(1));
    expect((await run())?.imported).toMatchObject({ verdict: 'mismatch' });
  });

  test('error: no address at all', async () => {
    addresses(() => []);
    expect((await run())?.imported).toMatchObject({ verdict: 'mismatch' });
  });

  test('error: the addresses of another key', async () => {
    addresses(() => [
      { format: 'ADDRESS_FORMAT_ETHEREUM', address: wrong },
      {
        format: 'ADDRESS_FORMAT_COMPRESSED',
        address: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
      },
    ]);
    const end = await run();
    expect(end?.imported?.lines.map(({ proof }) => proof.kind)).toEqual(['mismatch', 'mismatch']);
  });

  test('behavior: another reading of a rule is named and no success', async () => {
    const [vector] = alternatives;
    const address = vector?.alternatives.BITCOIN_MAINNET_P2SH?.['P2SH(P2PKH)'] ?? '';
    paste(vector?.privateKeyHex ?? '');
    flow.toggle('ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH', true);
    flow.name.value = 'Reading';
    await flow.identify();
    addresses((list) =>
      list.map((one) => (one.format.endsWith('P2SH') ? { ...one, address } : one)),
    );
    await flow.start();
    const end = flow.run.value;
    expect(end?.imported?.verdict).toBe('other_reading');
    expect(end?.imported?.lines.at(-1)?.proof).toEqual({
      kind: 'other_reading',
      reading: 'p2sh_p2pkh',
    });
    const entry = await desk.rig.client.call('activities_get', { id: end?.entry?.id ?? '' });
    expect(entry.state).toBe('completed');
  });
});
