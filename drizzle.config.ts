import { defineConfig } from 'drizzle-kit';

/** For `npm run schema`: what src/service/migrations lacks of the tables becomes a further migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/service/schema.ts', './src/service/mfa-tables.ts'],
  out: './src/service/migrations',
});
