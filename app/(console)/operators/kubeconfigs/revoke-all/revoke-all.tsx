'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { Command } from '#components/palette/commands.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { type Role, roleDisabledReason } from '#lib/auth/roles.ts'
import type { Person } from '../../../person.ts'

/**
 * Loaded on demand, because few visitors revoke. Without SSR, because the server does not have the
 * draft of the tab.
 */
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
  /** The URL asks for the dialog and the person has the role. */
  readonly open: boolean
  readonly onClose: () => void
  /** Called after writes, so that the page reads its data again. */
  readonly onChanged: () => void
}

/** Confirms the revocation of all kubeconfigs of a cluster, then shows its progress. */
export function RevokeAllDialogs({ open, onClose, onChanged, ...asked }: RevokeAllDialogsProps) {
  /** Names of the requests that the last confirmation revoked. */
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

/** Value of the URL parameter `act` while the dialog is open. */
export const REVOKE_ALL = 'revoke-all'

/** Label and disabled reason of the button, menu item and command. */
interface RevokeAllOffer {
  readonly label: string
  /** Disabled reason; null when revocation is possible. */
  readonly obstacle: string | null
}

interface OfferInput {
  readonly cluster: string
  readonly role: Role
  /** Number of requests for the cluster. */
  readonly requests: number
  readonly unrevoked: readonly string[]
  /** Why nothing can be changed at all, or null. */
  readonly observeModeReason: string | null
}

/** Offers the revocation unless the role is missing or no unrevoked request is left. */
export function buildRevokeAllOffer({
  cluster,
  role,
  requests,
  unrevoked,
  observeModeReason,
}: OfferInput): RevokeAllOffer {
  return {
    label: `Revoke all of ${cluster}`,
    obstacle:
      observeModeReason ??
      roleDisabledReason(role, NEEDED_ROLES.kubeconfigs) ??
      (unrevoked.length > 0 ? null : formatNoneLeft(requests)),
  }
}

function formatNoneLeft(requests: number): string {
  return requests === 0 ? 'No kubeconfig requests for this cluster.' : 'All kubeconfigs of this cluster are revoked.'
}

/** Palette command that calls `run` to open the dialog. */
export function buildRevokeAllCommand({ label, obstacle }: RevokeAllOffer, run: () => void): Command {
  return {
    id: REVOKE_ALL,
    label: `${label}…`,
    icon: 'action',
    danger: true,
    disabledReason: obstacle,
    act: { run },
  }
}
