import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { type Caller, namespace, startCaller } from '../../../test/embedded-garden/caller.ts'
import { accessBy } from '../../../test/garden/access-by.ts'
import { GardenError } from './garden-error.ts'
import { createSecretReader, type SecretReader } from './secret-reader.ts'

let caller: Caller
let reader: SecretReader

beforeAll(async () => {
  caller = await startCaller({ refuseSecretDataTo: 'hap-console' })
  await caller.ask('POST', '/api/v1/namespaces', { body: namespace('n') })
  await caller.ask('POST', '/api/v1/namespaces/n/secrets', {
    body: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, stringData: { config: 'canary' } },
  })
  reader = createSecretReader({ access: accessBy(caller.garden.kubeconfig('admin')), version: 'test' })
})

afterAll(async () => {
  reader.close()
  await caller.stop()
})

test('returns decoded values of a Secret', async () => {
  const { config } = await reader.read({ namespace: 'n', name: 's' })
  expect(config?.toString()).toBe('canary')
})

test('returns only keys of the Secret, no inherited properties', async () => {
  const data = await reader.read({ namespace: 'n', name: 's' })
  for (const key of ['constructor', 'toString', '__proto__']) expect(data[key]).toBeUndefined()
})

test('returns only the version that was checked before', async () => {
  const { metadata }: KubeObject = await caller.ask('GET', '/api/v1/namespaces/n/secrets/s')
  const version = metadata?.resourceVersion ?? ''
  const { config } = await reader.read({ namespace: 'n', name: 's' }, { version })
  expect(config?.toString()).toBe('canary')
  await expect(reader.read({ namespace: 'n', name: 's' }, { version: `${version}0` })).rejects.toMatchObject({
    kind: 'conflict',
    message: 'Could not get Secret s in n: it has changed since it was last read.',
  })
})

test('a Secret that is missing is not found', async () => {
  const error = await reader.read({ namespace: 'n', name: 'other' }).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(GardenError)
  expect(error).toMatchObject({
    kind: 'not-found',
    message: 'Could not get Secret other in n: it does not exist (404).',
  })
})
