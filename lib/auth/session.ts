import { getServerSession, type NextAuthOptions } from 'next-auth'
import { z } from 'zod'
import { sameAcrossBundles } from '#lib/across-bundles.ts'
import { mayActAs, ROLES, type Role } from './roles.ts'
import { SIGN_IN_TO_GO_ON } from './sign-in-words.ts'

const SessionUser = z.object({ user: z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES) }) })
const SignedIn = z.object({ signedInAt: z.number().nullable() })

export interface User {
  readonly id: string
  readonly name: string
  readonly role: Role
}

export class NotAuthorisedError extends Error {
  static {
    sameAcrossBundles(NotAuthorisedError, 'NotAuthorisedError')
  }

  override readonly name = 'NotAuthorisedError'
  readonly reason: 'signed-out' | 'role'

  constructor(reason: 'signed-out' | 'role', needed: Role) {
    super(reason === 'signed-out' ? SIGN_IN_TO_GO_ON : `This needs the role ${needed}.`)
    this.reason = reason
  }
}

/** Who sends the current request, from its session cookie; null when nobody is signed in or the session names no role. */
export async function currentUser(options: NextAuthOptions): Promise<User | null> {
  const session = SessionUser.safeParse(await getServerSession(options))
  return session.success ? session.data.user : null
}

/** The sender of the current request. Throws NotAuthorisedError unless it has at least the role `needed`. */
export async function requireRole(options: NextAuthOptions, needed: Role): Promise<User> {
  const user = await currentUser(options)
  if (!user) throw new NotAuthorisedError('signed-out', needed)
  if (!mayActAs(user.role, needed)) throw new NotAuthorisedError('role', needed)
  return user
}

/** When the sender of the current request signed in, in milliseconds since 1970; null when that is not known. */
export async function signedInAt(options: NextAuthOptions): Promise<number | null> {
  const session = SignedIn.safeParse(await getServerSession(options))
  return session.success ? session.data.signedInAt : null
}
