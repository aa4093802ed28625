import { z } from 'zod'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { type ConfigMapKey, readConfigMapText } from '#lib/garden/config-map-text.ts'
import { RULES_VERBS } from '#lib/hap/analysis/rule-changes.ts'
import { hapRuleYaml } from '#lib/rules-file/rules-yaml.ts'
import { mayStillLand, type OutcomeResolver, type ResolvedOutcome } from '#lib/services/audit/resolve-outcomes.ts'
import { publicationAt } from '#lib/store/publications.ts'
import { configMapTarget, REVISION_ANNOTATION, type WriteContext } from './write-config-map.ts'

const Wanted = z.object({ revision: z.int() })

/**
 * Resolves records of writes of the rules from the ConfigMap: its annotation names the revision
 * that was written last, also after others edited the text.
 */
export function configMapResolver(
  { client, store, place }: Pick<WriteContext, 'client' | 'store' | 'place'>,
  now: () => number,
): OutcomeResolver {
  return {
    actions: [RULES_VERBS.write],
    // After a change of the setting, a ConfigMap of another name shows nothing.
    isOwn: ({ targets }) => targets.includes(configMapTarget(place)),
    async resolve(entry) {
      if (mayStillLand(entry, now())) return null
      if (entry.wanted === null) return { outcome: 'refused', detail: 'Refused before it started.' }
      const wanted = Wanted.safeParse(entry.wanted).data
      if (wanted === undefined) return null
      try {
        const published = await publicationAt(store.db, wanted.revision)
        return await compare(client, place, { ...wanted, text: published && hapRuleYaml(published.texts) })
      } catch (error) {
        // Retried with the next batch.
        if (error instanceof GardenError) return null
        throw error
      }
    },
  }
}

interface WantedText {
  readonly revision: number
  /** Null when the revision is not stored. */
  readonly text: string | null
}

/** A write of a later revision includes this one: each write ends with the latest revision. */
async function compare(
  client: WriteContext['client'],
  place: ConfigMapKey,
  { revision, text }: WantedText,
): Promise<ResolvedOutcome> {
  const found = await readConfigMapText(client, place)
  const last = Number(found?.annotations[REVISION_ANNOTATION] ?? 0)
  if (last >= revision) return { outcome: 'accepted', detail: `The ConfigMap has revision ${last}.` }
  if (found !== null && found.text === text)
    return { outcome: 'accepted', detail: `The ConfigMap has the rules of revision ${revision}.` }
  const shown = found === null ? 'does not exist' : `does not have revision ${revision}`
  return { outcome: 'failed', detail: `The ConfigMap ${shown}.` }
}
