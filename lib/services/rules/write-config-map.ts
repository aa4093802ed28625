import { z } from 'zod'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { NotAuthorisedError, type User } from '#lib/auth/session.ts'
import { userRefusal } from '#lib/auth/user-refusal.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import {
  applyConfigMapText,
  type ConfigMapKey,
  type ConfigMapText,
  readConfigMapText,
} from '#lib/garden/config-map-text.ts'
import {
  CONSOLE_MANAGER,
  type FieldManager,
  isReconciler,
  RULES_TARGET,
  RULES_VERBS,
} from '#lib/hap/analysis/rule-changes.ts'
import { ANNOTATION_PREFIX } from '#lib/hap/pools/binding.ts'
import { formatInputProblems, INPUT_MESSAGES } from '#lib/input-problems.ts'
import { hapRuleYaml } from '#lib/rules-file/rules-yaml.ts'
import { attemptDraft, audited, type Done, invalidDetail } from '#lib/services/audit/audited.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import { latestNumber, latestPublication, type Publication } from '#lib/store/publications.ts'
import type { Store } from '#lib/store/store.ts'
import { ORDER_FIELDS } from './publish.ts'

export const WriteOrder = z.object({
  reason: ORDER_FIELDS.reason,
  /**
   * Version of the ConfigMap whose manual text is overwritten; null to overwrite no text of others.
   */
  takeOverAt: z.string().max(100).nullable(),
})

export type WriteResult =
  | { readonly kind: 'written'; readonly number: number }
  /**
   * Another manager owns the text; `keeps`: it is a program that would restore the text. The
   * published rules are in force all the same.
   */
  | { readonly kind: 'owned'; readonly owners: readonly string[]; readonly keeps: boolean; readonly message: string }
  /** `passing`: a retry may succeed. */
  | { readonly kind: 'failed'; readonly message: string; readonly passing: boolean }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }

export interface WriteContext {
  readonly store: Store
  readonly audit: AuditLog
  readonly client: Pick<GardenClient, 'get' | 'request'>
  readonly place: ConfigMapKey
}

/** Key of the ConfigMap among the targets of the audit log. */
export function configMapTarget({ namespace, name }: ConfigMapKey): string {
  return `ConfigMap/${namespace}/${name}`
}

/** Annotation with the number of the revision that was written last. */
export const REVISION_ANNOTATION = `${ANNOTATION_PREFIX}rules-revision`

interface Request {
  readonly user: User
  readonly requestId: string | null
  readonly input: unknown
}

/**
 * Writes the published rules to the ConfigMap that others read. Never overwrites the text of a
 * program, and that of a person only on request. Throws NotAuthorisedError, AuditError or another
 * StoreError.
 */
export async function writeConfigMap(context: WriteContext, { user, requestId, input }: Request): Promise<WriteResult> {
  const { audit, store, place } = context
  const targets = [RULES_TARGET, configMapTarget(place)]
  const draft = attemptDraft(RULES_VERBS.write, { user, requestId }, targets)
  const obstacle = userRefusal(user, NEEDED_ROLES.rules)
  if (obstacle !== null) {
    await audit.refused(draft, obstacle)
    throw new NotAuthorisedError('role', NEEDED_ROLES.rules, obstacle)
  }
  const order = WriteOrder.safeParse(input, { error: INPUT_MESSAGES })
  const published = await latestPublication(store.db)
  const problems = order.success
    ? published === null
      ? ['No rules were published yet, so there is nothing to write.']
      : []
    : formatInputProblems(order.error, 'request')
  if (!order.success || published === null) {
    await audit.refused(draft, invalidDetail(problems))
    return { kind: 'invalid', problems }
  }
  const { reason, takeOverAt } = order.data
  return audited(audit, { ...draft, reason, after: { revision: published.number } }, () =>
    writeLatest(context, published, takeOverAt),
  )
}

/** Another publication may be written at the same time, so the latest revision is written last. */
async function writeLatest(
  context: WriteContext,
  published: Publication,
  takeOverAt: string | null,
): Promise<Done<WriteResult>> {
  for (let latest = published; ; ) {
    const done = await write(context, latest, takeOverAt)
    if (done.result.kind !== 'written') return done
    const number = await latestNumber(context.store.db)
    if (number === latest.number) return done
    latest = (await latestPublication(context.store.db)) ?? latest
  }
}

async function write(
  { client, place }: WriteContext,
  { number, texts }: Publication,
  takeOverAt: string | null,
): Promise<Done<WriteResult>> {
  try {
    const text = hapRuleYaml(texts)
    const found = await readConfigMapText(client, place)
    const others = found?.owners.filter(({ name }) => name !== CONSOLE_MANAGER) ?? []
    if (found && others.length > 0) {
      if (found.text === text) return written(number, 'It was there already.')
      const foreign = ownedByOthers(found, others, place, takeOverAt)
      if (foreign) return foreign
    }
    const annotations = { [REVISION_ANNOTATION]: String(number) }
    // A text without a known manager is not the console's own: the API server attributes it to
    // another one.
    const isOwn = found?.owners.some(({ name }) => name === CONSOLE_MANAGER) && others.length === 0
    await applyConfigMapText(client, place, text, {
      annotations,
      takeOverAt: isOwn || found === null ? null : takeOverAt,
    })
    return written(number)
  } catch (error) {
    // A write in doubt is not a failure with a message.
    if (!(error instanceof GardenError) || error.certainty === 'unknown') throw error
    if (error.kind === 'conflict') {
      const message = `ConfigMap ${place.name} was changed by another client at the same time. Nothing was written; review it and retry.`
      return { outcome: 'refused', detail: message, result: { kind: 'owned', owners: [], keeps: false, message } }
    }
    const message = error.kind === 'forbidden' ? `${error.message} ${neededRole(place)}` : error.message
    // The namespace may be created at any moment, so its absence is retried too.
    const passing = !error.isRefusal
    return { outcome: 'failed', detail: message, result: { kind: 'failed', message, passing } }
  }
}

function written(number: number, note = ''): Done<WriteResult> {
  return { outcome: 'accepted', detail: `Revision ${number}. ${note}`.trim(), result: { kind: 'written', number } }
}

/** Refuses to overwrite the text of others; null if the user may and wants to. */
function ownedByOthers(
  found: ConfigMapText,
  others: readonly FieldManager[],
  { name }: ConfigMapKey,
  takeOverAt: string | null,
): Done<WriteResult> | null {
  const keeps = others.some(isReconciler)
  const isSeen = takeOverAt === found.resourceVersion
  if (!keeps && isSeen) return null
  const owners = [...new Set(others.map(owner => owner.name))]
  const message = keeps
    ? `ConfigMap ${name} is managed by ${owners.join(', ')}, so the console does not change it. Change the rules at the source of ${owners.join(', ')}.`
    : takeOverAt === null
      ? `ConfigMap ${name} was changed manually (${owners.join(', ')}). Review the difference before you overwrite it.`
      : `ConfigMap ${name} was changed again. Review the difference before you overwrite it.`
  return { outcome: 'refused', detail: message, result: { kind: 'owned', owners, keeps, message } }
}

function neededRole({ namespace, name }: ConfigMapKey): string {
  return `To create and change it, its role needs get, create and patch on configmaps/${name} in ${namespace}.`
}
