import { createTabDraft } from '#components/ui/tab-storage.ts'
import { useTabDraft } from '#components/ui/use-tab-draft.ts'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { changeBetween, isUnchanged, type MultiAccountChange } from '#lib/hap/lifecycle/multi-account-change.ts'
import { MAX_ALLOWLIST_IDS, MAX_CLUSTERS } from '#lib/hap/lifecycle/multi-account-document.ts'
import type { AllowlistDetail } from '#lib/queries/allowlist/allowlist-detail.ts'
import { formatCount } from '#lib/util/format.ts'

export type Scope = 'nobody' | 'listed' | 'everybody'

/** Form input of the settings. Numbers are text, since the input may be invalid; empty = not set. */
export interface Draft {
  readonly scope: Scope
  /** Retained while the scope is not `listed`. */
  readonly ids: readonly string[]
  /** The list for the scope `everybody`: a file may name ids beside `*`. */
  readonly everybody: readonly string[]
  readonly byDefault: string
  readonly providers: Readonly<Record<string, string>>
  readonly guard: string
}

/** A draft, and the version it is based on. */
export interface Edited {
  readonly version: number
  readonly base: MultiAccount
  readonly draft: Draft
}

export function createDraft({ allowed, limits, minBindingsForGuard }: MultiAccount): Draft {
  return {
    scope: scopeOf(allowed),
    ids: allowed.filter(id => id !== '*'),
    everybody: allowed.includes('*') ? allowed : ['*'],
    byDefault: String(limits?.default ?? 0),
    providers: Object.fromEntries(Object.entries(limits?.providers ?? {}).map(([name, value]) => [name, `${value}`])),
    guard: String(minBindingsForGuard),
  }
}

export function scopeOf(allowed: readonly string[]): Scope {
  if (allowed.includes('*')) return 'everybody'
  return allowed.length === 0 ? 'nobody' : 'listed'
}

/** Validates the input of a number: a sentence, or undefined when it is valid or empty. */
export function numberProblem(text: string): string | undefined {
  return /^\d{0,6}$/.test(text.trim()) ? undefined : `Enter a whole number from 0 to ${formatCount(MAX_CLUSTERS)}.`
}

/** Validates a draft: a sentence about its first problem, or null when it can be saved. */
export function draftProblem({ scope, ids, byDefault, providers, guard }: Draft): string | null {
  const numbers = [
    ['The default limit', byDefault],
    ...Object.entries(providers).map(([name, text]) => [`The limit of ${name}`, text] as const),
    ['The guard', guard],
  ] as const
  const wrong = numbers.find(([, text]) => numberProblem(text) !== undefined)
  if (wrong) return `${wrong[0]} is not a whole number from 0 to ${formatCount(MAX_CLUSTERS)}.`
  if (scope === 'listed' && ids.length > MAX_ALLOWLIST_IDS)
    return `The allowlist is limited to ${formatCount(MAX_ALLOWLIST_IDS)} IDs.`
  return null
}

/** Settings of a draft; null when an input is invalid. */
export function buildSettings(draft: Draft): MultiAccount | null {
  if (draftProblem(draft) !== null) return null
  const own = Object.entries(draft.providers).filter(([, text]) => text.trim() !== '')
  return {
    allowed: allowedOf(draft),
    limits: {
      default: Number(draft.byDefault),
      providers: Object.fromEntries(own.map(([name, text]) => [name, Number(text)])),
    },
    minBindingsForGuard: Number(draft.guard),
  }
}

/**
 * Replaces the numbers of a draft by those of its base, so that the ids of a draft with an invalid
 * number can still be looked up.
 */
export function withNumbersOfBase({ draft, base }: Edited): Draft {
  const { byDefault, providers, guard } = createDraft(base)
  return { ...draft, byDefault, providers, guard }
}

/** Change of a draft against its base; null when an input is invalid. */
export function computeChange({ draft, base }: Edited): MultiAccountChange | null {
  const settings = buildSettings(draft)
  return settings && changeBetween(base, settings)
}

/** Whether the draft differs from its base, including by an invalid input. */
export function isEdited(edited: Edited): boolean {
  const change = computeChange(edited)
  return change === null || !isUnchanged(change)
}

function allowedOf({ scope, ids, everybody }: Draft): readonly string[] {
  if (scope === 'nobody') return []
  return scope === 'listed' ? ids : everybody
}

export interface Editing {
  readonly edited: Edited
  /** Whether there is anything to save. */
  readonly changed: boolean
  /** Whether the base version of the draft is no longer in force. */
  readonly outdated: boolean
  readonly change: (part: Partial<Draft>) => void
  /** Replaces the whole draft, and its base when `base` is given. */
  readonly replace: (settings: MultiAccount, base?: Pick<Edited, 'version' | 'base'>) => void
  readonly discard: () => void
  /** Restores a discarded draft. */
  readonly restore: (edited: Edited) => void
}

/** The user's draft; the settings in force until the user changes something. */
export function useDraft({ version, multiAccount }: AllowlistDetail, person: string): Editing {
  const [own, setOwn] = useTabDraft(ALLOWLIST_DRAFT, person)
  const current =
    own !== null && own.version === version && isUnchanged(changeBetween(own.base, multiAccount)) ? own : null
  const outdated = own !== null && current === null && isEdited(own) && !isInForce(own, multiAccount) ? own : null
  const edited = current ?? outdated ?? { version, base: multiAccount, draft: createDraft(multiAccount) }
  return {
    edited,
    changed: isEdited(edited),
    outdated: outdated !== null,
    change: part => setOwn({ ...edited, draft: { ...edited.draft, ...part } }),
    replace: (settings, base = edited) =>
      setOwn({ version: base.version, base: base.base, draft: carryIds(createDraft(settings), edited.draft) }),
    discard: () => setOwn(null),
    restore: setOwn,
  }
}

/** Whether the draft equals the settings in force, e.g. after a save whose response was lost. */
function isInForce({ draft }: Edited, inForce: MultiAccount): boolean {
  const settings = buildSettings(draft)
  return settings !== null && isUnchanged(changeBetween(inForce, settings))
}

/** Carries the previous ids over to settings without a list, so that the scope can be switched back. */
function carryIds(next: Draft, before: Draft): Draft {
  return next.scope === 'listed' || next.ids.length > 0 ? next : { ...next, ids: before.ids }
}

/** Unsaved changes of allowlist and limits, stored per tab. */
const ALLOWLIST_DRAFT = createTabDraft<Edited>('hap-allowlist-draft', 'edited')
