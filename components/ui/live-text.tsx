import { useThrottled } from './use-throttled.ts'

interface LiveTextProps {
  readonly className?: string | undefined
  readonly children: string
}

/** Visible text that screen readers announce on change, at a limited rate. */
export function LiveText({ className, children }: LiveTextProps) {
  const spoken = useThrottled(children)
  // Silent while the text is newer than the announced one; then the new key remounts it, which announces it.
  return (
    <span role="status" aria-live={spoken === children ? 'polite' : 'off'} className={className}>
      <span key={spoken}>{children}</span>
    </span>
  )
}
