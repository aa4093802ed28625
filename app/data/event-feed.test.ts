import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type EventFeed, openFeed } from './event-feed.ts'

/** Fake of the browser's EventSource, limited to what a feed uses. */
class FakeSource extends EventTarget {
  static readonly all: FakeSource[] = []
  readonly address: string
  readyState = 1

  constructor(address: string) {
    super()
    this.address = address
    FakeSource.all.push(this)
  }

  close(): void {
    this.readyState = 2
  }

  tell(name: string, data: unknown, moment: string): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId: moment }))
  }
}

/** A tab that records its events. */
class Tab {
  readonly heard: string[] = []
  readonly feed: EventFeed

  constructor(moment: string) {
    this.feed = openFeed('/events', moment)
    for (const name of ['user', 'change', 'jobs', 'operators', 'health'])
      this.feed.addEventListener(name, event => {
        if (event instanceof MessageEvent) this.heard.push(`${name} ${event.data} ${event.lastEventId}`)
      })
    this.feed.addEventListener('error', () => this.heard.push(`error ${this.feed.readyState}`))
    tabs.push(this)
  }
}

const EVERYTHING = '{"version":0,"bindings":null,"pools":null,"shoots":true,"sources":true}'

let tabs: Tab[] = []

/** Locks and messages between tabs need a few event loop turns. */
const settled = () => sleep(20)

async function open(moment: string): Promise<Tab> {
  const tab = new Tab(moment)
  await settled()
  return tab
}

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeSource)
  FakeSource.all.length = 0
})

afterEach(async () => {
  for (const { feed } of tabs) feed.close()
  tabs = []
  await settled()
  vi.unstubAllGlobals()
})

test('all tabs receive the events of one stream', async () => {
  const first = await open('p.1.0')
  const others = [await open('p.1.0'), await open('p.1.0')]
  FakeSource.all[0]?.tell('change', { version: 2 }, 'p.2.0')
  await settled()
  expect(FakeSource.all.map(({ address }) => address)).toEqual(['/events?since=p.1.0'])
  for (const { heard } of [first, ...others]) expect(heard.at(-1)).toBe('change {"version":2} p.2.0')
})

test('a tab at another moment refetches everything and receives the health', async () => {
  await open('p.1.0')
  FakeSource.all[0]?.tell('health', { phase: 'live' }, 'p.5.0')
  const late = await open('p.4.0')
  expect(late.heard).toEqual([
    `change ${EVERYTHING} p.5.0`,
    'jobs {"ids":null} p.5.0',
    'operators null p.5.0',
    'health {"phase":"live"} p.5.0',
  ])
})

test('a tab at the latest moment refetches nothing, regardless of the stream that sent it', async () => {
  await open('p.1.0')
  FakeSource.all[0]?.tell('health', { phase: 'live' }, 'p.5.0.12')
  const late = await open('p.5.0')
  expect(late.heard).toEqual([
    'jobs {"ids":null} p.5.0.12',
    'operators null p.5.0.12',
    'health {"phase":"live"} p.5.0.12',
  ])
})

test('a new tab receives the user of the stream, unless the stream broke', async () => {
  await open('p.1.0')
  FakeSource.all[0]?.tell('user', { id: 'omar' }, 'p.1.0')
  expect((await open('p.1.0')).heard[0]).toBe('user {"id":"omar"} p.1.0')
  FakeSource.all[0]?.dispatchEvent(new Event('error'))
  const third = await open('p.1.0')
  expect(third.heard).toEqual(['jobs {"ids":null} p.1.0', 'operators null p.1.0'])
  FakeSource.all[0]?.tell('user', { id: 'ada' }, 'p.1.0')
  await settled()
  expect(third.heard.at(-1)).toBe('user {"id":"ada"} p.1.0')
})

test('existing tabs receive nothing when a tab joins', async () => {
  await open('p.1.0')
  const second = await open('p.1.0')
  second.heard.length = 0
  await open('p.0.0')
  expect(second.heard).toEqual([])
})

test('the next tab continues at the latest moment when the leading tab closes', async () => {
  const first = await open('p.1.0')
  const second = await open('p.1.0')
  const third = await open('p.1.0')
  FakeSource.all[0]?.tell('change', { version: 7 }, 'p.7.0')
  await settled()
  first.feed.close()
  await settled()
  expect(FakeSource.all.map(({ address }) => address)).toEqual(['/events?since=p.1.0', '/events?since=p.7.0'])
  FakeSource.all[1]?.tell('change', { version: 8 }, 'p.8.0')
  await settled()
  for (const { heard } of [second, third]) expect(heard.at(-1)).toBe('change {"version":8} p.8.0')
  expect(first.heard.at(-1)).toBe('change {"version":7} p.7.0')
})

test('all tabs receive the end of the stream', async () => {
  await open('p.1.0')
  const second = await open('p.1.0')
  const [source] = FakeSource.all
  source?.close()
  source?.dispatchEvent(new Event('error'))
  await settled()
  expect(second.heard.at(-1)).toBe('error 2')
})

test('a tab that closes while waiting for the lock opens no stream', async () => {
  const first = await open('p.1.0')
  const second = await open('p.1.0')
  second.feed.close()
  first.feed.close()
  await settled()
  expect(FakeSource.all).toHaveLength(1)
})

test('tabs that open together each receive the events since their page', async () => {
  const [first, second] = [new Tab('p.3.0'), new Tab('p.2.0')]
  await settled()
  expect(FakeSource.all.map(({ address }) => address)).toEqual(['/events?since=p.3.0'])
  expect(first.heard).toEqual([])
  expect(second.heard).toEqual([`change ${EVERYTHING} p.3.0`, 'jobs {"ids":null} p.3.0', 'operators null p.3.0'])
})

describe('when the leading tab is suspended', () => {
  let wake = () => {}
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    void navigator.locks.request('hap-live', () => {
      return new Promise<void>(resolve => {
        wake = resolve
      })
    })
    await settled()
  })
  afterEach(() => {
    vi.useRealTimers()
    wake()
  })

  test('a tab opens its own stream after the timeout and receives its events', async () => {
    const tab = await open('p.1.0')
    vi.advanceTimersByTime(2_999)
    expect(FakeSource.all).toEqual([])
    vi.advanceTimersByTime(1)
    FakeSource.all[0]?.tell('change', { version: 2 }, 'p.2.0')
    expect(tab.heard).toEqual(['change {"version":2} p.2.0'])
    wake()
    await settled()
    expect(FakeSource.all).toHaveLength(1)
  })

  test('a tab that closes before the timeout opens no stream', async () => {
    const tab = await open('p.1.0')
    tab.feed.close()
    vi.advanceTimersByTime(10_000)
    expect(FakeSource.all).toEqual([])
  })
})

test('a tab that was welcomed keeps waiting for events', async () => {
  await open('p.1.0')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await open('p.1.0')
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  expect(FakeSource.all).toHaveLength(1)
})
