import { expect, test } from 'vitest'
import type { Listed } from '#lib/queries/health.ts'
import { noInventoryExportReason } from './list-export.tsx'

interface Answer {
  readonly hits: number
  readonly errors: readonly unknown[]
  readonly unread: readonly Listed[]
  readonly known: object | null
}

const WHOLE: Answer = { hits: 1, errors: [], unread: [], known: {} }

const BINDINGS = /^Not all bindings have been read/
const SHOOTS = /^Not all shoots have been read/

test.each<[Partial<Answer>, Listed, RegExp | null]>([
  [{}, 'bindings', null],
  [{ unread: ['shoots'] }, 'bindings', null],
  [{ unread: ['bindings'], hits: 0 }, 'bindings', BINDINGS],
  [{}, 'shoots', null],
  [{ unread: ['shoots'], hits: 0 }, 'shoots', SHOOTS],
  [{ unread: ['bindings'] }, 'shoots', BINDINGS],
  [{ known: null }, 'shoots', /^The database is not responding/],
  [{ hits: 0 }, 'shoots', /^Nothing to export\.$/],
])('%j of %s: %s', (answer, rows, reason) => {
  const actual = noInventoryExportReason({ ...WHOLE, ...answer }, rows, ({ known }) => known !== null)
  if (reason === null) expect(actual).toBeNull()
  else expect(actual).toMatch(reason)
})
