import { expect, test } from 'vitest'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { CircuitBreaker } from '#lib/operators/kubeconfig/circuit-breaker.ts'
import { visitCluster } from './run-in-cluster.ts'

const SILENT = new GardenError({ kind: 'timeout', doing: 'get Namespace kube-system', because: 'it gave no answer.' })
const FORBIDDEN = new GardenError({
  kind: 'forbidden',
  doing: 'get Namespace kube-system',
  because: 'no.',
  status: 403,
  reason: 'Forbidden',
})
const CONCEALED = expect.stringMatching(/^Could not use the imported cluster: /)
const { signal } = new AbortController()

function world() {
  let opened = 0
  const breaker = new CircuitBreaker(() => 0)
  const open = async () => {
    opened++
    const client = {} as GardenClient
    return { server: 'https://c', certificateAuthority: null, client, close: () => void opened-- }
  }
  const visit = (name: string, work: () => Promise<string>) => {
    const place = { by: 'secret', namespace: 'n', name, key: 'config', uid: name, version: '1' } as const
    return visitCluster(breaker, { place, open, signal }, work).catch((error: unknown) => error)
  }
  return { visit, open: () => opened }
}

const fail = (error: GardenError) => async () => {
  throw error
}

test('a cluster that did not respond is skipped for a while, and another one is not', async () => {
  const { visit, open } = world()
  expect(await visit('a', fail(SILENT))).toMatchObject({ message: CONCEALED, cause: SILENT })
  let isAsked = false
  const asked = async () => {
    isAsked = true
    return 'done'
  }
  expect(await visit('a', asked)).toMatchObject({ message: CONCEALED, retryAfterMs: 15_000 })
  expect(isAsked).toBe(false)
  expect(await visit('b', asked)).toBe('done')
  expect(open()).toBe(0)
})

test('a refusal counts as a response', async () => {
  const { visit } = world()
  expect(await visit('a', fail(FORBIDDEN))).toBe(FORBIDDEN)
  expect(await visit('a', async () => 'done')).toBe('done')
})
