import { SHOOT_CONDITIONS, type ShootConditionType } from '#lib/operators/api/cluster.ts'
import type { Condition, Finding } from '#lib/operators/framework/conditions.ts'
import { cutTo } from '#lib/operators/framework/event-recorder.ts'
import type { LiveShoot, ShootCondition } from './live-shoot.ts'

/** Finding of a mirrored condition. */
export type ShootFinding = Finding<typeof SHOOT_CONDITIONS>

/** Maximum size of a mirrored message; the shoot has the full text. */
const MAX_MESSAGE_BYTES = 1_024

/** Pattern of a reason (metav1.Condition); Gardener does not validate its reasons. */
const REASON = /^[A-Za-z]([A-Za-z0-9_,:]{0,254}[A-Za-z0-9_])?$/

/** Mirrors Gardener's conditions of a shoot, each known type once; none without a shoot. */
export function shootFindings(shoot: LiveShoot | null): readonly ShootFinding[] {
  const conditions = shoot?.status?.conditions ?? []
  return TYPES.flatMap(type => {
    const condition = conditions.find(each => each.type === type)
    return condition === undefined ? [] : [mirrored(type, condition)]
  })
}

/** Whether a condition of a Cluster is mirrored. */
export function isMirrored(condition: Condition): condition is Condition<ShootConditionType> {
  return Object.hasOwn(SHOOT_CONDITIONS, condition.type)
}

const TYPES = Object.keys(SHOOT_CONDITIONS) as readonly ShootConditionType[]

function mirrored(type: ShootConditionType, { status = '', reason = '', message = '' }: ShootCondition): ShootFinding {
  const known = status === 'True' || status === 'False' || status === 'Unknown' ? status : null
  const text = known === null && status !== '' ? `${status}: ${message}` : message
  return {
    type,
    status: known ?? 'Unknown',
    reason: REASON.test(reason) ? reason : 'NotGiven',
    message: cutTo(text, MAX_MESSAGE_BYTES),
  }
}
