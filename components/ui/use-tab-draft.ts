import { useCallback, useState, useSyncExternalStore } from 'react'
import { loadFromTab, saveToTab, type TabDraft } from './tab-storage.ts'

/**
 * The draft of a person and its setter; null during hydration, because the server does not know the
 * draft.
 */
export function useTabDraft<T>(draft: TabDraft<T>, person: string): readonly [T | null, (next: T | null) => void] {
  const value = useSyncExternalStore(
    draft.subscribe,
    () => draft.get(person),
    () => null,
  )
  return [value, useCallback(next => draft.set(person, next), [draft, person])]
}

interface TabFormOptions<Form> {
  /**
   * Whether a stored value is a valid form; another release may have written it. Default: its
   * fields have the types of the empty form.
   */
  readonly isForm?: (value: unknown) => value is Form
  /** The part of a form that is stored. Default: all of it. */
  readonly stored?: (form: Form) => Form
}

/**
 * Form data of a dialog, stored under `name` until `forget` is called. `fresh` is the empty form.
 */
export function useTabForm<Form extends object>(name: string, fresh: Form, options: TabFormOptions<Form> = {}) {
  const { isForm = (value: unknown): value is Form => isLike(fresh, value), stored = form => form } = options
  const [form, setForm] = useState(() => {
    const kept = loadFromTab(name)
    return isForm(kept) ? kept : fresh
  })
  return {
    form,
    change(part: Partial<Form>) {
      const next = { ...form, ...part }
      saveToTab(name, stored(next))
      setForm(next)
    },
    touched: JSON.stringify(form) !== JSON.stringify(fresh),
    forget: () => saveToTab(name, null),
  }
}

function isLike<Form extends object>(fresh: Form, value: unknown): value is Form {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  return Object.entries(fresh).every(([field, each]) => typeof fields.get(field) === typeof each)
}
