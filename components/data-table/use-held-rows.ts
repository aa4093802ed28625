import { type SyntheticEvent, useEffect, useMemo, useState } from 'react'
import { showToast } from '#components/ui/toast.tsx'
import type { Snapshot } from './held-rows.ts'
import type { TableSource } from './table-source.ts'

/** The state of a held row order, and its controls. */
export interface Hold {
  readonly on: boolean
  /** Number of visible changes held back, including while the pointer merely rests on a row. */
  readonly waiting: number
  readonly toggle: () => void
  /** Holds the rows after input, until some time without input passes and no pointer is over them. */
  readonly touch: (event: SyntheticEvent) => void
  /** Shows the waiting changes and continues to hold. */
  readonly showChanges: () => void
}

interface HeldRows<Row, Group> {
  readonly source: TableSource<Row, Group>
  readonly hold: Hold
}

/** The code is loaded when rows are held for the first time. */
const loadCode = () =>
  import('./held-rows.ts').then(({ extendSnapshot, heldSource, takeSnapshot }) => ({
    extendSnapshot,
    heldSource,
    takeSnapshot,
  }))

type Code = Awaited<ReturnType<typeof loadCode>>

interface Held<Row, Group> {
  readonly code: Code
  readonly snapshot: Snapshot<Row, Group>
  /** Held by the switch until it is turned off; otherwise until the rest timer expires. */
  readonly byHand: boolean
}

/**
 * Holds the row order of a table: no row appears, disappears or moves, while cell contents stay
 * current. Input in the rows holds them, too, so that nothing moves under the pointer. `listKey`
 * identifies the list, and a new list takes a new snapshot; null while `fresh` still contains the
 * previous list.
 */
export function useHeldRows<Row, Group = never>(
  fresh: TableSource<Row, Group>,
  listKey: string | null,
): HeldRows<Row, Group> {
  const [held, setHeld] = useState<Held<Row, Group> | null>(null)
  const current = held && continued(held, fresh, listKey)
  if (current !== held) setHeld(current)
  const [timer] = useState(() => createRestTimer(() => setHeld(now => (now?.byHand ? now : null))))
  useEffect(() => timer.stop, [timer])
  return useMemo(() => {
    const { source, waiting } = current?.code.heldSource(current.snapshot, fresh) ?? { source: fresh, waiting: 0 }
    const heldNow = (code: Code, byHand: boolean) => ({ code, snapshot: code.takeSnapshot(fresh, listKey), byHand })
    const toggle = () => {
      if (current) setHeld(current.byHand ? null : { ...current, byHand: true })
      else loadCode().then(code => setHeld(heldNow(code, true)), showLoadFailure)
    }
    const touch = ({ currentTarget }: SyntheticEvent) => {
      timer.touch(currentTarget)
      if (current) return
      // If the code does not load, the rows continue to move.
      loadCode().then(
        code => setHeld(now => now ?? heldNow(code, false)),
        () => {},
      )
    }
    const showChanges = () => current && setHeld(heldNow(current.code, current.byHand))
    return { source, hold: { on: current?.byHand === true, waiting, toggle, touch, showChanges } }
  }, [current, fresh, listKey, timer])
}

function continued<Row, Group>(
  held: Held<Row, Group>,
  fresh: TableSource<Row, Group>,
  listKey: string | null,
): Held<Row, Group> {
  const { code, snapshot, byHand } = held
  if (listKey === null) return held
  const next = snapshot.listKey === listKey ? code.extendSnapshot(snapshot, fresh) : code.takeSnapshot(fresh, listKey)
  return next === snapshot ? held : { code, snapshot: next, byHand }
}

function showLoadFailure(): void {
  showToast({ text: 'The row order is not frozen.', failed: true, detail: 'The console is not responding. Try again.' })
}

/** Long enough to read a row before choosing it, during which the pointer may rest. */
const REST_MS = 10_000

interface RestTimer {
  /** Restarts the timer after input in these rows. */
  readonly touch: (rows: Element) => void
  readonly stop: () => void
}

/** Calls back after REST_MS without input in the rows, once no pointer is over them. */
export function createRestTimer(onLeft: () => void): RestTimer {
  let timer: ReturnType<typeof setTimeout> | undefined
  const touch = (rows: Element) => {
    clearTimeout(timer)
    timer = setTimeout(() => (isPointedAt(rows) ? touch(rows) : onLeft()), REST_MS)
  }
  return { touch, stop: () => clearTimeout(timer) }
}

/** Touch devices do not count: browsers report `:hover` at the last touch although no pointer remains. */
function isPointedAt(rows: Element): boolean {
  return rows.matches(':hover') && window.matchMedia('(hover: hover)').matches
}
