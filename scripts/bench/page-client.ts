import { pageClient } from '../../src/messaging/page.ts';

/* Put into an extension page by the bench: the pages' own client, asked by name. */
Object.assign(globalThis, { pageClient });
