import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { ROOT } from '../../scripts/tool.ts';

type Locked = {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly os?: string;
  readonly cpu?: string;
};
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const { '': _project, ...packages } = lock.packages;

describe('package-lock.json', () => {
  test('behavior: pins every package by its SHA-512 and names no registry', () => {
    const all = Object.entries(packages);
    expect(all.length).toBeGreaterThan(500);
    const unpinned = all.filter(
      ([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
    );
    expect(unpinned).toEqual([]);
    expect(all.filter(([, { resolved, link }]) => resolved ?? link)).toEqual([]);
  });

  test('behavior: has Node and a chain for each kind of computer, without an install script', () => {
    const names = Object.keys(packageJson.optionalDependencies);
    const kinds = names.map((name) => {
      const { os, cpu, hasInstallScript = false } = packages[`node_modules/${name}`] ?? {};
      return { computer: `${os} ${cpu}`, hasInstallScript };
    });
    const machines = ['darwin arm64', 'darwin x64', 'linux arm64', 'linux x64', 'win32 x64'];
    const each = machines.flatMap((machine) => [machine, machine]);
    expect(kinds.map(({ computer }) => computer).toSorted()).toEqual(each);
    expect(kinds.filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
    expect(Object.keys(packages)).not.toContain('node_modules/node');
    expect(packageJson).not.toHaveProperty('allowScripts');
    expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  });
});
