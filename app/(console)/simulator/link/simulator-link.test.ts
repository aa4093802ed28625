import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showToast } from '#components/ui/toast.tsx'
import { MAX_LINK_STATE } from '#lib/paths.ts'
import { storeLink } from '../actions.ts'
import { getDraftTexts } from '../compare/comparison-choice.ts'
import { createLink } from './simulator-link.ts'

vi.mock('../actions.ts', () => ({ storeLink: vi.fn(), getStoredLink: vi.fn() }))
vi.mock('../compare/comparison-choice.ts', () => ({ getDraftTexts: vi.fn() }))
vi.mock('#components/ui/toast.tsx', () => ({ showToast: vi.fn() }))

const PAGE = 'https://console.example/simulator'
const RULES = '- aws\n- gcp'
const LONG = `plan=aws&ga=${'a'.repeat(2_000)}`

beforeEach(() => {
  vi.mocked(storeLink).mockResolvedValue({ kind: 'stored', id: 'AbC_-1234567890x' })
  vi.mocked(getDraftTexts).mockReturnValue({ draft: RULES, sent: null })
})

afterEach(() => {
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

const copy = (state: string) => {
  vi.stubGlobal('window', { location: { origin: 'https://console.example', search: state === '' ? '' : `?${state}` } })
  return createLink('olga')
}

test.each([
  ['', PAGE],
  ['ga=ga-1&plan=+aws+', `${PAGE}?plan=aws&ga=ga-1`],
  ['with=12&plan=aws', `${PAGE}?with=12&plan=aws`],
])('puts the state %j in the query', async (state, link) => {
  expect(await copy(state)).toBe(link)
  expect(storeLink).not.toHaveBeenCalled()
})

test('stores a state that is too long for a link', async () => {
  expect(await copy(LONG)).toBe(`${PAGE}#s.AbC_-1234567890x`)
  expect(storeLink).toHaveBeenCalledExactlyOnceWith(LONG)
})

test('stores a short state with a draft, because proxies log queries', async () => {
  expect(await copy('with=draft&plan=aws')).toBe(`${PAGE}#s.AbC_-1234567890x`)
  expect(vi.mocked(storeLink).mock.calls[0]?.[0]).toContain('draft=-+aws')
})

test('without the database a long state stays in the query, and a draft is left out with a notice', async () => {
  vi.mocked(storeLink).mockRejectedValue(new Error('offline'))
  expect(await copy(LONG)).toBe(`${PAGE}?${LONG}`)
  expect(showToast).not.toHaveBeenCalled()
  expect(await copy('with=draft&plan=aws')).toBe(`${PAGE}?with=draft&plan=aws`)
  expect(showToast).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ text: 'The link does not contain the draft.' }),
  )
})

test('a draft that is too long for a link is left out with a notice', async () => {
  vi.mocked(getDraftTexts).mockReturnValue({ draft: 'x'.repeat(MAX_LINK_STATE), sent: null })
  expect(await copy('with=draft&plan=aws')).toBe(`${PAGE}?with=draft&plan=aws`)
  expect(showToast).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ text: expect.stringMatching(/too long/) }),
  )
})
