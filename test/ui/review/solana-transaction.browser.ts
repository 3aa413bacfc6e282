import '../../../src/ui/style.css';
import { h, render } from 'preact';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSolanaTransaction } from '../../../src/signing/solana-transaction.ts';
import { addWords } from '../../../src/ui/i18n.ts';
import { SolanaReview } from '../../../src/ui/review/solana-transaction.tsx';
import { signingWords } from '../../../src/ui/words/en/signing.ts';
import transactions from '../../vectors/signing/solana-transactions.json' with { type: 'json' };

/* What a person reads of a Solana transaction: each step in words, and first what they should be afraid of. */

const { ed1, ed2 } = transactions.addresses;
const TO = 'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx';

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

// eslint-disable-next-line @typescript-eslint/require-await
async function* nobody() {
  yield { kind: 'foreign' } as const;
}

function drawHex(hex: string): string {
  const transaction = readSolanaTransaction(hex);
  render(h(SolanaReview, { transaction, signer: ed1, records: { findOwner: nobody } }), root);
  return root.innerText.replaceAll(/\s+/g, ' ');
}
const hexOf = (id: string) =>
  transactions.cases.find((one) => one.id.endsWith(id))?.unsignedTransaction ?? '';
const draw = (id: string) => drawHex(hexOf(id));
/** Keys are drawn in groups. */
const dense = (text: string) => text.replaceAll(' ', '');
const banners = (tone: string) =>
  [...root.querySelectorAll(`.tone-${tone}`)].map((one) => one.textContent);

describe('a Solana transaction', () => {
  test('behavior: a transfer: who, how much, for what fee, and how long it is valid', () => {
    const shown = draw('-01');
    for (const text of [
      'Step 1: Send SOL',
      '0.000001 SOL',
      '0.000005 SOL',
      signingWords['signing.solana.until.recent'],
    ]) {
      expect(shown).toContain(text);
    }
    expect(dense(shown)).toContain(`From${ed1}`);
    expect(dense(shown)).toContain(`To${TO}`);
    expect(banners('danger')).toEqual([]);
    expect(banners('warn')).toEqual([]);
  });

  test('behavior: tokens, with the decimals that the chain checks, or in the smallest unit', () => {
    expect(draw('-08')).toContain('18446744073709.551615');
    const unsaid = draw('-07');
    expect(unsaid).toContain('250 of its smallest units');
    expect(unsaid).toContain(signingWords['signing.solana.token.unsaid']);
    expect(unsaid).toContain(signingWords['signing.solana.tokenAccount']);
  });

  test('behavior: who else has to sign and who pays; the price of computing is part of the fee', () => {
    const shown = draw('-05');
    expect(dense(shown)).toContain(`Paysforit${ed2}`);
    expect(dense(shown)).toContain(`Alsohastosign${ed2}`);
    expect(draw('-10')).toContain('0.00000502 SOL');
    expect(draw('-10')).not.toContain('Step 2');
  });

  test.for([
    ['-11', 'signing.solana.warn.assign', 'danger'],
    ['-13', 'signing.right', 'danger'],
    ['-04', 'signing.solana.warn.lookups', 'warn'],
  ] as const)('attack: vector %s is said to be %s, before all else', ([id, name, tone]) => {
    const shown = draw(id);
    expect(shown.trim().startsWith(signingWords[name])).toBe(true);
    expect(banners(tone)).toHaveLength(1);
  });

  test('attack: a recipient in a table, and all that can be taken, are said as what they are', () => {
    const table = 'LbUiWL3xVV8hTFYBVdbTNrpDo41NKS6o3LHHuDzjfcY';
    expect(draw('-04')).toContain(`Entry 0 of lookup table ${table}`);
    expect(draw('-13')).toContain(signingWords['signing.right.unlimited']);
  });

  test('attack: an unknown program is warned of, with who takes part and every byte', () => {
    // The System Program's key in the first vector becomes another one.
    const hex = hexOf('-01').replace('00'.repeat(32) + '09', `${'0a'.repeat(32)}09`);
    const shown = drawHex(hex);
    expect(banners('danger')).toHaveLength(1);
    expect(shown).toContain(signingWords['signing.solana.warn.unread']);
    expect(shown).toContain(signingWords['signing.solana.role.signerWritable']);
    expect(dense(shown)).toContain('02000000e803000000000000');
  });

  test('attack: a note draws nothing but text', () => {
    // A memo of one hidden sign that turns what follows, and a tag.
    const memo = '054a535a992921064d24e87160da387c7c35b5ddbc92bb81e41fa8404105448d';
    const data = '0ce280ae3c623e68693c2f623e';
    const hex = hexOf('-01')
      .replace('00'.repeat(32) + '09', `${memo}09`)
      .replace('0200010c02000000e803000000000000', `00${data}`);
    expect(drawHex(hex)).toContain(signingWords['signing.solana.memo']);
    expect(root.querySelector('b')).toBeNull();
    expect(root.innerText).not.toContain('\u202e');
  });
});
