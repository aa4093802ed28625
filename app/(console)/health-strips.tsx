'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { formatClock } from '#components/ui/format.ts'
import { Strip } from '#components/ui/message.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import { useLive } from './live-provider.tsx'

/** What every page must say about how far it can be trusted: signed out, stale, a source that does not answer, settings that are wrong. */
export function HealthStrips() {
  const { phase, asOf, health } = useLive()
  const messages =
    health?.sources.flatMap(({ source, message }) => (message === null ? [] : [{ source, message }])) ?? []
  return (
    <>
      {phase === 'signed-out' && <SignedOut />}
      {phase === 'stale' && (
        <Strip tone="danger" icon="clock" announce>
          {asOf === null
            ? 'Nothing has been read yet.'
            : `Stale since ${formatClock(new Date(asOf).toISOString())} UTC.`}{' '}
          What is shown may be out of date.
        </Strip>
      )}
      {messages.map(({ source, message }) => (
        <Strip key={source} tone="warn" icon="unreachable">
          {message}
        </Strip>
      ))}
      {health?.problems.map(problem => (
        <Strip key={problem} tone="warn">
          {problem}
        </Strip>
      ))}
    </>
  )
}

function SignedOut() {
  const search = useSearchParams().toString()
  const here = usePathname() + (search === '' ? '' : `?${search}`)
  return (
    <Strip tone="danger" announce action={<TextLink href={paths.signIn(here)}>Sign in</TextLink>}>
      Your session has ended. This page stays open but no longer updates.
    </Strip>
  )
}
