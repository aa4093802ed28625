import { list, type Message, map, one } from './message.ts'
import { kind, OBJECT_META } from './metadata.ts'

const OBJECT_REFERENCE: Message = {
  1: one('kind'),
  2: one('namespace'),
  3: one('name'),
  4: one('uid'),
  5: one('apiVersion'),
  6: one('resourceVersion'),
  7: one('fieldPath'),
}

/** Kinds of k8s.io/api/core/v1/generated.proto. */
export const CORE: Readonly<Record<string, Message>> = {
  ConfigMap: {
    1: one('metadata', OBJECT_META),
    2: map('data'),
    3: map('binaryData', 'base64'),
    4: one('immutable', 'flag'),
  },
  Secret: {
    1: one('metadata', OBJECT_META),
    2: map('data', 'base64'),
    3: one('type'),
    4: map('stringData'),
    5: one('immutable', 'flag'),
  },
  Namespace: kind({ 1: list('finalizers') }, { 1: one('phase') }),
  ServiceAccount: {
    1: one('metadata', OBJECT_META),
    2: list('secrets', OBJECT_REFERENCE),
    3: list('imagePullSecrets', { 1: one('name') }),
    4: one('automountServiceAccountToken', 'flag'),
  },
  ResourceQuota: kind({ 1: map('hard', 'quantity'), 2: list('scopes') }),
  Event: {
    1: one('metadata', OBJECT_META),
    2: one('involvedObject', OBJECT_REFERENCE),
    3: one('reason'),
    4: one('message'),
    5: one('source', { 1: one('component'), 2: one('host') }),
    6: one('firstTimestamp', 'time'),
    7: one('lastTimestamp', 'time'),
    8: one('count', 'counter'),
    9: one('type'),
    10: one('eventTime', 'microTime'),
    11: one('series', { 1: one('count', 'number'), 2: one('lastObservedTime', 'microTime') }),
    12: one('action'),
    13: one('related', OBJECT_REFERENCE),
    14: one('reportingComponent'),
    15: one('reportingInstance'),
  },
}
