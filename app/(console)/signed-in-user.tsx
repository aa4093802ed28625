'use client'

import type { Theme } from '#components/shell/theme.ts'
import { type ShellUser, UserBlock } from '#components/shell/user-block.tsx'
import { paths } from '#lib/paths.ts'

/** The user block with the way out. The code for that is loaded when it is needed. */
export function SignedInUser({ user, theme }: { readonly user: ShellUser; readonly theme: Theme }) {
  const leave = async () => {
    const { signOut } = await import('next-auth/react')
    await signOut({ redirect: false })
    window.location.assign(paths.signIn())
  }
  return <UserBlock user={user} theme={theme} onSignOut={() => void leave()} />
}
