import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TimelineEnd } from './timeline-tabs.tsx'

const STARTED = '2026-05-01T12:00:00Z'
const BEFORE = '2026-04-01T12:00:00Z'
const LATER = '2026-05-02T12:00:00Z'
const LATEST = '2026-05-03T12:00:00Z'

test.each([
  ['a binding that is older than the console', BEFORE, LATER, 'earlier owners are not recorded'],
  ['a binding that was created later', LATER, LATEST, 'Complete since it was created'],
  ['a binding without entries', LATER, null, 'Complete since it was created'],
  ['a binding with entries from before its creation', LATEST, LATER, 'The binding was recreated in Gardener'],
])('states where the timeline of %s ends', (_, createdAt, oldestAt, text) => {
  const html = renderToStaticMarkup(<TimelineEnd recordedSince={STARTED} createdAt={createdAt} oldestAt={oldestAt} />)
  expect(html).toContain(text)
})
