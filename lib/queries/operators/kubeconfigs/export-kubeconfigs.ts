import type { ColumnFields } from '../../export/chosen-fields.ts'
import type { Exported, ExportRequest } from '../../export/export-list.ts'
import type { ExportColumn } from '../../export/rows-file.ts'
import { exportKind } from '../export-kind.ts'
import { type KubeconfigRow, type KubeconfigSight, kubeconfigRows } from './kubeconfig-row.ts'
import { KUBECONFIG_LIST } from './kubeconfig-search.ts'

/** The file of the register of kubeconfigs. */
export function exportKubeconfigs(sight: KubeconfigSight, request: ExportRequest): Exported {
  const file = {
    objects: sight.objects,
    kind: 'KubeconfigRequest',
    rows: kubeconfigRows(sight),
    shape: KUBECONFIG_LIST,
    columns: COLUMNS,
    shows: SHOWS,
  } as const
  return exportKind(file, request)
}

const COLUMNS: readonly ExportColumn<KubeconfigRow>[] = [
  ['name', ({ name }) => name, 'name'],
  ['cluster_namespace', ({ cluster }) => cluster.namespace, 'cluster'],
  ['cluster', ({ cluster }) => cluster.name, 'cluster'],
  ['shoot', ({ shoot }) => shoot?.name ?? null, 'shoot'],
  ['may', ({ rules }) => rules.join('; '), 'rules'],
  ['flags', ({ flags }) => flags.join(' '), 'flags'],
  ['state', ({ state }) => state, 'state'],
  ['reason', ({ reason }) => reason, 'reason'],
  ['message', ({ message }) => message, 'message'],
  ['since', ({ since }) => since, 'since'],
  ['issued_at', ({ issuedAt }) => issuedAt, 'issuedAt'],
  ['expires_at', ({ expiresAt }) => expiresAt, 'expiresAt'],
  ['renews_at', ({ renewsAt }) => renewsAt, 'renewsAt'],
  ['revoked_at', ({ revokedAt }) => revokedAt, 'revokedAt'],
  ['refused_after_seconds', ({ refusedAfterSeconds: s }) => (s === null ? null : String(s)), 'refusedAfterSeconds'],
  ['created_at', ({ createdAt }) => createdAt, 'createdAt'],
]

const SHOWS: ColumnFields = {
  name: ['name', 'createdAt'],
  cluster: ['cluster'],
  shoot: ['shoot'],
  may: ['rules'],
  flags: ['flags'],
  state: ['state', 'since'],
  reason: ['reason', 'message'],
  issued: ['issuedAt'],
  expires: ['expiresAt'],
  renews: ['renewsAt'],
  revoked: ['revokedAt', 'refusedAfterSeconds'],
}
