import { createEventRecorder, type EventRecorder } from '#lib/operators/framework/event-recorder.ts'
import { log } from '#lib/telemetry/log.ts'
import type { OperatorParts } from './operators-term.ts'
import { reasonOf } from './reason-of.ts'

/** Events of one operator, by its name: `cluster-operator`. */
export function operatorEvents(
  { control, instance }: Pick<OperatorParts, 'control' | 'instance'>,
  operator: string,
): EventRecorder {
  return createEventRecorder({
    client: control,
    controller: `hap.kyma-project.io/${operator}`,
    instance,
    onFailure: error => log().debug({ operator, reason: reasonOf(error) }, 'an event was not written'),
  })
}
