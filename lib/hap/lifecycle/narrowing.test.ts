import { describe, expect, test } from 'vitest'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { ANNOTATIONS, type Binding } from '../pools/binding.ts'
import {
  type BindingChange,
  changeOf,
  claimChange,
  raiseEpochChange,
  selectionChange,
  unclaimChange,
} from './change.ts'
import {
  cleanedChange,
  cleanedHoldChange,
  cleaningProgressChange,
  cleanNowChange,
  dirtyChange,
  liftChange,
  quarantineChange,
  undoDirtyChange,
} from './cleaning.ts'
import { holdChange, unholdChange } from './hold.ts'
import { isNarrowing } from './narrowing.ts'

const AT = Date.parse('2026-05-01T12:00:00Z')
const DAY = 86_400_000
const free = { hyperscalerType: 'aws' }
const owned = { ...free, tenantName: 'ga-1' }
const dirty = { ...owned, dirty: 'true' }

function doubted(labels: Record<string, string>, annotations: Record<string, string> = {}): Binding {
  return bindingOf('a', labels, { annotations, doubt: 'restored' })
}

type Make = (binding: Binding) => BindingChange

describe('narrows', () => {
  test.each<[string, Binding, Make]>([
    ['a mark on a free account', doubted(free), each => dirtyChange(each, AT)],
    ['a mark on an owned account', doubted(owned, { [ANNOTATIONS.evidence]: 'empty' }), each => dirtyChange(each, AT)],
    [
      'a mark that keeps a quarantine',
      doubted(owned, { [ANNOTATIONS.state]: 'quarantined' }),
      each => dirtyChange(each, AT),
    ],
    ['quarantine', doubted(owned), each => quarantineChange(each, AT)],
    ['quarantine of a dirty account', doubted(dirty), each => quarantineChange(each, AT)],
    ['a hold', doubted(owned), each => holdChange(each, { reason: 'x', until: AT + DAY }, AT)],
    [
      'a hold of a shared account',
      doubted({ ...free, shared: 'true' }),
      each => holdChange(each, { reason: 'x', until: null }, AT),
    ],
    [
      'a hold of a quarantined account',
      doubted(dirty, { [ANNOTATIONS.state]: 'quarantined' }),
      each => holdChange(each, { reason: 'x', until: null }, AT),
    ],
    ['a later end of a hold', onHold(AT + DAY), each => holdChange(each, { reason: 'y', until: AT + 2 * DAY }, AT)],
    ['internal', doubted(free), each => changeOf(each, { labels: { internal: 'true' }, notes: { stateSince: 'x' } })],
    ['a higher epoch', doubted(free), raiseEpochChange],
  ])('%s', (_, binding, make) => {
    expect(isNarrowing(binding, make(binding))).toBe(true)
  })
})

describe('does not narrow', () => {
  test.each<[string, Binding, Make]>([
    ['a claim', doubted(free), each => claimChange(each, 'ga-2', 'claim', AT)],
    ['a selection', doubted(owned), each => selectionChange(each, 'claim')],
    ['a claim taken back', doubted(owned), unclaimChange],
    ['a mark taken back', doubted(dirty), each => undoDirtyChange(each, AT)],
    ['the end of a cleaning', doubted(dirty), each => cleanedChange(each, 'empty', AT)],
    ['the same beside other bindings', doubted(dirty), each => cleanedHoldChange(each, 'empty', AT)],
    ['progress of a cleaning', doubted(dirty), each => cleaningProgressChange(each, 'verifying', '{}', AT)],
    ['a wish to clean', doubted(dirty), each => cleanNowChange(each, AT)],
    ['the end of a quarantine', doubted(dirty, { [ANNOTATIONS.state]: 'quarantined' }), each => liftChange(each, AT)],
    ['the end of a hold', onHold(null), each => unholdChange(each, AT)],
    ['an earlier end of a hold', onHold(AT + 2 * DAY), each => holdChange(each, { reason: 'y', until: AT + DAY }, AT)],
    ['an end for a hold without one', onHold(null), each => holdChange(each, { reason: 'y', until: AT + DAY }, AT)],
    ['another global account', doubted(owned), each => changeOf(each, { labels: { tenantName: 'ga-2' } })],
    ['another pool', doubted(free), each => changeOf(each, { labels: { euAccess: 'true' } })],
    ['a label of another client', doubted(free), () => ({ labels: { purpose: 'x' }, annotations: {} })],
    [
      'internal that goes',
      doubted({ ...free, internal: 'true' }),
      each => changeOf(each, { labels: { internal: null } }),
    ],
  ])('%s', (_, binding, make) => {
    expect(isNarrowing(binding, make(binding))).toBe(false)
  })
})

/** On hold with this end. */
function onHold(until: number | null): Binding {
  const before = doubted(owned)
  const { labels, annotations } = holdChange(before, { reason: 'x', until }, AT)
  const set = (values: BindingChange['labels']) =>
    Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [[key, value]])))
  return doubted({ ...owned, ...set(labels) }, set(annotations))
}
