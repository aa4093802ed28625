import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { RequestedAccess } from '#lib/hap/access/access-rule.ts'
import { isRecord } from '#lib/hap/document.ts'
import { sameRules } from '#lib/operators/kubeconfig/state/wanted-roles.ts'
import { listAll } from '../steps/cluster-objects.ts'
import { observeInside } from '../steps/observe-inside.ts'
import { checkRules, readDiscovery } from '../steps/read-discovery.ts'

const { signal } = new AbortController()
const QUESTION = { installation: 'i', uid: 'u', name: 'hap-a', namespaces: ['hap-access'] }
const ACCESS: RequestedAccess = {
  clusterRules: [{ verbs: ['get'], apiGroups: ['', 'apps'], resources: ['Secret', 'deployments.apps'] }],
  role: { namespace: 'n', rules: [{ verbs: ['GET'], apiGroups: ['apps'], resources: ['nodes'] }] },
}

/** Names of fields in responses, with arbitrary values. */
const KEYS = ['metadata', 'name', 'uid', 'labels', 'rules', 'verbs', 'subjects', 'roleRef', 'groups', 'versions']
const MORE = ['version', 'resources', 'kind', 'namespaced', 'shortNames', 'singularName', 'resourceVersion']
const rubbish: fc.Arbitrary<object> = fc.letrec(tie => ({
  value: fc.oneof({ maxDepth: 4 }, fc.jsonValue({ maxDepth: 1 }), fc.constant('apps'), tie('object'), tie('list')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom(...KEYS, ...MORE), tie('value'), { maxKeys: 6 }),
})).object as fc.Arbitrary<object>

/** A cluster that responds to each call with the next of these. */
function clusterOf(answers: readonly object[]) {
  let at = 0
  const next = async () => answers[at++ % answers.length] ?? {}
  const page: unknown = async (_: unknown, _options: unknown, take: (object: object) => void) => {
    take(await next())
    return { resourceVersion: '1', continue: null }
  }
  return { get: next, request: next, page } as unknown as GardenClient
}

test('any answer of a cluster is parsed or refused with a message', async () => {
  const property = fc.asyncProperty(fc.array(rubbish, { minLength: 1, maxLength: 8 }), async answers => {
    const client = clusterOf(answers)
    const target = { server: 'https://c', certificateAuthority: null, client, close: () => undefined }
    const work = async () => {
      await checkRules(client, ACCESS, signal)
      const { roles, cluster } = await observeInside(target, QUESTION, signal)
      for (const { rules } of roles) sameRules(rules, [])
      expect(typeof cluster).toBe('string')
    }
    await work().catch((error: unknown) => expect(error).toBeInstanceOf(GardenError))
  })
  await fc.assert(property, { numRuns: 500 })
})

test('endless or too many pages are not read', async () => {
  const collection = { resource: { group: '', version: 'v1', plural: 'things', kind: 'Thing' }, namespace: null }
  let asked = 0
  const page: unknown = async (_: unknown, { limit }: { limit: number }) => {
    asked++
    // This many of the largest objects in etcd are less than the limit of a response.
    expect(limit * 1.5 * 1024 * 1024).toBeLessThan(256 * 1024 * 1024)
    return { resourceVersion: '1', continue: 'more' }
  }
  const client = { page } as Pick<GardenClient, 'page'>
  await expect(listAll(client, collection, signal, 2_000)).rejects.toMatchObject({ kind: 'unexpected' })
  expect(asked).toBeLessThan(30)
})

test('reads a limited number of groups, and no names with arbitrary text', async () => {
  let asked = 0
  const request: unknown = async ({ path }: { path: string }) => {
    asked++
    if (path !== '/apis')
      return {
        resources: [
          { name: '<b>\u202e', kind: 'K' },
          { name: 'ks', kind: '\n', verbs: [{}] },
        ],
      }
    const groups = Array.from({ length: 100_000 }, (_, i) => ({ name: `g${i}`, versions: [{ version: 'v1' }] }))
    return { groups: [{ name: 'a b', versions: [] }, ...groups] }
  }
  const { groups } = await readDiscovery({ request } as Pick<GardenClient, 'request'>, 'all', signal)
  expect(asked).toBeLessThanOrEqual(1_002)
  expect(groups.has('a b')).toBe(false)
  expect(groups.get('g0')).toEqual([
    { name: 'ks', kind: '', singular: '', shortNames: [], namespaced: false, verbs: [] },
  ])
  expect([...groups.values()].every(found => found === null || isRecord(found[0]))).toBe(true)
})

test('reads a limited number of resources', async () => {
  const resources = Array.from({ length: 2_000 }, (_, i) => ({ name: `r${i}`, verbs: ['get'] }))
  const request: unknown = async ({ path }: { path: string }) =>
    path === '/apis'
      ? { groups: Array.from({ length: 500 }, (_, i) => ({ name: `g${i}`, versions: [{ version: 'v1' }] })) }
      : { resources }
  const { groups } = await readDiscovery({ request } as Pick<GardenClient, 'request'>, 'all', signal)
  expect(groups.size).toBe(501)
  expect([...groups.values()].flatMap(each => each ?? []).length).toBe(10_000)
})
