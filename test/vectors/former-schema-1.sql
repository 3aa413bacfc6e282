-- The schema of the first version of the service's database, as it was made by hand.
create table organizations (
      id uuid primary key, name text not null, created_at bigint not null);
create table users (
      id uuid primary key,
      organization_id uuid not null references organizations (id),
      name text not null,
      email text, email_verified boolean not null default false,
      phone text, phone_verified boolean not null default false,
      root boolean not null,
      created_at bigint not null, updated_at bigint not null);
create index users_by_organization on users (organization_id, created_at, id);
create table api_keys (
      id uuid primary key,
      organization_id uuid not null references organizations (id),
      user_id uuid not null references users (id),
      name text not null, public_key text not null, curve text not null,
      expiration_seconds bigint,
      created_at bigint not null, updated_at bigint not null,
      constraint api_keys_public_key unique (organization_id, public_key));
create index api_keys_by_user on api_keys (user_id);
create table tags (
      id uuid primary key,
      organization_id uuid not null references organizations (id),
      name text not null,
      created_at bigint not null, updated_at bigint not null,
      constraint tags_name unique (organization_id, name));
create table user_tags (
      tag_id uuid not null references tags (id) on delete cascade,
      user_id uuid not null references users (id),
      primary key (tag_id, user_id));
create index user_tags_by_user on user_tags (user_id);
create table wallets (
      id uuid primary key,
      organization_id uuid not null references organizations (id),
      name text not null, sealed text not null,
      created_at bigint not null, updated_at bigint not null,
      constraint wallets_name unique (organization_id, name));
create table wallet_accounts (
      id uuid primary key,
      organization_id uuid not null references organizations (id),
      wallet_id uuid not null references wallets (id),
      name text, curve text not null, path text not null,
      address_format text not null, address text not null,
      created_at bigint not null, updated_at bigint not null,
      constraint wallet_accounts_path unique (wallet_id, curve, path, address_format));
create table private_keys (
      organization_id uuid not null references organizations (id),
      id uuid not null,
      name text not null, curve text not null, public_key text not null,
      addresses text not null, sealed text not null, imported boolean not null,
      created_at bigint not null, updated_at bigint not null,
      primary key (organization_id, id));
create table import_targets (
      id uuid primary key,
      organization_id uuid not null references organizations (id),
      user_id uuid not null references users (id),
      public_key text not null, sealed text not null,
      created_at bigint not null, used_at bigint);
create index import_targets_by_user on import_targets (user_id, created_at);
create table otps (
      id uuid primary key,
      organization_id uuid not null references organizations (id),
      generation text not null, type text not null, contact text not null,
      user_identifier text, hash text not null,
      sealed text, public_key text,
      failures integer not null default 0,
      created_at bigint not null, expires_at bigint not null, used_at bigint);
create index otps_by_contact on otps (organization_id, contact, created_at);
create index otps_by_identifier on otps (organization_id, user_identifier, created_at);
create table sent_codes (
      otp_id uuid primary key references otps (id),
      contact text not null, sealed text not null,
      created_at bigint not null, expires_at bigint not null);
create index sent_codes_by_time on sent_codes (created_at);
create table verification_tokens (
      id uuid primary key,
      organization_id uuid not null references organizations (id),
      expires_at bigint not null);
create table on_ramps (
      id uuid primary key,
      organization_id uuid not null references organizations (id),
      status text not null, details text not null,
      created_at bigint not null, updated_at bigint not null);
create table contract_interfaces (
      id uuid primary key,
      organization_id uuid not null references organizations (id),
      address text not null, definition text not null, type text not null,
      label text not null, notes text,
      created_at bigint not null, updated_at bigint not null);
create index contract_interfaces_by_organization on contract_interfaces (organization_id);
create table activities (
      id uuid primary key,
      organization_id uuid not null references organizations (id),
      fingerprint text not null, type text not null, status text not null, body text not null,
      vote_id uuid not null, user_id uuid not null references users (id),
      public_key text not null, signature text not null, scheme text not null,
      voter text, result text, failure text,
      executions integer not null default 0,
      created_at bigint not null, updated_at bigint not null,
      constraint activities_fingerprint unique (organization_id, fingerprint));
create index activities_by_id on activities (organization_id, id);
create table enclave_keys (
      name text primary key, public_key text not null, sealed text not null);
create function person_json(person uuid) returns text stable language plpgsql as $$
  begin
    return (select json_build_object(
      'id', u.id, 'name', u.name, 'email', u.email, 'phone', u.phone,
      'createdAt', u.created_at, 'updatedAt', u.updated_at,
      'apiKeys', coalesce((select json_agg(json_build_object(
          'id', k.id, 'name', k.name, 'publicKey', k.public_key, 'curve', k.curve,
          'expirationSeconds', k.expiration_seconds,
          'createdAt', k.created_at, 'updatedAt', k.updated_at
        ) order by k.created_at, k.id) from api_keys k where k.user_id = u.id), '[]'::json),
      'tagIds', coalesce((select json_agg(t.tag_id order by t.tag_id)
        from user_tags t where t.user_id = u.id), '[]'::json))::text
      from users u where u.id = person);
  end $$;
create function claim_activity(
    key uuid, activity uuid, bytes text, kind text, sent text, vote uuid, signed text,
    scheme_name text, at bigint) returns text language plpgsql as $$
  declare
    owner record;
    voter_json text;
  begin
    select k.organization_id, k.user_id, k.public_key into owner
      from api_keys k join users u on u.id = k.user_id where k.id = key and u.root;
    if not found then return null; end if;
    voter_json := person_json(owner.user_id);
    insert into activities (id, organization_id, fingerprint, type, status, body, vote_id, user_id,
        public_key, signature, scheme, voter, created_at, updated_at)
      values (activity, owner.organization_id, bytes, kind, 'ACTIVITY_STATUS_CREATED', sent, vote,
        owner.user_id, owner.public_key, signed, scheme_name, voter_json, at, at)
      on conflict on constraint activities_fingerprint do nothing;
    if not found then return null; end if;
    return voter_json;
  end $$;
create function settle_activity(
    activity uuid, ended text, outcome text, fault text) returns void language plpgsql as $$
  begin
    update activities set status = ended, result = outcome, failure = fault,
      executions = executions + 1 where id = activity;
  end $$;
