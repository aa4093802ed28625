import { expect, test, vi } from 'vitest'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { newPlace } from '../store/command-kit.ts'
import { startOperators } from './operators-process.ts'
import { addAccount, apply, labelsOf, remove, statusOf } from './request-kit.ts'
import { soon } from './soon.ts'

// Processes that start a database and a garden are slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

test('each request gets one account after a process was killed during claims, and nothing is left', async () => {
  const place = await newPlace()
  const names = ['1', '2', '3', '4', '5']
  const first = await startOperators(place)
  for (const name of names) await addAccount(first.client, `a-${name}`)
  await Promise.all(names.map(name => apply(first.client, `r-${name}`, `t-${name}`)))
  const taken = async (client: GardenClient) => {
    const all = await Promise.all(names.map(name => labelsOf(client, `a-${name}`)))
    return all.flatMap(({ tenantName = null }) => tenantName ?? [])
  }
  await expect.poll(() => taken(first.client), { timeout: 60_000, interval: 5 }).not.toEqual([])
  await first.end('SIGKILL')

  const { client } = await startOperators(place)
  for (const name of names)
    await soon(async () => (await statusOf(client, `r-${name}`)).ready, 90_000).toMatch(/^True /)
  expect((await taken(client)).toSorted()).toEqual(names.map(name => `t-${name}`))
  for (const name of names) await remove(client, `r-${name}`)
  for (const name of names) expect(await labelsOf(client, `a-${name}`)).toMatchObject({ dirty: 'true' })
})
