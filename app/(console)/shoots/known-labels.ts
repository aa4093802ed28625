import type { IconName } from '#components/ui/icon.tsx'
import type { KnownTo } from '#lib/hap/pools/shoot.ts'

interface KnownLabels {
  /** Label in the line of totals, after the number. */
  readonly total: string
  /** Label in a row. */
  readonly row: string
  readonly tip: string
  readonly icon: IconName
}

/** Labels for the sources that know a cluster. */
export const KNOWN_LABELS: Readonly<Record<KnownTo, KnownLabels>> = {
  both: {
    total: 'known to both',
    row: 'both',
    tip: 'Gardener shows the shoot, and a claim of the database is for it.',
    icon: 'check',
  },
  gardener: {
    total: 'only in Gardener',
    row: 'only Gardener',
    tip: 'Gardener shows the shoot, and no claim of the database is for it.',
    icon: 'info',
  },
  database: {
    total: 'only in the database',
    row: 'only database',
    tip: 'A claim has the account, and Gardener shows no shoot for it on that account.',
    icon: 'warning',
  },
}
