// Stands for program.ts in the build of the service alone, where all code is in one folder.
import { join } from 'node:path';

export const COMMAND = 'node keystamp-service.js';

export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');

/** It is for development: a service for others serves one only when it is told to. */
export const DEMO_FOLDER: string | undefined = undefined;
