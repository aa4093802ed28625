import type { NextAuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { safeReturnTo } from '../paths.ts'
import { findDemoUser } from './demo-users.ts'
import { parseRole } from './roles.ts'
import { signInTime } from './sign-in-time.ts'

/** Eight hours: one shift. */
const SESSION_SECONDS = 8 * 3600

interface AuthSettings {
  readonly secret: string
  readonly demoUsers: boolean
  /** Hears the code of what next-auth fails at; what comes with it may hold parts of a cookie. */
  readonly onFailure: (code: string) => void
}

/** Settings of next-auth. The session is a signed and encrypted cookie that carries id, name, role and the time of the sign-in. */
export function authOptions({ secret, demoUsers, onFailure }: AuthSettings): NextAuthOptions {
  return {
    secret,
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: '/sign-in', signOut: '/sign-in', error: '/sign-in' },
    providers: demoUsers ? [demoProvider()] : [],
    callbacks: {
      jwt({ token, user, account, profile }) {
        if (user) {
          token.role = parseRole('role' in user ? user.role : null)
          token.signedInAt = signInTime(account?.type, profile, Date.now())
        }
        return token
      },
      session({ session, token }) {
        const user = { id: token.sub, name: token.name ?? null, role: parseRole(token.role) }
        const signedInAt = typeof token.signedInAt === 'number' ? token.signedInAt : null
        return { expires: session.expires, user, signedInAt }
      },
      // The client side of next-auth reads what comes back as a whole address.
      redirect({ url, baseUrl }) {
        return new URL(safeReturnTo(url), baseUrl).href
      },
    },
    logger: { error: onFailure, warn() {}, debug() {} },
  }
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
