// A file for auditors, as Keystamp makes it of what a real service signed, and what verify-log says of it and of
// files that somebody changed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serializeTransaction, keccak256, hashMessage } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import { readLogFile, verifyLog } from '../../scripts/verify-log.ts';
import { nextRecord, NO_DIGEST } from '../../src/history/record-digest.ts';
import { digestOfText } from '../../src/crypto/immediate-digest.ts';
import type { AuditedSigning, AuditFile } from '../../src/protocol/audit-file.ts';
import type { HistoryRecord } from '../../src/protocol/history.ts';
import { personalMessage } from '../../src/client/personal-message.ts';
import { readAuditFile, textOfHistoryFile } from '../../src/ui/activities/history/history-file.ts';
import { SETTLED, useWorkerFixture, type Values } from '../worker/worker-fixture.ts';

const fixture = useWorkerFixture();
const NO_OP = 'HASH_FUNCTION_NO_OP';
const DIGEST = `0x${'5a'.repeat(32)}`;
const UNSIGNED = serializeTransaction({
  type: 'eip1559',
  chainId: 31_337,
  nonce: 1,
  gas: 21_000n,
  maxFeePerGas: 3n,
  maxPriorityFeePerGas: 1n,
  to: '0x000000000000000000000000000000000000dEaD',
  value: 1n,
});
const TYPED = JSON.stringify({
  types: {
    EIP712Domain: [{ name: 'chainId', type: 'uint256' }],
    Login: [{ name: 'user', type: 'string' }],
  },
  primaryType: 'Login',
  domain: { chainId: 10 },
  message: { user: 'ada' },
});

/** Submits, waits for the end, and returns the result. */
async function run(operation: string, parameters: Values): Promise<Values> {
  const { id } = await fixture.submit(operation, parameters);
  const entry = await fixture.time.until(async () => {
    const one = await fixture.browser.client.call('activities_get', { id });
    return SETTLED.includes(one.state) ? one : undefined;
  });
  if (entry.state !== 'completed') throw new Error(JSON.stringify(entry.error));
  return { ...entry.result };
}

const raw = (signWith: string, payload: string, encoding = 'HEXADECIMAL', hash = NO_OP) =>
  run('sign_raw_payload', {
    signWith,
    payload,
    encoding: `PAYLOAD_ENCODING_${encoding}`,
    hashFunction: hash,
  });

async function newAccounts() {
  const account = (curve: string, addressFormat: string, path: string) => ({
    curve: `CURVE_${curve}`,
    pathFormat: 'PATH_FORMAT_BIP32',
    path,
    addressFormat: `ADDRESS_FORMAT_${addressFormat}`,
  });
  const { addresses } = await run('create_wallet', {
    walletName: `Audited ${crypto.randomUUID()}`,
    accounts: [
      account('SECP256K1', 'ETHEREUM', "m/44'/60'/0'/0/0"),
      account('ED25519', 'SOLANA', "m/44'/501'/0'/0'"),
      account('SECP256K1', 'BITCOIN_MAINNET_P2WPKH', "m/84'/0'/0'/0/0"),
    ],
  });
  const [ethereum = '', solana = '', bitcoin = ''] = addresses as string[];
  return { ethereum, solana, bitcoin };
}

async function newPrivateKey(): Promise<string> {
  const made = await run('create_private_keys', {
    privateKeys: [
      {
        privateKeyName: `Audited ${crypto.randomUUID()}`,
        curve: 'CURVE_P256',
        addressFormats: [],
        privateKeyTags: [],
      },
    ],
  });
  return (made['privateKeys'] as { privateKeyId: string }[])[0]?.privateKeyId ?? '';
}

async function readFile(): Promise<AuditFile> {
  const { client } = fixture.browser;
  const file = await readAuditFile({
    client,
    now: () => fixture.time.now(),
    profiles: [fixture.account.profile],
    onRead: () => undefined,
    signal: new AbortController().signal,
  });
  if (!file) throw new Error('stopped');
  return file;
}

const signingsOf = (file: AuditFile) => file.signings as AuditedSigning[];
const verify = (file: AuditFile) => verifyLog(textOfHistoryFile(file));

