import { useEffect, useState } from 'react'

interface Loaded<Part> {
  readonly part: Part | null
  readonly failed: boolean
  readonly loadAgain: () => void
}

/** A part of the console that is loaded when it is first needed; unlike with a lazy component, it can be tried again where that fails. */
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
  return { part, failed, loadAgain: () => setTries(tries + 1) }
}
