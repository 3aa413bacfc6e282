import { parseArgs } from 'node:util';
import { decodeData, eip712, type ClearSigOpt } from 'micro-eth-signer/abi.js';
import { decodeFunctionData, encodeFunctionData, parseAbi, type Hex } from 'viem';
import { readAttestation } from '../../src/client/clear-signing/attestation.ts';
import {
  describeCall,
  describeMessage,
  type Call,
  type Description,
  type Shown,
} from '../../src/client/clear-signing/describe.ts';
import { createPack, type Pack } from '../../src/client/clear-signing/descriptor.ts';
import { StepError } from '../progress.mjs';
import { readNumber } from './faults.ts';
import { readCases, readSigned, type Case, type Json, type Signed } from './registry-files.ts';

const OPTIONS = {
  registry: { type: 'string' },
  mutants: { type: 'string', default: '10000' },
  seed: { type: 'string', default: '1' },
} as const;

/** As the cases write values. */
function textOf(shown: Shown): string {
  switch (shown.is) {
    case 'text':
      return shown.text;
    case 'units':
      return `${shown.amount} ???`;
    case 'date':
      return new Date(shown.seconds * 1000).toISOString().replace('T', ' ').replace('.000', '');
    case 'chain':
      return shown.chainId.toString();
    case 'address':
      return shown.name ?? shown.address;
    case 'call':
      return shown.call.data;
  }
}

type Reading = {
  readonly intents: readonly string[];
  readonly fields: readonly (readonly [string, string])[];
};

const intentOf = ({ intent }: Description): string =>
  intent.map((piece) => (typeof piece === 'string' ? piece : textOf(piece))).join('');

function packOf({ descriptor, tokens }: Case, isPlain = false): Pack {
  const pack = createPack([isPlain ? withoutSentences(descriptor) : descriptor]);
  const tokensOf: Pack['tokensOf'] = (isAttested) => (chainId, address) =>
    tokens.get(address.toLowerCase()) ?? pack.tokensOf(isAttested)(chainId, address);
  return { ...pack, tokensOf };
}

/** With intents in a word alone. */
function withoutSentences(descriptor: Json): Json {
  const text = JSON.stringify(descriptor, (key, value: unknown) =>
    key === 'interpolatedIntent' ? undefined : value,
  );
  return JSON.parse(text) as Json;
}

async function describeCase(one: Case, pack: Pack): Promise<Description | undefined> {
  if (one.call) return describeCall(one.call, pack);
  return one.typedData && describeMessage(one.typedData, pack);
}

async function readOwn(one: Case): Promise<Reading | undefined> {
  const described = await describeCase(one, packOf(one));
  const plain = await describeCase(one, packOf(one, true));
  if (!described || !plain) return undefined;
  return {
    intents: [intentOf(described), intentOf(plain)],
    fields: described.rows.map(({ label, value }) => [label, textOf(value)]),
  };
}

const optionsOf = ({ descriptor, tokens }: Case): ClearSigOpt => ({
  clearSig: { it: descriptor },
  resolveToken: ({ address }) => Promise.resolve(tokens.get(address)),
});

/** The renderer without Keystamp around it. Undefined where it throws, guesses or knows nothing. */
async function renderAlone(one: Case, call = one.call, noDefault = false) {
  try {
    if (!call) return one.message && (await eip712(one.message as never, optionsOf(one)));
    const { to, data, value, chainId, from } = call;
    const options = { ...optionsOf(one), chainId, from, noDefault };
    const found = decodeData(to, data, value, options as never);
    return Array.isArray(found) || !found ? undefined : await found.clearSig;
  } catch {
    return undefined;
  }
}

async function readAlone(one: Case): Promise<Reading | undefined> {
  const rendered = await renderAlone(one);
  if (!rendered) return undefined;
  const { intent, interpolatedIntent = intent, fields } = rendered;
  return {
    intents: [intent, interpolatedIntent],
    fields: Object.entries(fields).map(([label, { value }]) => [label, value]),
  };
}

type Score = { rendered: number; intents: number; fields: number; whole: number };

