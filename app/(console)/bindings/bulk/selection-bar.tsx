'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useObserveModeReason } from '#app/(console)/observe-mode.tsx'
import { callFailure } from '#app/data/call-failure.ts'
import { useCommands } from '#components/palette/commands.ts'
import { Button } from '#components/ui/button.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import text from '#components/ui/text.module.css'
import { useSettled } from '#components/ui/use-settled.ts'
import { type Role, roleDisabledReason } from '#lib/auth/roles.ts'
import { ACTION_LABELS, type Action } from '#lib/hap/actions/action.ts'
import { MAX_JOB_TARGETS } from '#lib/hap/actions/job.ts'
import type { BulkOffer } from '#lib/queries/bindings/bulk-offers.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { useStaleReason } from '../../live-provider.tsx'
import type { Person } from '../../person.ts'
import { ActionButtons } from '../action-buttons.tsx'
import { type OffersAnswer, offersOf } from './actions.ts'
import styles from './bulk.module.css'
import type { Selection } from './use-selection.ts'

interface SelectionBarProps {
  readonly selection: Selection
  /** Number of all bindings that match the search. */
  readonly hits: number
  readonly person: Person
  readonly onAct: (action: Action) => void
}

/**
 * The browser sends server actions one by one. Without a delay, a held-down key would send one for
 * each row.
 */
const SETTLE_MS = 100

/** Actions for the selection, with the number of bindings that allow each. */
export function SelectionBar({ selection, hits, person, onAct }: SelectionBarProps) {
  const chosen = [...selection.chosen.values()]
  const tooOld = useStaleReason()
  const observeModeReason = useObserveModeReason()
  const settled = useSettled(selection.chosen, SETTLE_MS)
  const { data } = useQuery<OffersAnswer>({
    queryKey: ['bulk-offers', [...settled.keys()]],
    queryFn: () =>
      offersOf([...settled.values()]).catch((error: unknown) => ({
        problem: callFailure(error, 'The console is not responding.'),
      })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const offers =
    data && 'offers' in data
      ? data.offers.map(offer => ({
          ...offer,
          ...describeOffer(offer, { selected: chosen.length, role: person.role, tooOld: observeModeReason ?? tooOld }),
        }))
      : []
  const selected = `${formatPlural(chosen.length, 'binding')} selected`
  useCommands({
    scope: 'selection',
    heading: selected,
    commands: offers.map(({ action, label, dangerous, disabledReason }) => ({
      id: `selection ${action}`,
      label: `${label}…`,
      icon: 'action',
      danger: dangerous,
      disabledReason,
      act: { run: () => onAct(action) },
    })),
  })
  const more = Math.min(hits, MAX_JOB_TARGETS)
  return (
    <section className={styles.bar} aria-label="Actions on the selection">
      <span className={styles.count}>{selected}</span>
      {data === undefined && <Skeleton width="260px" />}
      {data && 'problem' in data && <span className={text.danger}>{data.problem}</span>}
      {offers.length > 0 && (
        <ActionButtons
          offers={offers}
          more="More actions on the selection"
          size="small"
          onChoose={({ action }) => onAct(action)}
        />
      )}
      {chosen.length < more && (
        <Button look="ghost" size="small" onClick={selection.chooseAll}>
          {hits > MAX_JOB_TARGETS
            ? `Select the first ${formatCount(MAX_JOB_TARGETS)} of ${formatCount(hits)}`
            : `Select all ${formatCount(hits)} matches`}
        </Button>
      )}
      {chosen.length === MAX_JOB_TARGETS && hits > MAX_JOB_TARGETS && (
        <span className={text.muted}>A job has a limit of {formatCount(MAX_JOB_TARGETS)} bindings.</span>
      )}
    </section>
  )
}

interface OfferLabels {
  /** Label of the button: the verb, with the number of bindings that allow it. */
  readonly label: string
  /** Why the action is unavailable, as sentences; null when it is available. */
  readonly disabledReason: string | null
  /** Why some bindings are excluded; undefined when none is. */
  readonly tip: string | undefined
}

interface Situation {
  readonly selected: number
  readonly role: Role
  /** Why the page is too old for actions; null when it is current. */
  readonly tooOld: string | null
}

/** Describes the offer of an action on a selection: label, disabled reason and tip. */
export function describeOffer(
  { action, allowed, refusals }: BulkOffer,
  { selected, role, tooOld }: Situation,
): OfferLabels {
  const { verb, role: needed } = ACTION_LABELS[action]
  const why = refusals.map(({ text, count }) => `${text} (${formatCount(count)})`).join(' ')
  const label =
    allowed === selected || allowed === 0 ? verb : `${verb} ${formatCount(allowed)} of ${formatCount(selected)}`
  const disabledReason = roleDisabledReason(role, needed) ?? tooOld
  if (disabledReason !== null) return { label: verb, disabledReason, tip: undefined }
  if (allowed === 0) return { label, disabledReason: why, tip: undefined }
  return { label, disabledReason: null, tip: why === '' ? undefined : why }
}
