import { z } from 'zod'
import type { AskedAccess } from '#lib/hap/access/access-rule.ts'
import { NamespaceName, Rule } from './request-input.ts'

/** Stands in the place of a rule that cannot be read, so that the others keep theirs. */
const NOTHING: z.output<typeof Rule> = { apiGroups: [], resources: [], verbs: [] }

const rules = z.array(Rule.catch(NOTHING)).catch([])

const Legible = z.object({
  spec: z.object({
    clusterRole: z.object({ rules }).catch({ rules: [] }),
    role: z
      .object({ namespace: NamespaceName.catch(''), rules })
      .nullable()
      .catch(null),
  }),
})

/** Of a request that is being typed the rules that can be read already. */
export function legibleAccess(input: unknown): AskedAccess {
  const { data } = Legible.safeParse(input)
  return { clusterRules: data?.spec.clusterRole.rules ?? [], role: data?.spec.role ?? null }
}
