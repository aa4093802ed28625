import type { QueryClient } from '@tanstack/react-query'
import type { SelectedBinding } from '#lib/queries/bindings/bulk-offers.ts'
import type { ChangeNotice, JobNotice } from '#lib/queries/changes.ts'
import { refresh } from './refresh.ts'

/** Lists, sums and decisions, which any change of a binding may touch. */
const LISTS = [
  'overview',
  'pools',
  'bindings',
  'operators/cleaning',
  'global-accounts',
  'global-account',
  'shoots',
  'simulation',
  'simulation-compared',
  'allowlist',
  'allowlist-preview',
  'rules-seen',
  'rules-impact',
]

/** What changes with rules and settings alone. */
const WITH_SETTINGS = ['allowlist-history', 'rules', 'rules-revisions', 'rules-revision', 'rules-drift']

/** Marks what a notice tells of as out of date; what is on the page is read again at once, the rest when it is opened. */
export function readAgain(queries: QueryClient, { bindings, pools, shoots }: ChangeNotice): void {
  const bindingKeys = bindings && new Set(bindings)
  const poolKeys = pools && new Set(pools)
  if (bindingKeys?.size === 0 && poolKeys?.size === 0 && !shoots) return
  refresh(queries, ({ queryKey: [what, first, second] }) => {
    // What is checked anew at each change of anything is never certain.
    if (what === 'bulk-plan')
      return (
        bindingKeys === null ||
        (second as readonly SelectedBinding[]).some(each => hasBinding(bindingKeys, each.kind, each.name))
      )
    if (what === 'proposal-plan')
      return bindingKeys === null || (second as readonly string[]).some(key => bindingKeys.has(key))
    if (LISTS.includes(String(what))) return true
    if (what === 'pool') return poolKeys?.has(String(first)) ?? true
    // Only with the settings, and then everything is.
    if (WITH_SETTINGS.includes(String(what))) return bindingKeys === null
    if (what === 'binding' || what === 'timeline')
      return bindingKeys === null || hasBinding(bindingKeys, String(first), String(second))
    return false
  })
}

/** The same of bulk jobs: the list of them, and each that came on. */
export function readJobsAgain(queries: QueryClient, { ids }: JobNotice): void {
  refresh(
    queries,
    ({ queryKey: [what, id] }) => what === 'jobs' || (what === 'job' && (ids === null || ids.includes(String(id)))),
  )
}

/** The same of all that is read of custom resources. */
export function readOperatorsAgain(queries: QueryClient): void {
  refresh(queries, ({ queryKey: [what] }) => String(what).startsWith('operators'))
}

/** Keys are `kind/namespace/name`; a console shows one namespace. */
function hasBinding(keys: ReadonlySet<string>, kind: string, name: string): boolean {
  for (const key of keys) if (key.startsWith(`${kind}/`) && key.endsWith(`/${name}`)) return true
  return false
}
