import type { ClusterDetail } from '#lib/queries/operators/cluster-detail.ts'

/** Somebody else deleted the shoot. What the status says of its last operation and of administrators is of before that. */
export function isShootGone({ conditions }: Pick<ClusterDetail, 'conditions'>): boolean {
  return conditions.some(({ type, reason }) => type === 'ClusterProvisioned' && reason === 'ShootGone')
}
