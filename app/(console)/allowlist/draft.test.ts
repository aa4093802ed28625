import { expect, test } from 'vitest'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import {
  buildSettings,
  createDraft,
  type Draft,
  draftProblem,
  isEdited,
  numberProblem,
  withNumbersOfBase,
} from './draft.ts'

const BASE: MultiAccount = {
  allowed: ['ga-1', 'ga-2'],
  limits: { default: 3, providers: { aws: 180, gcp: 0 } },
  minBindingsForGuard: 0,
}

const edited = (part: Partial<Draft>, base = BASE) => ({ version: 1, base, draft: { ...createDraft(base), ...part } })

test('an untouched draft is unchanged, also with ids beside * and without limits', () => {
  for (const base of [BASE, { ...BASE, allowed: ['*', 'ga-1'] }, { ...BASE, allowed: [], limits: null }])
    expect(isEdited(edited({}, base))).toBe(false)
})

test('changing the scope keeps the ids', () => {
  const { draft } = edited({ scope: 'everybody' })
  expect(buildSettings(draft)?.allowed).toEqual(['*'])
  expect(buildSettings(createDraft({ ...BASE, allowed: ['*', 'ga-1'] }))?.allowed).toEqual(['*', 'ga-1'])
  expect(buildSettings({ ...draft, scope: 'nobody' })?.allowed).toEqual([])
  expect(buildSettings({ ...draft, scope: 'listed' })?.allowed).toEqual(['ga-1', 'ga-2'])
})

test('an empty limit is removed, and 0 is kept', () => {
  const { draft } = edited({ providers: { aws: ' ', gcp: '0' } })
  expect(buildSettings(draft)?.limits).toEqual({ default: 3, providers: { gcp: 0 } })
})

test.each(['', '0', '180', ' 999999 '])('accepts the number %j', text => expect(numberProblem(text)).toBeUndefined())

test.each(['-1', '1.5', '1e9', '1000000000', '１８０', 'many', '0x10'])('rejects %j as a number', text => {
  expect(numberProblem(text)).toBe('Enter a whole number from 0 to 999,999.')
  const { draft } = edited({ byDefault: text })
  expect(draftProblem(draft)).toBe('The default limit is not a whole number from 0 to 999,999.')
  expect(buildSettings(draft)).toBeNull()
  expect(isEdited(edited({ byDefault: text }))).toBe(true)
})

test('the problem names the invalid number, and the ids of the draft can still be looked up', () => {
  const wrong = edited({ providers: { aws: 'many' }, ids: ['ga-3'] })
  expect(draftProblem(wrong.draft)).toBe('The limit of aws is not a whole number from 0 to 999,999.')
  expect(buildSettings(withNumbersOfBase(wrong))).toMatchObject({ allowed: ['ga-3'], limits: BASE.limits })
})
