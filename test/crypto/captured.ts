import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Where the project is developed, real bundles and stamps are next to it. They're read in place.
const folder = fileURLToPath(new URL('../../../shared/captured/', import.meta.url));

/** Whether the folder of captured data exists here. */
export const hasCaptured = existsSync(folder);

/** Why tests with captured data don't run where it's missing. Part of their names. */
export const skipNote = hasCaptured ? '' : ' (skipped: no captured data beside the project)';

/** One captured file, parsed. An empty object if the folder is missing. */
export function readCaptured(name: string): Record<string, unknown> {
  if (!hasCaptured) return {};
  const parsed: Record<string, unknown> = JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8'));
  return parsed;
}
