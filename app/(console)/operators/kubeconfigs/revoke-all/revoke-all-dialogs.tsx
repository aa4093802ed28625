'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
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
