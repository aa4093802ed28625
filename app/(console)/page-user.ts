import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { ADDRESS_HEADER } from '#lib/auth/request-headers.ts'
import { currentUser, type User } from '#lib/auth/session.ts'
import { paths } from '#lib/paths.ts'
import { runtime } from '#lib/runtime.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'

/**
 * Returns the signed-in user of a page. Without a session, or when it cannot be verified, redirects
 * to the sign-in with this address as the return target.
 */
export const requirePageUser = cache(async (): Promise<User> => {
  const found = await userOrFailure()
  if (typeof found === 'object') return found
  const here = (await headers()).get(ADDRESS_HEADER) ?? undefined
  redirect(paths.signIn(here, found === 'signed-out' ? {} : { error: found }))
})

async function userOrFailure(): Promise<User | 'signed-out' | 'database'> {
  try {
    return (await currentUser(runtime().auth)) ?? 'signed-out'
  } catch (error) {
    if (error instanceof StoreError) return 'database'
    throw error
  }
}
