'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { useModal } from '#components/ui/dialog.tsx'
import { Icon } from '#components/ui/icon.tsx'
import text from '#components/ui/text.module.css'
import { parsePoolKey, poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import { isCurrent, NAV_GROUPS, TAB_LABELS } from './nav-items.ts'
import drawerStyles from './top-bar.module.css'

interface TopBarProps {
  readonly landscape: string
  /** The LiveIndicator. */
  readonly live: ReactNode
  /** The button that opens the palette. */
  readonly search: ReactNode
  /** The side bar's content, for the drawer of a narrow window. */
  readonly side: ReactNode
}

/**
 * Breadcrumb, live status and search; on narrow screens also a button that opens the navigation.
 */
export function TopBar({ landscape, live, search, side }: TopBarProps) {
  const pathname = usePathname()
  // Stores the path that it was opened on, so that following a link closes the drawer.
  const [openOn, setOpenOn] = useState<string | null>(null)
  return (
    <header className={drawerStyles.bar}>
      <span className={drawerStyles.menu}>
        <Button look="ghost" icon aria-label="Menu" aria-haspopup="dialog" onClick={() => setOpenOn(pathname)}>
          <Icon name="menu" />
        </Button>
      </span>
      <Breadcrumb landscape={landscape} />
      {live}
      {search}
      {openOn === pathname && <Drawer onClose={() => setOpenOn(null)}>{side}</Drawer>}
    </header>
  )
}

interface DrawerProps {
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Navigation drawer. Mount it to open it; Escape and a click outside close it. */
function Drawer({ onClose, children }: DrawerProps) {
  return (
    <dialog {...useModal(onClose)} className={drawerStyles.drawer} aria-label="Navigation">
      <div className={drawerStyles.side}>{children}</div>
    </dialog>
  )
}

/** Path from the landscape to the open page. */
function Breadcrumb({ landscape }: { readonly landscape: string }) {
  const pathname = usePathname()
  const crumbs = buildCrumbs(pathname, landscape)
  const name = useCrumbName(pathname)
  return (
    <nav className={drawerStyles.crumbs} aria-label="Breadcrumb">
      <ol>
        {crumbs.map(({ label, href, mono }, index) => (
          <li key={href + label}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page" className={cx(text.cut, mono && text.mono)}>
                {name ?? label}
              </span>
            ) : (
              <Link href={href} prefetch={false} className={drawerStyles.link}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

let named: { readonly pathname: string; readonly name: string } | null = null
const listeners = new Set<() => void>()

function set(next: typeof named): void {
  named = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets the breadcrumb's name for an address that does not contain it. */
export function CrumbName({ pathname, name }: { readonly pathname: string; readonly name: string }) {
  useEffect(() => {
    set({ pathname, name })
    return () => set(null)
  }, [pathname, name])
  return null
}

/** Name that a page set for its address; null before it is set. */
function useCrumbName(pathname: string): string | null {
  const current = useSyncExternalStore(
    subscribe,
    () => named,
    () => null,
  )
  return current?.pathname === pathname ? current.name : null
}

interface Crumb {
  readonly label: string
  readonly href: string
  /** Monospace, for names that are copied. */
  readonly mono: boolean
}

/** Breadcrumb of a path: overview, page of the navigation, open object. */
export function buildCrumbs(pathname: string, landscape: string): readonly Crumb[] {
  const home = { label: landscape, href: paths.overview(), mono: false }
  const page = NAV_GROUPS.flatMap(group => group.items).find(item => isCurrent(item, pathname))
  if (!page) return [home]
  const crumbs = [home, { label: page.label, href: page.href, mono: false }]
  const [section, ...below] = pathname.slice((page.base ?? page.href).length + 1).split('/')
  const name = below.at(-1) ?? section
  if (!name || page.href === '/') return crumbs
  if (page.href === paths.operators()) return [...crumbs, ...operatorCrumbs(section ?? '', below.at(-1), pathname)]
  // A job's id is meaningless to people; its page sets the name.
  if (page.href === paths.jobs()) return [...crumbs, { label: 'Job', href: pathname, mono: false }]
  const text = decoded(name)
  if (page.href === paths.rules()) return [...crumbs, { label: `Revision ${text}`, href: pathname, mono: false }]
  if (pathname === paths.sessions()) return [...crumbs, { label: 'Sessions', href: pathname, mono: false }]
  if (pathname === paths.tokens()) return [...crumbs, { label: 'API tokens', href: pathname, mono: false }]
  const pool = page.href === paths.pools() ? parsePoolKey(text) : null
  return [...crumbs, { label: pool ? poolName(pool) : text, href: pathname, mono: pool === null }]
}

/** Tab of the operators, and the object below it. */
function operatorCrumbs(section: string, name: string | undefined, pathname: string): readonly Crumb[] {
  const known: Readonly<Record<string, string>> = TAB_LABELS
  const tab = { label: known[section] ?? decoded(section), href: `/operators/${section}`, mono: false }
  return name === undefined ? [tab] : [tab, { label: decoded(name), href: pathname, mono: true }]
}

/** Returns text with invalid percent-encoding unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
