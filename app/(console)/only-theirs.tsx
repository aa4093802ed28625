'use client'

import type { ReactNode } from 'react'
import { FormObstacle } from '#components/ui/form-obstacle.ts'
import { useLive } from './live-provider.tsx'

const WAYS_OUT = 'Reload the page, or sign in as yourself again in another tab; what is typed here stays until then.'

/**
 * Disables the forms of a page after another user has signed in, because actions would be recorded
 * under that user's name.
 */
export function OnlyTheirs({ children }: { readonly children: ReactNode }) {
  const { other } = useLive()
  const obstacle = other === null ? null : `${signedInAs(other)} ${WAYS_OUT}`
  return <FormObstacle value={obstacle}>{children}</FormObstacle>
}

/** First sentence on a page that another user opened. */
export function signedInAs(name: string): string {
  return `You are signed in as ${name} in this browser now.`
}
