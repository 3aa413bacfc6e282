import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runTool } from './tool.ts';

/*
 * `npm run schema`: makes the one migration anew from the tables (src/service/schema.ts and beside it)
 * and the functions (src/service/functions.sql). Until 0.1.0 is out there are no others: what an
 * earlier one made is refused (src/service/migrations.ts). From then on this adds one for each change.
 */

const SERVICE = join(ROOT, 'src', 'service');
const MIGRATIONS = join(SERVICE, 'migrations');

rmSync(MIGRATIONS, { recursive: true, force: true });
await runTool('drizzle-kit', 'generate', '--name', 'tables');
const file = readdirSync(MIGRATIONS).find((name) => name.endsWith('.sql'));
if (file === undefined) throw new Error('drizzle-kit wrote no migration.');
const functions = readFileSync(join(SERVICE, 'functions.sql'), 'utf8');
appendFileSync(join(MIGRATIONS, file), `\n--> statement-breakpoint\n${functions}`);
