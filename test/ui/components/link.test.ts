import { describe, expect, test } from 'vitest';
import { readLink } from '../../../src/ui/components/open-link.tsx';

const LOCAL = { baseUrl: 'http://127.0.0.1:8788' };
const REMOTE = { baseUrl: 'https://api.turnkey.com' };

describe('readLink', () => {
  test('behavior: takes https, and the local service’s own pages', () => {
    const sandbox = 'http://127.0.0.1:8788/checkout/1?x=1';
    expect(readLink(sandbox, LOCAL)).toEqual({ href: sandbox, host: '127.0.0.1:8788' });
    expect(readLink('https://pay.example/buy', REMOTE).host).toBe('pay.example');
  });

  test('behavior: shows a host of another script in punycode', () => {
    expect(readLink('https://аpple.com/', REMOTE).host).toBe('xn--pple-43d.com');
  });

  test('behavior: what is shown is what is opened', () => {
    const { href } = readLink('https://pay.example/\u202ea\nb c', REMOTE);
    expect(href).toBe('https://pay.example/%E2%80%AEab%20c');
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://x',
    ' \u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://pay.example/1',
    'file:///etc/passwd',
    'ftp://pay.example/',
    'chrome-extension://abc/popup.html',
    'about:blank',
    'view-source:https://pay.example',
    'https://user@pay.example/',
    'https://user:secret@pay.example/',
    'http://pay.example/',
    'http://localhost:8788/',
    'http://127.0.0.1:9999/',
    '//pay.example',
    'pay.example',
    '',
    'https://',
  ])('error: refuses %j', (text) => {
    expect(() => readLink(text, LOCAL)).toThrow(expect.objectContaining({ code: 'link_refused' }));
  });

  test('error: refuses loopback for a remote profile, and what is no text', () => {
    for (const value of ['http://127.0.0.1:8788/', undefined, null, 7, {}]) {
      expect(() => readLink(value, REMOTE)).toThrow(
        expect.objectContaining({ code: 'link_refused' }),
      );
    }
  });
});
