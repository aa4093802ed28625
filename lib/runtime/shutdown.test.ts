import { expect, test } from 'vitest'
import { Shutdown } from './shutdown.ts'

test('closes the last opened first, one after the other, whatever fails', async () => {
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

test('who asks again waits for the same end', async () => {
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
