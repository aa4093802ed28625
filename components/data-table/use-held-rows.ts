import { type SyntheticEvent, useEffect, useMemo, useState } from 'react'
import { showToast } from '#components/ui/toast.ts'
import type { Snapshot } from './held-rows.ts'
import { restTimer } from './rest-timer.ts'
import type { TableSource } from './table-source.ts'

/** Whether rows are kept where they are, and what waits meanwhile. */
export interface Hold {
  readonly on: boolean
  /** Changes in sight that are held back, also for somebody who is just pointing at a row. */
  readonly waiting: number
  readonly toggle: () => void
  /** Somebody is at work in the rows: for a while, and as long as a pointer is over them, they stay where they are. */
  readonly touch: (event: SyntheticEvent) => void
  /** Takes in what waits, and holds on. */
  readonly takeIn: () => void
}

interface HeldRows<Row, Group> {
  readonly source: TableSource<Row, Group>
  readonly hold: Hold
}

/** The code is loaded when rows are held for the first time. */
const loadCode = () =>
  import('./held-rows.ts').then(({ extended, heldSource, snapshotOf }) => ({ extended, heldSource, snapshotOf }))

type Code = Awaited<ReturnType<typeof loadCode>>

interface Held<Row, Group> {
  readonly code: Code
  readonly snapshot: Snapshot<Row, Group>
  /** Until somebody lets them go; else until nobody has touched them for a while, see restTimer. */
  readonly byHand: boolean
}

/**
 * Lets somebody hold the rows of a table: none comes, goes or moves until they are let go, while what each says stays current. Rows that
 * are touched hold by themselves, so that nothing moves under the pointer. `listKey`
 * tells one list from another, which starts anew; null while `fresh` is still the list before.
 */
export function useHeldRows<Row, Group = never>(
  fresh: TableSource<Row, Group>,
  listKey: string | null,
): HeldRows<Row, Group> {
  const [held, setHeld] = useState<Held<Row, Group> | null>(null)
  const current = held && continued(held, fresh, listKey)
  if (current !== held) setHeld(current)
  const [timer] = useState(() => restTimer(() => setHeld(now => (now?.byHand ? now : null))))
  useEffect(() => timer.stop, [timer])
  return useMemo(() => {
    const { source, waiting } = current?.code.heldSource(current.snapshot, fresh) ?? { source: fresh, waiting: 0 }
    const taken = (code: Code, byHand: boolean) => ({ code, snapshot: code.snapshotOf(fresh, listKey), byHand })
    const toggle = () => {
      if (current) setHeld(current.byHand ? null : { ...current, byHand: true })
      else loadCode().then(code => setHeld(taken(code, true)), sayThatNot)
    }
    const touch = ({ currentTarget }: SyntheticEvent) => {
      timer.touch(currentTarget)
      if (current) return
      // Without its code the rows move, as they do for everybody who touches nothing.
      loadCode().then(
        code => setHeld(now => now ?? taken(code, false)),
        () => {},
      )
    }
    const takeIn = () => current && setHeld(taken(current.code, current.byHand))
    return { source, hold: { on: current?.byHand === true, waiting, toggle, touch, takeIn } }
  }, [current, fresh, listKey, timer])
}

function continued<Row, Group>(
  held: Held<Row, Group>,
  fresh: TableSource<Row, Group>,
  listKey: string | null,
): Held<Row, Group> {
  const { code, snapshot, byHand } = held
  if (listKey === null) return held
  const next = snapshot.listKey === listKey ? code.extended(snapshot, fresh) : code.snapshotOf(fresh, listKey)
  return next === snapshot ? held : { code, snapshot: next, byHand }
}

function sayThatNot(): void {
  showToast({ text: 'The row order is not frozen.', failed: true, detail: 'The console is not responding. Try again.' })
}
