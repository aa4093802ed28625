import { createContext, use } from 'react'
import { Message } from './message.tsx'

/** Why no form of the page can be submitted now, as a sentence; null when forms can be. */
export const FormDisabledReason = createContext<string | null>(null)

/** Says in a form why no form of the page can be sent now; nothing where they can. */
export function FormDisabledMessage() {
  const obstacle = use(FormDisabledReason)
  if (obstacle === null) return null
  return (
    <Message tone="danger" announce>
      {obstacle}
    </Message>
  )
}
