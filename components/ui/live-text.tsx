import { useThrottled } from './use-throttled.ts'

interface LiveTextProps {
  readonly className?: string | undefined
  readonly children: string
}

/** Words in sight that are read out when they change. They may change more often than anybody can listen. */
export function LiveText({ className, children }: LiveTextProps) {
  const spoken = useThrottled(children)
  // Silent while they are ahead of what is spoken; then they are put there anew, which is what is read out.
  return (
    <span role="status" aria-live={spoken === children ? 'polite' : 'off'} className={className}>
      <span key={spoken}>{children}</span>
    </span>
  )
}
