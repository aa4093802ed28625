import { expect, test } from 'vitest'
import { Shutdown } from './shutdown.ts'

test('closes parts one after the other, the last opened first, even if one fails', async () => {
  const failures: unknown[] = []
  const shutdown = new Shutdown(error => failures.push(error))
  const closed: string[] = []
  shutdown.add(() => void closed.push('first'))
  shutdown.add(() => Promise.reject(new Error('of the test')))
  shutdown.add(async () => {
    await Promise.resolve()
    closed.push('last')
  })
  await shutdown.run()
  expect(closed).toEqual(['last', 'first'])
  expect(failures).toEqual([new Error('of the test')])
})

test('a second call waits for the same end', async () => {
  const shutdown = new Shutdown(() => {})
  let finish = (): void => undefined
  let closed = 0
  shutdown.add(() => void closed++)
  shutdown.add(() => new Promise<void>(resolve => (finish = resolve)))
  const first = shutdown.run()
  let ended = false
  const second = shutdown.run().then(() => (ended = true))
  await Promise.resolve()
  expect(ended).toBe(false)
  finish()
  await Promise.all([first, second])
  expect(closed).toBe(1)
})

test('abandons a hung step within the total timeout, and starts every other one', async () => {
  const failures: unknown[] = []
  const shutdown = new Shutdown(error => failures.push(String(error)), { stepMs: 20, totalMs: 50 })
  const closed: string[] = []
  shutdown.add(() => void closed.push('the lock'))
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    shutdown.add(() => {
      closed.push(name)
      return new Promise(() => {})
    }, `Part ${name}`)
  const begun = performance.now()
  await shutdown.run()
  expect(performance.now() - begun).toBeLessThan(1_000)
  expect(closed).toEqual(['e', 'd', 'c', 'b', 'a', 'the lock'])
  expect(failures).toHaveLength(5)
  expect(failures[0]).toContain('Part e did not close within')
})
