import { describe, expect, test } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import { controllerOf, controllerReference, isControlledBy, keysOfController } from './object-helpers.ts'

const owner: KubeObject = { metadata: { name: 'c-1', namespace: 'ops', uid: 'u-1' } }
const reference = controllerReference(owner, CLUSTERS)
const owned = (...ownerReferences: (typeof reference)[]): KubeObject => ({
  metadata: { name: 'any', namespace: 'ops', ownerReferences },
})

describe('owner references', () => {
  test('name the controller with all fields', () => {
    expect(reference).toEqual({
      apiVersion: 'operator.kyma-project.io/v1alpha1',
      kind: 'Cluster',
      name: 'c-1',
      uid: 'u-1',
      controller: true,
      blockOwnerDeletion: true,
    })
  })

  test('only the reference marked as controller counts', () => {
    const { controller: _controller, ...other } = reference
    expect([controllerOf(owned(other)), controllerOf(owned(other, reference)), controllerOf({})]).toEqual([
      null,
      reference,
      null,
    ])
  })

  test('a recreated owner of the same name does not control the objects of its predecessor', () => {
    const recreated: KubeObject = { metadata: { ...owner.metadata, uid: 'u-2' } }
    expect([isControlledBy(owned(reference), owner), isControlledBy(owned(reference), recreated)]).toEqual([
      true,
      false,
    ])
    expect(isControlledBy(owned(), {})).toBe(false)
  })

  test.each([
    ['its own kind', CLUSTERS, reference, [{ namespace: 'ops', name: 'c-1' }]],
    [
      'a later version',
      CLUSTERS,
      { ...reference, apiVersion: 'operator.kyma-project.io/v1' },
      [{ namespace: 'ops', name: 'c-1' }],
    ],
    ['another kind', SHOOTS, reference, []],
    ['another group', CLUSTERS, { ...reference, apiVersion: 'example.com/v1alpha1' }, []],
    [
      'the core group',
      { ...CLUSTERS, group: '' },
      { ...reference, apiVersion: 'v1' },
      [{ namespace: 'ops', name: 'c-1' }],
    ],
  ])('map to the key of the controller: %s', (_name, resource, given, keys) => {
    expect(keysOfController(resource)(owned(given))).toEqual(keys)
  })
})
