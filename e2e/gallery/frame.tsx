'use client'

import type { ReactNode } from 'react'
import { LiveIndicator } from '#components/shell/live-indicator.tsx'
import { Shell } from '#components/shell/shell.tsx'
import type { Theme } from '#components/shell/theme.ts'
import { UserBlock } from '#components/shell/user-block.tsx'

/** The console's shell around a page of the gallery. */
export function Frame({ theme, children }: { readonly theme: Theme; readonly children: ReactNode }) {
  return (
    <Shell
      landscape={{ name: 'eu-prod', namespace: 'garden-kyma-prod' }}
      live={<LiveIndicator phase="live" asOf={null} />}
      user={<UserBlock user={{ name: 'm.okafor', role: 'operator' }} theme={theme} onSignOut={() => {}} />}
    >
      {children}
    </Shell>
  )
}
