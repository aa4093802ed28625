'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import styles from './allowlist.module.css'

interface AddProviderProps {
  readonly taken: (name: string) => boolean
  readonly onAdd: (name: string) => void
}

const NAME = /^[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** Adds a row for a provider that neither the plans nor the inventory contain. */
export function AddProvider({ taken, onAdd }: AddProviderProps) {
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const obstacle = obstacleOf(name, taken)
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (obstacle !== null) return
    onAdd(name)
    setTyped('')
  }
  return (
    <form className={styles.provider} onSubmit={add}>
      <TextField
        label="Another provider"
        mono
        autoComplete="off"
        error={name === '' ? undefined : obstacle}
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" disabledReason={obstacle}>
        Add
      </Button>
    </form>
  )
}

function obstacleOf(name: string, taken: (name: string) => boolean): string | null {
  if (name === '') return 'Type the name of a provider first.'
  if (taken(name) || name === 'default') return 'It is already in the table.'
  return NAME.test(name) ? null : 'Lower-case letters, digits and hyphens, as in Gardener’s provider types.'
}
