import type { Metadata } from 'next'
import { findNamesakes, UserName } from '#components/hap/user-name.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { mayActAs } from '#lib/auth/roles.ts'
import { currentSession } from '#lib/auth/session.ts'
import { stepUpRefusal } from '#lib/auth/sign-in-time.ts'
import { paths } from '#lib/paths.ts'
import { listSessions, type SessionView } from '#lib/queries/list-sessions.ts'
import { runtime } from '#lib/runtime.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { formatPlural } from '#lib/util/format.ts'
import { requirePageUser } from '../../page-user.ts'
import styles from '../settings.module.css'
import { SettingsTabs } from '../settings-tabs.tsx'
import { getBrowserName } from './browser-name.ts'
import { OpenSessions } from './open-sessions.tsx'
import { userOf } from './session-user.ts'

export const metadata: Metadata = { title: 'Sessions' }

/** Sessions: an admin sees all, every other user only their own. */
export default async function SessionsPage() {
  const user = await requirePageUser()
  const own = await currentSession(runtime().auth)
  const sessions = await sessionsOf(user)
  const ofAll = mayActAs(user.role, NEEDED_ROLES.sessions)
  return (
    <>
      <PageHead
        title="Sessions"
        summary={sessions && `${formatPlural(sessions.alive.length, 'active session')}${ofAll ? '' : ' of yours'}`}
      />
      <SettingsTabs current={paths.sessions()} />
      {sessions === null ? (
        <SessionsUnavailable />
      ) : (
        <div className={styles.panels}>
          <OpenSessions
            sessions={sessions.alive}
            own={own?.session ?? null}
            signIn={stepUpRefusal(user, own?.signedInAt ?? null, runtime().store.now())}
            limits={runtime().auth.limits}
            person={{ name: user.name, role: user.role }}
          />
          <EndedSessions sessions={sessions.ended} />
        </div>
      )}
    </>
  )
}

async function sessionsOf(user: Parameters<typeof listSessions>[1]) {
  try {
    return await listSessions(runtime().store, user)
  } catch (error) {
    if (error instanceof StoreError) return null
    throw error
  }
}

const COLUMNS = [
  { header: 'User' },
  { header: 'Role', width: 96 },
  { header: 'Signed in', width: 112 },
  { header: 'Ended', width: 112 },
  { header: 'From', width: 152 },
  { header: 'Browser', width: 184 },
  { header: 'Reason', width: 240 },
]

/** Sessions that ended recently, with the reason. */
function EndedSessions({ sessions }: { readonly sessions: readonly SessionView[] }) {
  const namesakes = findNamesakes(sessions.map(userOf))
  return (
    <Panel title="Ended" aside="last 30 days, latest first">
      {sessions.length === 0 ? (
        <NoLines>No ended sessions.</NoLines>
      ) : (
        <SmallTable label="Ended" columns={COLUMNS} folding>
          {sessions.map(session => (
            <tr key={session.id}>
              <th scope="row" className={text.cut}>
                <UserName user={userOf(session)} showsSubject={namesakes.has(session.userName)} />
              </th>
              <td data-fold="aside">{session.role}</td>
              <td data-fold="line" data-label="signed in">
                <RelativeTime at={session.createdAt} />
              </td>
              <td data-fold="line" data-label="ended">
                {session.endedAt !== null && <RelativeTime at={session.endedAt} />}
              </td>
              <td data-fold="line" className={text.mono}>
                {session.address ?? '—'}
              </td>
              <td data-fold="line" data-tip={session.browser ?? undefined}>
                {getBrowserName(session.browser)}
              </td>
              <td data-wrap data-fold="end">
                {formatSessionEnd(session)}
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
    </Panel>
  )
}

const END_LABELS: Readonly<Record<string, string>> = {
  'signed-out': 'Signed out',
  replaced: 'Signed in again',
  idle: 'Idle timeout',
  'too-old': 'Maximum lifetime reached',
  ended: 'Ended',
  'no-role': 'No longer in a group with a role',
  issuer: 'Ended by the identity provider',
  crowded: 'Too many sessions of this user',
}

/** Label for why a session ended, and who ended it. */
function formatSessionEnd({ endReason, endedBy }: Pick<SessionView, 'endReason' | 'endedBy'>): string {
  const words = (endReason !== null && END_LABELS[endReason]) || 'Ended'
  return endedBy === null ? words : `${words} by ${endedBy}`
}

/** Replaces the sessions while the database is unreachable. */
function SessionsUnavailable() {
  return (
    <EmptyState reason="unreachable" title="This could not be loaded">
      Sessions are stored in the database, which is not responding. Sign-in is not possible until it responds. Open
      sessions stay read-only for up to ten minutes.
    </EmptyState>
  )
}
