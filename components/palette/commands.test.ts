import { afterEach, expect, test, vi } from 'vitest'
import { addRecent, clearRecent, listRecent } from './commands.ts'

const thing = (n: number) => ({ href: `/pools/${n}`, name: `pool ${n}`, what: 'Pool' })

function keep(stored: Record<string, string> = {}) {
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => stored[key] ?? null,
      setItem: (key: string, text: string) => {
        stored[key] = text
      },
      removeItem: (key: string) => {
        delete stored[key]
      },
    },
  })
  return stored
}

afterEach(() => vi.unstubAllGlobals())

test('lists the latest first, each once, up to the maximum', () => {
  keep()
  for (let n = 0; n < 20; n++) addRecent(thing(n))
  addRecent(thing(15))
  expect(listRecent().map(({ name }) => name)).toEqual([15, 19, 18, 17, 16, 14, 13, 12].map(n => `pool ${n}`))
})

test('is empty after it was cleared', () => {
  const stored = keep()
  addRecent(thing(1))
  clearRecent()
  expect(stored).toEqual({})
  expect(listRecent()).toEqual([])
})

test.each([
  ['no JSON', '['],
  ['no list', '{"href":"/pools"}'],
  ['another host', '[{"href":"//evil.example","name":"x","what":"Pool"}]'],
  ['a script', '[{"href":"javascript:alert(1)","name":"x","what":"Pool"}]'],
  ['other things', '[null,1,"x",{"href":"/pools"},[]]'],
])('ignores %s in the storage', (_, text) => {
  keep({ 'hap-recent': text })
  expect(listRecent()).toEqual([])
})

test('works without session storage', () => {
  vi.stubGlobal('window', {
    get sessionStorage() {
      throw new Error('denied')
    },
  })
  addRecent(thing(1))
  clearRecent()
  expect(listRecent()).toEqual([])
})
