import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { labelRule } from '../../src/protocol/label-rule.ts';

/** What the worker's core has at its start: the schemas, and none of the rules. */
async function startFresh() {
  vi.resetModules();
  const { email, label, phoneOrNone, storedLabel } = await import('../../src/protocol/fields.ts');
  const { withLateRules } = await import('../../src/protocol/late-rules.ts');
  const { parse } = await import('../../src/protocol/parse.ts');
  return { schemas: { email, label, phoneOrNone, storedLabel }, withLateRules, parse };
}

let core: Awaited<ReturnType<typeof startFresh>>;
beforeEach(async () => {
  core = await startFresh();
});

describe('late rules', () => {
  test.each([
    ['label', 'Haupt\u00adkonto'],
    ['label', 'Hauptköntö'],
    ['label', ''],
    ['label', 'x'.repeat(65)],
    ['email', 'ada@example.com'],
    ['phoneOrNone', '+15551234567'],
  ] as const)('error: nothing judges a text (%s, %j) before they are there', (kind, text) => {
    expect(() => core.parse(core.schemas[kind], text)).toThrow('text-rules.ts');
  });

  test.each([
    ['label', 'Hauptköntö', undefined],
    ['label', 'می\u200cخواهم', undefined],
    ['label', 'Trea\u200csury', 'label_invisible'],
    ['email', 'a..b@example.com', 'email_dots'],
    ['phoneOrNone', '', undefined],
    ['phoneOrNone', '+0', 'phone_country'],
  ] as const)(
    'behavior: the first text that needs them loads them: %s, %j',
    async (kind, text, rule) => {
      const judge = vi.fn(() => core.parse(core.schemas[kind], text));
      const parsed = await core.withLateRules(judge);
      expect(parsed).toEqual(
        rule === undefined
          ? { ok: true, value: text }
          : { ok: false, refusals: [{ field: '', rule }] },
      );
      const again = vi.fn(() => core.parse(core.schemas[kind], text));
      await core.withLateRules(again);
      expect(again).toHaveBeenCalledOnce();
    },
  );

  test('behavior: a plain name needs none of them', async () => {
    const judge = vi.fn(() => core.parse(core.schemas.label, "Ada's wallet_2: a-b/c.d,e+f@g"));
    expect(await core.withLateRules(judge)).toMatchObject({ ok: true });
    expect(judge).toHaveBeenCalledOnce();
  });

  test('behavior: whatever passes without them passes with them', () => {
    const ascii = fc.string({
      unit: fc.integer({ min: 0, max: 0x7f }).map((code) => String.fromCharCode(code)),
      maxLength: 66,
    });
    fc.assert(
      fc.property(fc.oneof(ascii, fc.string({ unit: 'binary', maxLength: 66 })), (text) => {
        let passes = false;
        try {
          passes = core.parse(core.schemas.label, text).ok;
        } catch {
          // It would ask for the rules.
        }
        return !passes || labelRule(text) === undefined;
      }),
      { numRuns: 3000 },
    );
    for (let code = 0; code < 0x80; code += 1) {
      const text = `a${String.fromCharCode(code)}`;
      if (labelRule(text) === undefined) expect(core.parse(core.schemas.label, text).ok).toBe(true);
    }
  });

  test('behavior: other errors stay what they are', async () => {
    const failure = new Error('other');
    const judge = vi.fn(() => {
      throw failure;
    });
    await expect(core.withLateRules(judge)).rejects.toBe(failure);
    expect(judge).toHaveBeenCalledOnce();
  });

  test('behavior: a stored name is read without them', () => {
    const reads = (text: string) => core.parse(core.schemas.storedLabel, text).ok;
    for (const text of ['Hauptköntö', 'می\u200cخواهم', 'Ada']) expect(reads(text)).toBe(true);
    for (const text of ['', 'ö'.repeat(65), 'a\nb', 'a\u202eb', 'a\u200bb'])
      expect(reads(text)).toBe(false);
  });
});
