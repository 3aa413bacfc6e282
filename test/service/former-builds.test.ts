import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeFormerBuilds } from './former-builds.ts';

test('behavior: builds of other sources go, and all else stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keystamp-former-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [now, former] = ['0123456789abcdef', 'fedcba9876543210'];
  const kept = [`host-${now}`, 'host-sources.json', `migrated-${now}-0.5.16.tar`];
  const others = ['cluster-0.5.16.tar', 'firefox-Mozilla-Firefox-153', 'postgres-15', 'report'];
  const gone = [`host-${former}`, `service-${former}`, 'host-part-x1', `migrated-${former}-1.tar`];
  for (const name of [...kept, ...others, ...gone]) {
    if (/\.(?:json|tar)$/.test(name)) writeFileSync(join(folder, name), '');
    else mkdirSync(join(folder, name, 'inside'), { recursive: true });
  }
  removeFormerBuilds(
    folder,
    kept.map((name) => join(folder, name)),
  );
  expect(readdirSync(folder).toSorted()).toEqual([...kept, ...others].toSorted());
});
