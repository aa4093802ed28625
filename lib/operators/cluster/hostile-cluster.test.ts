import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { sweepInside } from '#lib/operators/kubeconfig/sweep-clusters.ts'
import { administratorChanges, type ClusterRoleBindingObject, grantAdministrators } from './administrator-bindings.ts'
import { systemUid } from './reconcile-administrators.ts'

const { signal } = new AbortController()

/** A valid binding with arbitrary values in some fields. */
const [right] = administratorChanges(['olga'], [], 'u').add
const value = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant([null]))
const part = (...keys: string[]) => fc.oneof(value, fc.dictionary(fc.constantFrom(...keys), value))
const binding = fc.record(
  {
    metadata: fc.oneof(fc.constant(right?.metadata), part('name', 'namespace', 'uid', 'labels')),
    subjects: fc.oneof(fc.array(part('kind', 'name')), value),
    roleRef: part('kind', 'name'),
  },
  { requiredKeys: [] },
)

/** A cluster that responds to each request with these objects. */
function clusterOf(objects: readonly object[]) {
  const page: unknown = async (_: unknown, _options: unknown, take: (object: object) => void) => {
    for (const object of objects) take(object)
    return { resourceVersion: '1', continue: null }
  }
  const get = async () => objects[0] ?? {}
  return { get, page, create: get, delete: async () => undefined } as unknown as GardenClient
}

test('any answer of a former cluster is parsed or refused with a message', async () => {
  const none = { page: clusterOf([]).page }
  const property = fc.asyncProperty(fc.array(binding, { maxLength: 3 }), async objects => {
    const client = clusterOf(objects as ClusterRoleBindingObject[])
    const work = async () => {
      await grantAdministrators({ client }, 'u', ['olga'], signal)
      await sweepInside({ control: none, installation: 'i' }, client, { namespace: 'n', name: 'c' }, signal)
      expect(typeof (await systemUid({ client }, signal))).toBe('string')
    }
    await work().catch((error: unknown) => expect(error).toBeInstanceOf(GardenError))
  })
  await fc.assert(property, { numRuns: 500 })
})