/** A file with two signings: a message and a transaction. */
async function signTwo() {
  const { ethereum } = await newAccounts();
  const message = personalMessage('Hello');
  const hex = `0x${Buffer.from(message).toString('hex')}`;
  await raw(ethereum, hex, 'HEXADECIMAL', 'HASH_FUNCTION_KECCAK256');
  const type = 'TRANSACTION_TYPE_ETHEREUM';
  const sent = { signWith: ethereum, unsignedTransaction: UNSIGNED, type };
  const { signedTransaction } = await run('sign_transaction', sent);
  return { file: await readFile(), ethereum, signedTransaction: `0x${String(signedTransaction)}` };
}

describe('a file for auditors', () => {
  test('behavior: has each signature’s digest, address, chain and hash, and all of it is proved', async () => {
    const { file, ethereum, signedTransaction } = await signTwo();
    const [message, transaction] = signingsOf(file);
    const publicKey = message?.signatures[0]?.publicKey;
    expect(publicKey).toMatch(/^0[23][0-9a-f]{64}$/);
    expect(message?.signatures).toMatchObject([
      { signWith: ethereum, chain: null, digest: hashMessage('Hello'), hash: null },
    ]);
    expect(transaction?.signatures).toEqual([
      {
        signWith: ethereum,
        chain: 'eip155:31337',
        digest: keccak256(UNSIGNED),
        publicKey,
        signature: expect.stringMatching(/^[0-9a-f]{128}$/) as string,
        hash: keccak256(signedTransaction as `0x${string}`),
      },
    ]);
    const { code, text } = await verify(file);
    expect(code).toBe(0);
    expect(text).toContain('Proved: 2 signatures over what was asked for');
    expect(text).toContain('Votes: 2 of 2 have a valid stamp.');
    expect(text).toContain('service’s word');
  });

  test('behavior: says by whose word it knows a key, and what it can’t tell', async () => {
    const { ethereum, solana, bitcoin } = await newAccounts();
    const keyId = await newPrivateKey();
    await raw(ethereum, TYPED, 'EIP712');
    await raw(solana, '0x1234', 'HEXADECIMAL', 'HASH_FUNCTION_NOT_APPLICABLE');
    await raw(keyId, DIGEST);
    await raw(bitcoin, DIGEST);
    const file = await readFile();
    const [typed, , byId, other] = signingsOf(file);
    expect(typed?.signatures[0]?.chain).toBe('eip155:10');
    expect(byId?.service?.signer).toMatchObject({ curve: 'CURVE_P256' });
    expect(other?.signatures).toMatchObject([{ signWith: bitcoin, digest: null, signature: null }]);
    const { code, text } = await verify(file);
    expect([code, text]).toEqual([0, expect.stringContaining('Proved: 2 signatures')]);
    expect(text).toContain('if the service names the right key for the id: 1 signature ');
    expect(text).toContain('Not checked: nothing says which key was named');
  });

  test('behavior: what the service and this browser no longer have is said to be missing', async () => {
    await signTwo();
    fixture.browser.network = () => Promise.reject(new TypeError('offline'));
    const file = await readFile();
    expect(signingsOf(file).map(({ service }) => service)).toEqual([null, null]);
    const { code, text } = await verify(file);
    expect([code, text]).toEqual([0, expect.stringContaining('the service wasn’t reached')]);
    const signings = signingsOf(file).map((one) => ({
      ...one,
      body: null,
      reply: null,
      signatures: [],
    }));
    expect((await verify({ ...file, signings })).text).toContain('isn’t kept');
  });
});

/** The chain and its signings after a change of what was answered, with every digest written anew. */
function forge(file: AuditFile, change: (reply: string) => string): AuditFile {
  const signings = structuredClone(signingsOf(file));
  for (const signing of signings) signing.reply = signing.reply && change(signing.reply);
  let end = { sequence: 0, digest: NO_DIGEST };
  const records = (file.records as HistoryRecord[]).map((record) => {
    const { sequence: _at, previous: _before, digest: _digest, ...event } = record;
    const reply = signings.find(({ sequence }) => sequence === record.sequence)?.reply;
    const next = nextRecord(end, reply ? { ...event, reply: digestOfText(reply) } : event, 1);
    end = next;
    return next;
  });
  return { ...file, records, head: { sequence: end.sequence, digest: end.digest }, signings };
}

