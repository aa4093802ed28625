import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { ADDRESS_HEADER } from '#lib/auth/address-header.ts'
import { currentUser, type User } from '#lib/auth/session.ts'
import { paths } from '#lib/paths.ts'
import { runtime } from '#lib/runtime.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'

/** Who opens the page. Whoever has no session, or one nobody can look up now, goes to the sign-in and comes back to this address after it. */
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
