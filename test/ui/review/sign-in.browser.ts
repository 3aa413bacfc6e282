import '../../../src/ui/style.css';
import { h, render } from 'preact';
import { createSiweMessage } from 'viem/siwe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addWords } from '../../../src/ui/i18n.ts';
import { SignInNotice } from '../../../src/ui/review/sign-in.tsx';
import { signingWords } from '../../../src/ui/words/en/signing.ts';

/* A text that signs somebody in says where and as whom; what is odd about it is said first. */

const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const MESSAGE = createSiweMessage({
  domain: 'example.com',
  address: OWNER,
  statement: 'Welcome back',
  uri: 'https://example.com/login',
  version: '1',
  chainId: 1,
  nonce: '12345678',
  issuedAt: new Date('2026-01-01T00:00:00Z'),
  expirationTime: new Date('2026-01-02T00:00:00Z'),
});

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement('div');
  root.style.inlineSize = '380px';
  document.body.append(root);
  addWords(signingWords);
});
afterEach(() => {
  render(null, root);
  root.remove();
});

function draw(text: string, signer = OWNER): string {
  render(h(SignInNotice, { text, signer }), root);
  return root.innerText;
}

const TITLE = signingWords['signing.signIn'].replace('{domain}', 'example.com');

describe('a text that signs somebody in', () => {
  test('behavior: where, as whom, until when, in the site’s words', () => {
    const shown = draw(MESSAGE);
    for (const text of [TITLE, 'Welcome back', 'Jan 1, 2026', 'Jan 2, 2026']) {
      expect(shown).toContain(text);
    }
    expect(shown.replaceAll(/\s/g, '')).toContain(OWNER);
    expect(root.querySelectorAll('.tone-danger')).toHaveLength(0);
  });

  test.for([
    ['signing.signIn.address', MESSAGE.replace(OWNER, OTHER)],
    ['signing.signIn.uri', MESSAGE.replace('https://example.com/login', 'https://evil.io/login')],
    ['signing.signIn.broken', MESSAGE.replace('Version: 1', 'Version: 9')],
  ] as const)('attack: %s comes first', ([name, text]) => {
    const shown = draw(text);
    expect(shown.trim().startsWith(signingWords[name])).toBe(true);
  });

  test('attack: a site’s words change nothing around them', () => {
    draw(MESSAGE.replace('Welcome back', '\u202e<b>Approve</b>'));
    expect(root.querySelector('b')).toBeNull();
    expect(root.innerText).not.toContain('\u202e');
  });

  test('behavior: any other text has no such notice', () => {
    expect(draw('Hello')).toBe('');
  });
});
