import { useEffect, useState } from 'react'

interface Loaded<Part> {
  readonly part: Part | null
  readonly failed: boolean
  readonly retry: () => void
}

/** Loads code on first use. Unlike a lazy component, a failed load can be retried. */
export function useLoad<Part>(load: () => Promise<Part>): Loaded<Part> {
  const [{ part, failed }, setState] = useState<{ part: Part | null; failed: boolean }>({ part: null, failed: false })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, and once more for each try
  useEffect(() => {
    let left = false
    setState({ part: null, failed: false })
    load().then(
      loaded => !left && setState({ part: loaded, failed: false }),
      () => !left && setState({ part: null, failed: true }),
    )
    return () => {
      left = true
    }
  }, [tries])
  return { part, failed, retry: () => setTries(tries + 1) }
}
