'use client'

import { LiveIndicator } from '#components/shell/live-indicator.tsx'
import { useLive } from './live-provider.tsx'

export function LiveStatus() {
  const { phase, asOf, other } = useLive()
  return <LiveIndicator phase={other === null ? phase : 'other-person'} asOf={asOf} />
}
