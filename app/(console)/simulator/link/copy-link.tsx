import { CopyButton } from '#components/ui/copy-button.tsx'

/** Copies an address that shows somebody else the same; `person`: whose draft it may compare with. */
export function CopyLink({ person }: { readonly person: string }) {
  return (
    <CopyButton what="link" icon="link" text={() => import('./sent-link.ts').then(({ sentLink }) => sentLink(person))}>
      Copy link
    </CopyButton>
  )
}
