import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSiteGroups, mayBeOf, siteGroupOf } from '../../src/permissions/site-group.ts';
import { ROOT } from '../../scripts/tool.ts';

const SUFFIXES = readFileSync(join(ROOT, 'public/site-suffixes.txt'), 'utf8');
const of = (host: string) => siteGroupOf(`https://${host}`, SUFFIXES);

describe('siteGroupOf', () => {
  test('behavior: all subdomains, ports and schemes of a registered domain are one group', () => {
    for (const host of ['app.example', 'a.app.example', 'a.b.c.app.example', 'app.example:8443']) {
      expect(of(host)).toBe('app.example');
    }
    expect(siteGroupOf('http://a.app.example', SUFFIXES)).toBe('app.example');
    expect(of('a.app.example.')).toBe('app.example');
  });

  // Cases from the list's own test file, and private suffixes, where each customer is a separate
  // site.
  test.each([
    ['example.com', 'example.com'],
    // Not an IP address, although it starts like one.
    ['1.2.3.4.example.com', 'example.com'],
    ['1.2.3.4.com', '4.com'],
    ['b.example.com', 'example.com'],
    ['a.b.example.co.uk', 'example.co.uk'],
    ['a.b.c.kobe.jp', 'b.c.kobe.jp'],
    ['www.city.kobe.jp', 'city.kobe.jp'],
    ['www.www.ck', 'www.ck'],
    ['a.b.c.ck', 'b.c.ck'],
    ['x.alice.github.io', 'alice.github.io'],
    ['mallory.github.io', 'mallory.github.io'],
    ['a.xn--85x722f.xn--55qx5d.cn', 'xn--85x722f.xn--55qx5d.cn'],
    ['github.io', 'github.io'],
    ['co.uk', 'co.uk'],
    ['com', 'com'],
  ])('behavior: %s belongs to %s', (host, group) => {
    expect(of(host)).toBe(group);
  });

  test('behavior: an IP address and this computer are groups by themselves', () => {
    for (const host of [
      '127.0.0.1',
      '10.1.2.3',
      '192.168.100.200',
      '[::1]',
      '[2001:db8::1]',
      'localhost',
    ]) {
      expect(of(host)).toBe(host);
    }
    expect(siteGroupOf('http://127.0.0.1:5173', SUFFIXES)).toBe('127.0.0.1');
    expect(of('a.b.localhost')).toBe('localhost');
  });

  test('error: without the list groups are wider, never narrower', () => {
    for (const host of ['a.b.app.example', 'a.example.co.uk', 'x.alice.github.io', 'localhost']) {
      const origin = `https://${host}`;
      const wide = siteGroupOf(origin, undefined);
      expect(mayBeOf(origin, wide)).toBe(true);
      expect(of(host).endsWith(wide)).toBe(true);
    }
  });
});

describe('createSiteGroups', () => {
  test('behavior: reads the list once, and only if an origin could belong to a group', async () => {
    let reads = 0;
    const groups = createSiteGroups({
      siteSuffixes: async () => {
        reads += 1;
        return SUFFIXES;
      },
    });
    expect(groups.known('https://a.app.example')).toBeUndefined();
    expect(await groups.isOf('https://other.example', 'app.example')).toBe(false);
    expect(await groups.isOf('https://myapp.example', 'app.example')).toBe(false);
    expect(reads).toBe(0);
    expect(await groups.isOf('https://a.app.example', 'app.example')).toBe(true);
    // A host's customer doesn't belong to the host’s own group.
    expect(await groups.isOf('https://alice.github.io', 'github.io')).toBe(false);
    expect(await Promise.all([1, 2, 3].map(() => groups.of('https://a.b.co.uk')))).toEqual(
      Array(3).fill('b.co.uk'),
    );
    expect(groups.known('https://a.app.example')).toBe('app.example');
    expect(reads).toBe(1);
  });

  test('error: a list that can’t be read is requested again, and nothing is exact in the meantime', async () => {
    let broken = true;
    const groups = createSiteGroups({
      siteSuffixes: async () => {
        if (broken) throw new Error('gone');
        return SUFFIXES;
      },
    });
    expect(await groups.areExact()).toBe(false);
    expect(await groups.of('https://shop.co.uk')).toBe('co.uk');
    broken = false;
    expect(await groups.areExact()).toBe(true);
    expect(await groups.of('https://shop.co.uk')).toBe('shop.co.uk');
  });
});
