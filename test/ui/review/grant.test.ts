import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import { grantTerms } from '../../../src/protocol/site.ts';
import {
  fixableParameters,
  DURATIONS,
  readGrant,
  createGrantDraft,
} from '../../../src/ui/review/grant.ts';
import { id } from '../page/world.ts';

const { fields } = OPERATIONS.update_wallet.versions[0];
const parameters = { walletId: id(5), walletName: 'Cold' };
const on = { ...createGrantDraft(fields, parameters), on: true };

describe('holdable', () => {
  test('behavior: only parameters that name one record', () => {
    expect(fixableParameters(fields, parameters)).toEqual(['walletId']);
    expect(fixableParameters(fields, {})).toEqual([]);
    const many = OPERATIONS.delete_user_tags.versions[0].fields;
    expect(fixableParameters(many, { userTagIds: [id(6)] })).toEqual([]);
  });
});

describe('readGrant', () => {
  test('behavior: nothing is allowed in advance unless it is switched on', () => {
    expect(readGrant(createGrantDraft(fields, parameters), parameters)).toEqual({
      ok: true,
      grant: null,
    });
  });

  test('behavior: begins as narrow as can be: this record, few uses, the shortest time', () => {
    expect(readGrant(on, parameters)).toEqual({
      ok: true,
      grant: { limits: { walletId: id(5) }, most: 10, perHour: null, lastsMs: 3_600_000 },
    });
  });

  test('behavior: a record that is not held may be any', () => {
    const read = readGrant({ ...on, fixed: [], perHour: ' 3 ' }, parameters);
    expect(read).toMatchObject({ grant: { limits: {}, perHour: 3 } });
  });

  test.each(['', '0', '-1', '1.5', '1e3', '1001', 'ten', '99999999'])(
    'error: %j is no number of uses',
    (most) => {
      expect(readGrant({ ...on, most }, parameters)).toEqual({ ok: false, refused: ['most'] });
    },
  );

  test('error: both numbers are told', () => {
    const read = readGrant({ ...on, most: 'x', perHour: 'y' }, parameters);
    expect(read).toEqual({ ok: false, refused: ['most', 'perHour'] });
  });

  test('behavior: the worker takes whatever the form offers', () => {
    for (const { ms } of DURATIONS) {
      const read = readGrant({ ...on, lastsMs: ms, most: '1000', perHour: '1' }, parameters);
      expect(read.ok && v.is(grantTerms, read.grant)).toBe(true);
    }
  });
});
