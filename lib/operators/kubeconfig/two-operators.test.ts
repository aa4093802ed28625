import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { REVOKE_ANNOTATION, ROTATE_ANNOTATION } from '#lib/operators/api/resources.ts'
import { type KubeconfigWorld, startKubeconfigWorld } from '../../../test/operators/kubeconfig-world.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const MAPS = '/api/v1/configmaps'
let world: KubeconfigWorld

beforeAll(async () => {
  world = await startKubeconfigWorld()
})

afterAll(() => world.stop())

/** Two concurrent operators for one request, each pausing randomly at each crash point. */
async function together(name: string): Promise<void> {
  const reached = () => new Promise<void>(resolve => setTimeout(resolve, Math.random() * 20))
  const outcomes = await Promise.allSettled([world.run(name, { reached }), world.run(name, { reached })])
  for (const outcome of outcomes) {
    // A conflict with the other operator is the only expected error.
    if (outcome.status === 'fulfilled') continue
    const error: unknown = outcome.reason
    if (!(error instanceof GardenError)) throw error
    expect(['conflict', 'invalid', 'not-found']).toContain(error.kind)
  }
}

test('two active operators issue, rotate and revoke like one', async () => {
  for (let round = 0; round < 6; round++) {
    const name = `r${round}`
    const published = new Set<string>()
    const look = async () => {
      const kubeconfig = await world.kubeconfig(name)
      if (kubeconfig !== null) published.add(kubeconfig)
      return kubeconfig
    }
    await world.apply(name)
    await together(name)
    await look()
    await world.settle(name)
    expect(await world.answer(await look(), MAPS)).toBe(200)
    await world.annotate(name, ROTATE_ANNOTATION, 'true')
    await together(name)
    await look()
    await world.settle(name)
    expect(await world.answer(await look(), MAPS)).toBe(200)
    const anchors = (await world.traces()).filter(each => each.startsWith(`Secret hap-access/hap-${name}-`))
    expect(anchors.map(each => each.slice(-2))).toEqual(['-1', '-2'])
    await world.annotate(name, REVOKE_ANNOTATION, 'true')
    await together(name)
    await look()
    await world.settle(name)
    expect(await look()).toBeNull()
    for (const each of published) expect(await world.answer(each, MAPS)).toBe(401)
    expect((await world.traces()).filter(each => each.includes(`hap-${name}-`))).toEqual([])
  }
})