describe('a hostile file', () => {
  let file: AuditFile;
  let sequences: readonly number[];
  beforeEach(async () => {
    ({ file } = await signTwo());
    sequences = signingsOf(file).map(({ sequence }) => sequence);
  });

  /** What is said of the file once its signings were changed. */
  async function edit(change: (signings: AuditedSigning[]) => unknown): Promise<string> {
    const copy = structuredClone(file);
    change(signingsOf(copy));
    const { code, text } = await verify(copy);
    return `${code} ${text.split('\n')[0]}`;
  }
  const first = (change: (one: AuditedSigning) => unknown) =>
    edit(([one]) => change(one ?? Object.assign({}, one)));

  test('attack: a cut, a missing, a moved, a doubled and an added signing', async () => {
    const [one = 0, other = 0] = sequences;
    const text = textOfHistoryFile(file);
    expect(await verifyLog(text.slice(0, -200))).toMatchObject({
      code: 2,
      text: expect.stringContaining('cut off') as string,
    });
    expect(await edit((all) => all.pop())).toBe(
      `1 Broken: record ${other}: its signing is missing in the file.`,
    );
    const place = 'another signing is in its place.';
    expect(await edit((all) => all.reverse())).toBe(`1 Broken: record ${one}: ${place}`);
    expect(await edit((all) => all.shift())).toBe(`1 Broken: record ${one}: ${place}`);
    expect(await edit((all) => all.push(...all.slice(0, 1)))).toContain('signings come after it');
  });

  test('attack: another body, another answer, other listed values', async () => {
    expect(await first((one) => (one.body = `${one.body} `))).toContain('the body in the file');
    expect(await first((one) => (one.reply = `${one.reply} `))).toContain('the answer in the file');
    const digest = DIGEST;
    expect(await first((one) => Object.assign(one.signatures[0] ?? {}, { digest }))).toContain(
      'what the file lists of its signatures',
    );
    expect(await first((one) => one.signatures.pop())).toContain('what the file lists');
    expect(await first((one) => (one.body = null))).toContain('what the file lists');
  });

  test('attack: a forged signature in a chain that was written anew', async () => {
    const forged = forge(file, (reply) =>
      reply.replace(/"r":"[0-9a-f]{64}"/, `"r":"${'1'.repeat(64)}"`),
    );
    const [one = 0] = sequences;
    expect(await verify(forged)).toEqual({
      code: 1,
      text: `Broken: record ${one}: the answer isn’t a signature over what was asked for, by the key that was named.`,
    });
    expect((await verify(forge(file, (reply) => reply))).code).toBe(0);
    const otherId = crypto.randomUUID();
    const moved = forge(file, (reply) => reply.replace(/"id":"[^"]+"/, `"id":"${otherId}"`));
    expect((await verify(moved)).text).toContain('isn’t about the record’s activity');
  });

  test('attack: a forged vote, another activity, another result of the service', async () => {
    type Shown = {
      votes: { signature: string; message: string }[];
      result: Values;
      fingerprint: string;
    };
    const shown = (change: (activity: Shown) => unknown) =>
      first(({ service }) => change(service?.activity as Shown));
    expect(
      await shown(({ votes: [vote] }) =>
        Object.assign(vote ?? {}, { signature: vote?.signature.replace(/.{4}$/, '0000') }),
      ),
    ).toContain('is forged (signature_invalid)');
    expect(await shown((one) => (one.fingerprint = `sha256:${'0'.repeat(64)}`))).toContain(
      'what the service says is about something else',
    );
    expect(await shown((one) => (one.result = {}))).toContain('isn’t what it said before');
  });

  test('attack: huge and deep files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keystamp-audit-'));
    try {
      const path = join(folder, 'large.json');
      writeFileSync(path, ' '.repeat(2001));
      expect(readLogFile(path, 2000)).toMatchObject({
        code: 2,
        text: expect.stringContaining('is larger than') as string,
      });
      expect(readLogFile(path, 2001)).toHaveLength(2001);
    } finally {
      rmSync(folder, { recursive: true });
    }
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const text = textOfHistoryFile({ ...file, signings: ['@'] });
    const { code, text: said } = await verifyLog(text.replace('"@"', deep));
    expect([code, said]).toEqual([1, expect.stringContaining('isn’t one that Keystamp writes')]);
    const nested = { a: {} };
    for (let one: Values = nested, at = 0; at < 60; at++) one = one['a'] = { a: {} } as Values;
    expect(await first((one) => (one.service = nested as unknown as null))).toContain(
      'isn’t one that Keystamp writes',
    );
  });
});
