import { PageHead } from '#components/shell/page-head.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { paths } from '#lib/paths.ts'

interface OtherKindProps {
  readonly asked: BindingRef
  readonly namesake: BindingRef
}

/** In place of a binding that exists as another kind, as after a migration to CredentialsBindings. */
export function OtherKind({ asked, namesake }: OtherKindProps) {
  return (
    <>
      <PageHead title={asked.name} mono />
      <EmptyState
        reason="empty"
        title={`There is no ${asked.kind} of this name`}
        actions={<ButtonLink href={paths.binding(namesake)}>Open the {namesake.kind}</ButtonLink>}
      >
        A {namesake.kind} is called so.
      </EmptyState>
    </>
  )
}
