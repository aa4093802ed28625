import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LinkWithDraft } from './fragment.ts'
import { followLinks } from './use-opened-link.ts'

const LINK: LinkWithDraft = { state: 'plan=aws', problem: null, draft: null }

/** The part of `window` that links use. */
class Page extends EventTarget {
  location = { pathname: '/simulator', hash: '#1.abc' }
  readonly written: string[] = []
  readonly history = {
    replaceState: (_state: null, _unused: string, address: string) => {
      this.written.push(address)
      this.location = { ...this.location, hash: '' }
    },
  }

  go(hash: string): void {
    this.location = { ...this.location, hash }
    this.dispatchEvent(new Event('hashchange'))
  }
}

let page = new Page()

beforeEach(() => {
  page = new Page()
  vi.stubGlobal('window', page)
})

afterEach(() => void vi.unstubAllGlobals())

/** Follows the links of the page; the test decides when each is read. */
function followed() {
  const asked: { readonly fragment: string; readonly read: PromiseWithResolvers<LinkWithDraft> }[] = []
  const calls: string[] = []
  const open = (fragment: string) => {
    const read = Promise.withResolvers<LinkWithDraft>()
    asked.push({ fragment, read })
    return read.promise
  }
  const stop = followLinks(open, {
    onOpening: opening => calls.push(opening ? 'opening' : 'not opening'),
    onOpened: ({ state }) => calls.push(`opened ${state}`),
    onFailed: () => calls.push('failed'),
  })
  return { asked, calls, stop }
}

const settled = () => new Promise(resolve => setTimeout(resolve))

test('moves the state of a link to the URL', async () => {
  const { asked, calls } = followed()
  asked[0]?.read.resolve(LINK)
  await settled()
  expect(page.written).toEqual(['/simulator?plan=aws'])
  expect(calls).toEqual(['opening', 'opened plan=aws', 'not opening'])
})

test('ignores an answer after a navigation', async () => {
  const { asked, calls, stop } = followed()
  stop()
  page.location = { pathname: '/bindings', hash: '' }
  asked[0]?.read.resolve(LINK)
  await settled()
  expect([page.written, calls]).toEqual([[], ['opening']])
})

test('opens the link that the URL has last', async () => {
  const { asked, calls } = followed()
  page.go('#1.def')
  asked[0]?.read.resolve(LINK)
  asked[1]?.read.resolve({ ...LINK, state: 'plan=gcp' })
  await settled()
  expect(asked.map(({ fragment }) => fragment)).toEqual(['#1.abc', '#1.def'])
  expect(page.written).toEqual(['/simulator?plan=gcp'])
  expect(calls).toEqual(['opening', 'opening', 'opened plan=gcp', 'not opening'])
})

test('stops opening when the URL has no link', async () => {
  const { asked, calls } = followed()
  page.go('#content')
  asked[0]?.read.resolve(LINK)
  await settled()
  expect([page.written, calls]).toEqual([[], ['opening', 'not opening']])
})

test('preserves the link in the URL when its module fails to load', async () => {
  const { asked, calls } = followed()
  asked[0]?.read.reject(new Error('no chunk'))
  await settled()
  expect([page.written, calls]).toEqual([[], ['opening', 'failed', 'not opening']])
})
