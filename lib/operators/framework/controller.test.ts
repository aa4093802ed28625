import { expect, test } from 'vitest'
import { runUntil } from './controller.ts'

function recorder() {
  const told: string[] = []
  const part = (name: string) => ({
    start: () => told.push(`start ${name}`),
    async stop() {
      told.push(`stop ${name}`)
      await new Promise(resolve => setTimeout(resolve, 5))
      told.push(`${name} stopped`)
    },
  })
  return { told, parts: { controllers: [part('a'), part('b')], below: [part('store')] } }
}

test('starts the controllers, and at the end stops what they stand on after them', async () => {
  const { told, parts } = recorder()
  const stop = new AbortController()
  const running = runUntil(stop.signal, parts)
  expect(told).toEqual(['start a', 'start b'])
  stop.abort()
  await running
  expect(told.slice(2)).toEqual(['stop a', 'stop b', 'a stopped', 'b stopped', 'stop store', 'store stopped'])
})

test('starts nothing when it is over already', async () => {
  const { told, parts } = recorder()
  await runUntil(AbortSignal.abort(), parts)
  expect(told).not.toContain('start a')
  expect(told.at(-1)).toBe('store stopped')
})
