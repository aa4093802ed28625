import { expect, test } from 'vitest'
import type { PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { readCasesFile, writeCasesFile } from '#lib/rules-file/cases-file.ts'
import { CASES_DRAFT } from '../tab-drafts.ts'
import { editCases } from './use-cases.ts'

const named = (name: string): PinnedCase => ({
  name,
  request: { plan: 'aws', provider: '', platformRegion: '', hyperscalerRegion: '', globalAccount: '' },
  expected: { kind: 'no-rule' },
})
const [a, b, c] = [named('a'), named('b'), named('c')]
const pinned = writeCasesFile([a, b, c], null)

function casesOf(text: string): readonly PinnedCase[] {
  const read = readCasesFile(new TextEncoder().encode(text))
  if (!('cases' in read)) throw new Error(`not readable: ${text}`)
  return read.cases
}

/** Answers asynchronously, as the worker does. */
const slow = async (text: string) => {
  await new Promise(resolve => setTimeout(resolve))
  return casesOf(text)
}
const of = { person: 'Ada', pinned, read: slow }
const names = () => casesOf(CASES_DRAFT.get('Ada') ?? pinned).map(({ name }) => name)
const without = (name: string) => (all: readonly PinnedCase[]) => all.filter(each => each.name !== name)

test('applies both edits when the second starts before the first is parsed', async () => {
  CASES_DRAFT.set('Ada', null)
  await Promise.all([editCases(of, without('a'), all => [a, ...all]), editCases(of, without('b'), all => [b, ...all])])
  expect(names()).toEqual(['c'])
})

test('undo restores the text and preserves later edits', async () => {
  const commented = pinned.replace('cases:', '# ours\ncases:')
  CASES_DRAFT.set('Ada', commented)
  const undo = await editCases(of, without('a'), all => [a, ...all])
  await undo()
  expect(CASES_DRAFT.get('Ada')).toBe(commented)
  const undoFirst = await editCases(of, without('a'), all => [a, ...all])
  await editCases(of, without('c'), all => [...all, c])
  await undoFirst()
  expect(names()).toEqual(['a', 'b'])
})

test('changes nothing when the cases cannot be parsed', async () => {
  CASES_DRAFT.set('Ada', pinned)
  const read = () => Promise.reject(new Error('the thread is gone'))
  await expect(editCases({ ...of, read }, without('a'), all => all)).rejects.toThrow('the thread is gone')
  expect(names()).toEqual(['a', 'b', 'c'])
})
