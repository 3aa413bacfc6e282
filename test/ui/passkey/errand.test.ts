import { describe, expect, test } from 'vitest';
import { readErrand } from '../../../src/ui/passkey/errand.ts';
import { id } from '../popup/world.ts';

describe('readErrand', () => {
  test('behavior: a request by its id', () => {
    expect(readErrand(`#/stamp/${id(1)}`)).toEqual({ kind: 'stamp', id: id(1) });
  });

  test('behavior: the door of the vault', () => {
    expect(readErrand('#/unlock')).toEqual({ kind: 'unlock' });
  });

  test.each(['', '#', '#/stamp', '#/stamp/1', `#/stamp/${id(1)}/x`, `#/Stamp/${id(1)}`, '#/<b>'])(
    'error: %j names no request',
    (hash) => {
      expect(readErrand(hash)).toEqual({ kind: 'unlock' });
    },
  );
});
