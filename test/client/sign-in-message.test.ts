import fc from 'fast-check';
import { createSiweMessage, parseSiweMessage } from 'viem/siwe';
import { describe, expect, test } from 'vitest';
import { readSignIn } from '../../src/client/sign-in-message.ts';
import solana from '../vectors/signing/solana-messages.json' with { type: 'json' };

const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SOLANA = 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z';

const message = (more: Partial<Parameters<typeof createSiweMessage>[0]> = {}): string =>
  createSiweMessage({
    domain: 'example.com',
    address: OWNER,
    uri: 'https://example.com/login',
    version: '1',
    chainId: 1,
    nonce: '12345678',
    issuedAt: new Date('2026-01-01T00:00:00Z'),
    ...more,
  });

describe('ERC-4361', () => {
  // viem writes and reads it, too.
  test('behavior: what viem writes is read as viem reads it', () => {
    const line = fc
      .stringMatching(/^[A-Za-z0-9 ,.:'!-]{1,60}$/)
      .filter((text) => text.trim() !== '');
    const host = fc.stringMatching(/^[a-z]{1,12}\.(com|org|io)(:[1-9]\d{3})?$/);
    const date = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
    const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
    fc.assert(
      fc.property(
        host,
        maybe(line),
        fc.integer({ min: 1, max: 2 ** 40 }),
        fc.stringMatching(/^[A-Za-z0-9]{8,30}$/),
        fc.tuple(date, maybe(date), maybe(date)),
        maybe(fc.stringMatching(/^[a-z0-9-]{1,20}$/)),
        maybe(fc.array(fc.webUrl({ size: 'small' }), { minLength: 1, maxLength: 4 })),
        (
          domain,
          statement,
          chainId,
          nonce,
          [issuedAt, expirationTime, notBefore],
          requestId,
          resources,
        ) => {
          const uri = `https://${domain}/a`;
          const facts = { domain, statement, chainId, nonce, issuedAt, uri, requestId, resources };
          const text = message({ ...facts, expirationTime, notBefore });
          const theirs = parseSiweMessage(text);
          const read = readSignIn(text, OWNER);
          if (read?.is !== 'sign-in') throw new Error(text);
          const { signIn, faults } = read;
          expect(faults).toEqual([]);
          expect(signIn).toMatchObject({
            network: 'Ethereum',
            domain: theirs.domain,
            address: theirs.address,
          });
          expect(signIn.statement).toBe(theirs.statement);
          expect(signIn.fields['Chain ID']).toBe(String(theirs.chainId));
          expect(signIn.fields.Nonce).toBe(theirs.nonce);
          expect(signIn.fields.URI).toBe(theirs.uri);
          expect(signIn.fields['Request ID']).toBe(theirs.requestId);
          expect(signIn.resources).toEqual(theirs.resources ?? []);
          expect(Date.parse(signIn.fields['Issued At'] ?? '')).toBe(theirs.issuedAt?.getTime());
          expect(signIn.fields['Expiration Time']).toBe(expirationTime?.toISOString());
          expect(signIn.fields['Not Before']).toBe(notBefore?.toISOString());
        },
      ),
      { numRuns: 300 },
    );
  });

  test('attack: for another account than the one that signs', () => {
    expect(readSignIn(message({ address: OTHER }), OWNER)).toMatchObject({ faults: ['address'] });
    expect(readSignIn(message(), OWNER.toLowerCase())).toMatchObject({ faults: [] });
    // A private key's ID says nothing of its address.
    expect(readSignIn(message({ address: OTHER }), 'a-key')).toMatchObject({ faults: [] });
  });

  test.for([
    'https://example.com.evil.io/login',
    'https://evil.io/?example.com',
    'https://example.com@evil.io/',
    'https://example.com:8443/',
    'not a uri',
    'javascript:alert(1)',
  ])('attack: the URI %s is of another site', (uri) => {
    const text = message().replace('https://example.com/login', uri);
    expect(readSignIn(text, OWNER)).toMatchObject({ faults: ['uri'] });
  });

  test.for([
    ['a forged field', (text: string) => text.replace('URI:', 'Nonce: 87654321\nURI:')],
    ['a field twice', (text: string) => text.replace('Nonce:', 'Chain ID: 5\nNonce:')],
    ['two lines of statement', (text: string) => text.replace('\n\n', '\n\nHi\nthere\n')],
    ['a missing field', (text: string) => text.replace('Version: 1\n', '')],
    ['another version', (text: string) => text.replace('Version: 1', 'Version: 2')],
    ['a short nonce', (text: string) => text.replace('12345678', '1234567')],
    ['a time that is none', (text: string) => text.replace('2026-01-01', '1 January')],
    ['a chain that is no number', (text: string) => text.replace('Chain ID: 1', 'Chain ID: 0x1')],
    ['something after it', (text: string) => `${text}\nand all your coins`],
    ['something before it', (text: string) => `Hello\n${text}`],
    [
      'a domain with a name before it',
      (text: string) => text.replace('example.com', 'a@example.com'),
    ],
    ['a path in the domain', (text: string) => text.replace('example.com', 'example.com/x')],
    ['a wrong checksum', (text: string) => text.replace('0xf39Fd6', '0xF39Fd6')],
    ['other capitals', (text: string) => text.replace('wants you', 'Wants You')],
    ['carriage returns', (text: string) => text.replaceAll('\n', '\r\n')],
  ] as const)('error: %s makes it none', ([, change]) => {
    const text = message();
    expect(change(text)).not.toBe(text);
    expect(readSignIn(change(text), OWNER)).toEqual({ is: 'broken' });
  });

  test('behavior: any other text is none, and long ones end', () => {
    expect(readSignIn('Hello', OWNER)).toBeUndefined();
    expect(readSignIn('', OWNER)).toBeUndefined();
    const resources = Array<string>(101).fill('https://example.com/');
    expect(readSignIn(message({ resources }), OWNER)).toEqual({ is: 'broken' });
    expect(readSignIn(message({ resources: resources.slice(1) }), OWNER)).toMatchObject({
      is: 'sign-in',
    });
    expect(readSignIn(`${message()}${'\n'.repeat(300_000)}`, OWNER)).toEqual({ is: 'broken' });
  });
});

type Case = { readonly note?: string; readonly text?: string };

describe('published texts', () => {
  test('behavior: those of the vectors are read', () => {
    const cases: readonly Case[] = solana.cases;
    const texts = cases.filter(({ note, text }) => note?.startsWith('SIWS') && text !== undefined);
    expect(texts.length).toBeGreaterThanOrEqual(2);
    for (const { text = '', note } of texts) {
      expect(readSignIn(text, SOLANA), note).toMatchObject({ is: 'sign-in', faults: [] });
      expect(readSignIn(text, SOLANA.replace('F', 'G')), note).toMatchObject({
        faults: ['address'],
      });
    }
  });

  test('attack: a statement with a new line and a forged field', () => {
    const head = `example.com wants you to sign in with your Solana account:\n${SOLANA}`;
    expect(readSignIn(`${head}\n\nHi\nNonce: 1`, SOLANA)).toEqual({ is: 'broken' });
    expect(readSignIn(`${head}\n\nHi`, SOLANA)).toMatchObject({ signIn: { statement: 'Hi' } });
    expect(readSignIn(`${head}\n\nHi\n\nNonce: abcdefgh`, SOLANA)).toMatchObject({
      signIn: { statement: 'Hi', fields: { Nonce: 'abcdefgh' } },
    });
  });
});
