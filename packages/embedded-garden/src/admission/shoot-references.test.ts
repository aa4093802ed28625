import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JsonObject, objectAt } from '#embedded-garden/json.ts'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { thaw } from '#embedded-garden/storage/stored.ts'
import { type Caller, MERGE, startCaller } from '../../../../test/embedded-garden/caller.ts'
import { landscape } from '../../../../test/kit/landscape.ts'

const NAMESPACE = LANDSCAPE_NAMESPACE
const SHOOTS = `/apis/core.gardener.cloud/v1beta1/namespaces/${NAMESPACE}/shoots`
const BINDINGS = `/apis/security.gardener.cloud/v1alpha1/namespaces/${NAMESPACE}/credentialsbindings`
let caller: Caller

beforeAll(async () => {
  caller = await startCaller({})
  caller.garden.loadAll(landscape({ seed: 1, size: 'small', at: Date.now() }))
})

afterAll(() => caller.stop())

/** A shoot on a SecretBinding, and the Secret of its account. */
function legacyShoot(): { readonly name: string; readonly provider: string; readonly secret: JsonObject } {
  const { store } = caller.garden.services
  for (const stored of store.collection('shoots.core.gardener.cloud').entries('')) {
    const shoot = thaw(stored)
    const spec = objectAt(shoot, 'spec')
    const binding = store.read('secretbindings.core.gardener.cloud', NAMESPACE, String(spec.secretBindingName ?? ''))
    if (binding)
      return {
        name: String(objectAt(shoot, 'metadata').name),
        provider: String(objectAt(spec, 'provider').type),
        secret: objectAt(binding, 'secretRef'),
      }
  }
  throw new Error('The landscape has no shoot on a SecretBinding.')
}

test('a shoot that leaves a SecretBinding keeps its Secret', async () => {
  const { name, provider, secret } = legacyShoot()
  await caller.ask('POST', `/api/v1/namespaces/${NAMESPACE}/secrets`, {
    body: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'another' } },
  })
  const migrateTo = async (binding: string, credentials: JsonObject) => {
    await caller.ask('POST', BINDINGS, {
      body: {
        apiVersion: 'security.gardener.cloud/v1alpha1',
        kind: 'CredentialsBinding',
        metadata: { name: binding, namespace: NAMESPACE },
        provider: { type: provider },
        credentialsRef: { apiVersion: 'v1', kind: 'Secret', ...credentials },
      },
    })
    const spec = { secretBindingName: null, credentialsBindingName: binding }
    return caller.ask('PATCH', `${SHOOTS}/${name}`, { type: MERGE, body: { spec } })
  }
  await expect(migrateTo('to-another', { name: 'another', namespace: NAMESPACE })).rejects.toThrow(
    /403 .*not allowed to change the referenced Secret/,
  )
  expect(objectAt(await migrateTo('to-the-same', secret), 'spec')).toMatchObject({
    credentialsBindingName: 'to-the-same',
  })
})
