import { useState } from 'react'

/** One state of a custom resource, as the API server counts them. */
interface Version {
  readonly uid: string
  readonly generation: number
}

/** What a person decides on, while what the page shows may change. */
export function useSeen({ uid, generation }: Version) {
  const now = { uid, generation }
  const [seen, setSeen] = useState(now)
  return {
    seen,
    changed: seen.uid !== uid || seen.generation !== generation,
    createdAnew: seen.uid !== uid,
    onSeen: () => setSeen(now),
  }
}
