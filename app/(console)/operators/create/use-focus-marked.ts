import { useEffect, useRef, useState } from 'react'

/** Leads to the first field that is marked as wrong in the form around `place`, once the marks are drawn. */
export function useFocusMarked() {
  const place = useRef<HTMLSpanElement>(null)
  const [wanted, setWanted] = useState(0)
  useEffect(() => {
    if (wanted > 0) place.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [wanted])
  return { place, focusMarked: () => setWanted(count => count + 1) }
}
