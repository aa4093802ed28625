import { ACCESS_FLAGS } from '#lib/hap/access/judge-rules.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { FieldValue, SearchField } from '#lib/search/field.ts'
import type { ListShape } from '../../list-window.ts'
import { byText } from '../row-orders.ts'
import { withExamples } from '../with-examples.ts'
import type { KubeconfigRow } from './kubeconfig-row.ts'
import { KUBECONFIG_STATES } from './kubeconfig-state.ts'

/** What the register can be searched by. Free words look for names, clusters, rules and what the operator says. */
const KUBECONFIG_FIELDS: readonly SearchField[] = [
  { name: 'name', kind: 'text', description: 'part of the name' },
  { name: 'cluster', kind: 'enum', description: 'name of its Cluster' },
  { name: 'shoot', kind: 'text', description: 'part of the name of its shoot' },
  { name: 'may', kind: 'text', description: 'part of what it may do, for example configmaps' },
  { name: 'flag', kind: 'enum', values: ACCESS_FLAGS, description: 'what is striking about its rules' },
  { name: 'state', kind: 'enum', values: KUBECONFIG_STATES, description: 'state in one word' },
  { name: 'reason', kind: 'text', description: 'part of the reason or of its sentence' },
  { name: 'issued', kind: 'time', description: 'when it was issued' },
  { name: 'expires', kind: 'time', description: 'when it expires' },
  { name: 'revoked', kind: 'time', description: 'when it was revoked' },
]

const READERS: Readonly<Record<string, (row: KubeconfigRow) => FieldValue>> = {
  name: ({ name }) => name,
  cluster: ({ cluster }) => cluster.name,
  shoot: ({ shoot }) => shoot?.name ?? null,
  may: ({ rules }) => rules,
  flag: ({ flags }) => flags,
  state: ({ state }) => state,
  reason: ({ reason, message }) => (reason === null ? [message] : [reason, message]),
  issued: ({ issuedAt }) => issuedAt,
  expires: ({ expiresAt }) => expiresAt,
  revoked: ({ revokedAt }) => revokedAt,
}

const byName = byText<KubeconfigRow>(({ name }) => name)
const stateAt = ({ state }: KubeconfigRow) => KUBECONFIG_STATES.indexOf(state)
const flagAt = ({ flags: [worst] }: KubeconfigRow) =>
  worst === undefined ? ACCESS_FLAGS.length : ACCESS_FLAGS.indexOf(worst)

export const KUBECONFIG_LIST: ListShape<KubeconfigRow> = {
  fields: KUBECONFIG_FIELDS,
  read: row => name => READERS[name]?.(row) ?? null,
  orders: {
    name: byName,
    cluster: byText(({ cluster }) => cluster.name),
    shoot: byText(({ shoot }) => shoot?.name),
    flags: (a, b) => flagAt(a) - flagAt(b),
    state: (a, b) => stateAt(a) - stateAt(b) || compareText(a.since, b.since),
    issued: byText(({ issuedAt }) => issuedAt),
    expires: byText(({ expiresAt }) => expiresAt),
    renews: byText(({ renewsAt }) => renewsAt),
    revoked: byText(({ revokedAt }) => revokedAt),
  },
  defaultSort: 'name',
  tie: byName,
  lacks: {
    shoot: ({ shoot }) => shoot === null,
    issued: ({ issuedAt }) => issuedAt === null,
    expires: ({ expiresAt }) => expiresAt === null,
    renews: ({ renewsAt }) => renewsAt === null,
    revoked: ({ revokedAt }) => revokedAt === null,
  },
}

/** The fields with the clusters that occur. */
export function kubeconfigFields(rows: readonly KubeconfigRow[]): readonly SearchField[] {
  return withExamples(KUBECONFIG_FIELDS, { cluster: rows.map(({ cluster }) => cluster.name) })
}
