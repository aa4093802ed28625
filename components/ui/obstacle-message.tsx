import { use } from 'react'
import { FormObstacle } from './form-obstacle.ts'
import { Message } from './message.tsx'

/** Says in a form why no form of the page can be sent now; nothing where they can. */
export function ObstacleMessage() {
  const obstacle = use(FormObstacle)
  if (obstacle === null) return null
  return (
    <Message tone="danger" announce>
      {obstacle}
    </Message>
  )
}
