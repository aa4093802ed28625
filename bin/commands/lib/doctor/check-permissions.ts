import { type Ability, isAbleTo, listAbilities } from '#lib/garden/access-review.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { describePermission, GardenError } from '#lib/garden/client/garden-error.ts'
import type { PermissionPart, PermissionRule } from '#lib/garden/permissions.ts'
import { mapConcurrently } from '#lib/util/concurrency.ts'
import { type Checkup, note, well, wrong } from './checkup.ts'

interface PermissionQuestion {
  readonly rules: readonly PermissionRule[]
  /** Parts the settings say this console is for; the others may be missing as a whole. */
  readonly wanted: ReadonlySet<PermissionPart>
  readonly namespaces: Readonly<Record<PermissionRule['cluster'], string>>
  readonly client: Pick<GardenClient, 'request'>
  /** Where the user of the client is named, for what to do. */
  readonly user: string
}

/** Concurrent access reviews. */
const AT_ONCE = 8

/** Up to this many missing permissions are named; a longer list has a common cause, so names do not help. */
const FEW = 5

/** Reviews each verb on each resource that the console needs, and reports the missing permissions by part. */
export async function checkPermissions(question: PermissionQuestion): Promise<readonly Checkup[]> {
  try {
    const refused = await refusedAbilities(question)
    const parts = [...new Set(question.rules.flatMap(rule => rule.parts))]
    return parts.flatMap(part => partChecks(part, question, refused))
  } catch (error) {
    if (!(error instanceof GardenError)) throw error
    return [wrong('permissions', error.message, 'Without an answer nobody knows what the console may do.')]
  }
}

type Refused = ReadonlyMap<PermissionRule, readonly Ability[]>

async function refusedAbilities({ rules, namespaces, client }: PermissionQuestion): Promise<Refused> {
  const all = rules.flatMap(rule => listAbilities(rule, namespaces).map(ability => ({ rule, ability })))
  const refused = new Map<PermissionRule, Ability[]>()
  await mapConcurrently(all, AT_ONCE, async ({ rule, ability }) => {
    if (await isAbleTo(client, ability)) return
    refused.set(rule, [...(refused.get(rule) ?? []), ability])
  })
  return refused
}

const PURPOSES: Readonly<Record<PermissionPart, string>> = {
  reading: 'showing accounts, shoots and custom resources',
  plans: 'reading plans and the rules of KEB',
  acting: 'claims and actions on accounts',
  rules: 'publishing rules for others',
  operators: 'the operators',
  cleaning: 'cleaning accounts',
}

function partChecks(
  part: PermissionPart,
  { rules, wanted, user, namespaces }: PermissionQuestion,
  refused: Refused,
): readonly Checkup[] {
  const own = rules.filter(rule => rule.parts.includes(part))
  const lacking = own.filter(rule => refused.has(rule))
  const [{ cluster } = { cluster: 'gardener' }] = own
  const where = cluster === 'gardener' ? 'Gardener' : 'the control plane'
  const purpose = `${PURPOSES[part]} (${part}) in ${where}`
  if (lacking.length === 0) return [well('permissions', `Everything is allowed for ${purpose}.`)]
  const none = own.every(rule => refused.get(rule)?.length === listAbilities(rule, namespaces).length)
  // That a console acts no setting says: then half of it is a slip, and none of it is meant.
  const isMeant = wanted.has(part) || (part === 'acting' && !none)
  if (!isMeant) {
    const fix = `Grant the rules of "${part}" to ${user} if this console is meant for it.`
    const missing = lacking.flatMap(rule => refused.get(rule) ?? [])
    const named = missing.length > FEW ? `${missing.length} permissions` : missing.map(inWords).join(', ')
    const says = none
      ? `Nothing is allowed for ${purpose}.`
      : `Not everything is allowed for ${purpose}: without ${named}.`
    return [note('permissions', says, fix)]
  }
  return lacking.map(rule => {
    const missing = (refused.get(rule) ?? []).map(inWords).join(', ')
    const says = `Not allowed in ${where}: ${missing}. Without it ${rule.without}.`
    return wrong('permissions', says, `Grant it to ${user}.`)
  })
}

function inWords({ name, ...ability }: Ability): string {
  return `${describePermission(ability)}${name === null ? '' : ` (${name})`}`
}
