'use client'

import { LiveIndicator } from '#components/shell/live-indicator.tsx'
import { useLive } from './live-provider.tsx'

/** The live indicator of this console. */
export function LiveStatus() {
  const { phase, asOf } = useLive()
  return <LiveIndicator phase={phase} asOf={asOf} />
}
