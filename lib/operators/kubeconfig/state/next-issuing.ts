import { ACCESS_NAMESPACE } from '#lib/hap/access/access-rule.ts'
import type { FoundTarget } from '#lib/operators/target/find-target.ts'
import type { IssueRecord } from './issue-record.ts'
import type { Anchor, Inside, Observed } from './observed.ts'
import type { Step, WaitReason } from './step.ts'
import { sameRules, type Wanted, type WantedRole } from './wanted-roles.ts'

/** Interval of inspections of a cluster, for changes by others. */
const RECHECK_MS = 6 * 3600_000

/** Age at which an anchor without an issue is deleted, when no operator can still publish for it. */
const ABANDONED_MS = 15 * 60_000

/** Interval of rechecks of a missing Secret, for operators without permission to watch Secrets. */
const NO_ACCESS_RECHECK_MS = 60_000

/** Next step of a request that needs a kubeconfig. */
export function nextIssuing(observed: Observed, now: number): Step {
  const { secret, target, wanted, inside } = observed
  const { record } = secret
  const wait = (until: number | null, because: WaitReason): Step => ({ do: 'wait', until, because })
  const granted = wanted.roles.length > 0
  // A request without permitted rules is refused before it waits for a cluster.
  const awaited = target.state === 'no-cluster' || target.state === 'not-ready'
  if (awaited && !granted && record === null) return wait(null, 'nothing-granted')
  if (target.state === 'no-cluster') return wait(null, record?.issued ? 'cluster-gone' : 'no-cluster')
  if (target.state === 'gone') return wait(null, 'cluster-gone')
  if (target.state === 'not-ready') return wait(null, 'not-ready')
  if (target.state === 'no-way') return wait(now + NO_ACCESS_RECHECK_MS, 'no-way')
  if (inside === null) {
    if (needsInspection(observed, now)) return { do: 'look' }
    return wait(nextInspection(record, granted), granted ? 'in-order' : 'nothing-granted')
  }
  return (
    narrowing(inside, wanted) ??
    (granted ? (widening(inside, wanted) ?? renewal(observed, inside, now)) : null) ??
    retirement(record, inside, now) ??
    (isNoted(record, observed, now) ? null : { do: 'note-applied' as const }) ??
    wait(nextInspection(record, granted), granted ? 'in-order' : 'nothing-granted')
  )
}

/**
 * Version of the kubeconfig Secret, which may lead to another cluster after a change; null for a
 * shoot, which its uid identifies.
 */
export function accessVersion(target: FoundTarget): string | null {
  return target.state === 'found' && target.place.by === 'secret' ? target.place.version : null
}

/** Whether the known state requires access to the cluster. */
function needsInspection({ request, secret: { record }, target, wanted }: Observed, now: number): boolean {
  if (record === null || record.applied !== wanted.digest || isOtherAccess(record, target)) return true
  const granted = wanted.roles.length > 0
  if (isPast(nextInspection(record, granted), now)) return true
  if (!granted) return false
  const { issued } = record
  if (issued === null || record.rotateAfter !== null || issued.seconds !== request.expiration) return true
  return target.state === 'found' && issued.place !== target.place.uid
}

/** Time of the next inspection; includes the renewal if anything is granted. */
function nextInspection(record: IssueRecord | null, granted: boolean): number | null {
  if (record === null) return null
  const times = [record.lookedAt + RECHECK_MS, ...record.retiring.map(({ at }) => at)]
  if (granted && record.issued !== null) times.push(record.issued.renewsAt)
  return Math.min(...times)
}

function isPast(time: number | null, now: number): boolean {
  return time !== null && time <= now
}

/** Steps that reduce rights precede steps that grant some. */
export function narrowing({ bindings, roles }: Inside, wanted: Wanted): Step | null {
  const isWanted = (namespace: string | null) => wanted.roles.some(role => role.namespace === namespace)
  const binding = bindings.find(each => !each.sound || !isWanted(each.namespace))
  if (binding !== undefined) return { do: 'delete', kind: 'binding', object: binding }
  const role = roles.find(each => !isWanted(each.namespace))
  if (role !== undefined) return { do: 'delete', kind: 'role', object: role }
  for (const found of roles) {
    const meant = wanted.roles.find(each => each.namespace === found.namespace)
    if (meant !== undefined && !sameRules(meant.rules, found.rules)) {
      return { do: 'update-role', role: found, rules: meant.rules }
    }
  }
  return null
}

/** Next missing object in the cluster. */
function widening(inside: Inside, wanted: Wanted): Step | null {
  const needed = [ACCESS_NAMESPACE, ...wanted.roles.flatMap(({ namespace }) => namespace ?? [])]
  const namespace = needed.find(name => !inside.namespaces.has(name))
  if (namespace !== undefined) return { do: 'create-namespace', name: namespace }
  if (inside.account === null) return { do: 'create-account' }
  const lacking = (has: readonly { namespace: string | null }[]): WantedRole | undefined =>
    wanted.roles.find(role => !has.some(each => each.namespace === role.namespace))
  const role = lacking(inside.roles)
  if (role !== undefined) return { do: 'create-role', role }
  const binding = lacking(inside.bindings)
  return binding === undefined ? null : { do: 'create-binding', role: binding }
}

/**
 * Next step of an issue, when the present kubeconfig is missing, invalid, due, of another lifetime
 * or of another cluster.
 */
function renewal({ request, secret: { record }, target }: Observed, inside: Inside, now: number): Step | null {
  const { account } = inside
  if (account === null || target.state !== 'found') return null
  const issued = record?.issued ?? null
  const lives =
    issued !== null &&
    issued.account === account.uid &&
    inside.anchors.some(({ uid }) => uid === issued.anchor) &&
    issued.cluster === inside.cluster &&
    issued.address === inside.address &&
    issued.place === target.place.uid
  const stays = lives && issued.renewsAt > now && issued.seconds === request.expiration && record?.rotateAfter === null
  if (stays) return null
  // The record of these anchors was deleted with the Secret, so their tokens end.
  const unknown = issued === null ? inside.anchors.find(each => isAbandoned(each, now)) : undefined
  if (unknown !== undefined) return { do: 'delete', kind: 'anchor', object: unknown }
  const issue = (record?.issue ?? 0) + 1
  const anchor = inside.anchors.find(each => each.issue === issue)
  if (anchor === undefined) return { do: 'create-anchor', issue }
  return { do: 'issue', issue, anchor: anchor.uid, account: account.uid }
}

/** Deletes an anchor after its retirement. */
function retirement(record: IssueRecord | null, { anchors }: Inside, now: number): Step | null {
  const present = record?.issue ?? 0
  const over = (anchor: Anchor) => {
    if (anchor.issue === present) return false
    if (anchor.issue > present) return isAbandoned(anchor, now)
    return !record?.retiring.some(({ issue, at }) => issue === anchor.issue && at > now)
  }
  const anchor = anchors.find(over)
  return anchor === undefined ? null : { do: 'delete', kind: 'anchor', object: anchor }
}

function isAbandoned({ createdAt }: Anchor, now: number): boolean {
  return createdAt + ABANDONED_MS <= now
}

function isNoted(record: IssueRecord | null, { wanted, target }: Observed, now: number): boolean {
  if (record === null || record.applied !== wanted.digest || isOtherAccess(record, target)) return false
  return !isPast(nextInspection(record, false), now)
}

/** Whether the kubeconfig Secret has changed since the last inspection, possibly to another cluster. */
function isOtherAccess({ way }: IssueRecord, target: FoundTarget): boolean {
  const present = accessVersion(target)
  return present !== null && present !== way
}
