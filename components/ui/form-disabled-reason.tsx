import { createContext, use } from 'react'
import { Message } from './message.tsx'

/** Why the forms of the page are disabled, as a sentence; null when they are enabled. */
export const FormDisabledReason = createContext<string | null>(null)

/** Shows in a form why the forms of the page are disabled. */
export function FormDisabledMessage() {
  const obstacle = use(FormDisabledReason)
  if (obstacle === null) return null
  return (
    <Message tone="danger" announce>
      {obstacle}
    </Message>
  )
}
