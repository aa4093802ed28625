import { RelativeTime } from '#components/ui/relative-time.tsx'

interface TimeInStateProps {
  /** RFC 3339. */
  readonly since: string
  /** It is only known to be so since the console first saw it. */
  readonly isFirstLook: boolean
}

/** Duration of a state: `3 d`, or `≥ 3 d` when its beginning was not observed. */
export function TimeInState({ since, isFirstLook }: TimeInStateProps) {
  return (
    <>
      {isFirstLook && (
        <span data-tip="At least: it was so when the console first saw it, and nobody noted when it began.">≥ </span>
      )}
      <RelativeTime at={since} as="for" />
    </>
  )
}
