import { afterEach, expect, test, vi } from 'vitest'
import { createTabDraft } from './tab-storage.ts'

/** A tab with what it stores; a reload is a new draft on the same tab. */
function openTab() {
  const stored = new Map<string, string>()
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    },
  })
  return stored
}

afterEach(() => vi.unstubAllGlobals())

test('a draft survives a reload for its person only', () => {
  openTab()
  createTabDraft<string>('d', 'text').set('ada', 'mine')
  const reloaded = createTabDraft<string>('d', 'text')
  expect([reloaded.get('bob'), reloaded.get('ada')]).toEqual([null, 'mine'])
})

test('null deletes a draft', () => {
  const stored = openTab()
  const draft = createTabDraft<string>('d', 'text')
  draft.set('ada', 'mine')
  draft.set('ada', null)
  expect([draft.get('ada'), stored.size]).toEqual([null, 0])
})

test('notifies listeners until they unsubscribe', () => {
  openTab()
  const draft = createTabDraft<string>('d', 'text')
  const listener = vi.fn()
  const stop = draft.subscribe(listener)
  draft.set('ada', 'one')
  stop()
  draft.set('ada', 'two')
  expect(listener).toHaveBeenCalledTimes(1)
})

test.each(['7', '{"person":"ada"}', '{"text":"x"}', 'null', 'no JSON'])('%s in the tab is no draft', text => {
  openTab().set('d', text)
  expect(createTabDraft<string>('d', 'text').get('ada')).toBeNull()
})

test('a draft lasts as long as the page without session storage', () => {
  vi.stubGlobal('window', {})
  const draft = createTabDraft<string>('d', 'text')
  draft.set('ada', 'mine')
  expect(draft.get('ada')).toBe('mine')
})
