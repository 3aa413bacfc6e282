// What tells databases of unreleased services: how they counted their own changes. The rest of them is
// never looked at.
const ORGANIZATIONS = `
  create table organizations (id integer primary key, name text);
  insert into organizations values (1, 'Old');`;

const countedByHand = (version: number): string => `${ORGANIZATIONS}
  create table schema_version (single boolean primary key default true, version integer not null);
  insert into schema_version (version) values (${version});`;

/** The times in the journal of the thirteen migrations that there were. */
const TIMES = [
  1795350781374, 1795350814035, 1795375764714, 1795383709255, 1795421734016, 1795423367536,
  1795423828658, 1795443108789, 1795443109861, 1795453601117, 1795453604295, 1795602691720,
  1795606682883,
] as const;

const migratedAt = (times: readonly number[]): string => `${ORGANIZATIONS}
  create table schema_migrations (made_at bigint primary key);
  insert into schema_migrations (made_at) values ${times.map((time) => `(${time})`).join(', ')};`;

/** Each as SQL. */
export const UNRELEASED_DATABASES = {
  'a database of version 1': countedByHand(1),
  'a database of version 3': countedByHand(3),
  'a database of one migration': migratedAt(TIMES.slice(0, 1)),
  'a database of thirteen migrations': migratedAt(TIMES),
} as const;
