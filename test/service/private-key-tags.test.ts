import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/service/database.ts';
import { organizations, privateKeys, tags, users } from '../../src/service/schema.ts';
import { useFreshService } from './fresh-service.ts';
import { activityOf, caller, createKey, listOf, refusalOf, resultOf } from './harness.ts';
import type { Answer, Caller, Json, TestService } from './harness.ts';
import { exportTarget } from './export-target.ts';

/* Tags of private keys, by the code that user tags have; and what only they touch: keys and policies. */

const NOBODY = '00000000-0000-4000-8000-000000000000';
const OTHER = NOBODY.replace('4', '5');

let database: OpenDatabase;
let service: TestService;
let root: Caller;
let deployer: string;
let upgrade: string;

useFreshService(async (fresh) => {
  ({ database, service, root } = fresh);
  const keys = await keyList();
  [deployer, upgrade] = ['Deployer key', 'Program upgrade key'].map((name) =>
    String(keys.find(({ privateKeyName }) => privateKeyName === name)?.['privateKeyId']),
  ) as [string, string];
});

const keyList = () => listOf(root, 'list_private_keys', 'privateKeys');
const tagList = () => listOf(root, 'list_private_key_tags', 'privateKeyTags');
const create = (privateKeyTagName: unknown, ...privateKeyIds: readonly unknown[]) =>
  root.submit('create_private_key_tag', { privateKeyTagName, privateKeyIds });
const update = (privateKeyTagId: unknown, change: Json): Promise<Answer> =>
  root.submit('update_private_key_tag', {
    privateKeyTagId,
    addPrivateKeyIds: [],
    removePrivateKeyIds: [],
    ...change,
  });
const remove = (...privateKeyTagIds: readonly unknown[]) =>
  root.submit('delete_private_key_tags', { privateKeyTagIds });
const tagIdOf = (answer: Answer) => String(resultOf(answer)['privateKeyTagId']);

/** Names of the keys that have a tag. */
async function membersOf(tagId: string): Promise<unknown[]> {
  const keys = await keyList();
  return keys
    .filter(({ privateKeyTags }) => (privateKeyTags as string[]).includes(tagId))
    .map(({ privateKeyName }) => privateKeyName);
}

