import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sdkDocument } from '../../scripts/sdk-document.ts';

test('doc: docs/sdk.md says what the SDK’s sources say, and each name has a comment', async () => {
  const file = join(import.meta.dirname, '../../docs/sdk.md');
  const text = readFileSync(file, 'utf8');
  expect(text).toBe(await sdkDocument());
  const names = [...text.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(['discover', 'ASK', 'KeystampError', 'Keystamp']));
  expect(text).not.toMatch(/^## \w+\n\n```/m);
});
