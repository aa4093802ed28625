import { isRecord } from '../is-record.ts'

type Pairs = Readonly<Record<string, string>>

/** How the log keeps a binding. */
export interface Labelled {
  readonly labels: Pairs
  readonly annotations: Pairs
}

export function isLabelled(value: unknown): value is Labelled {
  return isRecord(value) && isPairs(value.labels) && isPairs(value.annotations)
}

function isPairs(value: unknown): value is Pairs {
  return isRecord(value) && Object.values(value).every(item => typeof item === 'string')
}
