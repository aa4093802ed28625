import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { readAgain } from './read-again.ts'

const KEYS = [
  ['overview'],
  ['pools', { q: '', sort: '' }],
  ['bindings', { q: '', sort: '' }, 0],
  ['pool', 'aws'],
  ['pool', 'aws~eu'],
  ['binding', 'SecretBinding', 'a'],
  ['binding', 'CredentialsBinding', 'a'],
  ['timeline', 'SecretBinding', 'a'],
  ['timeline', 'CredentialsBinding', 'a'],
  ['allowlist-history', 20],
  ['global-accounts-like', ''],
  ['global-accounts', { q: '', sort: '' }, 0],
  ['global-account', 'ga-1'],
  ['proposal-plan', 'p-1', ['SecretBinding/garden/a', 'SecretBinding/garden/b']],
  ['proposal-plan', 'p-2', ['SecretBinding/garden/b']],
]

const outdated = (notice: { bindings: string[] | null; pools: string[] | null; shoots?: boolean }) => {
  const queries = new QueryClient()
  for (const key of KEYS) queries.setQueryData(key, {})
  readAgain(queries, { version: 1, shoots: false, sources: false, ...notice })
  return KEYS.filter(key => queries.getQueryState(key)?.isInvalidated).map(key =>
    key.slice(0, key[0] === 'binding' || key[0] === 'timeline' ? 3 : 2).join(' '),
  )
}

test('a change of one binding touches the lists, its page and its pool, and no other', () => {
  const touched = outdated({ bindings: ['SecretBinding/garden/a'], pools: ['aws'] })
  expect(touched).toHaveLength(9)
  expect(touched).toContain('timeline SecretBinding a')
  expect(touched).toContain('pool aws')
  expect(touched).toContain('binding SecretBinding a')
  expect(touched).toContain('proposal-plan p-1')
})

test('a notice without keys touches every page of the inventory', () => {
  expect(outdated({ bindings: null, pools: null })).toHaveLength(14)
})

test('a shoot of no known binding touches the lists, which count it', () => {
  expect(outdated({ bindings: [], pools: [], shoots: true })).toEqual([
    'overview',
    'pools [object Object]',
    'bindings [object Object]',
    'global-accounts [object Object]',
    'global-account ga-1',
  ])
})

test('a notice of nothing but sources touches no data', () => {
  expect(outdated({ bindings: [], pools: [] })).toEqual([])
})

test('the plan of a bulk action is made anew when one of its bindings changes, and only then', () => {
  const queries = new QueryClient()
  const key = ['bulk-plan', 'hold', [{ kind: 'SecretBinding', name: 'a' }], null]
  queries.setQueryData(key, {})
  const isOutdated = (bindings: string[] | null) => {
    readAgain(queries, { version: 1, shoots: false, sources: false, bindings, pools: [] })
    return queries.getQueryState(key)?.isInvalidated
  }
  expect(isOutdated(['SecretBinding/garden/b', 'CredentialsBinding/garden/a'])).toBe(false)
  expect(isOutdated(['SecretBinding/garden/b', 'SecretBinding/garden/a'])).toBe(true)
})
