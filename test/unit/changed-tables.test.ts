import { expect, test } from 'vitest'
import { changedTables } from '../crash/changed-tables.ts'

test.each<[string, readonly string[]]>([
  ['SELECT 1 FROM account_fence WHERE account = $1 FOR UPDATE', []],
  ['SELECT * FROM job FOR UPDATE OF slot SKIP LOCKED', []],
  ['INSERT INTO account_fence (account) VALUES ($1) ON CONFLICT (account) DO NOTHING', ['insert account_fence']],
  ['INSERT INTO a (b) VALUES (1) ON CONFLICT (b) DO UPDATE SET b = 2', ['insert a']],
  ['UPDATE "public"."claim" SET "status" = $1', ['update claim']],
  ['DELETE FROM saved_view', ['delete saved_view']],
  ['WITH mine AS (SELECT id FROM job FOR UPDATE)\n    UPDATE job_target SET x = 1', ['update job_target']],
  [
    'WITH a AS (UPDATE job SET x = 1), b AS (\n UPDATE job_target SET y = 2) SELECT 1',
    ['update job', 'update job_target'],
  ],
])('%s', (sql, expected) => {
  expect(changedTables(sql)).toEqual(expected)
})
