'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { useState, useSyncExternalStore } from 'react'
import { ApiError } from '#app/data/fetch-json.ts'
import { findQuery } from '#app/data/find-queries.ts'
import { useHere, useVisit } from '#components/address/use-parameter.ts'
import { STATE_NAMES, StateGlyph } from '#components/hap/binding-state.tsx'
import { shortenId } from '#components/hap/tenant-id.tsx'
import { type Command, getRegisteredGroups, listRecent, subscribeToCommands } from '#components/palette/commands.ts'
import { PaletteBox } from '#components/palette/palette-box.tsx'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { Message } from '#components/ui/message.tsx'
import { saveFile } from '#components/ui/save-file.ts'
import { useSettled } from '#components/ui/use-settled.ts'
import { poolKey, poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { FoundThings } from '#lib/queries/find-things.ts'
import { findNamed } from '#lib/search/find-named.ts'
import { formatValue } from '#lib/search/format.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import {
  groupsAtFirst,
  listSearches,
  matchingGroups,
  operatorsCommands,
  pageCommands,
  type RankedGroup,
  ranked,
} from './palette-commands.ts'
import styles from './palette-notice.module.css'

interface PaletteProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onShortcuts: () => void
  readonly onClose: () => void
}

/** Debounces the search while the user types. */
const ASK_AFTER_MS = 120

/** Content of the palette: local commands and the server's search results. */
export function Palette({ text, onText, onShortcuts, onClose }: PaletteProps) {
  const visit = useVisit()
  const pathname = usePathname()
  const registered = useSyncExternalStore(subscribeToCommands, getRegisteredGroups, getRegisteredGroups)
  const [recent] = useState(() => listRecent().filter(({ href }) => href !== pathname))
  const wanted = text.trim()
  const asked = useSettled(wanted, ASK_AFTER_MS)
  const { data, error, isPlaceholderData, isLoading, refetch } = useQuery(findQuery(asked))
  const pending = wanted !== '' && (asked !== wanted || isPlaceholderData || isLoading)
  // A failure stays until the next response, so that the layout does not jump while the user types.
  const [failure, setFailure] = useState<Error | null>(null)
  if (!pending && failure !== error) setFailure(error)

  const own = {
    registered: [...registered.values()],
    // An empty input shows only the pages, to keep the list short.
    pages: wanted === '' ? pageCommands() : [...pageCommands(), ...operatorsCommands()],
    shortcuts: { id: 'shortcuts', label: 'Keyboard shortcuts', keys: ['?'], act: { run: onShortcuts } },
  }
  // Results of the previous text are filtered by the current one.
  const matching = wanted === '' ? [] : matchingGroups(wanted, own, data ? foundGroups(data, wanted) : [])
  const groups = wanted === '' ? groupsAtFirst(own, recent) : [...matching, listSearches(wanted)]
  const hits = matching.reduce((sum, { commands }) => sum + commands.length, 0)

  const choose = (command: Command, elsewhere: boolean) => {
    if (typeof command.disabledReason === 'string') return
    onClose()
    const { act } = command
    if ('run' in act) act.run()
    else if ('download' in act) saveFile(act.download)
    else if (elsewhere) window.open(act.href, '_blank', 'noopener')
    else visit(act.href)
  }
  return (
    <PaletteBox
      text={text}
      onText={onText}
      groups={groups}
      pending={pending}
      notice={
        wanted !== '' && (
          <PaletteNotice
            failure={failure}
            unread={data?.unread ?? []}
            none={!pending && failure === null && hits === 0}
            onRetry={() => void refetch()}
          />
        )
      }
      summary={wanted === '' ? '' : hits === 0 ? 'No name matches' : formatPlural(hits, 'result')}
      onChoose={choose}
      onClose={onClose}
    />
  )
}

/** Groups of the server's results that match `text`, best match first in each group. */
export function foundGroups(found: FoundThings, text: string): readonly RankedGroup[] {
  const group = <Item extends { readonly name: string }>(
    heading: string,
    items: readonly Item[],
    commandOf: (item: Item) => Command,
  ) =>
    ranked(
      heading,
      findNamed(items, text, items.length, ({ name }) => [name]),
      commandOf,
    )
  return [
    group('Pools', found.pools, ({ pool }) => ({
      id: `pool ${poolKey(pool)}`,
      label: poolName(pool),
      icon: 'pools',
      act: { href: paths.pool(pool) },
    })),
    group('Bindings by state', found.states, ({ state, bindings }) => ({
      id: `state ${state}`,
      label: 'Bindings',
      mark: <StateGlyph state={state} />,
      detail: `state:${state}`,
      note: formatCount(bindings),
      act: { href: paths.bindings({ q: `state:${state}` }) },
    })),
    group('Bindings', found.bindings, ({ name, kind, binding, state, pool }) => ({
      id: `binding ${kind}/${binding}`,
      label: binding,
      mono: true,
      mark: <StateGlyph state={state} />,
      note: [STATE_NAMES[state].label, pool && poolName(pool)].filter(Boolean).join(', '),
      ...(name !== binding && { detail: name }),
      act: { href: paths.binding({ kind, name: binding }) },
    })),
    group('Global accounts', found.globalAccounts, ({ name }) => ({
      id: `global account ${name}`,
      label: name,
      mono: true,
      icon: 'global-accounts',
      act: { href: paths.globalAccount(name) },
    })),
    group('Shoots', found.shoots, ({ name, shoot, globalAccount }) => ({
      id: `shoot ${shoot} ${globalAccount}`,
      label: shoot,
      mono: true,
      icon: 'shoots',
      note: globalAccount === null ? '' : shortenId(globalAccount),
      ...(name !== shoot && { detail: name }),
      act: { href: paths.shoots({ q: `name:${formatValue(shoot)}` }) },
    })),
  ].flat()
}

interface PaletteNoticeProps {
  readonly failure: Error | null
  readonly unread: FoundThings['unread']
  /** Whether nothing matches the input. */
  readonly none: boolean
  readonly onRetry: () => void
}

/** Explains why results are missing. */
export function PaletteNotice({ failure, unread, none, onRetry }: PaletteNoticeProps) {
  if (failure) return <Failure failure={failure} onRetry={onRetry} />
  if (unread.length > 0) {
    return (
      <div className={styles.notice}>
        <Message tone="warn">Not all {unread.join(' and ')} have been loaded yet, so some may be missing here.</Message>
      </div>
    )
  }
  return none && <p className={styles.none}>No name matches. Search all fields of a list:</p>
}

function Failure({ failure, onRetry }: Pick<PaletteNoticeProps, 'onRetry'> & { readonly failure: Error }) {
  const here = useHere()
  const status = failure instanceof ApiError ? failure.status : null
  return (
    <div className={styles.notice}>
      <Message
        tone="danger"
        announce
        action={
          status === 401 ? (
            <ButtonLink size="small" href={paths.signIn(here)}>
              Sign in
            </ButtonLink>
          ) : (
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        {status === 401
          ? 'You are signed out, so names are not searched.'
          : status === 0
            ? 'Names are not searched: the console is not responding.'
            : `Names are not searched. ${failure.message}`}
      </Message>
    </div>
  )
}
