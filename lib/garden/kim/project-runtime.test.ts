import { expect, test } from 'vitest'
import { Interner } from '#lib/garden/inventory/interner.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { runtimeProjection } from './project-runtime.ts'

const K = 'kyma-project.io/'
const project = (object: KubeObject) => runtimeProjection(new Interner())(object)

test.each([
  [
    'whole',
    {
      [`${K}runtime-id`]: 'r-1',
      [`${K}shoot-name`]: 'c-1',
      [`${K}broker-plan-name`]: 'aws',
      [`${K}platform-region`]: 'cf-eu11',
    },
    { runtimeId: 'r-1', shootName: 'c-1', told: { plan: 'aws', platformRegion: 'cf-eu11' } },
  ],
  [
    'from before there was a label for the platform region',
    { [`${K}runtime-id`]: 'r-1', [`${K}shoot-name`]: 'c-1', [`${K}broker-plan-name`]: 'aws' },
    { runtimeId: 'r-1', shootName: 'c-1', told: { plan: 'aws', platformRegion: null } },
  ],
  ['without labels', {}, { runtimeId: 'name', shootName: null, told: { plan: null, platformRegion: null } }],
  [
    'with empty labels',
    { [`${K}runtime-id`]: '', [`${K}broker-plan-name`]: '' },
    { runtimeId: 'name', shootName: null, told: { plan: null, platformRegion: null } },
  ],
])('an object %s', (_case, labels, facts) => {
  expect(project({ metadata: { name: 'name', labels } })).toEqual(facts)
})

test('an object without a name is none, whether or not it has metadata', () => {
  expect(project({})).toBeNull()
  expect(project({ metadata: {} })).toBeNull()
})

test('objects that tell the same share it', () => {
  const both = runtimeProjection(new Interner())
  const of = (name: string) => both({ metadata: { name, labels: { [`${K}broker-plan-name`]: 'aws' } } })
  expect(of('r-1')?.told).toBe(of('r-2')?.told)
})
