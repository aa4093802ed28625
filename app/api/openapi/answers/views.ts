import { z } from 'zod'
import type { ListedView } from '#lib/services/views/views.ts'
import { answer } from '../answer.ts'

export const View = answer<ListedView>()(
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

export const ViewList = answer<readonly ListedView[]>()(z.array(View))
