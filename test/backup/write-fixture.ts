// Writes the backup of this version that every later version has to open (former-backup.test.ts). Once
// for each version of the file; one that is published never changes:
//
//   node test/backup/write-fixture.ts test/backup/fixtures/v1.keystamp
import { writeFileSync } from 'node:fs';
import { createBackupBrowser, fillBrowser } from './fixture.ts';

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('Where to?');
const from = createBackupBrowser();
await fillBrowser(from);
writeFileSync(path, await from.make(true), { flag: 'wx' });
from.browser.close();
