-- Functions, because their statements are planned once per connection: the embedded engine keeps no
-- prepared statements, and planning a claim took longer than carrying it out.

-- JSON text of a user with keys, passkeys, tags and MFA policies (users.ts reads it).
create or replace function person_json(person uuid) returns text
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
      from user_tags t where t.user_id = u.id), '[]'::json),
    'mfaPolicies', coalesce((select json_agg(json_build_object(
        'id', m.id, 'name', m.name, 'condition', m.condition, 'steps', m.steps,
        'order', m."order", 'notes', m.notes,
        'createdAt', m.created_at, 'updatedAt', m.updated_at
      ) order by m."order") from mfa_policies m where m.user_id = u.id), '[]'::json))::text
    from users u where u.id = person);
end $$;
--> statement-breakpoint
-- Inserts an activity if its bytes are new, the stamping key or passkey is still there and, where `alone` is
-- said, its user still decides alone: a root user where the quorum is one, without MFA policies and without
-- an enforced allowlist of addresses. Gives that user as they are at this moment, or null. Callers with the same bytes wait in the insert. The user stays
-- until the transaction ends: what it stores may refer to the user, and activities themselves don't.
create or replace function claim_activity(
  key uuid, activity uuid, bytes text, kind text, sent text, vote uuid, signed text,
  scheme_name text, at bigint, state text default 'ACTIVITY_STATUS_CREATED',
  outcome text default null, runs integer default 0, alone boolean default true)
  returns text language plpgsql as $$
declare
  owner record;
  voter_json text;
begin
  select c.organization_id, c.user_id, c.public_key into owner
    from (select k.organization_id, k.user_id, k.public_key from api_keys k where k.id = key
          union all
          select a.organization_id, a.user_id, a.public_key from authenticators a where a.id = key) c
    join users u on u.id = c.user_id join organizations o on o.id = c.organization_id
    where not alone or (u.root and o.root_threshold <= 1
      and not exists (select from mfa_policies m where m.user_id = u.id)
      and not exists (select from ip_allowlists a where a.organization_id = o.id
        and a.public_key is null and a.enabled))
    for key share of u;
  if not found then return null; end if;
  voter_json := person_json(owner.user_id);
  insert into activities (id, organization_id, fingerprint, type, status, body, vote_id, user_id,
      public_key, signature, scheme, voter, result, executions, created_at, updated_at)
    values (activity, owner.organization_id, bytes, kind, state, sent, vote,
      owner.user_id, owner.public_key, signed, scheme_name, voter_json, outcome, runs, at, at)
    on conflict on constraint activities_fingerprint do nothing;
  if not found then return null; end if;
  return voter_json;
end $$;
--> statement-breakpoint
-- Records the end of an activity in the transaction that carried it out.
create or replace function settle_activity(
  activity uuid, ended text, outcome text, fault text) returns void language plpgsql as $$
begin
  update activities set status = ended, result = outcome, failure = fault,
    executions = executions + 1 where id = activity;
end $$;
--> statement-breakpoint
-- Ends the statement, and undoes all of it, with an SQLSTATE of ours (database.ts).
create or replace function demand(holds boolean, otherwise text) returns boolean language plpgsql as $$
begin
  if not holds then raise exception 'demanded: %', otherwise using errcode = otherwise; end if;
  return true;
end $$;
