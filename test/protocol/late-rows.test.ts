import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { field, label } from '../../src/protocol/fields.ts';
import { createOperationsTable, query, submit } from '../../src/protocol/operation-row.ts';

const FACTS = { policy: 'everyone', risk: 'low', pageAccess: 'never' } as const;
const name = () => field(label, { control: { kind: 'text' } });

test('behavior: a row’s fields are made when something first asks for them, once', () => {
  const versions = vi.fn(() => [{ fields: { name: name() }, result: v.object({}) }] as const);
  const fields = vi.fn(() => ({ name: name() }));
  const result = vi.fn(() => v.object({}));
  const table = createOperationsTable({
    rename: submit({ ...FACTS, versions }),
    find: query({ risk: 'read', pageAccess: 'never', fields, result }),
  });
  const { rename, find } = table;
  expect([rename.path, find.path, rename.kind]).toEqual([
    '/public/v1/submit/rename',
    '/public/v1/query/find',
    'submit',
  ]);
  for (const make of [versions, fields, result]) expect(make).not.toHaveBeenCalled();

  expect(rename.versions[0].type).toBe('ACTIVITY_TYPE_RENAME');
  expect(v.is(rename.versions[0].parameters, { name: 'x', more: 1 })).toBe(false);
  expect(versions).toHaveBeenCalledTimes(1);
  expect(result).not.toHaveBeenCalled();
  expect(v.is(find.parameters, { name: 'x' })).toBe(true);
  expect(find.parameters).toBe(find.parameters);
  expect([find.fields.name, find.result]).toEqual([find.fields.name, find.result]);
  expect([fields, result].map((make) => make.mock.calls.length)).toEqual([1, 1]);
});
