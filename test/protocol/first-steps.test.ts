import { describe, expect, test } from 'vitest';
import { backupStateOf, type BackupState } from '../../src/protocol/first-steps.ts';

const here = { profiles: ['p1', 'p2'], keys: ['k1', 'k2'] };

describe('backupStateOf', () => {
  test.each<[string, Parameters<typeof backupStateOf>[0], BackupState]>([
    ['there is none', null, 'none'],
    ['it has all', { profiles: ['p2', 'p1'], keys: ['k1', 'k2'] }, 'current'],
    ['it has more', { profiles: ['p1', 'p2', 'p3'], keys: ['k1', 'k2', 'k3'] }, 'current'],
    ['it lacks a profile', { profiles: ['p1'], keys: ['k1', 'k2'] }, 'changed'],
    ['it lacks a key', { profiles: ['p1', 'p2'], keys: ['k2'] }, 'changed'],
    ['it is without keys', { profiles: ['p1', 'p2'], keys: null }, 'current'],
    ['it is without keys and lacks a profile', { profiles: ['p2'], keys: null }, 'changed'],
  ])('behavior: where %s', (_, holds, state) => {
    expect(backupStateOf(holds, here)).toBe(state);
  });
});
