import { expect, test } from 'vitest'
import { type BindingWrite, removeDerivedDuplicates, withoutWrites, writesOf, writtenLines } from './binding-write.ts'
import { describeWrite } from './change-text.ts'

const AWS = { hyperscalerType: 'aws' }
const write = (change: Partial<BindingWrite> & { readonly dirty?: boolean } = {}): BindingWrite => {
  const { dirty = true, ...rest } = change
  return {
    binding: 'CredentialsBinding/garden/a',
    before: { labels: AWS, annotations: {} },
    after: { labels: { ...AWS, ...(dirty && { dirty: 'true' }) }, annotations: {} },
    found: false,
    ...rest,
  }
}

test('an outcome names its writes, with their other properties', () => {
  const outcome = { status: 'released', wrote: [{ ...write() }, { binding: 'a' }] }
  expect(writesOf(outcome)).toEqual([write()])
  expect(withoutWrites(outcome)).toEqual({ status: 'released' })
})

test.each([null, undefined, 'text', { status: 'released' }, { wrote: 'a' }])('%j contains no write', outcome => {
  expect(writesOf(outcome)).toEqual([])
  expect(withoutWrites(outcome)).toEqual(outcome)
})

test('an observed write counts once, and not if its writer recorded it', () => {
  const found = write({ found: true })
  const other = write({ found: true, binding: 'CredentialsBinding/garden/b' })
  const byServer = write({ after: { labels: { ...AWS, dirty: 'true', provider: 'aws' }, annotations: {} } })
  expect(removeDerivedDuplicates([found, found, other])).toEqual([found, other])
  expect(removeDerivedDuplicates([found, byServer])).toEqual([byServer])
  expect(removeDerivedDuplicates([write({ dirty: false }), found])).toEqual([write({ dirty: false }), found])
  expect(removeDerivedDuplicates([write(), write()])).toEqual([write(), write()])
})

test('a write is described by its states before and after, or by its lines', () => {
  const at = '2026-11-23T10:00:00.000Z'
  expect(writtenLines(write())).toEqual([{ change: 'added', key: 'dirty', value: 'true', note: 'label' }])
  expect(describeWrite(write(), at)).toBe('free → dirty')
  const labelled = write({ after: { labels: { ...AWS, owner: 'x' }, annotations: {} } })
  expect(describeWrite(labelled, at)).toBe('owner x')
  expect(describeWrite(write({ dirty: false }), at)).toBeNull()
})
