import type { User } from '#lib/auth/session.ts'

/** Who is signed in, as the server knows them. */
export type Person = Pick<User, 'name' | 'role'>
