import { CopyButton } from '#components/ui/copy-button.tsx'

/** Copies an address that shows somebody else the same. */
export function CopyLink() {
  return (
    <CopyButton what="link" icon="link" text={() => import('./sent-link.ts').then(({ sentLink }) => sentLink())}>
      Copy link
    </CopyButton>
  )
}
