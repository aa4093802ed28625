import { createTabDraft } from '#components/ui/tab-storage.ts'
import { useTabDraft } from '#components/ui/use-tab-draft.ts'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { changeBetween, isUnchanged } from '#lib/hap/lifecycle/multi-account-change.ts'
import type { AllowlistDetail } from '#lib/queries/allowlist/allowlist-detail.ts'
import { buildSettings, createDraft, type Draft, type Edited, isEdited } from './draft.ts'

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
