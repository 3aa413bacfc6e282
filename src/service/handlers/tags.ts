import type { QueryHandlers, SubmitHandlers } from '../context.ts';
import { changeTag, createTag, deleteTags, listTags, PRIVATE_KEY_TAG, USER_TAG } from '../tags.ts';

type TagQuery = 'list_user_tags' | 'list_private_key_tags';

export const tagQueries: QueryHandlers<TagQuery> = {
  list_user_tags: async (_values, context) => ({ userTags: await listTags(USER_TAG, context) }),

  list_private_key_tags: async (_values, context) => ({
    privateKeyTags: await listTags(PRIVATE_KEY_TAG, context),
  }),
};

type TagSubmit =
  | 'create_user_tag'
  | 'update_user_tag'
  | 'delete_user_tags'
  | 'create_private_key_tag'
  | 'update_private_key_tag'
  | 'delete_private_key_tags';

export const tagSubmits: SubmitHandlers<TagSubmit> = {
  create_user_tag: async ({ userTagName: name, userIds }, context) => {
    const made = await createTag(USER_TAG, { name, memberIds: userIds }, context);
    return { userTagId: made.tagId, userIds: made.memberIds };
  },

  update_user_tag: async (values, context) => {
    const { userTagId: tagId, newUserTagName: name, addUserIds: added } = values;
    const change = { tagId, name, added, removed: values.removeUserIds };
    return { userTagId: await changeTag(USER_TAG, change, context) };
  },

  delete_user_tags: async ({ userTagIds }, context) => {
    const { tagIds, memberIds } = await deleteTags(USER_TAG, userTagIds, context);
    return { userTagIds: tagIds, userIds: memberIds };
  },

  create_private_key_tag: async ({ privateKeyTagName: name, privateKeyIds }, context) => {
    const made = await createTag(PRIVATE_KEY_TAG, { name, memberIds: privateKeyIds }, context);
    return { privateKeyTagId: made.tagId, privateKeyIds: made.memberIds };
  },

  update_private_key_tag: async (values, context) => {
    const { privateKeyTagId: tagId, newPrivateKeyTagName: name, addPrivateKeyIds: added } = values;
    const change = { tagId, name, added, removed: values.removePrivateKeyIds };
    return { privateKeyTagId: await changeTag(PRIVATE_KEY_TAG, change, context) };
  },

  delete_private_key_tags: async ({ privateKeyTagIds }, context) => {
    const { tagIds, memberIds } = await deleteTags(PRIVATE_KEY_TAG, privateKeyTagIds, context);
    return { privateKeyTagIds: tagIds, privateKeyIds: memberIds };
  },
};
