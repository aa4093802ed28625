import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { buttonClass } from './button-class.ts'

interface DownloadLinkProps {
  /** An address that answers a file. */
  readonly href: string
  /** Why there is no file now, as a sentence. */
  readonly disabledReason?: string | null
  readonly children: ReactNode
}

/** A button that saves a file the server makes. */
export function DownloadLink({ href, disabledReason, children }: DownloadLinkProps) {
  if (typeof disabledReason === 'string') return <Button disabledReason={disabledReason}>{children}</Button>
  return (
    <a href={href} download className={buttonClass({})}>
      {children}
    </a>
  )
}
