import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { compareOneRequest } from './actions.ts'
import { buildSides, requestComparisonQuery } from './simulator-queries.ts'

vi.mock('./actions.ts', () => ({ compareOneRequest: vi.fn(), compareMatrix: vi.fn() }))

const REQUEST = { plan: 'aws', provider: 'aws', platformRegion: '', hyperscalerRegion: '', globalAccount: 'ga-1' }
const NO_DRAFTS = { draft: null, sent: null }
const answers = { unreadable: (message: string) => ({ kind: 'unreadable', message }) as const }

const sidesWith = (right: number) => buildSides({ left: 'in-force', right }, 'documented', NO_DRAFTS)

/** Shows the page after a comparison with revision 1. */
async function shownOfRevision1() {
  const queries = new QueryClient()
  const observer = new QueryObserver(queries, requestComparisonQuery(sidesWith(1), REQUEST))
  const stop = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().data).toEqual(answers.unreadable('first'))
  return { observer, stop }
}

beforeEach(() => {
  vi.mocked(compareOneRequest).mockReset()
  vi.mocked(compareOneRequest)
    .mockResolvedValueOnce(answers.unreadable('first'))
    .mockReturnValue(new Promise(() => {}))
})

test('shows the previous answer while another request is compared', async () => {
  const { observer, stop } = await shownOfRevision1()
  observer.setOptions(requestComparisonQuery(sidesWith(1), { ...REQUEST, plan: 'gcp' }))
  expect(observer.getCurrentResult()).toMatchObject({ data: answers.unreadable('first'), isPlaceholderData: true })
  stop()
})

test('shows no answer while other rules are compared', async () => {
  const { observer, stop } = await shownOfRevision1()
  observer.setOptions(requestComparisonQuery(sidesWith(2), REQUEST))
  expect(observer.getCurrentResult().data).toBeUndefined()
  stop()
})
