import { z } from 'zod'
import type { ViewAnswer } from '#app/api/view-answer.ts'
import { answer } from '../answer.ts'

export const View = answer<ViewAnswer>()(
  z.object({
    id: z.string(),
    name: z.string(),
    href: z.string(),
    shared: z.boolean(),
    own: z.boolean(),
    by: z.string(),
    mayDelete: z.boolean(),
  }),
)

export const ViewList = answer<readonly ViewAnswer[]>()(z.array(View))
