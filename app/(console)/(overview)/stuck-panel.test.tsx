import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { getOverview } from '#lib/queries/overview.ts'
import { listPools } from '#lib/queries/pools/list-pools.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { UnreachablePanel } from './stuck-panel.tsx'

const { context } = landscapeContext('small')

test.each([
  ['none', new Map<string, number>(), 0],
  ['claims for a pool that is not there', new Map([['nowhere~shared', 2]]), 1],
])('links the number of unmatched rows to these rows: %s wait', (_, waiting, queues) => {
  const { unreachable } = getOverview(context, waiting)
  const markup = renderToStaticMarkup(<UnreachablePanel rows={unreachable} />)
  const [, address = '', count] = /href="([^"]*)"[^>]*>All (\d+)</.exec(markup) ?? []
  const q = new URL(address, 'http://console').searchParams.get('q') ?? ''
  const found = listPools(context, { q, sort: '' }, waiting).groups.flatMap(({ pools }) => pools)
  expect(found.length).toBeGreaterThan(queues)
  expect(Number(count)).toBe(found.length)
  expect(markup.match(/queue without pool/g) ?? []).toHaveLength(queues)
})
