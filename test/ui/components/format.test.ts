import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filterOptions } from '../../../src/ui/components/choices.tsx';
import { joinClassNames, groupAddress, shorten } from '../../../src/ui/components/format.ts';
import { moveId } from '../../../src/ui/settings/profiles-card.tsx';

describe('shorten', () => {
  test('behavior: long text keeps its two ends, short text is whole', () => {
    expect(shorten('3f2c9a41-0000-4000-8000-00000abe07d1')).toBe('3f2c9a41…be07d1');
    expect(shorten('12345678901234567')).toBe('12345678901234567');
  });

  test('behavior: of a fingerprint the digits are shown, not only what all begin with', () => {
    expect(shorten(`sha256:${'0123456789abcdef'.repeat(4)}`)).toBe('sha256:01234567…abcdef');
    expect(shorten('sha256:01234567890123456')).toBe('sha256:01234567890123456');
  });
});

describe('groups', () => {
  test('behavior: four characters each; a stub of one or two joins the last group', () => {
    expect(groupAddress('0x7E5F45520')).toEqual(['0x7E', '5F45', '520']);
    expect(groupAddress('abcdefgh')).toEqual(['abcd', 'efgh']);
    expect(groupAddress('abcdefghi')).toEqual(['abcd', 'efghi']);
    expect(groupAddress('abcdefghijk')).toEqual(['abcd', 'efgh', 'ijk']);
    expect(groupAddress('')).toEqual([]);
  });

  test('behavior: nothing is lost or added', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 120 }), (text) => {
        expect(groupAddress(text).join('')).toBe(text);
      }),
    );
  });
});

describe('classes', () => {
  test('behavior: leaves out what is not there', () => {
    expect(joinClassNames('a', false, null, undefined, '', 'b')).toBe('a b');
  });
});

describe('matching', () => {
  const options = [
    { value: 'id-1', label: 'Treasury', detail: 'hot' },
    { value: 'id-2', label: 'Ärzte' },
  ];
  test('behavior: label, detail and value are searched, whatever the case', () => {
    expect(filterOptions(options, 'TREAS').map(({ value }) => value)).toEqual(['id-1']);
    expect(filterOptions(options, 'HOT').map(({ value }) => value)).toEqual(['id-1']);
    expect(filterOptions(options, 'id-2').map(({ value }) => value)).toEqual(['id-2']);
    expect(filterOptions(options, 'ärz').map(({ value }) => value)).toEqual(['id-2']);
    expect(filterOptions(options, '  ')).toBe(options);
    expect(filterOptions(options, '.*')).toEqual([]);
  });
});

describe('moved', () => {
  test('behavior: one step up or down, the rest in order', () => {
    expect(moveId(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
    expect(moveId(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
    expect(moveId(['a'], 5, 1)).toEqual(['a']);
  });
});
