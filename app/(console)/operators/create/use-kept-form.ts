import { useState } from 'react'
import { keepInTab, keptInTab } from '#components/ui/keep-in-tab.ts'

/** Outlives a reload, the back button, and the way to the sign-in, in its own tab. */
const PREFIX = 'hap-operators form '

/** A form as it is typed, kept until it is forgotten. `key` tells the forms of a tab apart; `fresh` is it with nothing typed. */
export function useKeptForm<Form extends object>(key: string, fresh: Form) {
  const [form, setForm] = useState(() => {
    const kept = keptInTab(PREFIX + key)
    return isLike(fresh, kept) ? kept : fresh
  })
  return {
    form,
    change(part: Partial<Form>) {
      const next = { ...form, ...part }
      keepInTab(PREFIX + key, next)
      setForm(next)
    },
    touched: JSON.stringify(form) !== JSON.stringify(fresh),
    forget: () => keepInTab(PREFIX + key, null),
  }
}

/** Only this file writes it, but the console may have been another version then. */
function isLike<Form extends object>(fresh: Form, kept: unknown): kept is Form {
  if (typeof kept !== 'object' || kept === null) return false
  const fields = new Map<string, unknown>(Object.entries(kept))
  return Object.entries(fresh).every(([field, value]) => typeof fields.get(field) === typeof value)
}
