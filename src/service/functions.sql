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
-- JSON text of an organization's policies and allowlists (policies/rules.ts reads it).
create or replace function rules_json(organization uuid) returns text stable language plpgsql as $$
begin
  return (select json_build_object(
    'policies', coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'effect', p.effect,
        'consensus', p.consensus, 'condition', p.condition, 'time', p.time) order by p.created_at, p.id)
      from policies p where p.organization_id = organization), '[]'::json),
    'allowlists', coalesce((select json_agg(json_build_object('publicKey', a.public_key,
        'enabled', a.enabled, 'rules', a.rules, 'onEvaluationError', a.on_evaluation_error))
      from ip_allowlists a where a.organization_id = organization), '[]'::json))::text);
end $$;
--> statement-breakpoint
-- Whether a user decides alone: a root user where the quorum is one, without MFA policies and without an enforced
-- allowlist of addresses. credentials.ts has the same words.
create or replace function acts_alone(person uuid) returns boolean stable language plpgsql as $$
begin
  return exists (select from users u join organizations o on o.id = u.organization_id
    where u.id = person and u.root and o.root_threshold <= 1
      and not exists (select from mfa_policies m where m.user_id = u.id)
      and not exists (select from ip_allowlists a where a.organization_id = o.id
        and a.public_key is null and a.enabled));
end $$;
--> statement-breakpoint
-- Inserts an activity if its bytes are new, the stamping key or passkey is still there and, where `alone` is
-- said, its user still decides alone. Gives that user as they are at this moment, or null. Where user and organization
-- have the revisions that were seen, the user is as `seen` says, and decides alone as before: `=` then. Where the submit
-- was decided before (`decided`), they must have them. Callers with the same bytes wait in the insert. The user stays
-- until the transaction ends: what it stores may refer to the user, and activities themselves don't.
create or replace function claim_activity(
  key uuid, activity uuid, bytes text, kind text, sent text, vote uuid, signed text,
  scheme_name text, at bigint, state text default 'ACTIVITY_STATUS_CREATED',
  outcome text default null, runs integer default 0, alone boolean default true,
  seen text default null, seen_user uuid default null, seen_organization uuid default null,
  decided boolean default false)
  returns text language plpgsql as $$
declare
  owner record;
  voter_json text := seen;
  found_as text := '=';
begin
  select k.organization_id, k.user_id, k.public_key, u.revision, o.revision as rules into owner
    from api_keys k join users u on u.id = k.user_id join organizations o on o.id = k.organization_id
    where k.id = key for key share of u;
  if not found then
    select a.organization_id, a.user_id, a.public_key, u.revision, o.revision as rules into owner
      from authenticators a join users u on u.id = a.user_id join organizations o on o.id = a.organization_id
      where a.id = key for key share of u;
    if not found then return null; end if;
  end if;
  if seen is null or seen_user is distinct from owner.revision or seen_organization is distinct from owner.rules then
    if alone and not acts_alone(owner.user_id) then return null; end if;
    voter_json := person_json(owner.user_id);
    found_as := voter_json;
  end if;
  insert into activities (id, organization_id, fingerprint, type, status, body, vote_id, user_id,
      public_key, signature, scheme, voter, result, executions, created_at, updated_at)
    values (activity, owner.organization_id, bytes, kind, state, sent, vote,
      owner.user_id, owner.public_key, signed, scheme_name, voter_json, outcome, runs, at, at)
    on conflict on constraint activities_fingerprint do nothing;
  if not found then return null; end if;
  if decided then
    -- Again: the insert may have waited.
    perform demand(exists (select from users u join organizations o on o.id = u.organization_id
      where u.id = owner.user_id and u.revision = seen_user and o.revision = seen_organization), 'KS003');
  end if;
  return found_as;
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

--> statement-breakpoint
-- A row that changes gets another revision: what was made of it before is known by the old one.
create or replace function renew_revision() returns trigger language plpgsql as $$
begin
  new.revision := gen_random_uuid();
  return new;
end $$;
--> statement-breakpoint
create or replace trigger users_revision before update on users
  for each row execute function renew_revision();
--> statement-breakpoint
create or replace trigger organizations_revision before update on organizations
  for each row execute function renew_revision();
--> statement-breakpoint
-- The user of a record that `person_json` shows. How often a passkey was used isn't in it.
create or replace function renew_user() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - '{sign_count,last_stamp}'::text[] = to_jsonb(new) - '{sign_count,last_stamp}'::text[]
    then return null;
  end if;
  if tg_op <> 'INSERT' then update users set revision = revision where id = old.user_id; end if;
  if tg_op = 'INSERT' or new.user_id <> old.user_id then
    update users set revision = revision where id = new.user_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger api_keys_renew after insert or update or delete on api_keys
  for each row execute function renew_user();
--> statement-breakpoint
create or replace trigger authenticators_renew after insert or update or delete on authenticators
  for each row execute function renew_user();
--> statement-breakpoint
create or replace trigger user_tags_renew after insert or update or delete on user_tags
  for each row execute function renew_user();
--> statement-breakpoint
create or replace trigger mfa_policies_renew after insert or update or delete on mfa_policies
  for each row execute function renew_user();
--> statement-breakpoint
-- The organization of a rule that decides about its users' requests (policies/rules.ts).
create or replace function renew_organization() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update organizations set revision = revision where id = old.organization_id;
  end if;
  if tg_op = 'INSERT' or new.organization_id <> old.organization_id then
    update organizations set revision = revision where id = new.organization_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger policies_renew after insert or update or delete on policies
  for each row execute function renew_organization();
--> statement-breakpoint
create or replace trigger ip_allowlists_renew after insert or update or delete on ip_allowlists
  for each row execute function renew_organization();
--> statement-breakpoint
create or replace trigger contract_interfaces_renew after insert or update or delete on contract_interfaces
  for each row execute function renew_organization();
