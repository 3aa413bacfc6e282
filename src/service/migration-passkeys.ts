/** As in the first version, with the user's passkeys. */
const PERSON_JSON = `create or replace function person_json(person uuid) returns text
  stable language plpgsql as $$
  begin
    return (select json_build_object(
      'id', u.id, 'name', u.name, 'email', u.email, 'phone', u.phone,
      'createdAt', u.created_at, 'updatedAt', u.updated_at,
      'apiKeys', coalesce((select json_agg(json_build_object(
          'id', k.id, 'name', k.name, 'publicKey', k.public_key, 'curve', k.curve,
          'expirationSeconds', k.expiration_seconds,
          'createdAt', k.created_at, 'updatedAt', k.updated_at
        ) order by k.created_at, k.id) from api_keys k where k.user_id = u.id), '[]'::json),
      'authenticators', coalesce((select json_agg(json_build_object(
          'id', a.id, 'name', a.name, 'credentialId', a.credential_id,
          'publicKey', a.public_key, 'transports', a.transports, 'aaguid', a.aaguid,
          'attestationType', a.attestation_type,
          'createdAt', a.created_at, 'updatedAt', a.updated_at
        ) order by a.created_at, a.id) from authenticators a where a.user_id = u.id), '[]'::json),
      'tagIds', coalesce((select json_agg(t.tag_id order by t.tag_id)
        from user_tags t where t.user_id = u.id), '[]'::json))::text
      from users u where u.id = person);
  end $$`;

/** As in the first version; `key` may be a passkey's id too. */
const CLAIM_ACTIVITY = `create or replace function claim_activity(
    key uuid, activity uuid, bytes text, kind text, sent text, vote uuid, signed text,
    scheme_name text, at bigint) returns text language plpgsql as $$
  declare
    owner record;
    voter_json text;
  begin
    select k.organization_id, k.user_id, k.public_key into owner
      from api_keys k join users u on u.id = k.user_id where k.id = key and u.root;
    if not found then
      select a.organization_id, a.user_id, a.public_key into owner
        from authenticators a join users u on u.id = a.user_id where a.id = key and u.root;
      if not found then return null; end if;
    end if;
    voter_json := person_json(owner.user_id);
    insert into activities (id, organization_id, fingerprint, type, status, body, vote_id, user_id,
        public_key, signature, scheme, voter, created_at, updated_at)
      values (activity, owner.organization_id, bytes, kind, 'ACTIVITY_STATUS_CREATED', sent, vote,
        owner.user_id, owner.public_key, signed, scheme_name, voter_json, at, at)
      on conflict on constraint activities_fingerprint do nothing;
    if not found then return null; end if;
    return voter_json;
  end $$`;

/** The version that brought passkeys and read-only sessions. */
export const PASSKEYS: readonly string[] = [
  `create table authenticators (
    id uuid primary key,
    organization_id uuid not null references organizations (id),
    user_id uuid not null references users (id),
    name text not null, credential_id text not null, public_key text not null,
    rp_id_hash text not null,
    sign_count bigint not null, last_stamp text,
    transports text not null, aaguid text not null, attestation_type text not null,
    created_at bigint not null, updated_at bigint not null,
    constraint authenticators_credential unique (organization_id, credential_id))`,
  'create index authenticators_by_user on authenticators (user_id)',
  `create table read_sessions (
    digest text primary key,
    organization_id uuid not null references organizations (id),
    user_id uuid not null references users (id),
    api_key_id uuid references api_keys (id) on delete cascade,
    authenticator_id uuid references authenticators (id) on delete cascade,
    expires_at bigint not null,
    check (num_nonnulls(api_key_id, authenticator_id) = 1))`,
  'create index read_sessions_by_api_key on read_sessions (api_key_id)',
  'create index read_sessions_by_authenticator on read_sessions (authenticator_id)',
  PERSON_JSON,
  CLAIM_ACTIVITY,
];
