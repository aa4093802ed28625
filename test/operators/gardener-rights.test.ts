import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { createGardenClient } from '#lib/garden/client/client.ts'
import type { Access } from '#lib/garden/client/kubeconfig.ts'
import { createSecretReader } from '#lib/garden/client/secret-reader.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { type Resource, resourcePath, SECRETS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { FREE, withShootLife } from '../claims/claim-world.ts'
import { testRules } from '../claims/schedules/test-rules.ts'
import { serviceOn } from '../claims/service-on.ts'
import { accessBy } from '../garden/access-by.ts'
import { waitUntil } from '../kit/wait.ts'
import { type ClusterWorld, clusterWorld } from './cluster-world.ts'
import { openerOn } from './opener-on.ts'

withShootLife()

const EXAMPLE = new URL('../../docs/examples/gardener-operators.yaml', import.meta.url)
const GROUP = { group: 'rbac.authorization.k8s.io', version: 'v1' }
const NAME = 'hap-operators'

/** An object of the example, moved to another project. */
function moved(object: KubeObject, namespace: string): KubeObject {
  return JSON.parse(JSON.stringify(object).replaceAll('garden-kyma-prod', namespace))
}

/** A user with the permissions of the example in the project, and no others. */
async function exampleUser({ admin, namespace, garden }: ClusterWorld): Promise<Access> {
  const accounts: Resource = { group: '', version: 'v1', plural: 'serviceaccounts', kind: 'ServiceAccount' }
  await admin.create({ resource: accounts, namespace }, { metadata: { name: NAME } })
  for (const document of parseAllDocuments(readFileSync(EXAMPLE, 'utf8'))) {
    const { kind = '', ...object } = moved(document.toJS(), namespace) as KubeObject & { kind?: string }
    const resource = { ...GROUP, plural: `${kind.toLowerCase()}s`, kind }
    await admin.create({ resource, namespace: kind.startsWith('Cluster') ? null : namespace }, object)
  }
  const { status } = await admin.request<{ status?: { token?: string } }>({
    doing: 'get a token',
    permission: null,
    method: 'POST',
    path: resourcePath({ resource: accounts, namespace, name: NAME, subresource: 'token' }),
    contentType: 'application/json',
    body: JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} }),
  })
  return accessBy(garden.kubeconfig('viewer').replaceAll(garden.token('viewer'), status?.token ?? ''))
}

const isReady = ({ status }: Cluster) => findCondition(status?.conditions, 'Ready')?.status === 'True'

test('the example of permissions in the Gardener project suffices for the whole life of a Cluster', async () => {
  const world = await clusterWorld({ a: FREE })
  const { namespace, store, errors } = world
  const access = await exampleUser(world)
  const garden = createGardenClient({ access, version: 'test' })
  const secrets = createSecretReader({ access, version: 'test' })
  onTestFinished(() => {
    garden.close()
    secrets.close()
  })
  const running = await serviceOn({ access, namespace, store, holder: 'limited', rules: () => testRules(), errors })
  onTestFinished(() => running.stop())
  await world.operator({ running })
  const { failures } = await world.clusterOperator({ garden, opener: openerOn(garden, secrets, namespace) })
  await world.cluster('example', { oidcConfig: { issuerURL: 'https://issuer.example.com', clientID: 'hap' } })
  const { status } = await world.seenCluster('example', isReady)
  expect(status?.administrators?.length).toBeGreaterThan(0)
  expect(await world.labels('a')).toMatchObject({ tenantName: 't-1' })

  await world.removeCluster('example')
  await waitUntil(async () => {
    await running.service.sweep()
    return (await world.readCluster('example')) === null
  })
  expect(await world.labels('a')).toMatchObject({ dirty: 'true' })
  // The cleaner reads it the same way.
  expect(await secrets.read({ namespace, name: 'a' })).toBeDefined()
  expect(failures.filter(isForbidden)).toEqual([])

  await expect(garden.page({ resource: SECRETS, namespace }, { limit: 1 }, () => {})).rejects.toSatisfy(isForbidden)
  await expect(garden.delete({ resource: SECRETS, namespace, name: 'a' })).rejects.toSatisfy(isForbidden)
})

function isForbidden(error: unknown): boolean {
  return (error as { kind?: string }).kind === 'forbidden'
}
