import type { Metadata } from 'next'
import { PageHead } from '#components/shell/page-head.tsx'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { mayActAs } from '#lib/auth/roles.ts'
import { currentSession } from '#lib/auth/session.ts'
import { stepUpRefusal } from '#lib/auth/sign-in-time.ts'
import { paths } from '#lib/paths.ts'
import { listSessions } from '#lib/queries/list-sessions.ts'
import { runtime } from '#lib/runtime.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { formatPlural } from '#lib/util/format.ts'
import { requirePageUser } from '../../page-user.ts'
import styles from '../settings.module.css'
import { SettingsTabs } from '../settings-tabs.tsx'
import { EndedSessions, SessionsUnavailable } from './ended-sessions.tsx'
import { OpenSessions } from './open-sessions.tsx'

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
