import { expect, test } from 'vitest'
import { GardenError, type GardenErrorKind } from '#lib/garden/client/garden-error.ts'
import { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import { fenced } from '#lib/hap/lifecycle/selected.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import type { Written } from './claim-garden.ts'
import { gardenBindings } from './garden-bindings.ts'

const binding = bindingOf('a', { hyperscalerType: 'aws' })

/** How a write ends that is answered so. */
function answered(kind: GardenErrorKind, status: number | undefined, outcomeUnknown = false): Promise<Written> {
  const refuse = () => {
    const because = 'of the test.'
    return Promise.reject(
      new GardenError({ kind, doing: 'write a', because, outcomeUnknown, ...(status && { status }) }),
    )
  }
  const client = { get: refuse, page: refuse, patch: refuse }
  const queue = new WriteQueue(0)
  const garden = gardenBindings({ client, queue, namespace: 'garden-test', kinds: ['CredentialsBinding'] })
  return garden.write(binding, fenced(binding), 1_000).finally(() => queue.close())
}

test.each<[GardenErrorKind, number, Written['kind']]>([
  ['conflict', 409, 'conflict'],
  ['forbidden', 403, 'refused'],
  ['invalid', 422, 'refused'],
  // Whoever takes it for one that cannot be written would try it again and again.
  ['not-found', 404, 'conflict'],
  ['throttled', 429, 'throttled'],
])('a write that is answered %s (%d) is %s', async (answer, status, kind) => {
  expect((await answered(answer, status)).kind).toBe(kind)
})

test('one that may have been carried out is unknown', async () => {
  expect((await answered('unreachable', undefined, true)).kind).toBe('unknown')
})
