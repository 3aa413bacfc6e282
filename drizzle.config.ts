import { defineConfig } from 'drizzle-kit';

/** For `npm run schema`: what src/service/migrations lacks of the schema becomes a further migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/service/schema.ts',
  out: './src/service/migrations',
});
