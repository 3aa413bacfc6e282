// What went in and out of the service must not be found beside it: not in its tables, not in the files of
// its database, not in its log.
import { mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { randomBytes, toHex, utf8 } from '../../src/crypto/bytes.ts';
import { openDatabase, type OpenDatabase } from '../../src/service/database.ts';
import { schema } from '../../src/service/tables.ts';
import { createService } from '../../src/service/service.ts';
import { exportTarget } from './export-target.ts';
import { enrol, resultOf, type Caller, type TestService } from './harness.ts';
import { sealBundle, startImport, submitImport } from './key-import.ts';
import { startMigrated } from './migrated-database.ts';

const PHRASE =
  'legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth useful legal will';
const PASSPHRASE = 'correct horse battery';
const SECRET = randomBytes(32);

/** A database in files starts slowly on a busy machine. */
const TIMEOUT_MS = 240_000;

let folder: string;
let database: OpenDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keystamp-secrets-'));
  await (await startMigrated(folder)).close();
  database = await openDatabase(folder);
}, TIMEOUT_MS);
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** Bytes as they might lie about: themselves, and in the usual texts. */
const formsOf = (bytes: Uint8Array): Buffer[] => [
  Buffer.from(bytes),
  ...(['hex', 'base64', 'base64url'] as const).map((form) =>
    Buffer.from(Buffer.from(bytes).toString(form)),
  ),
  Buffer.from(toHex(bytes).toUpperCase()),
];

/** Three neighboring words of the phrase are nowhere by chance. */
const wordRuns = (): Buffer[] => {
  const words = PHRASE.split(' ');
  return words.slice(2).map((_, at) => Buffer.from(words.slice(at, at + 3).join(' ')));
};

async function goThrough(service: TestService, root: Caller): Promise<Uint8Array[]> {
  const target = exportTarget(service);
  const { targetPublicKey } = target;
  const plaintext = utf8(`${PHRASE}\n--PASS--\n${PASSPHRASE}`);
  const start = await startImport(service, root, 'init_import_wallet');
  const account = {
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/60'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  };
  const { walletId, addresses } = resultOf(
    await root.submit('import_wallet', {
      userId: root.userId,
      walletName: 'Needle in a haystack',
      encryptedBundle: await sealBundle(start, plaintext),
      accounts: [account],
    }),
  );
  const wallet = resultOf(await root.submit('export_wallet', { walletId, targetPublicKey }));
  expect(await target.openText(wallet)).toBe(`${PHRASE}\n${PASSPHRASE}`);
  const [address] = addresses as string[];
  const one = await root.submit('export_wallet_account', { address, targetPublicKey });
  const accountKey = await target.open(resultOf(one));
  const sealed = await sealBundle(await startImport(service, root), SECRET);
  const { privateKeyId } = resultOf(await submitImport(root, sealed));
  const key = await root.submit('export_private_key', { privateKeyId, targetPublicKey });
  expect(toHex(await target.open(resultOf(key)))).toBe(toHex(SECRET));
  // A phrase that is refused is a secret as well.
  const wrong = utf8(PHRASE.replace('will', 'winner'));
  const refused = await root.submit('import_wallet', {
    userId: root.userId,
    walletName: 'Refused',
    encryptedBundle: await sealBundle(
      await startImport(service, root, 'init_import_wallet'),
      wrong,
    ),
    accounts: [],
  });
  expect(refused.status).toBe(400);
  return [accountKey];
}

test(
  'behavior: nothing exported or imported lies in tables, files or log',
  { timeout: TIMEOUT_MS },
  async () => {
    const lines: string[] = [];
    for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      vi.spyOn(console, name).mockImplementation((...parts: unknown[]) => {
        lines.push(parts.map(String).join(' '));
      });
    }
    const time = { now: Date.now() };
    const made = await createService({
      database,
      clock: () => time.now,
      random: randomBytes,
      master: randomBytes(32),
      options: { log: (line: string) => lines.push(line) },
    });
    const service: TestService = { ...made, database, time };
    const keys = await goThrough(service, await enrol(service));
    const rows: string[] = [];
    for (const table of Object.values(schema)) {
      rows.push(JSON.stringify(await database.db.select().from(table)));
    }
    await service.close();

    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    const places = [...files, Buffer.from(rows.join('\n')), Buffer.from(lines.join('\n'))];
    const isFound = (what: Buffer) => places.some((place) => place.includes(what));
    expect(isFound(Buffer.from('Needle in a haystack'))).toBe(true);
    expect(rows.join('\n')).toContain('Needle in a haystack');
    const seed = mnemonicToSeedSync(PHRASE, PASSPHRASE);
    const secrets = [
      ...wordRuns(),
      Buffer.from(PASSPHRASE),
      ...[mnemonicToEntropy(PHRASE, wordlist), seed, SECRET, ...keys].flatMap(formsOf),
    ];
    expect(secrets.filter(isFound).map(String)).toEqual([]);
  },
);
