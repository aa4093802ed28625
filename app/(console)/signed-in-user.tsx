'use client'

import { useState } from 'react'
import { clearRecent } from '#components/palette/commands.ts'
import { type ShellUser, UserBlock } from '#components/shell/user-block.tsx'
import type { Theme } from '#components/ui/appearance.ts'
import { Message } from '#components/ui/message.tsx'
import { clearTab } from '#components/ui/tab-storage.ts'
import { paths } from '#lib/paths.ts'

/** User block with the sign-out button, whose code loads on demand. */
export function SignedInUser({ user, theme }: { readonly user: ShellUser; readonly theme: Theme }) {
  const [failed, setFailed] = useState(false)
  const leave = async () => {
    setFailed(false)
    try {
      const { signOut } = await import('next-auth/react')
      const { url } = await signOut({ redirect: false, callbackUrl: paths.signIn() })
      clearRecent()
      clearTab()
      window.location.assign(wayOut(url))
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      {failed && (
        <Message tone="danger" announce>
          Not signed out: the console is not responding. Try again.
        </Message>
      )}
      <UserBlock user={user} theme={theme} onSignOut={() => void leave()} />
    </>
  )
}

/** Sign-out page of the identity provider; otherwise the sign-in page of this origin. */
function wayOut(url: string | undefined): string {
  return url === undefined || new URL(url).pathname === paths.signIn() ? paths.signIn() : url
}
