import { expect, test } from 'vitest'
import { readViolations } from './reads.ts'

const check = (path: string, text: string) => readViolations([{ path, text }]).map(({ line }) => line)

test.each([
  'db.claim.findMany({ where: { id }, select: { id: true } })',
  'db.claim.findMany({ ...args, select: COLUMNS, orderBy: { seq: "desc" } })',
  'tx.job.findUnique({ where: { id }, select })',
  'db.claim.findFirstOrThrow({\n  select: { id: true },\n  where: { a: { in: [1, 2] } },\n})',
  'rows.find(({ id }) => id === 1)',
  '// db.claim.findMany()',
])('%s names its columns, or reads no rows', text => {
  expect(check('lib/store/a.ts', text)).toEqual([])
})

test.each([
  'db.claim.findMany()',
  'db.claim.findMany(args)',
  'db.claim.findUnique({ where: { id } })',
  'db.claim.findUniqueOrThrow({ where: { id } })',
  'db.claim.findFirst({ orderBy: { at: "asc" } }); const other = { select: 1 }',
  'db.claim.findFirstOrThrow({ where: { select: true } })',
  'db.claim.findMany({ include: { parts: { select: { id: true } } } })',
  'db.claim.findMany({ where: { name: { in: selected } }, skip: selectors })',
])('%s reads whole rows', text => {
  expect(check('lib/store/a.ts', `const a = 1\n${text}`)).toEqual([2])
})

test('tests may read whole rows', () => {
  expect(check('test/store/a.store.ts', 'db.claim.findMany()')).toEqual([])
  expect(check('lib/store/a.test.ts', 'db.claim.findMany()')).toEqual([])
})
