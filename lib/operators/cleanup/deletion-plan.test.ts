import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RESOURCE_KINDS } from '#lib/garden/cleaning-progress.ts'
import type { CloudResource } from './cleaner.ts'
import { isEmpty, planDeletion } from './deletion-plan.ts'
import { inventoryOf, resourceOf } from './testing/resources.ts'

const FACTS = { project: 'kyma', living: new Set(['shoot--kyma--alive']) }

describe('the decision about a resource', () => {
  test.each<[string, Partial<CloudResource>, string]>([
    ['tagged for a cluster of ours', {}, 'delete'],
    ['labelled for one', { tags: { 'k8s-cluster-name': 'shoot--kyma--c-1' } }, 'delete'],
    ['named after one', { tags: {}, name: 'shoot--kyma--c-1-nat' }, 'delete'],
    ['made by Kubernetes, which does not say for which cluster', { tags: {}, madeByKubernetes: true }, 'delete'],
    ['without any sign', { tags: { team: 'a' } }, 'nobody-known'],
    ['tagged for a cluster outside of Gardener', { tags: { 'kubernetes.io/cluster/eks-1': 'owned' } }, 'nobody-known'],
    ['that only mentions a cluster in a value', { tags: { note: 'shoot--kyma--c-1' } }, 'nobody-known'],
    ['of another Gardener project', { tags: { 'kubernetes.io/cluster/shoot--other--c-1': '1' } }, 'other-project'],
    [
      'of two projects',
      { name: 'shoot--kyma--c-1', tags: { 'kubernetes.io/cluster/shoot--other--c-1': '1' } },
      'other-project',
    ],
    ['of a project with the own name as a prefix', { tags: {}, name: 'shoot--kyma-dev--c-1' }, 'other-project'],
    ['of a cluster that exists', { tags: { 'kubernetes.io/cluster/shoot--kyma--alive': '1' } }, 'living-cluster'],
    ['named after one that exists', { tags: {}, name: 'shoot--kyma--alive-bastion' }, 'living-cluster'],
    [
      'of a cluster that is gone and of one that exists',
      { tags: { 'kubernetes.io/cluster/shoot--kyma--c-1': '1', 'kubernetes.io/cluster/shoot--kyma--alive': '1' } },
      'living-cluster',
    ],
    [
      'of a cluster that is gone, named after one that exists',
      { tags: { 'kubernetes.io/cluster/shoot--kyma--c-1': 'owned' }, name: 'shoot--kyma--alive-data' },
      'living-cluster',
    ],
    [
      'that a cluster only shared',
      { tags: { 'kubernetes.io/cluster/shoot--kyma--c-1': 'shared' }, name: 'shoot--kyma--c-1' },
      'nobody-known',
    ],
    ['in use', { condition: 'used' }, 'used'],
    ['being deleted', { condition: 'going' }, 'going'],
    ['of a living cluster and in use', { name: 'shoot--kyma--alive', tags: {}, condition: 'used' }, 'living-cluster'],
    ["the provider's own", { tags: {}, ofProvider: true }, 'ignored'],
  ])('%s', (_, part, expected) => {
    const { deletes, keeps } = planDeletion(inventoryOf(resourceOf('vol-1', part)), FACTS)
    expect(deletes.length > 0 ? 'delete' : (keeps[0]?.because ?? 'ignored')).toBe(expected)
  })
})

test('a resource is deleted before those it depends on', () => {
  const kinds = RESOURCE_KINDS.toReversed()
  const { deletes } = planDeletion(inventoryOf(...kinds.map(kind => resourceOf(kind, { kind }))), FACTS)
  expect(deletes.map(({ kind }) => kind)).toEqual(RESOURCE_KINDS)
})

test('an account with only the default resources of its provider is empty', () => {
  const plan = (part: Partial<CloudResource>) => planDeletion(inventoryOf(resourceOf('x', part)), FACTS)
  expect(isEmpty(plan({ ofProvider: true }))).toBe(true)
  expect(isEmpty(plan({ condition: 'going' }))).toBe(false)
})

test('for any account only resources marked by the own project are deleted, and each resource is deleted or kept', () => {
  const text = fc.constantFrom('', 'a', 'shoot--kyma--c', 'shoot--kyma--alive', 'shoot--x--c', 'shoot--kyma', 'kyma--c')
  const key = fc.constantFrom('kubernetes.io/cluster/', 'k8s-cluster-name', 'Name', '__proto__')
  const resources = fc.array(
    fc.record({
      kind: fc.constantFrom(...RESOURCE_KINDS),
      id: fc.string(),
      place: fc.string(),
      name: text,
      tags: fc.dictionary(
        fc.tuple(key, text).map(parts => parts.join('')),
        text,
      ),
      madeByKubernetes: fc.constant(false),
      condition: fc.constantFrom('idle', 'used', 'going'),
      ofProvider: fc.boolean(),
    } as const),
  )
  fc.assert(
    fc.property(resources, found => {
      const { deletes, keeps } = planDeletion({ resources: found }, FACTS)
      expect(deletes.length + keeps.length).toBe(found.filter(({ ofProvider }) => !ofProvider).length)
      for (const { name, tags, condition, ofProvider } of deletes) {
        expect(condition).toBe('idle')
        expect(ofProvider).toBe(false)
        const said = [name, ...Object.keys(tags), ...Object.values(tags)].join(' ')
        expect(said).toContain('shoot--kyma--')
      }
    }),
  )
})
