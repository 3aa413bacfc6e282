// The import bundle, read by our code and by the vendor's: what both accept, what both refuse, and
// where we refuse more.
import { p256 } from '@noble/curves/nist.js';
import { encryptPrivateKeyToBundle, PRODUCTION_SIGNER_SIGN_PUBLIC_KEY } from '@turnkey/crypto';
import { describe, expect, test } from 'vitest';
import * as bundle from '../../src/crypto/bundle.ts';
import { concat, fromHex, toHex, type Bytes } from '../../src/crypto/bytes.ts';
import * as der from '../../src/crypto/der.ts';
import * as ecdsa from '../../src/crypto/p256.ts';
import { TURNKEY_TRUST } from '../../src/protocol/profile.ts';
import { readCaptured, hasCaptured, skipNote } from './captured.ts';

const organizationId = '7c1a5a1e-3f0e-4c46-9a3e-1d2f3a4b5c6d';
const userId = '0d9f8e7c-6b5a-4d3c-8b2a-1f0e9d8c7b6a';
const KEY = '0123456789abcdef'.repeat(4);

async function makeSigner() {
  const scalar: Bytes = p256.utils.randomSecretKey();
  const key = await ecdsa.importSigningKey(scalar, p256.getPublicKey(scalar));
  const publicKey: Bytes = p256.getPublicKey(scalar, false);
  return { publicKey, sign: (message: Bytes) => ecdsa.sign(key, message) };
}

const signer = await makeSigner();
const stranger = await makeSigner();
const pinnedPublic = toHex(signer.publicKey);
const targetPublic = toHex(p256.getPublicKey(p256.utils.randomSecretKey(), false));
const data = { targetPublic, organizationId, userId };
const text = await signPlainly();

/** A signature of two integers of 32 bytes each, so that every run changes the same positions. */
async function signPlainly(): Promise<string> {
  const one = await bundle.signBundle(data, signer);
  const { dataSignature } = JSON.parse(one) as Wrapper;
  return /^30440220.{64}0220/.test(dataSignature) ? one : signPlainly();
}

type Wrapper = {
  version: string;
  data: string;
  dataSignature: string;
  enclaveQuorumPublic: string;
};
const wrapper = JSON.parse(text) as Wrapper;
const change = (members: Partial<Wrapper>) => JSON.stringify({ ...wrapper, ...members });
const signed = (members: object, by = signer) => bundle.signBundle({ ...data, ...members }, by);

type Caller = { readonly organizationId: string; readonly userId: string };
const caller: Caller = { organizationId, userId };

const isAccepted = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    () => false,
  );
/** Whether each of the two encrypts to the bundle's target. */
async function acceptedBy(importBundle: string, who = caller, signerKey = pinnedPublic) {
  const ours = bundle.openTargetBundle(importBundle, { pinnedPublic: signerKey, ...who });
  const vendors = encryptPrivateKeyToBundle({
    ...who,
    importBundle,
    privateKey: KEY,
    keyFormat: 'HEXADECIMAL',
    dangerouslyOverrideSignerPublicKey: signerKey,
  });
  const [weTake, vendorTakes] = await Promise.all([isAccepted(ours), isAccepted(vendors)]);
  return { ours: weTake, vendors: vendorTakes };
}

/** A bundle that names a signer other than the one who signed it. */
const renamed = (one: string, enclaveQuorumPublic: string) =>
  JSON.stringify({ ...(JSON.parse(one) as Wrapper), enclaveQuorumPublic });

/** Hex of the bytes with one of them changed. */
function flipped(bytes: Bytes, at: number, mask: number): string {
  const changed = bytes.slice();
  changed[at] = (changed[at] ?? 0) ^ mask;
  return toHex(changed);
}

