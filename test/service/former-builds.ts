import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A build of the service, or a migrated database, of certain sources; what a build that was stopped left. */
const BUILT = /^(?:service|host|migrated)-(?:[0-9a-f]{16}\b|part-)/;

/** Removes those of earlier sources: each change of the service leaves 30 MB. */
export function removeFormerBuilds(folder: string, current: readonly string[]): void {
  const kept = current.map((path) => basename(path));
  for (const name of readdirSync(folder)) {
    if (!BUILT.test(name) || kept.includes(name)) continue;
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}
