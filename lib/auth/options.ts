import type { NextAuthOptions } from 'next-auth'
import type { JWT } from 'next-auth/jwt'
import Credentials from 'next-auth/providers/credentials'
import { paths, safeReturnTo } from '../paths.ts'
import type { Auth } from './auth.ts'
import { findDemoUser } from './demo-users.ts'
import { sealTokens } from './oidc/confirm-by-issuer.ts'
import type { SignedIn } from './oidc/issuer.ts'
import { oidcProvider } from './oidc/oidc-provider.ts'
import { roleOfGroups } from './role-groups.ts'
import { parseRole, type Role } from './roles.ts'
import { sessionCookies } from './session-cookie.ts'
import { signInTime } from './sign-in-time.ts'
import { userIdentityOf } from './user-identity.ts'

/** One request to sign in or out, and its result. */
export interface Attempt {
  readonly address: string | null
  readonly browser: string | null
  /** Id of the browser's earlier session, which the new one replaces. */
  readonly previous: string | null
  /** Query of the request, with the answer of the identity provider in a callback. */
  readonly query: URLSearchParams
  /** Subject that the identity provider confirmed; null before that. */
  subject: string | null
  /** The first error; undefined until the attempt fails. */
  error: unknown
}

/**
 * Settings of next-auth for one attempt. The browser stores an encrypted cookie with the session id
 * and the user; the role is read from the database.
 */
export function authOptions(auth: Auth, attempt: Attempt): NextAuthOptions {
  const { issuer, limits, secret, https } = auth
  let signedIn: SignedIn | null = null
  const longestSeconds = Math.ceil(limits.longestMs / 1_000)
  const onSignedIn = (signed: SignedIn) => {
    signedIn = signed
    attempt.subject = userIdentityOf(signed.identity).subject
  }
  const onFailure = (error: unknown) => {
    attempt.error ??= error
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
              query: attempt.query,
              onSignedIn,
              onFailure,
            }),
          ]
        : []),
      ...(auth.demoUsers ? [demoProvider()] : []),
    ],
    callbacks: {
      signIn({ user }) {
        if (roleFor(auth, user, signedIn) !== null) return true
        const identity = (signedIn as SignedIn | null)?.identity
        if (identity) auth.onNoRole(identity, { address: attempt.address })
        return paths.noAccess(identity?.noRoleReason)
      },
      async jwt({ token, user, account, profile }) {
        const role = user && roleFor(auth, user, signedIn)
        if (!role) return token
        const { sub, name } = token
        const at = signInTime(account?.type, profile, Date.now())
        const who = {
          id: sub ?? '',
          name: name ?? '',
          role,
          issuer: signedIn === null ? null : (issuer?.settings.issuer.href ?? null),
        }
        const session = await auth.sessions.begin({
          userId: who.id,
          userName: who.name,
          role,
          provider: signedIn === null ? 'demo' : 'oidc',
          issuer: who.issuer,
          address: attempt.address,
          browser: attempt.browser,
          sealed: signedIn && sealTokens(auth.tokens, (signedIn as SignedIn).tokens),
          authTimeSent: signedIn === null ? null : at !== null,
        })
        if (attempt.previous !== null) await auth.sessions.end(attempt.previous, 'replaced')
        auth.onSignIn({ user: who, session, address: attempt.address })
        // `at` is accurate to HAP_OIDC_CLOCK_SKEW on this process's clock. Another replica may
        // compare it, so convert it to the shared clock.
        const now: JWT = { ...token, session, signedInAt: at === null ? null : at + auth.now() - Date.now() }
        return now
      },
      // The client of next-auth requires an absolute URL.
      redirect: ({ url, baseUrl }) => new URL(safeReturnTo(url, baseUrl), baseUrl).href,
    },
    logger: {
      error: (_, metadata) => onFailure(metadata instanceof Error ? metadata : metadata.error),
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
