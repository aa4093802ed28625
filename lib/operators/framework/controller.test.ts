import { expect, test } from 'vitest'
import { runUntil } from './controller.ts'

function recorder() {
  const calls: string[] = []
  const part = (name: string) => ({
    start: () => calls.push(`start ${name}`),
    async stop() {
      calls.push(`stop ${name}`)
      await new Promise(resolve => setTimeout(resolve, 5))
      calls.push(`${name} stopped`)
    },
  })
  return { calls, parts: { controllers: [part('a'), part('b')], below: [part('store')] } }
}

test('starts the controllers, and at the end stops them before their dependencies', async () => {
  const { calls, parts } = recorder()
  const stop = new AbortController()
  const running = runUntil(stop.signal, parts)
  expect(calls).toEqual(['start a', 'start b'])
  stop.abort()
  await running
  expect(calls.slice(2)).toEqual(['stop a', 'stop b', 'a stopped', 'b stopped', 'stop store', 'store stopped'])
})

test('starts nothing after an abort', async () => {
  const { calls, parts } = recorder()
  await runUntil(AbortSignal.abort(), parts)
  expect(calls).not.toContain('start a')
  expect(calls.at(-1)).toBe('store stopped')
})
