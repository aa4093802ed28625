import type { User } from '#lib/auth/session.ts'

/** The signed-in user, as the server knows them. */
export type Person = Pick<User, 'name' | 'role'>
