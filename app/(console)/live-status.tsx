'use client'

import { LiveIndicator } from '#components/shell/live-indicator.tsx'
import { useLive } from './live-provider.tsx'

/** The live indicator of this console. */
export function LiveStatus() {
  const { phase, asOf, other } = useLive()
  return <LiveIndicator phase={other === null ? phase : 'other-person'} asOf={asOf} />
}
