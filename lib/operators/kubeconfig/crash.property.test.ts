import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import { REVOKE_ANNOTATION, ROTATE_ANNOTATION } from '#lib/operators/api/resources.ts'
import { type KubeconfigWorld, NAMESPACE, startKubeconfigWorld } from '../../../test/operators/kubeconfig-world.ts'
import { CRASH_POINTS, type CrashPoint } from './state/step.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })

const MAPS = '/api/v1/configmaps'
let world: KubeconfigWorld
const died = new Set<CrashPoint>()

beforeAll(async () => {
  world = await startKubeconfigWorld()
})

afterAll(() => world.stop())

/** Simulates a crash: nothing after it runs. */
class Death extends Error {}

interface Flow {
  /** Prepares the state before the crashes. */
  begin(name: string): Promise<void>
  /** Changes the request; the operator crashes while reconciling it. */
  ask(name: string): Promise<void>
  /** Asserts the final state, which is the same for any crashes. */
  end(name: string, old: string | null): Promise<void>
}

const nothing = async () => undefined
const issued = async (name: string) => {
  await world.apply(name)
  await world.settle(name)
}
const tracesOf = async (name: string) => (await world.traces()).filter(each => each.includes(`hap-${name}-`))
const kindsOf = async (name: string) => (await tracesOf(name)).map(each => each.split(' ')[0])
const secretOf = (name: string) => ({ resource: SECRETS, namespace: NAMESPACE, name: `kubeconfig-${name}` })
const FIVE = ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding']

const FLOWS: Readonly<Record<string, Flow>> = {
  issue: {
    begin: nothing,
    ask: async name => {
      const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }]
      await world.apply(name, { role: { namespace: `of-${name}`, rules } })
    },
    async end(name) {
      expect(await world.answer(await world.kubeconfig(name), MAPS)).toBe(200)
      expect(await kindsOf(name)).toEqual([...FIVE, 'Secret', 'ServiceAccount'])
    },
  },
  rotate: {
    begin: issued,
    ask: name => world.annotate(name, ROTATE_ANNOTATION, 'true'),
    async end(name, old) {
      const young = await world.kubeconfig(name)
      expect(young).not.toBe(old)
      expect([await world.answer(old, MAPS), await world.answer(young, MAPS)]).toEqual([200, 200])
      // Issued once after any crash: the names of the Secrets count the issues.
      expect((await tracesOf(name)).filter(each => each.startsWith('Secret ')).map(each => each.slice(-2))).toEqual([
        '-1',
        '-2',
      ])
    },
  },
  retire: {
    begin: async name => {
      await issued(name)
      await world.annotate(name, ROTATE_ANNOTATION, 'true')
      await world.settle(name)
    },
    ask: async () => world.clock.skip(6 * 60_000),
    async end(name) {
      expect(await world.answer(await world.kubeconfig(name), MAPS)).toBe(200)
      expect(await kindsOf(name)).toEqual([...FIVE, 'Secret', 'ServiceAccount'])
    },
  },
  edit: {
    begin: issued,
    ask: name =>
      world.edit(name, {
        clusterRole: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }] },
        role: null,
      }),
    async end(name, old) {
      expect(await world.kubeconfig(name)).toBe(old)
      expect([await world.answer(old, MAPS), await world.answer(old, '/apis/apps/v1')]).toEqual([403, 404])
      expect(await kindsOf(name)).toEqual(['ClusterRole', 'ClusterRoleBinding', 'Secret', 'ServiceAccount'])
    },
  },
  revoke: {
    begin: issued,
    ask: name => world.annotate(name, REVOKE_ANNOTATION, 'true'),
    async end(name, old) {
      expect(await world.answer(old, MAPS)).toBe(401)
      expect(await world.kubeconfig(name)).toBeNull()
      expect(await world.condition(name, 'Revoked')).toBe('True TokenRefused')
      expect(await tracesOf(name)).toEqual([])
    },
  },
  'revoke without a record': {
    // It crashed once before the status recorded the issue.
    begin: async name => {
      await world.apply(name)
      const reached = async (point: CrashPoint) => {
        if (point === 'before-status') throw new Death(point)
      }
      await expect(world.run(name, { reached })).rejects.toThrow(Death)
    },
    ask: async name => {
      await world.client.delete(secretOf(name))
      await world.annotate(name, REVOKE_ANNOTATION, 'true')
    },
    async end(name, old) {
      expect(await world.answer(old, MAPS)).toBe(401)
      expect(await world.condition(name, 'Revoked')).toBe('True Untried')
      expect(await tracesOf(name)).toEqual([])
    },
  },
  'remember a revocation': {
    begin: async name => {
      await issued(name)
      await world.annotate(name, REVOKE_ANNOTATION, 'true')
      await world.settle(name)
      await world.annotate(name, REVOKE_ANNOTATION, null)
    },
    ask: name => world.client.delete(secretOf(name)),
    async end(name) {
      expect(await world.kubeconfig(name)).toBeNull()
      expect(await world.condition(name, 'Revoked')).toBe('True TokenRefused')
      expect(await tracesOf(name)).toEqual([])
    },
  },
  delete: {
    begin: issued,
    ask: name => world.delete(name),
    async end(name, old) {
      expect(await world.answer(old, MAPS)).toBe(401)
      expect(await world.kubeconfig(name)).toBeNull()
      await expect(world.request(name)).rejects.toThrow('does not exist')
      expect(await tracesOf(name)).toEqual([])
    },
  },
}

/** The deep tier crashes at each boundary of each flow, the fast one at boundaries that no earlier flow has covered. */
const isDeep = inject('tier') === 'deep'

describe.each(Object.keys(FLOWS))('%s', flow => {
  test('reaches the same end wherever the operator crashes', async () => {
    const { begin, ask, end } = FLOWS[flow] as Flow
    const ends = new Set<string>()
    for (let run = 1; ; run++) {
      const name = `${flow.replaceAll(' ', '-')}${run}`
      await begin(name)
      const old = await world.kubeconfig(name)
      await ask(name)
      const passed: CrashPoint[] = []
      const reached = async (point: CrashPoint) => {
        passed.push(point)
        const boundary = `${point} ${passed.filter(each => each === point).length}`
        if (isDeep ? ends.has(boundary) : died.has(point)) return
        ends.add(boundary)
        died.add(point)
        throw new Death(point)
      }
      const outcome = await world.run(name, { reached }).catch((error: unknown) => error)
      await world.settle(name)
      await end(name, old)
      // Another reconciliation changes nothing: no access returns.
      await world.settle(name)
      await end(name, old)
      if (!(outcome instanceof Death)) return
    }
  })
})

test('every boundary was covered', () => {
  expect(CRASH_POINTS.filter(point => !died.has(point))).toEqual([])
})
