import { domainToASCII, domainToUnicode } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readOrigin, findLookalike } from '../../src/protocol/origin.ts';

/** The ASCII form of a host given in its own script. Throws if the fixture isn't a host. */
function ascii(host: string): string {
  const written = domainToASCII(host);
  if (written === '') throw new Error(`no host name: ${host}`);
  return written;
}

const warningsOf = (host: string) => readOrigin(`https://${ascii(host)}`)?.warnings;

describe('readOrigin', () => {
  test('behavior: an ordinary origin is read without a warning', () => {
    expect(readOrigin('https://app.example')).toEqual({
      scheme: 'https',
      host: 'app.example',
      port: null,
      container: null,
      unicode: null,
      warnings: [],
    });
  });

  test.each([
    ['https://app.example:8443', 'app.example', '8443', []],
    ['https://203.0.113.7', '203.0.113.7', null, ['ip']],
    ['https://[2001:db8::1]:8443', '[2001:db8::1]', '8443', ['ip']],
    ['https://localhost', 'localhost', null, ['loopback']],
    ['http://localhost:5173', 'localhost', '5173', ['loopback', 'plain_http']],
    ['http://demo.localhost', 'demo.localhost', null, ['loopback', 'plain_http']],
    ['http://127.0.0.1:3000', '127.0.0.1', '3000', ['loopback', 'plain_http']],
    ['http://[::1]:3000', '[::1]', '3000', ['loopback', 'plain_http']],
    ['https://localhost.example', 'localhost.example', null, []],
  ])('behavior: %s', (origin, host, port, warnings) => {
    expect(readOrigin(origin)).toMatchObject({ host, port, warnings, unicode: null });
  });

  test.each([
    '',
    'null',
    'about:blank',
    'app.example',
    'https://',
    'https://app.example/',
    'https://app.example/path',
    'https://app.example?a',
    'https://app.example#a',
    'https://APP.example',
    'HTTPS://app.example',
    'https://app.example:443',
    'https://user@app.example',
    'https://user:pass@app.example',
    'https://аррӏе.com',
    'https://app。example',
    ' https://app.example',
    'https://app.example\n',
    'https://app.exa\u200dmple',
    'https://xn--a',
    'https://127.1',
    'https://0x7f000001',
    'https://[::0001]',
    'https://app.example:99999',
    'http://app.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://[::2]',
    'ws://localhost',
    'wss://app.example',
    'ftp://app.example',
    'file://',
    'data:text/html,a',
    'blob:https://app.example/0b9d',
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
    `https://${'a.'.repeat(200)}example`,
  ])('error: %j isn’t what a browser writes', (text) => {
    expect(readOrigin(text)).toBeUndefined();
  });

  // The samples of RFC 3492 section 7.1 in lower case: one script each, or Japanese, which mixes
  // three.
  test.each([
    ['xn--egbpdaj6bu4bxfgehfvwxn', 'ليهمابتكلموشعربي؟'],
    ['xn--ihqwcrb4cv8a8dqg056pqjye', '他们为什么不说中文'],
    ['xn--4dbcagdahymbxekheh6e0a7fei0b', 'למההםפשוטלאמדבריםעברית'],
    ['xn--n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa', 'なぜみんな日本語を話してくれないのか'],
    [
      'xn--989aomm9k97bua391bj7dz9bgnz01c5mb232a29emld0708cea54b',
      '세계의모든사람들이한국어를이해한다면',
    ],
    ['xn--b1abfaaepdrnnbgefbadotcwatmq2g4l', 'почемужеонинеговорятпорусски'],
    ['xn--tisaohkhngthchnitingvit-kjcr8268qyxafd2f1b9g', 'tạisaohọkhôngthểchỉnóitiếngviệt'],
    ['xn---with-super-monkeys-pc58ag80a8qai00g7n9n', '安室奈美恵-with-super-monkeys'],
    ['xn--2-u9tlzr9756bt3uc0v', 'ひとつ屋根の下2'],
    ['xn--majikoi5-783gue6qz075azm5e', 'majiでkoiする5秒前'],
    ['xn--de-jg4avhby1noc0d', 'パフィーdeルンバ'],
  ])('behavior: %s is %s', (label, unicode) => {
    expect(readOrigin(`https://${label}.example`)).toMatchObject({
      host: `${label}.example`,
      unicode: `${unicode}.example`,
      warnings: ['punycode'],
    });
  });

  test.each([
    // A name that was registered to demonstrate the attack, in Cyrillic from end to end.
    ['аррӏе.com', ['punycode', 'lookalike']],
    ['www.аррӏе.com', ['punycode', 'lookalike']],
    ['αρρ.example', ['punycode', 'lookalike']],
    ['օօօ.example', ['punycode', 'lookalike']],
    ['ɡoogle.example', ['punycode', 'lookalike']],
    ['wıkıpedıa.org', ['punycode', 'lookalike']],
    ['ᏢᎪᎩᏢᎪᏞ.com', ['punycode', 'lookalike']],
    ['mуеthеrwаllеt.com', ['punycode', 'mixed_script', 'lookalike']],
    ['metamаsk.io', ['punycode', 'mixed_script', 'lookalike']],
    ['ꓮpple.com', ['punycode', 'mixed_script', 'lookalike']],
    ['биткоin.example', ['punycode', 'mixed_script']],
    ['ελληνικάабв.example', ['punycode', 'mixed_script']],
    ['ひらがな한국.example', ['punycode', 'mixed_script']],
    ['münchen.de', ['punycode']],
    ['smørrebrød.dk', ['punycode']],
    ['łódź.pl', ['punycode']],
    ['кошелёк.example', ['punycode']],
    ['ภาษาไทย.example', ['punycode']],
    ['한국漢字abc.example', ['punycode']],
    // Each label has one script; names from all countries end in .com.
    ['кошелёк.münchen.com', ['punycode']],
    // All letters look Latin, but no Latin name ends like this.
    ['роса.рф', ['punycode']],
  ])('behavior: %s is marked %j', (host, warnings) => {
    expect(warningsOf(host)).toEqual(warnings);
  });

  test('behavior: a label that decodes to plain ASCII is shown encoded', () => {
    // Newer platforms refuse such a name altogether.
    expect(readOrigin('https://xn--abc-.example')?.unicode ?? null).toBeNull();
  });

  test('behavior: decodes every name like the platform', () => {
    const unit = fc.oneof(
      fc.integer({ min: 0x61, max: 0x7a }),
      fc.integer({ min: 0xa1, max: 0xffff }),
      fc.integer({ min: 0x1_0000, max: 0x1_0000 + 0xffff }),
    );
    const names = fc
      .array(unit, { minLength: 1, maxLength: 16 })
      .map((points) => `${domainToASCII(String.fromCodePoint(...points))}.example`)
      .filter((host) => host.startsWith('xn--') && domainToUnicode(host) !== host);
    fc.assert(
      fc.property(names, (host) => {
        expect(readOrigin(`https://${host}`)?.unicode).toBe(domainToUnicode(host));
      }),
      { numRuns: 2000 },
    );
  });

  test('error: no text makes it throw, and what it accepts is what the platform writes', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.stringMatching(/^https:\/\/(xn--)?[a-z0-9-]{1,20}(\.xn--[a-z0-9-]{1,30})?$/),
    );
    fc.assert(
      fc.property(text, (origin) => {
        const read = readOrigin(origin);
        if (!read) return;
        const port = read.port === null ? '' : `:${read.port}`;
        expect(`${read.scheme}://${read.host}${port}`).toBe(origin);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('findLookalike', () => {
  const known = [
    'app.uniswap.example',
    'paypal.example',
    'metamask.io',
    'swap.io',
    'demo1.shop.example',
  ];

  test.each([
    ['paypa1.example', 'paypal.example'],
    ['paypai.example', 'paypal.example'],
    ['pаypаl.example', 'paypal.example'],
    ['раураӏ.example', 'paypal.example'],
    ['pàypál.example', 'paypal.example'],
    ['paypal.example.', 'paypal.example'],
    ['paypall.example', 'paypal.example'],
    ['paypla.example', 'paypal.example'],
    ['pay-pal.example', 'paypal.example'],
    ['rnetamask.io', 'metamask.io'],
    ['metamaslk.io', 'metamask.io'],
    ['metamask.lo', 'metamask.io'],
    ['app.un1swap.example', 'app.uniswap.example'],
    ['app-uniswap.example', 'app.uniswap.example'],
    ['app.unisvvap.example', 'app.uniswap.example'],
    ['app.swapuni.example', undefined],
    ['svvap.io', 'swap.io'],
    ['swam.io', undefined],
    ['paypal.example', undefined],
    ['paypal.example.evil.example', undefined],
    ['other.example', undefined],
    ['demo2.shop.example', undefined],
    ['demo12.shop.example', undefined],
    ['127.0.0.1', undefined],
  ])('behavior: %s is mistaken for %s', (host, other) => {
    expect(findLookalike(ascii(host), known)).toBe(other);
  });

  test('behavior: a known host can still resemble another one', () => {
    expect(findLookalike('paypa1.example', ['paypa1.example', 'paypal.example'])).toBe(
      'paypal.example',
    );
  });

  test('behavior: addresses that differ in a digit aren’t lookalikes', () => {
    expect(findLookalike('192.168.100.11', ['192.168.100.10', '[2001:db8::1]'])).toBeUndefined();
    expect(findLookalike('[2001:db8::2]', ['[2001:db8::1]'])).toBeUndefined();
  });

  test('behavior: works the same in both directions', () => {
    const host = fc.stringMatching(/^[a-e01lmr]{4,9}\.io$/);
    fc.assert(
      fc.property(host, host, (a, b) => {
        expect(findLookalike(a, [b]) === undefined).toBe(findLookalike(b, [a]) === undefined);
      }),
      { numRuns: 3000 },
    );
  });
});
