import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ImpactSentence } from './impact-sentence.tsx'

const tally = (clusters: number) => ({ clusters, globalAccounts: clusters })

const view = (moved: number, unmatched: number, stays: number, open: number) => ({
  all: tally(moved + unmatched + stays + open),
  changes: {
    'newly-unmatched': tally(unmatched),
    'newly-refused': tally(0),
    moved: tally(moved),
    'newly-matched': tally(0),
    unmatched: tally(1),
    unchanged: tally(stays - 1),
  },
  unknown: open === 0 ? [] : [{ missing: 'plan' as const, ...tally(open) }],
})

test.each([
  ['cluster', true, view(3, 1, 1_000, 0), 'The draft changes where 4 clusters of 1,004 would go.', 2],
  ['request', true, view(1, 0, 1, 0), 'The draft changes where 1 request of 2 would go.', 2],
  [
    'cluster',
    true,
    view(0, 0, 2, 1),
    'The draft changes where 0 clusters of 3 would go. 1 cluster cannot be evaluated.',
    2,
  ],
  ['cluster', false, view(0, 0, 2, 7), 'The draft is what is in force. 7 clusters cannot be evaluated.', 1],
])('%s, changed %j', (what, changed, figures, words, buttons) => {
  const markup = renderToStaticMarkup(<ImpactSentence view={figures} what={what} changed={changed} onShow={() => {}} />)
  expect(markup.replaceAll(/<[^>]+>/g, '')).toBe(
    `${words} No cluster moves by itself: this is where the next one like each would go.`,
  )
  // Nothing opens for nothing.
  expect(markup.match(/<button/g)).toHaveLength(buttons)
})
