'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { callFailure } from '#app/data/call-failure.ts'
import { findNamesakes, UserName } from '#components/hap/user-name.tsx'
import { Button } from '#components/ui/button.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { SessionView } from '#lib/queries/list-sessions.ts'
import { formatDuration } from '#lib/util/format.ts'
import { ActDialog } from '../../operators/act/act-dialog.tsx'
import type { Person } from '../../person.ts'
import { endOneSession } from '../actions.ts'
import { getBrowserName } from './browser-name.ts'
import { userOf } from './session-user.ts'

const COLUMNS = [
  { header: 'User' },
  { header: 'Role', width: 96 },
  { header: 'Signed in', width: 112 },
  { header: 'Last used', width: 112 },
  { header: 'From', width: 152 },
  { header: 'Browser', width: 184 },
  { header: 'End', width: 120 },
]

interface OpenSessionsProps {
  readonly sessions: readonly SessionView[]
  /** Id of the user's current session. */
  readonly own: string | null
  /** Why the user has to sign in again before ending a session; null when not required. */
  readonly signIn: string | null
  readonly limits: { readonly idleMs: number; readonly longestMs: number }
  readonly person: Person
}

/** Active sessions, with a button that ends one. */
export function OpenSessions({ sessions, own, signIn, limits, person }: OpenSessionsProps) {
  const router = useRouter()
  const namesakes = findNamesakes(sessions.map(userOf))
  const [ending, setEnding] = useState<SessionView | null>(null)
  return (
    <Panel
      title="Signed in"
      aside={`sessions end ${formatDuration(limits.idleMs)} after the last use, at the latest ${formatDuration(limits.longestMs)} after sign-in`}
    >
      {sessions.length === 0 ? (
        <NoLines>No users are signed in.</NoLines>
      ) : (
        <SmallTable label="Signed in" columns={COLUMNS} folding>
          {sessions.map(session => (
            <tr key={session.id}>
              <th scope="row">
                <span className={text.row}>
                  <span className={text.cut}>
                    <UserName user={userOf(session)} showsSubject={namesakes.has(session.userName)} />
                  </span>
                  {session.id === own && <Tag tone="info">this session</Tag>}
                </span>
              </th>
              <td data-fold="aside">{session.role}</td>
              <td data-fold="line" data-label="signed in">
                <RelativeTime at={session.createdAt} />
              </td>
              <td data-fold="line" data-label="used">
                <RelativeTime at={session.usedAt} />
              </td>
              <td data-fold="line" className={text.mono}>
                {session.address ?? '—'}
              </td>
              <td data-fold="line" data-tip={session.browser ?? undefined}>
                {getBrowserName(session.browser)}
              </td>
              <td data-fold="end">
                <Button
                  size="small"
                  aria-label={`End session of ${session.userName}`}
                  disabledReason={session.id === own ? 'This is your current session. Sign out instead.' : null}
                  onClick={() => setEnding(session)}
                >
                  End session
                </Button>
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
      {ending && (
        <ActDialog
          id={`end session ${ending.id}`}
          title={`End the session of ${ending.userName}`}
          description="The session ends immediately in all processes of the console, and its open pages stop updating within a second. To prevent a new sign-in, change the person’s groups at the identity provider."
          verb="End session"
          danger
          person={person}
          href={paths.sessions()}
          obstacle={null}
          changed={null}
          onSeen={() => {}}
          typed={null}
          problem={signIn}
          act={async ({ reason, ticket }) => {
            const refusal = await endOneSession(ending.id, { reason, ticket }).catch((error: unknown) =>
              callFailure(error, NO_ANSWER),
            )
            if (refusal === null) {
              setEnding(null)
              router.refresh()
            }
            return refusal
          }}
          onClose={() => setEnding(null)}
        />
      )}
    </Panel>
  )
}

const NO_ANSWER = 'The console is not responding. Check the list before you retry.'
