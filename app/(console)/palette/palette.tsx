'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { useState, useSyncExternalStore } from 'react'
import { findQuery } from '#app/data/find-queries.ts'
import { useVisit } from '#components/address/use-parameter.ts'
import { type Command, getRegisteredGroups, subscribeToCommands } from '#components/palette/commands.ts'
import { PaletteBox } from '#components/palette/palette-box.tsx'
import { listRecent } from '#components/palette/recent.ts'
import { saveFile } from '#components/ui/save-file.ts'
import { useSettled } from '#components/ui/use-settled.ts'
import { formatPlural } from '#lib/util/format.ts'
import { foundGroups } from './found-groups.tsx'
import { groupsAtFirst, matchingGroups } from './matching-groups.ts'
import { listSearches, operatorsCommands, pageCommands } from './page-commands.ts'
import { PaletteNotice } from './palette-notice.tsx'

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
