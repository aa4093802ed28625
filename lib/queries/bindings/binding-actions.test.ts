import { expect, test } from 'vitest'
import { ACTIONS, type Action } from '#lib/hap/actions/action.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { getBindingDetail } from './binding-detail.ts'
import { listBindings } from './list-bindings.ts'

const { context } = landscapeContext('demo')

function offersOf(q: string) {
  const [row] = listBindings(context, { q, sort: '', offset: 0, limit: 1 }).rows
  const detail = row && getBindingDetail(context, row.kind, row.name)
  if (!detail) throw new Error(`Nothing is found by ${q}.`)
  expect(detail.actions.map(({ action }) => action)).toEqual(ACTIONS)
  return (action: Action) => detail.actions.find(offer => offer.action === action)
}

test.each<[string, Action, string | RegExp | null, boolean]>([
  ['state:claimed shoots:0 others:0', 'release', null, true],
  ['state:claimed shoots:0 others:0', 'hold', null, false],
  ['state:claimed shoots:>0', 'release', /still use/, false],
  ['state:claimed shoots:>0', 'mark-dirty', /still use/, false],
  ['state:free', 'release', 'No global account owns it.', false],
  ['state:dirty shoots:0 others:0', 'confirm-clean', null, true],
  ['state:malformed', 'mark-dirty', 'Its labels are malformed. Repair them first.', false],
  ['state:terminating', 'hold', 'It is being deleted.', false],
])('%s: %s', (q, action, reason, dangerous) => {
  const offer = offersOf(q)(action)
  if (reason === null) expect(offer?.reason).toBeNull()
  else expect(offer?.reason).toMatch(reason)
  expect(offer?.dangerous).toBe(dangerous)
})
