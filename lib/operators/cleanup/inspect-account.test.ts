import { once } from 'node:events'
import { expect, test } from 'vitest'
import { Secret } from '#lib/util/secret.ts'
import type { Cleaner } from './cleaner.ts'
import { inspectWithDeadline } from './inspect-account.ts'
import { inventoryOf, resourceOf } from './testing/resources.ts'

const resources = ['vol-1', 'vol-2', 'vol-3'].map(id => resourceOf(id))

/** A cleaner whose deletions last as long as `during`, regardless of the signal. */
function cleanerThat(during: (id: string, signal: AbortSignal) => Promise<void>): Cleaner {
  return {
    provider: 'aws',
    version: '1',
    looksAt: ['volume'],
    open: () => ({
      inventory: async () => inventoryOf(...resources),
      async delete({ id }, signal) {
        await during(id, signal)
        return 'gone'
      },
      close() {},
    }),
  }
}

const look = (cleaner: Cleaner, deadlineMs: number, { signal = AbortSignal.timeout(20_000), graceMs = 20_000 } = {}) =>
  inspectWithDeadline({
    cleaner,
    readSecret: async () => new Secret(new Map()),
    facts: { project: 'kyma', living: new Set() },
    before: null,
    protectedIdentities: new Set(),
    begin: async () => true,
    deadlineMs,
    graceMs,
    signal,
    now: () => 0,
  })

test('a hanging deletion is abandoned and deletes nothing when it resumes', async () => {
  const gate = Promise.withResolvers<void>()
  const asked: string[] = []
  const cleaner = cleanerThat(id => {
    asked.push(id)
    return gate.promise
  })
  expect(await look(cleaner, 30, { graceMs: 30 })).toMatchObject({ found: 'failure', passing: true })
  gate.resolve()
  // Waiters of the gate run before the next turn of the event loop.
  await new Promise(resolve => setImmediate(resolve))
  expect(asked).toEqual(['vol-1'])
})

test('reports the deletions within the time limit when others remain', async () => {
  const untilTheDeadline = async (id: string, signal: AbortSignal) => {
    if (id !== 'vol-1') await once(signal, 'abort')
  }
  expect(await look(cleanerThat(untilTheDeadline), 500)).toMatchObject({
    found: 'deleting',
    reason: 'Could not delete the rest: the time limit of a check was reached.',
    evidence: { deleted: { volume: 2 } },
  })
})

test('an abort reports completed deletions, and an aborted inventory is no failure', async () => {
  const end = new AbortController()
  const deleting = cleanerThat(async () => end.abort(new Error('shutdown')))
  expect(await look(deleting, 10_000, { signal: end.signal })).toMatchObject({
    found: 'deleting',
    evidence: { deleted: { volume: 1 } },
  })
  const other = new AbortController()
  const listing: Cleaner = {
    ...deleting,
    open: () => ({
      ...deleting.open(new Secret(new Map())),
      async inventory(signal) {
        other.abort(new Error('shutdown'))
        return signal.throwIfAborted() ?? inventoryOf()
      },
    }),
  }
  await expect(look(listing, 10_000, { signal: other.signal })).rejects.toThrow('shutdown')
})
