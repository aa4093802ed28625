'use client'

import type { ReactNode } from 'react'
import { FormObstacle } from '#components/ui/form-obstacle.ts'
import { useLive } from './live-provider.tsx'

const WAYS_OUT = 'Reload the page, or sign in as yourself again in another tab; what is typed here stays until then.'

/** Keeps the forms of a page from being sent once somebody else is signed in: it would be recorded under their name. */
export function OnlyTheirs({ children }: { readonly children: ReactNode }) {
  const { other } = useLive()
  const obstacle = other === null ? null : `${signedInAs(other)} ${WAYS_OUT}`
  return <FormObstacle value={obstacle}>{children}</FormObstacle>
}

/** What whoever looks at a page of somebody else is told first. */
export function signedInAs(name: string): string {
  return `You are signed in as ${name} in this browser now.`
}
