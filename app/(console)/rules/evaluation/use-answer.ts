import { useEffect, useRef, useState } from 'react'
import { evaluation } from './evaluation.ts'
import { Newest } from './newest.ts'
import type { Answer, Asked, Questions } from './questions.ts'

/**
 * The newest answer to a question that changes; the one before it until that is there. Null before the first answer, and while nothing is
 * asked. In: the same object as long as it is the same question.
 */
export function useAnswer<Kind extends keyof Questions>(kind: Kind, asked: Asked<Kind> | null): Answer<Kind> | null {
  const [answer, setAnswer] = useState<Answer<Kind> | null>(null)
  const newest = useRef<Newest<Asked<Kind>, Answer<Kind>> | null>(null)
  const isAsked = asked !== null
  useEffect(() => {
    if (!isAsked) return
    const made = new Newest((one: Asked<Kind>) => evaluation.ask(kind, one), setAnswer)
    newest.current = made
    return () => {
      made.leave()
      newest.current = null
      setAnswer(null)
    }
  }, [kind, isAsked])
  useEffect(() => {
    if (asked !== null) newest.current?.ask(asked)
  }, [asked])
  return isAsked ? answer : null
}
