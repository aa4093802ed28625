import { formatDay, formatExact } from '#lib/util/format.ts'

/** `21 Apr 2026`; the exact UTC time on hover. Takes RFC 3339. */
export function Day({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} data-tip={formatExact(at)}>
      {formatDay(at)}
    </time>
  )
}
