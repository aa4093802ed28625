import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { KindTotals } from './operators-list.tsx'
import { RESOURCE_STATE_LABELS } from './resource-state-text.tsx'

const FIELDS = [
  { name: 'state', kind: 'enum', values: Object.keys(RESOURCE_STATE_LABELS), description: 'state' },
] as const

function totals(q: string, counts: Readonly<Record<string, number>>) {
  const markup = renderToStaticMarkup(
    <KindTotals
      what="Clusters"
      words={RESOURCE_STATE_LABELS}
      counts={counts}
      q={q}
      fields={FIELDS}
      hrefOf={next => `?${next}`}
    />,
  )
  return [...markup.matchAll(/<li>.*?<\/li>/g)].map(([item]) => ({
    words: item.replace(/<[^>]*>/g, ''),
    href: /href="([^"]*)"/.exec(item)?.[1],
  }))
}

test('shows failed first and links each number to its rows', () => {
  expect(totals('', { ready: 1200, failed: 2 })).toEqual([
    { words: '2 failed', href: '?state:failed' },
    { words: '1,200 ready', href: '?state:ready' },
  ])
})

test('keeps a chosen state without rows, with a link that removes it from the search', () => {
  expect(totals('orders state:failed', { ready: 3 })).toEqual([
    { words: '0 failed', href: '?orders' },
    { words: '3 ready', href: '?orders state:ready' },
  ])
})
