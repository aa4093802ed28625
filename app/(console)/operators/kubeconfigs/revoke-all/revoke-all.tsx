'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { Command } from '#components/palette/command.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { type Role, roleObstacle } from '#lib/auth/roles.ts'
import type { Person } from '../../../person.ts'

/** Loaded when somebody acts: most who look do not. The server does not know what was typed before. */
const RevokeClusterDialog = dynamic(
  () => import('./revoke-cluster-dialog.tsx').then(module => module.RevokeClusterDialog),
  { ssr: false },
)
const RevocationsDialog = dynamic(() => import('./revocations-dialog.tsx').then(module => module.RevocationsDialog), {
  ssr: false,
})

interface RevokeAllDialogsProps {
  readonly cluster: { readonly namespace: string; readonly name: string }
  readonly unrevoked: readonly string[]
  readonly person: Person
  readonly href: string
  /** Somebody wants to, and may. */
  readonly open: boolean
  readonly onClose: () => void
  /** What the page shows may be old. */
  readonly onChanged: () => void
}

/** Asks before every access to a cluster is taken away, and shows then how far that is. */
export function RevokeAllDialogs({ open, onClose, onChanged, ...asked }: RevokeAllDialogsProps) {
  /** Requests that were revoked together just now. */
  const [revoked, setRevoked] = useState<readonly string[] | null>(null)
  return (
    <>
      {open && (
        <RevokeClusterDialog
          {...asked}
          onClose={onClose}
          onRefused={onChanged}
          onDone={names => {
            onClose()
            onChanged()
            setRevoked(names)
          }}
        />
      )}
      {revoked !== null && (
        <RevocationsDialog cluster={asked.cluster.name} names={revoked} onClose={() => setRevoked(null)} />
      )}
    </>
  )
}

/** What the address says while the dialog is open. */
export const REVOKE_ALL = 'revoke-all'

/** Taking every access to a cluster away, as it is offered to somebody. */
interface RevokeAllOffer {
  readonly label: string
  /** Why not now, a sentence; null when it can be done. */
  readonly obstacle: string | null
}

interface OfferInput {
  readonly cluster: string
  readonly role: Role
  /** How many requests are for the cluster. */
  readonly requests: number
  readonly unrevoked: readonly string[]
}

export function buildRevokeAllOffer({ cluster, role, requests, unrevoked }: OfferInput): RevokeAllOffer {
  return {
    label: `Revoke all of ${cluster}`,
    obstacle: roleObstacle(role, NEEDED_ROLES.kubeconfigs) ?? (unrevoked.length > 0 ? null : formatNoneLeft(requests)),
  }
}

function formatNoneLeft(requests: number): string {
  return requests === 0
    ? 'No kubeconfig of this cluster was asked for here.'
    : 'All kubeconfigs of this cluster are revoked.'
}

export function buildRevokeAllCommand({ label, obstacle }: RevokeAllOffer, run: () => void): Command {
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
