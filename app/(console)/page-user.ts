import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { ADDRESS_HEADER } from '#lib/auth/address-header.ts'
import { currentUser, type User } from '#lib/auth/session.ts'
import { paths } from '#lib/paths.ts'
import { runtime } from '#lib/runtime.ts'

/** Who opens the page. Whoever has no session, or one without a role, goes to the sign-in and comes back to this address after it. */
export const requirePageUser = cache(async (): Promise<User> => {
  const user = await currentUser(runtime().auth)
  if (user) return user
  redirect(paths.signIn((await headers()).get(ADDRESS_HEADER) ?? undefined))
})