/** Labels and values letter by letter, but for the case of hex digits. */
function countFields({ expected }: Case, { fields }: Reading): number {
  const left = fields.map(([label, value]) => `${label}\n${value}`.toLowerCase());
  return expected.fields.filter(({ label, value }) => {
    const at = left.indexOf(`${label}\n${String(value)}`.toLowerCase());
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}

async function scoreOf(
  cases: readonly Case[],
  read: (one: Case) => Promise<Reading | undefined>,
  missed: (one: Case) => void,
): Promise<Score> {
  const score: Score = { rendered: 0, intents: 0, fields: 0, whole: 0 };
  for (const one of cases) {
    const reading = await read(one);
    if (!reading) {
      missed(one);
      continue;
    }
    const { intent, interpolatedIntent = intent, fields } = one.expected;
    const isMeant = reading.intents.some((text) => [intent, interpolatedIntent].includes(text));
    const right = countFields(one, reading);
    score.rendered += 1;
    score.intents += isMeant ? 1 : 0;
    score.fields += right;
    score.whole += right === fields.length ? 1 : 0;
  }
  return score;
}

/** Numbers below 2^32 from a seed (mulberry32). */
function createNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A call with one thing changed: a digit, its selector, its length, a word, its chain or its contract. */
function mutate(call: Call, next: (below: number) => number): Call {
  const { data, to, chainId } = call;
  const digits = data.slice(2);
  const digit = () => next(16).toString(16);
  const flipped = (text: string): string => {
    const at = next(Math.max(1, text.length));
    return `${text.slice(0, at)}${digit()}${text.slice(at + 1)}`;
  };
  const word = 8 + 64 * next(20);
  switch (next(8)) {
    case 0:
      return { ...call, chainId: chainId + BigInt(1 + next(1000)) };
    case 1:
      return { ...call, to: flip(to) };
    case 2:
      return { ...call, data: `0x${Array.from({ length: 8 }, digit).join('')}${digits.slice(8)}` };
    case 3:
      return { ...call, data: `0x${digits.slice(0, 2 * next(digits.length / 2))}` };
    case 4:
      return { ...call, data: `${data}${'00'.repeat(1 + next(64))}` };
    case 5:
      return { ...call, data: `0x${digits.slice(0, word)}${digits.slice(word + 64)}` };
    default:
      return { ...call, data: `0x${flipped(flipped(digits))}` };
  }
}

/** Whether viem reads the same bytes by the descriptor's signature, and writes them as they are. */
function isOfSignature(data: string, descriptor: Json): boolean {
  const { display } = descriptor as { display: { formats: Json } };
  return Object.keys(display.formats).some((key) => {
    try {
      const abi = parseAbi([`function ${key}`] as readonly string[]);
      const call = decodeFunctionData({ abi, data: data as Hex });
      return encodeFunctionData({ abi, ...call }) === data.toLowerCase();
    } catch {
      return false;
    }
  });
}

type Placed = {
  readonly context: {
    readonly contract?: {
      readonly deployments?: readonly { readonly chainId: number; readonly address: string }[];
    };
  };
};

/** Whether a descriptor names just this contract on this chain. */
const isOfPlace = ({ chainId, to }: Call, descriptor: Json): boolean =>
  (descriptor as Placed).context.contract?.deployments?.some(
    (one) => BigInt(one.chainId) === chainId && one.address.toLowerCase() === to.toLowerCase(),
  ) === true;

/** What is wrong with a description of a changed call; undefined if it is as it should be. */
async function wrongnessOf(
  one: Case,
  call: Call,
  described: Description,
): Promise<string | undefined> {
  if (!isOfPlace(call, one.descriptor)) return 'another chain or contract';
  if (!isOfSignature(call.data, one.descriptor)) return 'bytes that its signature does not give';
  // Without the tokens that the renderer knows by itself.
  const alone = await renderAlone(one, call, true);
  const own = intentOf(described);
  const meant = alone?.interpolatedIntent ?? alone?.intent;
  // A call within another is one line to the renderer alone, and dates are its own.
  const isText = described.intent.every(
    (piece) => typeof piece === 'string' || piece.is !== 'date',
  );
  if (isText && meant !== undefined && own.toLowerCase() !== meant.toLowerCase())
    return `${own} is not ${meant}`;
  return undefined;
}

async function tryMutants(cases: readonly Case[], count: number, seed: number): Promise<void> {
  const next = createNumbers(seed);
  const calls = cases.filter(({ call }) => call && call.data.length > 10);
  const wrong: string[] = [];
  let described = 0;
  for (let at = 0; at < count; at += 1) {
    const one = calls[next(calls.length)];
    if (!one?.call) continue;
    const call = mutate(one.call, next);
    const description = await describeCall(call, packOf(one));
    if (!description) continue;
    described += 1;
    const fault = await wrongnessOf(one, call, description);
    if (fault !== undefined) wrong.push(`${at}. ${one.name}: ${fault}`);
  }
  console.log(
    `${count} changed calls (seed ${seed}): ${described} described, ${wrong.length} wrongly`,
  );
  if (wrong.length > 0) throw new StepError(wrong.slice(0, 20).join('\n'));
}

type Change = (attestation: Json, descriptor: Json) => readonly [Json, Json];
const within = (value: Json, path: readonly string[], put: (before: unknown) => unknown): Json => {
  const [step = '', ...rest] = path;
  const inner = value[step];
  return { ...value, [step]: rest.length === 0 ? put(inner) : within(inner as Json, rest, put) };
};
const flip = (text: unknown): string =>
  String(text).replace(/.$/, (last) => (last === '0' ? '1' : '0'));

/** Each of these is another attestation than the one that was signed. */
const FORGERIES: Readonly<Record<string, Change>> = {
  descriptor: (one, of) => [one, { ...of, display: {} }],
  data: (one, of) => [within(one, ['sig', 'message', 'data'], flip), of],
  salt: (one, of) => [within(one, ['sig', 'message', 'salt'], flip), of],
  time: (one, of) => [within(one, ['sig', 'message', 'time'], () => '1'), of],
  revocable: (one, of) => [within(one, ['sig', 'message', 'revocable'], (is) => is !== true), of],
  schema: (one, of) => [within(one, ['sig', 'message', 'schema'], flip), of],
  chain: (one, of) => [within(one, ['sig', 'domain', 'chainId'], () => '5'), of],
  s: (one, of) => [within(one, ['sig', 'signature', 's'], flip), of],
  r: (one, of) => [within(one, ['sig', 'signature', 'r'], flip), of],
  signer: (one, of) => [within(one, ['signer'], flip), of],
};

function tryAttestations(signed: readonly Signed[], now: number): void {
  const signers = signed.map(({ attestation }) => String(attestation['signer']).toLowerCase());
  const trusted = [...new Set(signers)];
  const isTaken = (one: Json, of: Json, who: readonly string[]) =>
    readAttestation(one, of, who, now).ok;
  const verified = signed.filter(({ attestation, descriptor }) =>
    isTaken(attestation, descriptor, trusted),
  );
  const whole = verified.filter(({ descriptor }) => descriptor['includes'] === undefined);
  const untrusted = signed.filter((one) => isTaken(one.attestation, one.descriptor, []));
  const forged = signed.flatMap(({ name, attestation, descriptor }) =>
    Object.entries(FORGERIES).flatMap(([what, change]) =>
      // A forged signer isn't refused for being nobody's: everybody is trusted here.
      isTaken(...change(attestation, descriptor), [...trusted, flip(trusted[0])])
        ? [`${name}: ${what}`]
        : [],
    ),
  );
  console.log(
    `${signed.length} attestations by ${trusted.length}: ${verified.length} verified, ${whole.length} of them of a whole ` +
      `descriptor; ${signed.length * Object.keys(FORGERIES).length} forged: ${forged.length} taken`,
  );
  const faults = [
    ...forged,
    ...untrusted.map(({ name }) => `${name}: taken though nobody is trusted`),
  ];
  if (verified.length < signed.length) faults.push('an attestation was not verified');
  if (faults.length > 0) throw new StepError(faults.slice(0, 20).join('\n'));
}

/** `npm run trials -- --registry PATH`: a checkout of a registry of descriptors, its cases and attestations. */
export async function tryRegistry(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.registry === undefined)
    throw new StepError('--registry takes the folder of a registry.');
  const cases = readCases(values.registry);
  if (cases.length === 0) throw new StepError(`${values.registry} has no registry/*/testsv2.`);
  const missed: string[] = [];
  const own = await scoreOf(cases, readOwn, ({ name }) => missed.push(name));
  const alone = await scoreOf(cases, readAlone, () => undefined);
  const fields = cases.reduce((sum, { expected }) => sum + expected.fields.length, 0);
  console.log(`${cases.length} cases with ${fields} fields`);
  console.table({ Keystamp: own, 'the renderer alone': alone });
  console.log(`Not described:\n${missed.join('\n')}`);
  const mutants = readNumber('mutants', values.mutants, 1);
  await tryMutants(cases, mutants, readNumber('seed', values.seed, 0));
  tryAttestations(readSigned(values.registry), Date.now());
}
