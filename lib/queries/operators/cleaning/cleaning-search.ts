import { GIVEN_BACK } from '#lib/hap/pools/state.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { ReadField } from '#lib/search/match.ts'
import { poolNames } from '../../bindings/binding-search.ts'
import type { Compare, ListShape } from '../../list-window.ts'
import type { CleaningItem } from './cleaning-items.ts'

/** What the cleaning board can be searched by. */
export const CLEANING_FIELDS: readonly SearchField[] = [
  { name: 'name', kind: 'text', description: 'part of the name of the binding' },
  { name: 'pool', kind: 'enum', description: 'pool' },
  { name: 'type', kind: 'enum', description: 'hyperscaler type' },
  { name: 'provider', kind: 'enum', description: 'provider type of Gardener' },
  { name: 'state', kind: 'enum', values: GIVEN_BACK, description: 'state of the account' },
  { name: 'ga', kind: 'text', prefix: true, description: 'global account that had it' },
  {
    name: 'tells',
    kind: 'enum',
    values: ['cleaner', 'person'],
    description: 'who tells that it is empty',
  },
  { name: 'failures', kind: 'number', description: 'number of looks that failed' },
  { name: 'failing', kind: 'boolean', description: 'its latest look failed' },
  { name: 'reason', kind: 'text', description: 'part of what the latest look came to' },
  { name: 'asked', kind: 'boolean', description: 'somebody asked for a look before all others' },
  { name: 'looked', kind: 'boolean', description: 'a cleaner has looked at it' },
  { name: 'stuck', kind: 'boolean', description: 'too long in its state' },
]

const byName: Compare<CleaningItem> = ({ row: a }, { row: b }) =>
  compareText(a.name, b.name) || compareText(a.kind, b.kind)

/** By length of time; what nobody noted stands last. */
const bySince: Compare<CleaningItem> = ({ row: a }, { row: b }) => compareText(a.since ?? '9', b.since ?? '9')

/** What a person has to do something about comes first. */
const ORDER = ['quarantined', 'cleaning', 'verifying', 'dirty']

export const CLEANING_LIST: ListShape<CleaningItem> = {
  fields: CLEANING_FIELDS,
  read: readItem,
  orders: {
    name: byName,
    pool: ({ facts: a }, { facts: b }) => compareText(a.poolKey ?? '', b.poolKey ?? ''),
    state: (a, b) => ORDER.indexOf(a.row.state) - ORDER.indexOf(b.row.state) || bySince(a, b),
    for: bySince,
    tenant: ({ row: a }, { row: b }) => compareText(a.tenant ?? '', b.tenant ?? ''),
    tells: ({ row: a }, { row: b }) => compareText(a.cleaner ?? '', b.cleaner ?? ''),
    failures: ({ row: a }, { row: b }) => failedLooks(a) - failedLooks(b),
    next: ({ row: a }, { row: b }) => compareText(a.nextLook ?? '', b.nextLook ?? ''),
  },
  defaultSort: 'state',
  tie: byName,
  lacks: {
    pool: ({ facts }) => facts.poolKey === null,
    for: ({ row }) => row.since === null,
    tenant: ({ row }) => row.tenant === null,
    next: ({ row }) => row.nextLook === null,
  },
}

/** Those that count and those that are waited for. */
function failedLooks({ failures, delays }: CleaningItem['row']): number {
  return failures + delays
}

function readItem({ facts, row }: CleaningItem): ReadField {
  return name => {
    switch (name) {
      case 'name':
        return row.name
      case 'pool':
        return poolNames(facts)
      case 'type':
        return facts.pooled.labels.hyperscalerType
      case 'provider':
        return facts.pooled.binding.providers
      case 'state':
        return row.state
      case 'ga':
        return row.tenant
      case 'tells':
        return row.cleaner === null ? 'person' : 'cleaner'
      case 'failures':
        return failedLooks(row)
      case 'failing':
        return row.failing
      case 'reason':
        return row.reason
      case 'asked':
        return row.asked !== null
      case 'looked':
        return row.evidence !== null
      case 'stuck':
        return facts.stuck
      default:
        return null
    }
  }
}
