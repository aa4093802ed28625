interface MadeStatus {
  readonly lastOperation?: { readonly type?: string; readonly state?: string }
}

/** Whether Gardener has come to the end of a shoot's creation: it is reconciled from then on, and lets administrators in. */
export function wasMade({ lastOperation: { type, state } = {} }: MadeStatus): boolean {
  return type !== undefined && (type !== 'Create' || state === 'Succeeded')
}