/** The bytes with a different value at one position. */
function replaced(bytes: Bytes, at: number, value: number): string {
  const changed = bytes.slice();
  changed[at] = value;
  return toHex(changed);
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

/** The positions in {@link signPlainly}'s DER by what is there, without the lengths. */
const PLACES = [
  ['tag', [0]],
  ['tag of r', [2]],
  ['r', range(4, 36)],
  ['tag of s', [36]],
  ['s', range(38, 70)],
] as const;

const LENGTH = { sequence: 1, r: 3, s: 37 } as const;

const REFUSED = { ours: false, vendors: false };
const ACCEPTED = { ours: true, vendors: true };

describe('an import bundle, for us and for the vendor', () => {
  test('behavior: both accept ours', async () => {
    expect(await acceptedBy(text)).toEqual(ACCEPTED);
  });

  test('behavior: both accept it signed again, whatever length its signature has', async () => {
    const lengths = new Set<number>();
    for (let round = 0; round < 40; round++) {
      const again = await signed({});
      lengths.add((JSON.parse(again) as Wrapper).dataSignature.length / 2);
      expect(await acceptedBy(again)).toEqual(ACCEPTED);
    }
    expect(lengths.size).toBeGreaterThan(1);
  });

  test('error: neither accepts a changed byte of the signed data', async () => {
    const bytes = fromHex(wrapper.data);
    for (const at of bytes.keys()) {
      expect(await acceptedBy(change({ data: flipped(bytes, at, 1) })), `byte ${at}`).toEqual(
        REFUSED,
      );
    }
  });

  test('error: neither accepts a changed byte of the signer’s key', async () => {
    for (const at of signer.publicKey.keys()) {
      const enclaveQuorumPublic = flipped(signer.publicKey, at, 1);
      expect(await acceptedBy(change({ enclaveQuorumPublic })), `byte ${at}`).toEqual(REFUSED);
    }
  });

  test.each(PLACES)(
    'error: neither accepts a signature with a changed %s',
    async (_class, places) => {
      const signature = fromHex(wrapper.dataSignature);
      for (const at of places) {
        for (const mask of [0x01, 0x80]) {
          const dataSignature = flipped(signature, at, mask);
          expect(await acceptedBy(change({ dataSignature })), `byte ${at}`).toEqual(REFUSED);
        }
      }
    },
  );

  test.each([
    ['sequence', 0x45],
    ['sequence', 0x7f],
    ['sequence', 0x80],
    ['r', 0],
    ['r', 0x1f],
    ['r', 0x21],
    ['r', 0xa0],
    ['s', 0],
    ['s', 0x1f],
    ['s', 0x22],
    ['s', 0xa0],
  ] as const)('error: nor one where the length of %s is %i', async (what, length) => {
    const dataSignature = replaced(fromHex(wrapper.dataSignature), LENGTH[what], length);
    expect(await acceptedBy(change({ dataSignature }))).toEqual(REFUSED);
  });

  test.each([
    ['signed by another key that it names', async () => signed({}, stranger)],
    [
      'signed by another key, naming the pinned one',
      async () => renamed(await signed({}, stranger), pinnedPublic),
    ],
    ['naming another key', async () => renamed(text, toHex(stranger.publicKey))],
    [
      'with the signature of another bundle of the same signer',
      async () => {
        const { dataSignature } = JSON.parse(await signed({ userId: organizationId })) as Wrapper;
        return change({ dataSignature });
      },
    ],
    [
      'with r and s swapped',
      async () => {
        const rs = der.decode(fromHex(wrapper.dataSignature), der.P256_ORDER);
        const swapped = concat(rs.slice(32), rs.slice(0, 32));
        return change({ dataSignature: toHex(der.encode(swapped)) });
      },
    ],
    ['with r = s = 0', async () => change({ dataSignature: '3006020100020100' })],
    ['without signature', async () => change({ dataSignature: '' })],
    [
      'with a signature cut short',
      async () => change({ dataSignature: wrapper.dataSignature.slice(0, -2) }),
    ],
    ['without data', async () => change({ data: '' })],
    ['with data cut short', async () => change({ data: wrapper.data.slice(0, -2) })],
    ['whose data is not hex', async () => change({ data: `zz${wrapper.data.slice(2)}` })],
    ['well signed for another organization', async () => signed({ organizationId: userId })],
    ['well signed for another user', async () => signed({ userId: organizationId })],
    ['well signed for no organization', async () => signed({ organizationId: undefined })],
    ['well signed for no user', async () => signed({ userId: undefined })],
    ['well signed without target', async () => signed({ targetPublic: undefined })],
    [
      'well signed with a target off the curve',
      async () => signed({ targetPublic: `04${'01'.repeat(64)}` }),
    ],
    ['well signed with a target of zeros', async () => signed({ targetPublic: '00'.repeat(65) })],
    [
      'well signed with a target cut short',
      async () => signed({ targetPublic: `04${'01'.repeat(60)}` }),
    ],
    ['cut short as JSON', async () => text.slice(0, -1)],
    ['that isn’t JSON', async () => targetPublic],
  ])('error: neither accepts one %s', async (_name, make) => {
    expect(await acceptedBy(await make())).toEqual(REFUSED);
  });

  test('error: neither accepts ours for another caller', async () => {
    const swapped = { organizationId: userId, userId: organizationId };
    expect(await acceptedBy(text, swapped)).toEqual(REFUSED);
    expect(await acceptedBy(text, { ...caller, userId: organizationId })).toEqual(REFUSED);
    expect(await acceptedBy(text, caller, toHex(stranger.publicKey))).toEqual(REFUSED);
  });
});

describe('an import bundle that only we refuse', () => {
  const signature = fromHex(wrapper.dataSignature);
  const { version: _, ...retired } = wrapper;
  test.each([
    ['without version, as the retired form', JSON.stringify(retired)],
    ['of another version', change({ version: 'v1.0.1' })],
    ['with an extra member', JSON.stringify({ ...wrapper, more: '' })],
    ['with bytes after its signature', change({ dataSignature: `${toHex(signature)}00` })],
    [
      'whose signature claims one byte too few',
      change({ dataSignature: replaced(signature, LENGTH.sequence, 0x43) }),
    ],
    [
      'whose s claims one byte too many',
      change({ dataSignature: replaced(signature, LENGTH.s, 0x21) }),
    ],
  ])('error: one %s', async (_name, importBundle) => {
    expect(await acceptedBy(importBundle)).toEqual({ ours: false, vendors: true });
  });
});

describe('the production signer', () => {
  test('behavior: the vendor’s key is the preset’s pinned key', () => {
    expect(TURNKEY_TRUST.signer).toBe(PRODUCTION_SIGNER_SIGN_PUBLIC_KEY);
  });

  test.runIf(hasCaptured)(`behavior: both accept a real bundle${skipNote}`, async () => {
    const { realImportBundle } = readCaptured('turnkey-hpke') as {
      realImportBundle: Caller & { bundle: Wrapper };
    };
    const { bundle: real, organizationId: organization, userId: user } = realImportBundle;
    const who = { organizationId: organization, userId: user };
    const pin = PRODUCTION_SIGNER_SIGN_PUBLIC_KEY;
    expect(await acceptedBy(JSON.stringify(real), who, pin)).toEqual(ACCEPTED);
    const other = JSON.stringify({ ...real, data: flipped(fromHex(real.data), 20, 1) });
    expect(await acceptedBy(other, who, pin)).toEqual(REFUSED);
  });
});
