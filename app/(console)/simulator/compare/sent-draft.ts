import { loadFromTab, saveToTab } from '#components/ui/tab-storage.ts'

/** A draft that came with a link outlives a reload in its tab; nobody's own draft is touched by it. */
const STORED_AS = 'hap-sent-draft'

export function sentDraft(): string | null {
  const kept = loadFromTab(STORED_AS)
  return typeof kept === 'string' ? kept : null
}

export function keepSentDraft(text: string): void {
  saveToTab(STORED_AS, text)
}
