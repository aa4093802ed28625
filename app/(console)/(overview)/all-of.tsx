import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import type { Excerpt } from '#lib/queries/overview.ts'
import { formatCount } from '#lib/util/format.ts'

/** Links from an excerpt in a panel to the full list. */
export function AllOf({ excerpt: { count, q } }: { readonly excerpt: Excerpt<unknown> }) {
  if (count === 0) return null
  return <TextLink href={paths.bindings({ q })}>All {formatCount(count)}</TextLink>
}
