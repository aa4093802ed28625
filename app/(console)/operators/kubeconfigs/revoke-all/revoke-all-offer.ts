import type { Command } from '#components/palette/command.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { type Role, roleObstacle } from '#lib/auth/roles.ts'

/** What the address says while the dialog is open. */
export const REVOKE_ALL = 'revoke-all'

/** Taking every access to a cluster away, as it is offered to somebody. */
interface RevokeAllOffer {
  readonly label: string
  /** Why not now, a sentence; null when it can be done. */
  readonly obstacle: string | null
}

interface Asked {
  readonly cluster: string
  readonly role: Role
  /** How many requests are for the cluster. */
  readonly requests: number
  readonly unrevoked: readonly string[]
}

export function revokeAllOffer({ cluster, role, requests, unrevoked }: Asked): RevokeAllOffer {
  return {
    label: `Revoke all of ${cluster}`,
    obstacle: roleObstacle(role, NEEDED_ROLES.kubeconfigs) ?? (unrevoked.length > 0 ? null : noneLeft(requests)),
  }
}

function noneLeft(requests: number): string {
  return requests === 0
    ? 'No kubeconfig of this cluster was asked for here.'
    : 'All kubeconfigs of this cluster are revoked.'
}

export function revokeAllCommand({ label, obstacle }: RevokeAllOffer, run: () => void): Command {
  return {
    id: REVOKE_ALL,
    label,
    icon: 'action',
    note: 'opens a dialog',
    danger: true,
    disabledReason: obstacle,
    act: { run },
  }
}
