'use client'

import type { ReactNode } from 'react'
import { useHere } from '#components/address/use-parameter.ts'
import { LiveIndicator } from '#components/shell/live-indicator.tsx'
import { Button } from '#components/ui/button.tsx'
import { FormDisabledReason } from '#components/ui/field.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { Strip } from '#components/ui/message.tsx'
import { paths } from '#lib/paths.ts'
import { formatClock } from '#lib/util/format.ts'
import { useLive } from './live-provider.tsx'

export function LiveStatus() {
  const { phase, asOf, other } = useLive()
  return <LiveIndicator phase={other === null ? phase : 'other-person'} asOf={asOf} />
}

/**
 * Warnings about the trust in every page: another user, signed out, stale, an unavailable source,
 * invalid settings.
 */
export function HealthStrips() {
  const { phase, asOf, health, other } = useLive()
  const messages =
    health?.sources.flatMap(({ source, message }) => (message === null ? [] : [{ source, message }])) ?? []
  return (
    <>
      {other !== null && <OtherPerson name={other} />}
      {phase === 'signed-out' && <SignedOut />}
      {phase === 'stale' && (
        <Strip tone="danger" icon="clock" announce>
          {asOf === null
            ? 'No data from Gardener yet.'
            : `No contact with Gardener since ${formatClock(new Date(asOf).toISOString())} UTC.`}{' '}
          Data may be out of date.
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

function OtherPerson({ name }: { readonly name: string }) {
  const reload = (
    <Button size="small" onClick={() => window.location.reload()}>
      Reload
    </Button>
  )
  return (
    <Strip tone="danger" announce action={reload}>
      {signedInAs(name)} Reload this page to continue. It was opened by another user and can no longer change anything.
    </Strip>
  )
}

function SignedOut() {
  return (
    <Strip tone="danger" announce action={<TextLink href={paths.signIn(useHere())}>Sign in</TextLink>}>
      Your session has ended. This page stays open but no longer updates.
    </Strip>
  )
}

const NEXT_STEPS = 'Reload the page, or sign in as yourself again in another tab. Your input stays here until then.'

/**
 * Disables the forms of a page after another user has signed in, because actions would be recorded
 * under that user's name.
 */
export function SameUserGuard({ children }: { readonly children: ReactNode }) {
  const { other } = useLive()
  const disabledReason = other === null ? null : `${signedInAs(other)} ${NEXT_STEPS}`
  return <FormDisabledReason value={disabledReason}>{children}</FormDisabledReason>
}

/** First sentence on a page that another user opened. */
function signedInAs(name: string): string {
  return `This browser is now signed in as ${name}.`
}
