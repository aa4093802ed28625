import { isRecord } from '#lib/hap/document.ts'
import { ANNOTATIONS, type Binding, type BindingKind, parseAccountKey } from '#lib/hap/pools/binding.ts'
import { HELD, type LabelName, labelKey } from '#lib/hap/pools/labels.ts'
import { parsePoolKey } from '#lib/hap/pools/pool.ts'
import { isReleasedState } from '#lib/hap/pools/state.ts'
import type { Db } from '#lib/store/database/client.ts'

/** The last stored state of a binding. */
interface BindingRow {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly account: string
  readonly poolKey: string | null
  readonly tenant: string | null
  readonly state: string
  readonly since: Date
  readonly annotations: unknown
}

/**
 * Bindings of a kind that Gardener no longer serves, as last stored, so that the ownership of their
 * accounts stays in force. They have no resourceVersion and cannot be written. Throws StoreError.
 */
export async function loadBindings(db: Db, namespace: string, kind: BindingKind): Promise<readonly Binding[]> {
  const rows = await db.bindingState.findMany({ where: { kind, namespace }, select: ROW })
  return rows.map(row => bindingOfRow(kind, row))
}

const ROW = {
  namespace: true,
  name: true,
  uid: true,
  account: true,
  poolKey: true,
  tenant: true,
  state: true,
  since: true,
  annotations: true,
} as const

/** Rebuilds a binding from its row; labels follow from pool, tenant and state. */
export function bindingOfRow(kind: BindingKind, row: BindingRow): Binding {
  const annotations = textsOf(row.annotations)
  return {
    kind,
    namespace: row.namespace,
    name: row.name,
    uid: row.uid,
    resourceVersion: '',
    account: parseAccountKey(row.account),
    providers: [],
    labels: Object.fromEntries(labelsOf(row, annotations).map(([name, value]) => [labelKey(kind, name), value])),
    annotations,
    createdAt: '',
    deletedAt: row.state === 'terminating' ? row.since.toISOString() : null,
  }
}

function labelsOf(
  { poolKey, tenant, state }: BindingRow,
  annotations: Binding['annotations'],
): readonly (readonly [LabelName, string])[] {
  const pool = poolKey === null ? null : parsePoolKey(poolKey)
  const isHeld = state === 'held' && annotations[ANNOTATIONS.heldFlags] !== undefined
  return [
    ...(pool ? [['hyperscalerType', pool.hyperscalerType] as const] : []),
    ...(pool?.euAccess ? [['euAccess', 'true'] as const] : []),
    ...(pool?.shared ? [['shared', isHeld ? HELD : 'true'] as const] : []),
    ...(tenant === null ? [] : [['tenantName', tenant] as const]),
    ...(isReleasedState(state) ? [['dirty', 'true'] as const] : []),
    // Which label was malformed is not recorded.
    ...(state === 'malformed' ? [['dirty', ''] as const] : []),
    ...(state === 'internal' ? [['internal', 'true'] as const] : []),
    ...(isHeld ? [['dirty', HELD] as const, ['internal', 'true'] as const] : []),
  ]
}

function textsOf(annotations: unknown): Binding['annotations'] {
  const texts = Object.entries(isRecord(annotations) ? annotations : {}).filter(
    ([, value]) => typeof value === 'string',
  )
  return Object.fromEntries(texts) as Record<string, string>
}
