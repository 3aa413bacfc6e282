// How this program is called, and where its files are. The build of the service alone has
// bundled-program.ts in its place (scripts/service.ts).
import { join } from 'node:path';

/** What a person types before the options. */
export const COMMAND = 'npm run service --';

/** Where `npm run schema` writes the migrations. */
export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');

/** Where `npm run build` puts the demo dApp; undefined where none is expected. */
export const DEMO_FOLDER: string | undefined = join(
  import.meta.dirname,
  '..',
  '..',
  '.output',
  'demo',
);
