import { describe, expect, test } from 'vitest';
import { hashOf, readRoute, SECTIONS } from '../../../src/ui/options/route.ts';

describe('readRoute', () => {
  test.each(SECTIONS.map((at) => ({ at })))('behavior: $at is read back', (route) => {
    expect(readRoute(hashOf(route))).toEqual(route);
  });

  test('behavior: the address of a link is read back whole', () => {
    const route = { at: 'setup', service: 'https://k.example/a?b#c&d=e' } as const;
    expect(readRoute(hashOf(route))).toEqual(route);
    expect(readRoute('#/setup')).toEqual({ at: 'setup', service: null });
  });

  test('behavior: where the local service is now is read back; other sections take no address', () => {
    const route = { at: 'keys', service: 'http://127.0.0.1:8790' } as const;
    expect(readRoute(hashOf(route))).toEqual(route);
    expect(readRoute('#/keys?service=')).toEqual({ at: 'keys' });
    expect(readRoute('#/security?service=http%3A%2F%2F127.0.0.1')).toEqual({ at: 'security' });
    expect(readRoute('#/nothing?service=http%3A%2F%2F127.0.0.1')).toEqual({ at: 'keys' });
  });

  test('behavior: the import, and one private key of the list', () => {
    expect(readRoute(hashOf({ at: 'import' }))).toEqual({ at: 'import' });
    const route = { at: 'private-keys', id: '3f2c9a41-0000-4000-8000-000000000000' } as const;
    expect(readRoute(hashOf(route))).toEqual(route);
  });

  test.each(['', '#', '#/nothing', '#/constructor', '#/profile/', '#//evil.example'])(
    'behavior: %j is the first section',
    (hash) => expect(readRoute(hash)).toEqual({ at: 'keys' }),
  );

  test('error: an address of more than 1,000 characters is dropped', () => {
    const hash = hashOf({ at: 'setup', service: `https://${'a'.repeat(1000)}` });
    expect(readRoute(hash)).toEqual({ at: 'setup', service: null });
  });
});