describe('tags of private keys', () => {
  test('behavior: created on keys, listed apart from user tags, shown by each key', async () => {
    const made = resultOf(await create('Hot', deployer.toUpperCase()));
    expect(made).toEqual({ privateKeyTagId: made['privateKeyTagId'], privateKeyIds: [deployer] });
    const tagId = String(made['privateKeyTagId']);
    expect(await tagList()).toEqual([
      expect.objectContaining({ tagId, tagName: 'Hot', tagType: 'TAG_TYPE_PRIVATE_KEY' }),
    ]);
    expect(await listOf(root, 'list_user_tags', 'userTags')).toHaveLength(4);
    expect(await membersOf(tagId)).toEqual(['Deployer key']);
    const { body } = await root.query('get_private_key', { privateKeyId: deployer });
    expect(body['privateKey']).toMatchObject({ privateKeyTags: [tagId] });
    const whole = (await root.query('get_organization')).body['organizationData'] as Json;
    expect((whole['tags'] as Json[]).map(({ tagType }) => tagType)).toEqual([
      ...Array.from({ length: 4 }, () => 'TAG_TYPE_USER'),
      'TAG_TYPE_PRIVATE_KEY',
    ]);
  });

  test('behavior: a name may be a user tag’s, and no other’s of a key', async () => {
    const tagId = tagIdOf(await create('Signers'));
    const taken = 'private key tag label must be unique';
    expect(refusalOf(await create('Signers'))).toMatchObject({ status: 400, message: taken });
    const other = tagIdOf(await create('Cold'));
    const renamed = await update(other, { newPrivateKeyTagName: 'Signers' });
    expect(refusalOf(renamed)).toMatchObject({ status: 400, message: taken });
    expect(tagIdOf(await update(tagId, { newPrivateKeyTagName: 'Signers' }))).toBe(tagId);
  });

  test('behavior: renamed, put on keys and taken from others', async () => {
    const tagId = tagIdOf(await create('Hot', deployer));
    const change = {
      newPrivateKeyTagName: 'Warm',
      addPrivateKeyIds: [upgrade],
      removePrivateKeyIds: [deployer],
    };
    expect(resultOf(await update(tagId.toUpperCase(), change))).toEqual({ privateKeyTagId: tagId });
    expect(await membersOf(tagId)).toEqual(['Program upgrade key']);
    expect((await tagList()).map(({ tagName }) => tagName)).toEqual(['Warm']);
  });

  test('behavior: deleted from every key; a deleted key takes its pairs along', async () => {
    const hot = tagIdOf(await create('Hot', deployer, upgrade));
    const cold = tagIdOf(await create('Cold', upgrade));
    const gone = { privateKeyIds: [deployer], deleteWithoutExport: true };
    resultOf(await root.submit('delete_private_keys', gone));
    expect(resultOf(await remove(hot))).toEqual({
      privateKeyTagIds: [hot],
      privateKeyIds: [upgrade],
    });
    expect(await membersOf(hot)).toEqual([]);
    expect(await membersOf(cold)).toEqual(['Program upgrade key']);
  });

  test('error: a tag of users is none of private keys, and the other way round', async () => {
    const [userTag] = await listOf(root, 'list_user_tags', 'userTags');
    const theirs = String(userTag?.['tagId']);
    const mine = tagIdOf(await create('Hot', deployer));
    const answers = [
      await update(theirs, { newPrivateKeyTagName: 'Mine' }),
      await remove(mine, theirs),
      await root.submit('delete_user_tags', { userTagIds: [mine] }),
      await root.submit('update_user_tag', {
        userTagId: mine,
        addUserIds: [],
        removeUserIds: [],
        newUserTagName: 'Mine',
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const key = await createKey();
    const apiKeys = [
      { apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' },
    ];
    const newcomer = { userName: 'New', apiKeys, authenticators: [], oauthProviders: [] };
    const made = await root.submit('create_users', { users: [{ ...newcomer, userTags: [mine] }] });
    expect(refusalOf(made)).toMatchObject({ message: expect.stringContaining('user tag') });
    expect(await membersOf(mine)).toEqual(['Deployer key']);
  });

  test('error: another organization’s tags and keys', async () => {
    const mine = tagIdOf(await create('Hot', deployer));
    const theirs = tagIdOf(await create('Theirs'));
    const organization = { id: OTHER, name: 'Other', createdAt: service.time.now };
    await database.db.insert(organizations).values(organization);
    const organizationId = OTHER;
    await database.db.update(tags).set({ organizationId }).where(eq(tags.id, theirs));
    const own = and(eq(privateKeys.id, upgrade));
    await database.db.update(privateKeys).set({ organizationId }).where(own);
    const foreign = { what: 'private key', id: upgrade };
    const attempts: readonly (readonly [Answer, { what: string; id: string }])[] = [
      [await create('New', deployer, upgrade), foreign],
      [await update(mine, { addPrivateKeyIds: [upgrade] }), foreign],
      [await update(mine, { removePrivateKeyIds: [upgrade] }), foreign],
      [
        await update(theirs, { newPrivateKeyTagName: 'Mine' }),
        { what: 'private key tag', id: theirs },
      ],
      [await remove(mine, theirs), { what: 'private key tag', id: theirs }],
    ];
    for (const [answer, { what, id }] of attempts) {
      expect(refusalOf(answer)).toMatchObject({
        status: 404,
        message: `unable to find ${what} ${id} in organization ${root.organizationId}`,
      });
    }
    expect(await tagList()).toHaveLength(1);
    expect(await database.db.$count(tags, eq(tags.id, theirs))).toBe(1);
  });

  test('error: each member that is none', async () => {
    const tagId = tagIdOf(await create('Hot'));
    const both = { addPrivateKeyIds: [deployer], removePrivateKeyIds: [deployer.toUpperCase()] };
    const wrong: readonly (readonly [Answer, string])[] = [
      [await create(''), 'privateKeyTagName'],
      [await create('A'.repeat(65)), 'privateKeyTagName'],
      [await create('A', 'key'), 'privateKeyIds.0'],
      [await create('A', deployer, deployer), 'privateKeyIds'],
      [await root.submit('create_private_key_tag', { privateKeyTagName: 'A' }), 'privateKeyIds'],
      [await update('Hot', {}), 'privateKeyTagId'],
      [await update(tagId, both), 'removePrivateKeyIds'],
      [await update(tagId, { newPrivateKeyTagName: '' }), 'newPrivateKeyTagName'],
      [await update(tagId, { addPrivateKeyIds: deployer }), 'addPrivateKeyIds'],
      [await remove(), 'privateKeyTagIds'],
      [await remove('Hot'), 'privateKeyTagIds.0'],
    ];
    for (const [answer, field] of wrong) {
      const { status, message } = refusalOf(answer);
      expect([status, message]).toEqual([400, expect.stringContaining(`parameters.${field}`)]);
    }
  });

  test('behavior: a policy may go by them', async () => {
    const tagId = tagIdOf(await create('Exportable', deployer));
    const policy = {
      policyName: 'By tag',
      effect: 'EFFECT_ALLOW',
      condition: `private_key.tags.contains('${tagId}')`,
      notes: '',
    };
    expect((await root.submit('create_policy', policy)).status).toBe(200);
    const [carol] = await database.db.select().from(users).where(eq(users.name, 'Carol Chen'));
    const userId = carol?.id ?? '';
    const key = await createKey();
    const apiKeys = [
      { apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' },
    ];
    await root.submit('create_api_keys', { userId, apiKeys });
    const asCarol = caller(service, key, { userId, apiKeyId: '' });
    const { targetPublicKey } = exportTarget(service);
    const exported = (privateKeyId: string) =>
      asCarol.submit('export_private_key', { privateKeyId, targetPublicKey });
    expect((await exported(upgrade)).status).toBe(403);
    expect(activityOf(await exported(deployer)).status).toBe('ACTIVITY_STATUS_COMPLETED');
  });
});
