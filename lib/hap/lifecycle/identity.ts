import { ANNOTATIONS, accountKey, type Binding, type Doubt } from '../pools/binding.ts'
import { type HapLabels, readLabels } from '../pools/labels.ts'

/** Identity of a binding as claims, jobs, proposals and the register store it beside the name. */
export interface StoredIdentity {
  /** Null in records of an earlier release. */
  readonly uid: string | null
  /** accountKey of the binding's account. */
  readonly account: string
  /** Labels that must match when no uid is stored; others are ignored. */
  readonly labels?: Partial<HapLabels>
}

/**
 * Relation between a stored identity and the object with its name. `same`: the same object ·
 * `adopt`: no uid is stored, account and labels match, treated as the same object · `restored`:
 * another object for the same account, or an object in doubt: only restricting changes are written
 * · `another-account`: never written · `gone`: no object has the name.
 */
export type Identity = 'same' | 'adopt' | 'restored' | 'another-account' | 'gone'

/** Compares a stored identity with the object that has its name now; null for no object. */
export function identify(remembered: StoredIdentity | null, now: Binding | null): Identity {
  if (now === null) return 'gone'
  if (remembered !== null && remembered.account !== accountKey(now.account)) return 'another-account'
  if (now.doubt !== undefined) return 'restored'
  if (remembered === null) return 'adopt'
  if (remembered.uid === null) return labelsAgree(remembered.labels ?? {}, now) ? 'adopt' : 'restored'
  return remembered.uid === now.uid ? 'same' : 'restored'
}

/** Whether all changes that the state allows may be written. */
export function isTrusted(identity: Identity): boolean {
  return identity === 'same' || identity === 'adopt'
}

/**
 * Whether the stored binding no longer exists: its name is unused or belongs to another account.
 */
export function isAbsent(identity: Identity): boolean {
  return identity === 'gone' || identity === 'another-account'
}

/** Entry of the register for the name and account of a binding. */
export interface RegisterEntry {
  readonly uid: string
  /** Whether an administrator accepted this uid. */
  readonly accepted: boolean
}

/**
 * Decides whether a binding may differ from the object that HAP knew. `restored`: the register has
 * another uid · `copied`: its annotations were written on another object · undefined: no
 * contradiction.
 */
export function doubtOf(registered: RegisterEntry | null, binding: Binding): Doubt | undefined {
  if (registered !== null && registered.uid !== binding.uid) return 'restored'
  if (registered?.accepted) return undefined
  return hasForeignNotes(binding) ? 'copied' : undefined
}

/**
 * Maximum difference between the clock of the API server, which dates objects, and the clock of
 * HAP, which dates annotations.
 */
const CLOCK_SKEW_MS = 300_000

/**
 * Whether HAP's annotations were written on another object: their uid differs, or they are older
 * than the object.
 */
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

/** Returns the binding with a doubt when it is not the stored object. */
export function withIdentityDoubt(identity: Identity, binding: Binding): Binding {
  return identity === 'restored' && binding.doubt === undefined ? { ...binding, doubt: 'restored' } : binding
}

/** Returns why a verb does not write, as a sentence; null when it may write all changes. */
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

/** Fewer deleted objects never count as a mass disappearance. */
const MIN_GONE = 10

/**
 * Whether at least half of the known objects disappeared at once, which suggests a restored or
 * moved landscape.
 */
export function isMassDisappearance({ known, gone }: { readonly known: number; readonly gone: number }): boolean {
  return gone >= MIN_GONE && gone * 2 >= known
}
