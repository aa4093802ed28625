import { expect } from 'vitest'
import { CONFIG_MAPS, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { FREE } from '../claims/claim-world.ts'
import { waitUntil } from '../kit/wait.ts'
import { type ClusterWorld, clusterWorld, namesOf } from './cluster-world.ts'
import { type End, mortalClusters } from './mortal-context.ts'

export const isReady = ({ status }: Cluster) => findCondition(status?.conditions, 'Ready')?.status === 'True'

export async function untilGone(world: ClusterWorld, takeOver: () => Promise<void>): Promise<void> {
  await waitUntil(async () => {
    await takeOver()
    await world.service.sweep()
    return (await world.readCluster('example')) === null
  })
}

export async function expectNothingLeft(world: ClusterWorld): Promise<void> {
  expect(await namesOf(world, SHOOTS)).toEqual([])
  expect((await namesOf(world, CONFIG_MAPS)).filter(name => name.startsWith('structured-auth'))).toEqual([])
  expect(await world.read('example')).toBeNull()
  expect(await world.claims()).toEqual(['a released'])
}

/** Creates, changes and deletes a Cluster with an operator that ends at a write; returns whether it ended. */
export async function crashCluster(end: End): Promise<boolean> {
  const world = await clusterWorld({ a: FREE })
  await world.operator()
  const { life, mortal } = mortalClusters({ control: world.admin, garden: world.admin }, end)
  const first = await world.clusterOperator(mortal)
  let isTakenOver = false
  const takeOver = async () => {
    if (isTakenOver || !life.isOver) return
    isTakenOver = true
    await first.stop()
    await world.clusterOperator()
  }
  const reached = (name: string, isAsWished: (cluster: Cluster) => boolean) =>
    world.seenCluster(name, cluster => {
      void takeOver()
      return isAsWished(cluster)
    })
  const oidcConfig = { clientID: 'kyma', issuerURL: 'https://idp.example.com' }
  await world.cluster('example', { oidcConfig })
  await reached('example', isReady)
  expect(await namesOf(world, SHOOTS)).toHaveLength(1)
  await world.editCluster('example', { infrastructure: { autoScalerMax: 8 }, administrators: [] })
  await reached('example', cluster => isReady(cluster) && cluster.status?.observedGeneration === 2)
  expect((await world.shootOf('example'))?.spec?.provider?.workers).toMatchObject([{ maximum: 8 }])
  await world.editCluster('example', { oidcConfig: { clientID: 'other' } })
  await reached('example', cluster => isReady(cluster) && cluster.status?.observedGeneration === 3)
  // Once for the machines, and once for the authentication.
  expect((await world.shootOf('example'))?.metadata?.generation).toBe(3)
  expect(await namesOf(world, SHOOTS)).toHaveLength(1)
  await world.removeCluster('example')
  await untilGone(world, takeOver)
  await expectNothingLeft(world)
  return life.isOver
}
