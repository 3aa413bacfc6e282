import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { randomId } from '../../src/service/ids.ts';
import { organizations, tags, users } from '../../src/service/schema.ts';
import {
  activityOf,
  demandSubmit,
  listOf,
  refusalOf,
  resultOf,
  type Answer,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';
import { useFreshService } from './fresh-service.ts';

let database: OpenDatabase;
let service: TestService;
let root: Caller;

useFreshService((fresh) => {
  ({ database, service, root } = fresh);
});

const NOBODY = '00000000-0000-4000-8000-000000000000';

const tagList = () => listOf(root, 'list_user_tags', 'userTags');
const userList = () => listOf(root, 'list_users', 'users');
async function tagNamed(name: string): Promise<Json & { tagId: string }> {
  const tag = (await tagList()).find(({ tagName }) => tagName === name);
  if (!tag) throw new Error(name);
  return { ...tag, tagId: String(tag['tagId']) };
}
async function userIds(...names: readonly string[]): Promise<string[]> {
  const all = await userList();
  return names.map((name) => String(all.find(({ userName }) => userName === name)?.['userId']));
}
/** Names of the users who have a tag. */
async function membersOf(tagId: string): Promise<unknown[]> {
  const all = await userList();
  return all
    .filter(({ userTags }) => (userTags as string[]).includes(tagId))
    .map(({ userName }) => userName);
}
const update = (userTagId: string, change: Json): Promise<Answer> =>
  root.submit('update_user_tag', { userTagId, addUserIds: [], removeUserIds: [], ...change });

describe('update_user_tag', () => {
  test('behavior: renames the tag, and nothing else', async () => {
    const tag = await tagNamed('Signers');
    const before = await membersOf(tag.tagId);
    service.time.now += 5000;
    const answer = await update(tag.tagId.toUpperCase(), { newUserTagName: 'Cosigners' });
    expect(resultOf(answer)).toEqual({ userTagId: tag.tagId });
    expect(await tagNamed('Cosigners')).toEqual({
      ...tag,
      tagName: 'Cosigners',
      updatedAt: { seconds: String(service.time.now / 1000), nanos: '0' },
    });
    expect(await membersOf(tag.tagId)).toEqual(before);
    expect(await tagList()).toHaveLength(4);
  });

  test('behavior: adds users and removes others, at once with a new name', async () => {
    const { tagId } = await tagNamed('Signers');
    expect(await membersOf(tagId)).toEqual(['Alice Ackermann', 'Bob Brandt']);
    const change = {
      newUserTagName: 'Signers',
      addUserIds: await userIds('Carol Chen', 'Dave Dorn'),
      removeUserIds: await userIds('Bob Brandt'),
    };
    expect(resultOf(await update(tagId, change))).toEqual({ userTagId: tagId });
    expect(await membersOf(tagId)).toEqual(['Alice Ackermann', 'Carol Chen', 'Dave Dorn']);
    expect(await tagNamed('Signers')).toMatchObject({ tagId });
  });

  test('behavior: whoever has or lacks the tag already stays as they are', async () => {
    const { tagId } = await tagNamed('Signers');
    const addUserIds = await userIds('Alice Ackermann', 'Carol Chen');
    const removeUserIds = await userIds('Erin Evans');
    resultOf(await update(tagId, { addUserIds, removeUserIds }));
    expect(await membersOf(tagId)).toEqual(['Alice Ackermann', 'Bob Brandt', 'Carol Chen']);
  });

  test('behavior: other tags of the same users stay', async () => {
    const signers = await tagNamed('Signers');
    const treasury = await tagNamed('Treasury');
    await update(signers.tagId, { removeUserIds: await userIds('Alice Ackermann') });
    expect(await membersOf(signers.tagId)).toEqual(['Bob Brandt']);
    expect(await membersOf(treasury.tagId)).toEqual(['Alice Ackermann', 'Carol Chen']);
  });

  test('error: a name in use undoes all of it', async () => {
    const { tagId } = await tagNamed('Signers');
    const addUserIds = await userIds('Erin Evans');
    const answer = await update(tagId, { newUserTagName: 'Treasury', addUserIds });
    expect(refusalOf(answer)).toEqual({
      status: 400,
      code: 3,
      turnkey: '',
      message: 'user tag label must be unique',
    });
    expect(await membersOf(tagId)).toEqual(['Alice Ackermann', 'Bob Brandt']);
  });

  test('error: a user who doesn’t exist undoes all of it', async () => {
    const { tagId } = await tagNamed('Signers');
    const removeUserIds = await userIds('Bob Brandt');
    for (const change of [
      { addUserIds: [NOBODY], removeUserIds },
      { removeUserIds: [...removeUserIds, NOBODY], newUserTagName: 'Other' },
    ]) {
      const { status, body } = await update(tagId, change);
      expect(status).toBe(404);
      expect(body['message']).toBe(
        `unable to find user ${NOBODY} in organization ${root.organizationId}`,
      );
    }
    expect(await membersOf(tagId)).toEqual(['Alice Ackermann', 'Bob Brandt']);
    await tagNamed('Signers');
  });

  test('error: one user added and removed, lists left out, an invalid name', async () => {
    const { tagId } = await tagNamed('Signers');
    const [carol = ''] = await userIds('Carol Chen');
    const both = await update(tagId, { addUserIds: [carol], removeUserIds: [carol.toUpperCase()] });
    expect(refusalOf(both)).toMatchObject({ status: 400, turnkey: 'REQUEST_INVALID' });
    expect(both.body['message']).toMatch(/parameters\.removeUserIds: The same value/);
    const without = await update(tagId, { addUserIds: undefined });
    expect(without.body['message']).toBe(
      'invalid request body: missing field `parameters.addUserIds`',
    );
    expect((await update(tagId, { newUserTagName: '' })).status).toBe(400);
    expect(await membersOf(tagId)).toEqual(['Alice Ackermann', 'Bob Brandt']);
  });

  test('error: a tag or user of another organization, or none', async () => {
    const organizationId = randomId(randomBytes);
    const { db } = database;
    await db.insert(organizations).values({ id: organizationId, name: 'Other', createdAt: 1 });
    const { tagId: theirTag } = await tagNamed('Signers');
    const { tagId: ownTag } = await tagNamed('Treasury');
    const [carol = ''] = await userIds('Carol Chen');
    await db.update(tags).set({ organizationId }).where(eq(tags.id, theirTag));
    await db.update(users).set({ organizationId }).where(eq(users.id, carol));
    for (const id of [theirTag, NOBODY]) {
      const { status, body } = await update(id, { newUserTagName: 'Mine' });
      expect({ status, message: body['message'] }).toEqual({
        status: 404,
        message: `unable to find user tag ${id} in organization ${root.organizationId}`,
      });
    }
    expect((await update(ownTag, { addUserIds: [carol] })).status).toBe(404);
    expect((await update(ownTag, { removeUserIds: [carol] })).status).toBe(404);
    // Their name is free here.
    expect((await update(ownTag, { newUserTagName: 'Signers' })).status).toBe(200);
    const [stored] = await db.select().from(tags).where(eq(tags.id, theirTag));
    expect(stored).toMatchObject({ organizationId, name: 'Signers' });
  });

  test('behavior: the same bytes again change nothing', async () => {
    const { tagId } = await tagNamed('Signers');
    const addUserIds = await userIds('Carol Chen');
    const body = root.body('update_user_tag', { userTagId: tagId, addUserIds, removeUserIds: [] });
    const { path } = demandSubmit('update_user_tag');
    const first = activityOf(await root.post(path, body));
    resultOf(await update(tagId, { removeUserIds: addUserIds }));
    expect(activityOf(await root.post(path, body))).toEqual(first);
    expect(await membersOf(tagId)).toEqual(['Alice Ackermann', 'Bob Brandt']);
  });

  test('behavior: concurrent changes to one tag all count', async () => {
    const { tagId } = await tagNamed('Contractors');
    const names = ['Alice Ackermann', 'Bob Brandt', 'Carol Chen', 'Dave Dorn'];
    const ids = await userIds(...names);
    const answers = await Promise.all(ids.map((id) => update(tagId, { addUserIds: [id] })));
    for (const answer of answers) activityOf(answer);
    expect(await membersOf(tagId)).toEqual([...names, 'Erin Evans']);
  });
});
