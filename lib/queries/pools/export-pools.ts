import { raisedSince } from '#lib/hap/pools/alarm.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import type { ColumnFields } from '../export/chosen-fields.ts'
import { type Exported, type ExportRequest, exportList } from '../export/export-list.ts'
import type { ExportColumn } from '../export/rows-file.ts'
import type { QueryContext } from '../query-context.ts'
import type { WaitingByPool } from '../queue/queue-register.ts'
import type { KnownClusters } from '../shoots/cluster-register.ts'
import { listPools } from './list-pools.ts'
import type { PoolRow } from './pool-row.ts'

/** The file of the pools page, in the order of its groups; null for `known` and `waiting` when the database does not answer. */
export function exportPools(
  context: QueryContext,
  known: KnownClusters | null,
  request: ExportRequest,
  waiting: WaitingByPool | null = null,
): Exported {
  const { groups, errors } = listPools(context, request, waiting)
  const found = groups.flatMap(({ pools }) => pools)
  return exportList(
    { found, errors },
    {
      context,
      known,
      request,
      rows: 'bindings',
      toRow: row => row,
      columns: COLUMNS,
      shows: SHOWS,
      // Tenants of a dedicated pool are those who own an account of it.
      countsShoots: ({ shared }) => (shared ? ['shoots', 'usable', 'tenants'] : ['shoots', 'usable']),
      countsClaims: () => ['usable'],
    },
  )
}

const COLUMNS: readonly ExportColumn<PoolRow>[] = [
  ['provider', ({ provider }) => provider, 'provider'],
  ['hyperscaler_type', ({ name }) => name, 'name'],
  ['eu_access', ({ euAccess }) => String(euAccess), 'euAccess'],
  ['shared', ({ shared }) => String(shared), 'shared'],
  ['accounts', ({ accounts }) => accounts, 'accounts'],
  ...BINDING_STATES.map(state => [state, ({ states }: PoolRow) => states[state], 'states'] as const),
  ['usable', ({ usable }) => usable, 'usable'],
  ['global_accounts', ({ tenants }) => tenants, 'tenants'],
  ['shoots', ({ shoots }) => shoots, 'shoots'],
  ['waiting_claims', ({ waiting }) => waiting, 'waiting'],
  ['rules', ({ rules }) => rules.map(({ text }) => text).join('; '), 'rules'],
  ['problem', ({ problem }) => problem, 'problem'],
  ['alarm', ({ water }) => water?.alarms.map(({ reason }) => reason).join(' ') ?? null, 'water'],
  ['alarm_since', ({ water }) => raisedSince(water?.alarms ?? []), 'water'],
  ['low_water', ({ water }) => water?.accounts.low ?? null, 'water'],
  ['runway_days', ({ water }) => (water?.runway.kind === 'days' ? water.runway.days : null), 'water'],
]

const SHOWS: ColumnFields<PoolRow> = {
  name: ['key', 'provider', 'name', 'euAccess', 'shared'],
  states: ['states'],
  accounts: ['accounts'],
  free: ['states', 'accounts'],
  usable: ['usable'],
  dirty: ['states'],
  tenants: ['tenants'],
  shoots: ['shoots'],
  waiting: ['waiting'],
  room: ['states', 'usable', 'problem', 'water'],
  rules: ['rules'],
}
