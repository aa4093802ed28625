import { describe, expect, test } from 'vitest'
import { freeze } from './stored.ts'
import { type Change, ChangeWindow } from './window.ts'

function change(revision: number, text = ''): Change {
  const object = freeze({ metadata: { name: 'a', namespace: 'n' }, data: { text } }, revision, {})
  return { type: 'MODIFIED', revision, object, previous: null }
}

const revisionsAfter = (window: ChangeWindow, revision: number) =>
  window.after(revision)?.map(each => each.revision) ?? null

describe('the window of changes', () => {
  test('returns all changes after a version', () => {
    const window = new ChangeWindow(10)
    for (const revision of [11, 14, 15]) window.push(change(revision))
    expect(revisionsAfter(window, 10)).toEqual([11, 14, 15])
    expect(revisionsAfter(window, 12)).toEqual([14, 15])
    expect(revisionsAfter(window, 15)).toEqual([])
    expect(revisionsAfter(window, 99)).toEqual([])
  })

  test('drops the oldest changes above its limits, and reports it', () => {
    const window = new ChangeWindow(0, { changes: 3, bytes: 1_000_000 })
    for (let revision = 1; revision <= 5; revision++) window.push(change(revision))
    expect(window.since).toBe(2)
    expect(revisionsAfter(window, 1)).toBeNull()
    expect(revisionsAfter(window, 2)).toEqual([3, 4, 5])
  })

  test('counts bytes, but always keeps the last change', () => {
    const window = new ChangeWindow(0, { changes: 100, bytes: 500 })
    window.push(change(1, 'x'.repeat(300)))
    window.push(change(2, 'x'.repeat(900)))
    expect(revisionsAfter(window, 1)).toEqual([2])
    expect(revisionsAfter(window, 0)).toBeNull()
  })

  test('keeps its position over many thousand changes', () => {
    const window = new ChangeWindow(0, { changes: 10, bytes: 1_000_000 })
    for (let revision = 1; revision <= 5_000; revision++) window.push(change(revision))
    expect(revisionsAfter(window, 4_990)).toEqual([4991, 4992, 4993, 4994, 4995, 4996, 4997, 4998, 4999, 5000])
  })

  test('drops changes on demand, as after a restart', () => {
    const window = new ChangeWindow(0)
    for (const revision of [1, 2, 3]) window.push(change(revision))
    window.forget(2)
    expect(revisionsAfter(window, 1)).toBeNull()
    expect(revisionsAfter(window, 2)).toEqual([3])
  })
})
