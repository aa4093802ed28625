import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { OpenTarget } from '#lib/operators/target/open-target.ts'
import { type KubeconfigWorld, NAMESPACE, startKubeconfigWorld } from '../../../test/operators/kubeconfig-world.ts'
import { createKubeconfigReconciler } from './kubeconfig-reconciler.ts'

const CONCEALED = /^Could not use the imported cluster: its server cannot be reached/

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let world: KubeconfigWorld
beforeAll(async () => {
  world = await startKubeconfigWorld()
})
afterAll(() => world.stop())

test('many requests for an unresponsive cluster call it once, and each reports it', async () => {
  let calls = 0
  const get = async () => {
    calls++
    throw new GardenError({ kind: 'timeout', doing: 'get Namespace kube-system', because: 'it gave no answer.' })
  }
  const open = async (): Promise<OpenTarget> => ({
    server: 'https://silent',
    certificateAuthority: null,
    client: { get } as unknown as GardenClient,
    close: () => undefined,
  })
  const reconciler = createKubeconfigReconciler(world.context({ targets: { open } }))
  for (const name of ['a', 'b', 'c']) {
    await world.apply(name)
    await expect(reconciler.reconcile({ namespace: NAMESPACE, name }, AbortSignal.timeout(10_000))).rejects.toThrow(
      CONCEALED,
    )
    const { status } = await world.request(name)
    expect(status?.conditions?.find(({ type }) => type === 'ClusterReachable')).toMatchObject({
      reason: 'ClusterUnreachable',
      message: expect.stringMatching(CONCEALED),
    })
  }
  expect(calls).toBe(1)
})
