import { expect, test } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import type { ActionService } from '#lib/services/actions/action-service.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { dryRunTargetsWithin, findReplacedTargets } from './plan-job.ts'

const OMAR: User = { id: 'operator', name: 'Omar', role: 'operator' }

const targets = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ kind: 'SecretBinding' as const, name: `b-${n}`, seenVersion: `${n}` }))

const order = (count: number) => ({
  action: 'hold' as const,
  namespace: 'garden',
  until: null,
  targets: targets(count),
})

const planned = (objection: string | null) => ({ status: 'planned', objection }) as never

test('runs dry runs of the first few targets only, at their reviewed versions', async () => {
  const asked: unknown[] = []
  const preview: ActionService['preview'] = async (action, user, input) => {
    asked.push([action, user.name, input])
    return planned(null)
  }
  const tried = await dryRunTargetsWithin({ preview }, OMAR, order(9))
  expect(tried.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['b-0', 'accepted'],
    ['b-1', 'accepted'],
    ['b-2', 'accepted'],
  ])
  expect(asked[1]).toEqual([
    'hold',
    'Omar',
    { binding: { kind: 'SecretBinding', namespace: 'garden', name: 'b-1' }, seenVersion: '1', until: null },
  ])
})

test('returns the refusal of the server or the rules with its target', async () => {
  const answers = [
    planned('Gardener refuses it.'),
    { status: 'changed', reason: 'It changed.', now: null },
    { status: 'failed', reason: 'Gardener does not answer.', retryAfterMs: null },
  ] as const
  let asked = 0
  const preview: ActionService['preview'] = async () => answers[asked++] ?? planned(null)
  expect(await dryRunTargetsWithin({ preview }, OMAR, order(3))).toMatchObject([
    { verdict: 'refused', reason: 'Gardener refuses it.' },
    { verdict: 'refused', reason: 'It changed.' },
    { verdict: 'untried', reason: 'Gardener does not answer.' },
  ])
})

test('returns the dry runs that finished in time, and cancels the others', async () => {
  let givenUp = 0
  let asked = 0
  const preview: ActionService['preview'] = (_action, _user, _input, signal) => {
    if (asked++ === 0) return Promise.resolve(planned(null))
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => {
        givenUp++
        reject(signal.reason)
      })
    })
  }
  const tried = await dryRunTargetsWithin({ preview }, OMAR, order(2), 20)
  expect(tried.map(({ verdict }) => verdict)).toEqual(['accepted', 'untried'])
  expect(givenUp).toBe(1)
})

test('a retry omits a name that belongs to a binding of another account', () => {
  const now = bindingOf('a', { hyperscalerType: 'aws' }, { uid: 'u2' })
  const { kind, namespace, name } = now
  const target = (account: string) => ({ binding: { kind, namespace, name }, remembered: { uid: 'u1', account } })
  const reason = 'a no longer exists: a binding of another account has its name now.'
  expect([...findReplacedTargets([target('Secret/garden-test/b')], () => now).values()]).toEqual([
    { kind, name, reason },
  ])
  expect(findReplacedTargets([target('Secret/garden-test/a')], () => now).size).toBe(0)
  expect(findReplacedTargets([target('Secret/garden-test/b')], () => null).size).toBe(0)
})
