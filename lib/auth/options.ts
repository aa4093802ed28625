import type { NextAuthOptions } from 'next-auth'
import type { JWT } from 'next-auth/jwt'
import Credentials from 'next-auth/providers/credentials'
import { paths, safeReturnTo } from '../paths.ts'
import type { Auth } from './auth.ts'
import { findDemoUser } from './demo-users.ts'
import { sealTokens } from './oidc/confirm-by-issuer.ts'
import type { SignedIn } from './oidc/issuer.ts'
import { oidcProvider } from './oidc/oidc-provider.ts'
import { classifySignInFailure } from './oidc/sign-in-error.ts'
import type { SignInFailure } from './oidc/sign-in-failure.ts'
import { roleOfGroups } from './role-groups.ts'
import { parseRole, type Role } from './roles.ts'
import { sessionCookies } from './session-cookie.ts'
import { signInTime } from './sign-in-time.ts'

/** One request to sign in or out, and its result. */
export interface Attempt {
  readonly address: string | null
  readonly browser: string | null
  /** Id of the browser's earlier session, which the new one replaces. */
  readonly previous: string | null
  /** Reason of the failure; null until the attempt fails. */
  failure: SignInFailure | null
}

/**
 * Settings of next-auth for one attempt. The browser stores an encrypted cookie with the session id
 * and the user; the role is read from the database.
 */
export function authOptions(auth: Auth, attempt: Attempt): NextAuthOptions {
  const { issuer, limits, secret, https } = auth
  let signedIn: SignedIn | null = null
  const longestSeconds = Math.ceil(limits.longestMs / 1_000)
  const onSignedIn = (told: SignedIn) => {
    signedIn = told
  }
  const fail = (what: string, error: unknown) => {
    attempt.failure ??= classifySignInFailure(error)
    auth.onFailure(what, error)
  }
  return {
    secret: secret.reveal(),
    useSecureCookies: https,
    cookies: sessionCookies(https),
    session: { strategy: 'jwt', maxAge: longestSeconds },
    pages: { signIn: paths.signIn(), signOut: paths.signIn(), error: paths.signIn() },
    providers: [
      ...(issuer
        ? [
            oidcProvider({
              issuer,
              longestSeconds,
              onSignedIn,
              onFailure: error => fail('answer of the identity provider', error),
            }),
          ]
        : []),
      ...(auth.demoUsers ? [demoProvider()] : []),
    ],
    callbacks: {
      signIn({ user }) {
        if (roleFor(auth, user, signedIn) !== null) return true
        const identity = (signedIn as SignedIn | null)?.identity
        if (identity) auth.onNoRole(identity)
        return paths.noAccess(identity?.noRoleReason)
      },
      async jwt({ token, user, account, profile }) {
        const role = user && roleFor(auth, user, signedIn)
        if (!role) return token
        const { sub, name } = token
        const userName = name ?? ''
        const at = signInTime(account?.type, profile, Date.now())
        const session = await auth.sessions.begin({
          userId: sub ?? '',
          userName,
          role,
          provider: signedIn === null ? 'demo' : 'oidc',
          issuer: signedIn === null ? null : (issuer?.settings.issuer.href ?? null),
          address: attempt.address,
          browser: attempt.browser,
          sealed: signedIn && sealTokens(auth.tokens, (signedIn as SignedIn).tokens),
          authTimeSent: signedIn === null ? null : at !== null,
        })
        if (attempt.previous !== null) await auth.sessions.end(attempt.previous, 'replaced')
        auth.onSignIn({ user: userName, role, session })
        // `at` is accurate to HAP_OIDC_CLOCK_SKEW on this process's clock. Another replica may
        // compare it, so convert it to the shared clock.
        const now: JWT = { ...token, session, signedInAt: at === null ? null : at + auth.now() - Date.now() }
        return now
      },
      // The client of next-auth requires an absolute URL.
      redirect: ({ url, baseUrl }) => new URL(safeReturnTo(url, baseUrl), baseUrl).href,
    },
    logger: {
      error: (code, metadata) => fail(code, metadata instanceof Error ? metadata : metadata.error),
      warn() {},
      debug() {},
    },
  }
}

/** A demo user has a fixed role; the groups of any other user determine the role. */
function roleFor({ roles }: Auth, user: object, signedIn: SignedIn | null): Role | null {
  if (signedIn !== null) return roleOfGroups(signedIn.identity.groups, roles)
  return parseRole('role' in user ? user.role : null)
}

function demoProvider() {
  return Credentials({
    id: 'demo',
    name: 'Demo user',
    credentials: { user: { label: 'User' } },
    async authorize(credentials) {
      return findDemoUser(credentials?.user)
    },
  })
}
