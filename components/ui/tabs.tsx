'use client'

import Link from 'next/link'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { formatCount } from '#lib/util/format.ts'
import { cx } from './cx.ts'
import styles from './tabs.module.css'

interface Tab<Id extends string> {
  readonly id: Id
  readonly label: string
  /** Number of rows of the tab. */
  readonly count?: number | undefined
}

interface TabsProps<Id extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  readonly selected: Id
  readonly onSelect: (id: Id) => void
}

/** Tabs of a page, whose address stores the open one. Put the content into a TabPanel. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  const list = useOpenTabInSight<HTMLDivElement>(selected)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextTab(event.key, tabs, selected)
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    document.getElementById(tabId(next.id))?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
      {tabs.map(tab => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={tabId(tab.id)}
          aria-selected={tab.id === selected}
          aria-controls={tab.id === selected ? panelId(tab.id) : undefined}
          tabIndex={tab.id === selected ? 0 : -1}
          className={styles.tab}
          onClick={() => onSelect(tab.id)}
        >
          {tab.label}
          {tab.count !== undefined && <span className={styles.count}>{formatCount(tab.count)}</span>}
        </button>
      ))}
    </div>
  )
}

/** Content of the selected tab. */
export function TabPanel({
  id,
  fill = false,
  children,
}: {
  readonly id: string
  /** Fills the remaining height; a table inside scrolls by itself. */
  readonly fill?: boolean
  readonly children: ReactNode
}) {
  return (
    <div role="tabpanel" id={panelId(id)} aria-labelledby={tabId(id)} className={fill ? styles.panel : undefined}>
      {children}
    </div>
  )
}

function nextTab<Id extends string>(key: string, tabs: readonly Tab<Id>[], selected: Id): Tab<Id> | undefined {
  const at = tabs.findIndex(tab => tab.id === selected)
  if (key === 'ArrowRight') return tabs[(at + 1) % tabs.length]
  if (key === 'ArrowLeft') return tabs[(at - 1 + tabs.length) % tabs.length]
  if (key === 'Home') return tabs[0]
  if (key === 'End') return tabs.at(-1)
  return undefined
}

const tabId = (id: string) => `tab-${id}`
const panelId = (id: string) => `panel-${id}`

interface TabLink {
  readonly label: string
  readonly href: string
}

interface TabLinksProps {
  readonly label: string
  readonly tabs: readonly TabLink[]
  /** Path of the open page. */
  readonly current: string
}

/** Links between sibling pages, with the look of tabs. */
export function TabLinks({ label, tabs, current }: TabLinksProps) {
  const row = useOpenTabInSight<HTMLElement>(current)
  return (
    <nav ref={row} aria-label={label} className={cx(styles.tabs, styles.links)}>
      {tabs.map(tab => (
        <Link
          key={tab.href}
          href={tab.href}
          prefetch={false}
          aria-current={tab.href === current ? 'page' : undefined}
          className={styles.tab}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}

/**
 * Scrolls a row of tabs, on a narrow screen, so that the open tab is visible; the page itself does
 * not scroll.
 */
function useOpenTabInSight<Row extends HTMLElement>(open: string): RefObject<Row | null> {
  const row = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is open
  useEffect(() => {
    if (row.current) showOpen(row.current)
  }, [open])
  return row
}

function showOpen(row: HTMLElement): void {
  const tab = row.querySelector('[aria-selected="true"], [aria-current]')
  if (!tab || row.scrollWidth <= row.clientWidth) return
  const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  const gutter = Number.parseFloat(getComputedStyle(row).paddingLeft) || 0
  if (inner.right + gutter > outer.right) row.scrollLeft += inner.right + gutter - outer.right
  else if (inner.left - gutter < outer.left) row.scrollLeft -= outer.left + gutter - inner.left
}
