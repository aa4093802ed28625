import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { ConsistentShoots } from '#lib/garden/consistent-shoots.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { epochOf } from '#lib/hap/lifecycle/change.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { type ActionKit, between, keyOf, OPERATOR, startActionKit } from '../../../test/garden/action-kit.ts'
import type { ActionContext } from './action-context.ts'
import type { ActionResult } from './action-result.ts'
import { createActionService } from './action-service.ts'

// Servers and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let kit: ActionKit

beforeAll(async () => {
  kit = await startActionKit()
})

beforeEach(() => kit.audit.clear())

afterAll(() => kit.stop())

/** An action whose check after the write waits until the test resumes it; earlier checks took `meanMs`. */
function slowlyChecked(changes: Partial<ActionContext> = {}, meanMs = 0) {
  const shoots = new ConsistentShoots({ client: kit.client, inventory: kit.inventory })
  const gate = Promise.withResolvers<void>()
  const settled = Promise.withResolvers<ActionResult>()
  let writtenAt = Number.POSITIVE_INFINITY
  const written = async () => {
    writtenAt = Math.min(writtenAt, shoots.moment())
  }
  const service = createActionService(
    kit.context({
      writes: between(kit.writer(), { written }),
      shoots: {
        meanMs,
        moment: () => shoots.moment(),
        async read(since, onList) {
          if (since > writtenAt) await gate.promise
          return shoots.read(since, onList)
        },
      },
      ...changes,
    }),
  )
  return {
    service,
    gate,
    settled: settled.promise,
    perform(action: Action, { kind, namespace, name }: Binding, more: object = {}) {
      const input = { binding: { kind, namespace, name }, reason: 'ticket 4711', ...more }
      return service.perform(action, OPERATOR, input, { requestId: null, onSettled: settled.resolve })
    },
  }
}

function cluster(name: string, binding: string) {
  return {
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'Shoot',
    metadata: { name, namespace: LANDSCAPE_NAMESPACE, uid: `uid-${name}`, labels: { account: 'ga-stranger' } },
    spec: { credentialsBindingName: binding, region: 'eu-central-1', provider: { type: 'aws' } },
  }
}

describe('an action whose check of the shoots takes long', () => {
  test('responds once it is written, and keeps its intent open and claims away until it is checked', async () => {
    const { perform, gate, settled, service } = slowlyChecked()
    const binding = kit.idle()
    expect(await perform('mark-dirty', binding)).toMatchObject({ status: 'done', checking: true, note: null })
    expect(kit.audit.lines).toEqual(['mark-dirty open'])
    expect(await kit.claims.fence(keyOf(binding))).toBe('busy')
    gate.resolve()
    expect(await settled).toMatchObject({ status: 'done', checking: false, note: null })
    await service.settled()
    await expect.poll(() => kit.claims.fenced.has(keyOf(binding))).toBe(false)
    expect(kit.audit.lines).toEqual(['mark-dirty accepted'])
  })

  test('does not wait for the check if the reads before took seconds', async () => {
    const { perform, gate, service } = slowlyChecked({}, 5_000)
    gate.resolve()
    expect(await perform('mark-dirty', kit.idle())).toMatchObject({ status: 'done', checking: true })
    await service.settled()
    expect(kit.audit.lines).toEqual(['mark-dirty accepted'])
  })

  test('blocks the next action on the account until it is checked', async () => {
    const { perform, gate } = slowlyChecked()
    const binding = kit.idle()
    expect(await perform('mark-dirty', binding)).toMatchObject({ status: 'done', checking: true })
    let next: ActionResult | null = null
    const undone = perform('undo-dirty', binding).then(result => {
      next = result
    })
    await kit.claims.fence(keyOf(binding))
    expect(next).toBeNull()
    gate.resolve()
    await undone
    expect(next).toMatchObject({ status: 'done' })
  })

  test('is reverted if a cluster arrived at the same time', async () => {
    const { perform, gate, settled } = slowlyChecked()
    const binding = kit.idle()
    expect(await perform('quarantine', binding)).toMatchObject({ status: 'done', checking: true })
    kit.garden.loadAll([cluster('c-late', binding.name)])
    gate.resolve()
    expect(await settled).toMatchObject({ status: 'collided', reason: expect.stringMatching(/\b1 cluster\b/) })
    expect(kit.audit.lines).toEqual(['quarantine failed'])
    expect((await kit.observer.read(binding)).labels).toEqual(binding.labels)
  })

  test('keeps its intent open when the shoots cannot be read', async () => {
    const { perform, gate, settled } = slowlyChecked()
    const binding = kit.idle()
    expect(await perform('mark-dirty', binding)).toMatchObject({ status: 'done', checking: true })
    const mishap = { type: 'status', status: 403, reason: 'Forbidden' } as const
    kit.garden.faults.add({ match: { verb: 'list', resource: `${SHOOTS.plural}.${SHOOTS.group}` }, times: 0, mishap })
    gate.resolve()
    const note = expect.stringContaining('The console could not verify that no cluster was created')
    expect(await settled).toMatchObject({ status: 'done', note })
    kit.garden.faults.clear()
    expect(kit.audit.lines).toEqual(['mark-dirty open'])
    await expect.poll(() => kit.claims.fenced.has(keyOf(binding))).toBe(false)
  })

  test('on both dirty bindings of an account responds when both are written', async () => {
    const { perform, gate, settled } = slowlyChecked()
    const [one, other] = kit.dirtyPair()
    const { kind, namespace, name } = other
    const seen = { binding: { kind, namespace, name }, seenVersion: other.resourceVersion, seenEpoch: epochOf(other) }
    expect(await perform('confirm-clean', one, { together: [seen] })).toMatchObject({ status: 'done', checking: true })
    expect(await kit.claims.fence(keyOf(one))).toBe('busy')
    gate.resolve()
    expect(await settled).toMatchObject({ status: 'done' })
    await expect.poll(() => kit.claims.fenced.has(keyOf(one))).toBe(false)
    expect(kit.audit.lines).toEqual(['confirm-clean accepted', 'confirm-clean accepted', 'unhold accepted'])
  })
})

test('responds only after the check if no later result can be received', async () => {
  const { gate, service } = slowlyChecked()
  const { kind, namespace, name } = kit.idle()
  const input = { binding: { kind, namespace, name }, reason: 'ticket 4711' }
  const performed = service.perform('mark-dirty', OPERATOR, input, { requestId: null })
  await expect.poll(() => kit.audit.lines).toEqual(['mark-dirty open'])
  gate.resolve()
  expect(await performed).toMatchObject({ status: 'done', checking: false })
  expect(kit.audit.lines).toEqual(['mark-dirty accepted'])
})

test('reports how many shoots it checks while they are listed', async () => {
  kit.garden.loadAll([cluster('c-elsewhere', 'another')])
  const { kind, namespace, name } = kit.idle()
  const counts: (number | null)[] = []
  const service = createActionService(kit.context({ inventory: unreached() }))
  const input = { binding: { kind, namespace, name }, reason: 'ticket 4711' }
  const options = { requestId: null, onList: (count: number | null) => counts.push(count) }
  expect(await service.perform('mark-dirty', OPERATOR, input, options)).toMatchObject({ status: 'done' })
  expect(counts).toEqual([kit.inventory.shootCount, null])
})

/** The inventory while the version of its watch is unknown. */
function unreached() {
  return new Proxy(kit.inventory, {
    get(target, key) {
      const value = Reflect.get(target, key, target)
      if (key === 'reached') return () => null
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
