import { describe, expect, test } from 'vitest';
import { hashOf, readRoute } from '../../../src/ui/page/routes.ts';
import { SECTIONS } from '../../../src/ui/page/settings-tabs.tsx';

const readTab = (hash: string) => readRoute(hash, 'tab');

describe('readRoute', () => {
  test.each(SECTIONS.map((at) => ({ screen: at })))('behavior: $screen is read back', (route) => {
    expect(readTab(hashOf(route))).toEqual(route);
  });

  test('behavior: the address of a link is read back whole', () => {
    const route = { screen: 'setup', service: 'https://k.example/a?b#c&d=e' } as const;
    expect(readTab(hashOf(route))).toEqual(route);
    expect(readTab('#/setup')).toEqual({ screen: 'setup', service: null });
    const restoring = { ...route, isRestoring: true } as const;
    expect(readTab(hashOf(restoring))).toEqual(restoring);
    expect(readTab('#/setup/other')).toEqual({ screen: 'setup', service: null });
  });

  test('behavior: where the local service is now is read back; other sections take no address', () => {
    const route = { screen: 'keys', service: 'http://127.0.0.1:8790' } as const;
    expect(readTab(hashOf(route))).toEqual(route);
    expect(readTab('#/keys?service=')).toEqual({ screen: 'keys' });
    expect(readTab('#/security?service=http%3A%2F%2F127.0.0.1')).toEqual({ screen: 'security' });
    expect(readTab('#/nothing?service=http%3A%2F%2F127.0.0.1')).toEqual({ screen: 'keys' });
  });

  test('behavior: the import, and one private key of the list', () => {
    expect(readTab(hashOf({ screen: 'import' }))).toEqual({ screen: 'import' });
    const id = '3f2c9a41-0000-4000-8000-000000000000';
    expect(readTab(`#/private-keys/${id}`)).toEqual({ screen: 'object', kind: 'privateKey', id });
    expect(readTab('#/private-keys')).toEqual({ screen: 'list', kind: 'privateKey' });
  });

  test('behavior: what was signed here is in the activities, and its sealed log where it was', () => {
    expect(readTab('#/stamped')).toEqual({ screen: 'activities', scope: 'device' });
    expect(readTab('#/history')).toEqual({ screen: 'history' });
    expect(readTab('#/history/17')).toEqual({ screen: 'history', sequence: 17 });
  });

  test.each([
    '',
    '#',
    '#/nothing',
    '#/constructor',
    '#/profile/',
    '#/profile/x',
    '#//evil.example',
  ])('behavior: %j is the first section', (hash) =>
    expect(readTab(hash)).toEqual({ screen: 'keys' }),
  );

  test('error: an address of more than 1,000 characters is dropped', () => {
    const hash = hashOf({ screen: 'setup', service: `https://${'a'.repeat(1000)}` });
    expect(readTab(hash)).toEqual({ screen: 'setup', service: null });
  });
});
