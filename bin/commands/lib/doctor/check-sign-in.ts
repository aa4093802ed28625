import { z } from 'zod'
import type { OidcSettings } from '#lib/auth/oidc/issuer.ts'
import { AUTH_TIME_SETTINGS, WITHOUT_AUTH_TIME } from '#lib/auth/sign-in-messages.ts'
import type { Env } from '#lib/env.ts'
import { StartError } from '#lib/runtime/start-report.ts'
import { resolveSignInSettings } from '#lib/runtime/start-sign-in.ts'
import { type Checkup, note, well, wrong } from './checkup.ts'
import { clockCheck } from './clock-check.ts'

const ANSWER_MS = 10_000
const WELL_KNOWN = '/.well-known/openid-configuration'

const Discovery = z.object({ issuer: z.url(), claims_supported: z.array(z.string()).optional() })

/** Checks whether the sign-in settings are consistent and the identity provider matches them. */
export async function checkSignIn(env: Env, clock: () => number = Date.now): Promise<readonly Checkup[]> {
  const embedded = env.KUBECONFIG === null && env.KUBERNETES_SERVICE_HOST === null
  try {
    const { oidc, demoUsers } = resolveSignInSettings(env, embedded)
    if (oidc !== null) return await checkIssuer(oidc, clock)
    return demoUsers
      ? [well('sign-in', 'Demo users sign in without a password.')]
      : [note('sign-in', 'Nobody can sign in.', 'Set HAP_OIDC_ISSUER to the identity provider of your people.')]
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [wrong('sign-in', error.message, 'The console does not start before.')]
  }
}

async function checkIssuer({ issuer, clockSkew }: OidcSettings, clock: () => number): Promise<readonly Checkup[]> {
  const address = new URL(issuer.pathname.replace(/\/$/, '') + WELL_KNOWN, issuer)
  const asked = clock()
  try {
    const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) })
    const ours = asked + (clock() - asked) / 2
    const theirs = Date.parse(answer.headers.get('date') ?? '')
    // It bears as many seconds as the setting says, and no more.
    const whose = 'the identity provider'
    return [...(await answerOf(issuer, answer)), clockCheck({ whose, theirs, ours, much: clockSkew + 1 })]
  } catch (error) {
    return [wrong('sign-in', `${address.href} does not answer (${reasonOf(error)}).`, NOBODY)]
  }
}

const NOBODY = 'Nobody signs in before. Check HAP_OIDC_ISSUER, and whether this machine may reach it.'

async function answerOf(issuer: URL, answer: Response): Promise<readonly Checkup[]> {
  if (answer.status !== 200) {
    await answer.body?.cancel()
    return [wrong('sign-in', `${answer.url} answers with status ${answer.status}.`, NOBODY)]
  }
  const told = Discovery.safeParse(await answer.json().catch(() => null))
  if (!told.success) return [wrong('sign-in', `${answer.url} answers with no description of an issuer.`, NOBODY)]
  const { issuer: name, claims_supported: claims } = told.data
  if (new URL(name).href !== issuer.href) {
    const says = `HAP_OIDC_ISSUER is ${issuer.href}, and the identity provider there calls itself ${name}.`
    const fix = 'Set HAP_OIDC_ISSUER to what it calls itself: the ID tokens of another issuer are refused.'
    return [wrong('sign-in', says, fix)]
  }
  const answers = well('sign-in', `The identity provider ${name} answers.`)
  // The list need not be complete (OpenID Connect Discovery 1.0, section 3).
  if (claims === undefined || claims.includes('auth_time')) return [answers]
  const says = `It does not list auth_time among its claims. Without it no sign-in is recent, and ${WITHOUT_AUTH_TIME}.`
  return [answers, note('sign-in', says, AUTH_TIME_SETTINGS)]
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  if (error.name === 'TimeoutError') return `no answer within ${ANSWER_MS / 1_000} s`
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}
