import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Bytes } from '../../src/crypto/bytes.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { enrol, freshService, openMemory, type Caller, type TestService } from './harness.ts';

/** A service as each test finds it: nothing in it but an organization and its root user. */
export type FreshService = {
  readonly database: OpenDatabase;
  readonly service: TestService;
  readonly root: Caller;
};

/** Gives each test of a file a fresh service, over one database for the file. */
export function useFreshService(
  begin: (fresh: FreshService) => Promise<void> | void,
  master?: Bytes,
): void {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openMemory();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    const service = await freshService(database, {}, master);
    await begin({ database, service, root: await enrol(service) });
  });
}
