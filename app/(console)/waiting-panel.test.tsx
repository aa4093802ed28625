import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Waiting } from './waiting-panel.tsx'

type Query = Parameters<typeof Waiting>[0]['query']

const NONE = { claims: [], total: 0 }

function shown(query: Pick<Query, 'data' | 'error'>): string {
  const refetch = (() => Promise.reject(new Error('must not be refetched'))) as unknown as Query['refetch']
  return renderToStaticMarkup(
    <Waiting query={{ ...query, refetch }} about="pool" person={{ name: 'Olga', role: 'operator' }} />,
  )
}

test('renders nothing while loading and without waiting claims', () => {
  expect(shown({ data: undefined, error: null })).toBe('')
  expect(shown({ data: NONE, error: null })).toBe('')
})

test('shows a failure of the database with and without an earlier answer', () => {
  const error = new Error('The database is not responding.')
  expect(shown({ data: undefined, error })).toContain('The queue could not be loaded. The database is not responding.')
  expect(shown({ data: NONE, error })).toContain('The queue could not be refreshed. The database')
})
