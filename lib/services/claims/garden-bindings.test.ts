import { describe, expect, test, vi } from 'vitest'
import type { Collection, GardenClient, PageOptions } from '#lib/garden/client/client.ts'
import { GardenError, type GardenErrorKind } from '#lib/garden/client/garden-error.ts'
import { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import { raiseEpochChange } from '#lib/hap/lifecycle/change.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import type { Written } from './claim-garden.ts'
import { gardenBindings } from './garden-bindings.ts'

const binding = bindingOf('a', { hyperscalerType: 'aws' })

/** Outcome of a write with this response. */
function answered(kind: GardenErrorKind, status: number | undefined, outcomeUnknown = false): Promise<Written> {
  const refuse = () => {
    const because = 'of the test.'
    return Promise.reject(
      new GardenError({ kind, doing: 'write a', because, outcomeUnknown, ...(status && { status }) }),
    )
  }
  const client = { get: refuse, page: refuse, patch: refuse, request: refuse }
  const queue = new WriteQueue(0)
  const garden = gardenBindings({ client, queue, namespace: 'garden-test', kinds: ['CredentialsBinding'] })
  return garden.write(binding, raiseEpochChange(binding), 1_000).finally(() => queue.close())
}

test.each<[GardenErrorKind, number, Written['kind']]>([
  ['conflict', 409, 'conflict'],
  ['forbidden', 403, 'refused'],
  ['invalid', 422, 'refused'],
  // A claim would retry it forever if it counted as a refusal.
  ['not-found', 404, 'conflict'],
  ['throttled', 429, 'throttled'],
  // Admission of a starting API server is not ready, which is not a fault of the account.
  ['unavailable', 403, 'unsent'],
  ['unavailable', 503, 'unknown'],
])('a write with the response %s (%d) is %s', async (answer, status, kind) => {
  expect((await answered(answer, status)).kind).toBe(kind)
})

test('a write that may have been carried out is unknown', async () => {
  expect((await answered('unreachable', undefined, true)).kind).toBe('unknown')
})

test('waiting in the queue reduces the time for the request', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  class SlowQueue extends WriteQueue {
    override run<Result>(turn: Parameters<WriteQueue['run']>[0], work: () => Promise<Result>): Promise<Result> {
      return super.run(turn, () => {
        vi.advanceTimersByTime(300)
        return work()
      })
    }
  }
  const queue = new SlowQueue(0)
  const given: (number | undefined)[] = []
  const never = () => Promise.reject(new Error('unexpected request'))
  const patch: GardenClient['patch'] = (_place, _patch, options) => {
    given.push(options?.withinMs)
    return Promise.reject(new GardenError({ kind: 'conflict', doing: 'write a', because: 'of the test.', status: 409 }))
  }
  const client = { get: never, page: never, patch, request: never }
  const garden = gardenBindings({ client, queue, namespace: 'garden-test', kinds: ['CredentialsBinding'] })
  try {
    await garden.write(binding, raiseEpochChange(binding), 1_000)
    expect(given).toEqual([700])
  } finally {
    queue.close()
    vi.useRealTimers()
  }
})

describe('the list of a pool', () => {
  const pool = { hyperscalerType: 'aws', euAccess: false, shared: false }
  const found = { metadata: { name: 'a', namespace: 'garden-test', labels: { hyperscalerType: 'aws' } } }

  /** Names in the list if listing some kinds has these results. */
  async function listed(ends: Readonly<Record<string, GardenErrorKind>>): Promise<readonly string[]> {
    const never = () => Promise.reject(new Error('must not be read'))
    const page = async <Item>({ resource }: Collection, _: PageOptions, item: (each: Item) => void) => {
      const kind = ends[resource.kind]
      if (kind) throw new GardenError({ kind, doing: `list ${resource.plural}`, because: 'of the test.' })
      item({ ...found, credentialsRef: { kind: 'Secret', namespace: 'garden-test', name: 's' } } as Item)
      return { continue: null, resourceVersion: '1' }
    }
    const queue = new WriteQueue(0)
    const kinds = ['CredentialsBinding', 'SecretBinding'] as const
    const garden = gardenBindings({
      client: { get: never, page, patch: never, request: never },
      queue,
      namespace: 'garden-test',
      kinds,
    })
    return (await garden.list(pool, 1_000).finally(() => queue.close())).map(({ name }) => name)
  }

  test('omits kinds without permission', async () => {
    expect(await listed({ SecretBinding: 'forbidden' })).toEqual(['a'])
  })

  test.each<[string, Readonly<Record<string, GardenErrorKind>>]>([
    ['no kind may be read', { SecretBinding: 'forbidden', CredentialsBinding: 'forbidden' }],
    ['one kind is not there at the moment', { SecretBinding: 'unavailable' }],
  ])('fails where %s', async (_, ends) => {
    await expect(listed(ends)).rejects.toThrow(GardenError)
  })
})
