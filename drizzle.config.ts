import { defineConfig } from 'drizzle-kit';

/** For `npm run schema`: the migration is made from these tables. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/service/schema.ts',
    './src/service/mfa-tables.ts',
    './src/service/send-table.ts',
    './src/service/service-tables.ts',
  ],
  out: './src/service/migrations',
});
