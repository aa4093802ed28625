import { z } from 'zod'
import { ObjectName, SaidInput } from '#lib/services/resources/said-input.ts'

const word = z.string().min(1).max(253)
const words = (item: z.ZodType<string>, none = 'name at least one') =>
  z
    .array(item)
    .min(1, none)
    .max(50, 'at most 50')
    .transform(list => [...new Set(list)])

/** A rule for resources. */
export const Rule = z.strictObject({
  apiGroups: words(z.string().max(253), 'name at least one; "" is the core API, of Pods and Secrets'),
  resources: words(word),
  verbs: words(word),
  resourceNames: words(word).exactOptional(),
})

/** The name of a namespace in the cluster. */
export const NamespaceName = z
  .string()
  .max(63)
  .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 'must be the name of a namespace')

const rules = z.array(Rule).min(1, 'needs at least one rule').max(50, 'at most 50 rules')

/** A request of a kubeconfig as a person asks for it; its kubeconfig goes to a Secret alone. */
export const RequestInput = SaidInput.extend({
  name: ObjectName,
  spec: z
    .strictObject({
      cluster: ObjectName,
      clusterRole: z.strictObject({ rules }).exactOptional(),
      role: z.strictObject({ namespace: NamespaceName, rules }).exactOptional(),
      expiration: z
        .int()
        .min(600, 'at least 10 minutes, 600 seconds')
        .max(2_592_000, 'at most 30 days, 2592000 seconds'),
    })
    .refine(({ clusterRole, role }) => clusterRole !== undefined || role !== undefined, 'needs at least one rule'),
})

export type RequestOrder = z.output<typeof RequestInput>
