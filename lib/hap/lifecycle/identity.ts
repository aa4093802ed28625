import { ANNOTATIONS, accountKey, type Binding, type Doubt } from '../pools/binding.ts'
import { type HapLabels, readLabels } from '../pools/labels.ts'

/** What a claim, a job, a proposal or the register of bindings remembers of a binding beside its name. */
export interface Remembered {
  /** Null where a release before this one wrote the record. */
  readonly uid: string | null
  /** accountKey of what the binding referred to. */
  readonly account: string
  /** Labels that have to be the same where no uid is stored; a label that is not named may have any value. */
  readonly labels?: Partial<HapLabels>
}

/**
 * How the binding under a remembered name relates to the remembered one.
 * `same`: the same object · `adopt`: no uid is stored, and account and labels agree: it is taken for the same object ·
 * `restored`: another object for the same account, or one that is in doubt: only changes that restrict its use are written ·
 * `another-account`: never written · `gone`: no object has the name.
 */
export type Identity = 'same' | 'adopt' | 'restored' | 'another-account' | 'gone'

/** Compares what is remembered of a binding with the object that has its name now; null = no object has it. */
export function identify(remembered: Remembered | null, now: Binding | null): Identity {
  if (now === null) return 'gone'
  if (remembered !== null && remembered.account !== accountKey(now.account)) return 'another-account'
  if (now.doubt !== undefined) return 'restored'
  if (remembered === null) return 'adopt'
  if (remembered.uid === null) return labelsAgree(remembered.labels ?? {}, now) ? 'adopt' : 'restored'
  return remembered.uid === now.uid ? 'same' : 'restored'
}

/** Whether everything may be written that the state of the binding allows. */
export function isTrusted(identity: Identity): boolean {
  return identity === 'same' || identity === 'adopt'
}

/** Whether the remembered binding no longer exists: its name is free, or belongs to a binding of another account. */
export function isAbsent(identity: Identity): boolean {
  return identity === 'gone' || identity === 'another-account'
}

/** What the register of bindings has on record under the name and account of a binding. */
export interface Registered {
  readonly uid: string
  /** Whether an administrator accepted this uid. */
  readonly accepted: boolean
}

/**
 * Why a binding cannot be taken for the object that HAP knew, or whose notes it carries: `restored`: the register has another uid
 * for it · `copied`: its annotations were written on another object. Undefined when nothing contradicts.
 */
export function doubtOf(registered: Registered | null, binding: Binding): Doubt | undefined {
  if (registered !== null && registered.uid !== binding.uid) return 'restored'
  if (registered?.accepted) return undefined
  return hasForeignNotes(binding) ? 'copied' : undefined
}

/** How far the clock of the API server, which dates objects, may be from the clock of HAP, which dates notes. */
const CLOCK_SKEW_MS = 300_000

/** Whether the annotations of HAP were written on another object: by the uid in them, or because they are older than the object. */
export function hasForeignNotes({
  uid,
  createdAt,
  annotations,
}: Pick<Binding, 'uid' | 'createdAt' | 'annotations'>): boolean {
  const noted = annotations[ANNOTATIONS.uid]
  if (noted !== undefined) return noted !== uid
  const since = Date.parse(annotations[ANNOTATIONS.stateSince] ?? '')
  return since < Date.parse(createdAt) - CLOCK_SKEW_MS
}

/** The binding as a verb may treat it: one that is not the remembered object is in doubt. */
export function asRemembered(identity: Identity, binding: Binding): Binding {
  return identity === 'restored' && binding.doubt === undefined ? { ...binding, doubt: 'restored' } : binding
}

/** Why a verb does not write, as a sentence; null when it may write everything. */
export function identityReason(identity: Identity, name: string): string | null {
  switch (identity) {
    case 'same':
    case 'adopt':
      return null
    case 'gone':
      return `${name} no longer exists.`
    case 'another-account':
      return `${name} no longer exists: a binding of another account has its name now.`
    case 'restored':
      return restoredReason(name)
  }
}

export function restoredReason(name: string): string {
  return `${name} was restored or recreated. Until an administrator runs "hap landscape accept", only changes that restrict its use are written.`
}

function labelsAgree(remembered: Partial<HapLabels>, { kind, labels }: Binding): boolean {
  const now = readLabels(kind, labels)
  return Object.entries(remembered).every(([name, value]) => now[name as keyof HapLabels] === value)
}

/** Fewer objects than this may disappear at once without a doubt about the landscape. */
const MIN_GONE = 10

/** Whether so many of the known objects disappeared at once that the landscape may have been restored or moved. */
export function isMassDisappearance({ known, gone }: { readonly known: number; readonly gone: number }): boolean {
  return gone >= MIN_GONE && gone * 2 >= known
}
