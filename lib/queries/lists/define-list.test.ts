import { expect, test } from 'vitest'
import { z } from 'zod'
import { byNumber, byText, defineList } from './define-list.ts'
import { selectItems } from './list-window.ts'

interface Animal {
  readonly name: string
  readonly legs: number | null
  readonly owner: { readonly name: string } | null
}

const LIST = defineList<Animal>()(
  { defaultSort: 'name', tie: byText<Animal>(({ name }) => name).compare },
  {
    name: {
      row: z.string(),
      search: { kind: 'text', description: 'name' },
      sort: byText(({ name }) => name),
      csv: 'name',
    },
    legs: {
      row: z.number().nullable(),
      search: { kind: 'number', description: 'number of legs' },
      sort: byNumber(({ legs }) => legs),
      csv: 'legs',
      countedFrom: ['shoots'],
    },
    ownedBy: {
      row: z.object({ name: z.string() }).nullable(),
      value: ({ owner }) => owner,
      search: { name: 'owner', kind: 'text', description: 'owner', read: ({ owner }) => owner?.name ?? null },
      column: ['owner', 'name'],
      sort: byText(({ owner }) => owner?.name),
      csv: { owner: owner => owner?.name ?? null, owned: owner => owner !== null },
      csvBefore: 'legs',
    },
    tall: { search: { kind: 'boolean', description: 'tall', read: ({ legs }) => legs !== null && legs > 2 } },
  },
)

const CAT: Animal = { name: 'cat', legs: 4, owner: { name: 'Omar' } }
const SNAKE: Animal = { name: 'snake', legs: null, owner: null }
const ANT: Animal = { name: 'ant', legs: 6, owner: { name: 'Ada' } }

const found = (q: string, sort: string) =>
  selectItems([CAT, SNAKE, ANT], { q, sort }, LIST).found.map(({ name }) => name)

test('searches by the name and the reader of a field, or else by its key and its property', () => {
  expect(LIST.fields.map(({ name }) => name)).toEqual(['name', 'legs', 'owner', 'tall'])
  expect(found('owner:ada', '')).toEqual(['ant'])
  expect(found('legs:4', '')).toEqual(['cat'])
  expect(found('tall', '')).toEqual(['ant', 'cat'])
})

test('sorts by the first column of a field, items without a value last in both directions', () => {
  expect(found('', 'owner')).toEqual(['ant', 'cat', 'snake'])
  expect(found('', '-owner')).toEqual(['cat', 'ant', 'snake'])
  expect(found('', '-legs')).toEqual(['ant', 'cat', 'snake'])
  expect(found('', 'tall')).toEqual(['ant', 'cat', 'snake'])
})

test('makes rows of the fields with a schema, which fit the schema of the list', () => {
  const row = LIST.toRow(CAT)
  expect(row).toEqual({ name: 'cat', legs: 4, ownedBy: { name: 'Omar' } })
  expect(LIST.schema.strict().parse(row)).toEqual(row)
})

test('names the properties that each column shows', () => {
  expect(LIST.shows).toEqual({ name: ['name', 'ownedBy'], legs: ['legs'], owner: ['ownedBy'] })
})

test('puts CSV columns in the order of the fields, or in front of the column that a field names', () => {
  expect(LIST.columns.map(([header, , key]) => [header, key])).toEqual([
    ['name', 'name'],
    ['owner', 'ownedBy'],
    ['owned', 'ownedBy'],
    ['legs', 'legs'],
  ])
  expect(LIST.columns.map(([, cell]) => cell(SNAKE))).toEqual(['snake', null, 'false', null])
})

test('names the properties that depend on a source', () => {
  expect(LIST.countedFrom(CAT, new Set(['shoots']))).toEqual(['legs'])
  expect(LIST.countedFrom(CAT, new Set(['claims']))).toEqual([])
})

test('throws when a search or an export reads a composite property', () => {
  const list = defineList<Animal>()(
    { defaultSort: 'owner', tie: () => 0 },
    {
      owner: {
        row: z.object({ name: z.string() }).nullable(),
        search: { kind: 'text', description: '' },
        csv: 'owner',
      },
    },
  )
  expect(() => list.read(CAT)('owner')).toThrow('search.read')
  expect(() => list.columns[0]?.[1](CAT)).toThrow('csv')
})
