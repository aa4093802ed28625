'use client'

import type { KeyboardEvent, ReactNode } from 'react'
import { formatCount } from '#lib/util/format.ts'
import styles from './tabs.module.css'
import { useInSight } from './use-in-sight.ts'

interface Tab<Id extends string> {
  readonly id: Id
  readonly label: string
  /** Rows behind it. */
  readonly count?: number | undefined
}

interface TabsProps<Id extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  readonly selected: Id
  readonly onSelect: (id: Id) => void
}

/** Tabs of one page. The page keeps which is open in its address; put the content into a TabPanel. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  const list = useInSight<HTMLDivElement>(selected)
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

/** The content of the selected tab. */
export function TabPanel({
  id,
  fill = false,
  children,
}: {
  readonly id: string
  /** Takes the height that is left; a table in it scrolls by itself. */
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
