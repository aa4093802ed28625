import type { ReactNode } from 'react'
import type { IconName } from '#components/ui/icon-paths.ts'

/** One command of the palette. It does what a link or button of the page does, and changes nothing immediately. */
export interface Command {
  /** Unique among all that are shown. */
  readonly id: string
  readonly label: string
  /** The label can be pasted. */
  readonly mono?: boolean
  /** More that can be pasted, after the label: a search, the id it was found by. */
  readonly detail?: string
  /** At the right end: what it belongs to, what comes next. */
  readonly note?: string
  /** At the right end: keys that do the same. */
  readonly keys?: readonly string[]
  readonly icon?: IconName
  /** In place of an icon: the glyph of a state. */
  readonly mark?: ReactNode
  /** Other words it is found by. */
  readonly also?: readonly string[]
  /** What it opens may do harm. */
  readonly danger?: boolean
  /** Why it cannot be done now, as a sentence; null when it can. */
  readonly disabledReason?: string | null
  readonly act: { readonly href: string } | { readonly download: string } | { readonly run: () => void }
}

export interface CommandGroup {
  readonly heading: string
  readonly commands: readonly Command[]
}
