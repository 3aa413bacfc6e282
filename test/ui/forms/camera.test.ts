import { describe, expect, test } from 'vitest';
import { cameraFaultOf, createSteadyReader } from '../../../src/ui/forms/camera.ts';

describe('createSteadyReader', () => {
  const weigh = (...texts: string[]) => texts.map(createSteadyReader());

  test('behavior: a text counts once two readings agree', () => {
    expect(weigh('a', 'a')).toEqual(['once', 'steady']);
  });

  test('error: readings that differ are of several codes, however often', () => {
    expect(weigh('a', 'b', 'a', 'b')).toEqual(['once', 'several', 'several', 'several']);
    expect(weigh('a', 'b', 'b')).toEqual(['once', 'several', 'steady']);
  });

  test('error: a huge one never counts', () => {
    const huge = '1'.repeat(7089);
    expect(weigh(huge, huge)).toEqual(['long', 'long']);
    expect(weigh('x'.repeat(1000), 'x'.repeat(1000))).toEqual(['once', 'steady']);
  });
});

test.each([
  ['NotAllowedError', 'refused'],
  ['SecurityError', 'refused'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
] as const)('error: %s means “%s”', (name, fault) => {
  expect(cameraFaultOf(new DOMException('', name))).toBe(fault);
});
