import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Real bundles and stamps lie beside the project where it is developed; they are read in place.
const folder = fileURLToPath(new URL('../../../shared/captured/', import.meta.url));

/** Whether the folder of captured data exists here. */
export const hasCaptured = existsSync(folder);

/** Why tests over captured data do not run where it is missing; part of their names. */
export const skipNote = hasCaptured ? '' : ' (skipped: no captured data beside the project)';

/** One captured file, parsed; an empty object where the folder is missing. */
export function readCaptured(name: string): Record<string, unknown> {
  if (!hasCaptured) return {};
  const parsed: Record<string, unknown> = JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8'));
  return parsed;
}
