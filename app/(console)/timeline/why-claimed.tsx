'use client'

import { lazy, Suspense, useState } from 'react'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'

const ClaimReasoning = lazy(() => import('./claim-reasoning.tsx').then(module => ({ default: module.ClaimReasoning })))

/** By what a claim was decided; fetched when somebody wants to know. */
export function WhyClaimed({ id, isRefused }: { readonly id: string; readonly isRefused: boolean }) {
  const [isWanted, setIsWanted] = useState(false)
  return (
    <Disclosure summary={isRefused ? 'Why none' : 'Why this account'} onOpen={() => setIsWanted(true)}>
      {isWanted && (
        <Suspense fallback={<Skeleton width="100%" height={120} />}>
          <ClaimReasoning id={id} />
        </Suspense>
      )}
    </Disclosure>
  )
}
