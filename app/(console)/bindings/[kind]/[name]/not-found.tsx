'use client'

import { useParams } from 'next/navigation'
import { NotFoundPage } from '#components/shell/not-found-page.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { paths } from '#lib/paths.ts'

/**
 * Replaces a binding that does not exist. Offers a search, because the address may have the wrong
 * kind or a typo.
 */
export default function NoSuchBinding() {
  const { name } = useParams<{ name?: string }>()
  const wanted = decoded(name)
  return (
    <NotFoundPage
      title="Binding not found"
      actions={
        <>
          <ButtonLink href={paths.bindings()}>All bindings</ButtonLink>
          {NAME.test(wanted) && (
            <ButtonLink href={paths.bindings({ q: `name:${wanted}` })}>Search for this name</ButtonLink>
          )}
        </>
      }
    >
      It may have been deleted, have no HAP labels or have another kind. Check the address.
    </NotFoundPage>
  )
}

/** Names worth searching for. */
const NAME = /^[A-Za-z0-9.-]{1,253}$/

function decoded(text: string | undefined): string {
  try {
    return decodeURIComponent(text ?? '')
  } catch {
    return ''
  }
}
