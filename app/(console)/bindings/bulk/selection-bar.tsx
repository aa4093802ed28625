'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { formatCount, formatPlural } from '#components/ui/format.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import text from '#components/ui/text.module.css'
import type { Action } from '#lib/hap/actions/action.ts'
import { MOST_TARGETS } from '#lib/hap/actions/most-targets.ts'
import type { BulkOffer } from '#lib/queries/jobs/bulk-offers.ts'
import type { Person } from '../[kind]/[name]/act/binding-actions.tsx'
import { type OffersAnswer, offersOf } from './actions.ts'
import styles from './bulk.module.css'
import { offerWords } from './offer-words.ts'
import type { Selection } from './use-selection.ts'

const BulkDialog = lazy(() => import('./bulk-dialog.tsx').then(module => ({ default: module.BulkDialog })))

interface SelectionBarProps {
  readonly selection: Selection
  /** All bindings that match the search. */
  readonly hits: number
  readonly person: Person
}

/** Those with a button of their own; the others are in the menu. */
const FRONT: ReadonlySet<Action> = new Set(['release', 'hold', 'mark-dirty'])

/** What can be done to the bindings that are chosen, and to how many of them. */
export function SelectionBar({ selection, hits, person }: SelectionBarProps) {
  const [open, setOpen] = useState<BulkOffer | null>(null)
  const chosen = [...selection.chosen.values()]
  const keys = [...selection.chosen.keys()]
  const { data } = useQuery<OffersAnswer>({
    queryKey: ['bulk-offers', keys],
    queryFn: () => offersOf(chosen).catch(() => ({ problem: 'The console does not answer.' })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const offers = data && 'offers' in data ? data.offers : []
  const words = (offer: BulkOffer) => offerWords(offer, chosen.length, person.role)
  const more = Math.min(hits, MOST_TARGETS)
  return (
    <section className={styles.bar} aria-label="Actions on the selection">
      <span className={styles.count}>{formatPlural(chosen.length, 'binding')} selected</span>
      {data === undefined && <Skeleton width="260px" />}
      {data && 'problem' in data && <span className={text.danger}>{data.problem}</span>}
      {offers
        .filter(({ action }) => FRONT.has(action))
        .map(offer => (
          <Button
            key={offer.action}
            size="small"
            look={offer.dangerous ? 'danger-quiet' : 'default'}
            disabledReason={words(offer).disabledReason}
            tip={words(offer).tip}
            onClick={() => setOpen(offer)}
          >
            {words(offer).label}
          </Button>
        ))}
      {offers.length > 0 && (
        <Menu
          label="More actions on the selection"
          trigger={props => (
            <Button {...props} size="small" icon aria-label="More actions on the selection">
              <Icon name="more" />
            </Button>
          )}
        >
          {offers
            .filter(({ action }) => !FRONT.has(action))
            .map(offer => (
              <MenuItem
                key={offer.action}
                disabledReason={words(offer).disabledReason}
                danger={offer.dangerous}
                onSelect={() => setOpen(offer)}
              >
                {words(offer).label}
              </MenuItem>
            ))}
        </Menu>
      )}
      {chosen.length < more && (
        <Button look="ghost" size="small" onClick={selection.chooseAll}>
          {hits > MOST_TARGETS
            ? `Select the first ${formatCount(MOST_TARGETS)} of ${formatCount(hits)}`
            : `Select all ${formatCount(hits)} that match`}
        </Button>
      )}
      {chosen.length === MOST_TARGETS && hits > MOST_TARGETS && (
        <span className={text.muted}>A job takes at most {formatCount(MOST_TARGETS)}.</span>
      )}
      {open && (
        <Suspense>
          <BulkDialog
            action={open.action}
            chosen={chosen}
            person={person}
            onClose={() => setOpen(null)}
            onStarted={() => {
              setOpen(null)
              selection.clear()
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
