'use client'

import { useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { bindingQuery } from '#app/data/queries.ts'
import { STATE_NAMES } from '#components/hap/state-names.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { showToast } from '#components/ui/toast.ts'
import { mayActAs, type Role } from '#lib/auth/roles.ts'
import { ACTION_WORDS, type Action } from '#lib/hap/actions/action.ts'
import type { ActionOffer } from '#lib/queries/bindings/binding-actions.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { OutcomeView } from './preview-view.ts'

/** Loaded when somebody acts: most who look at a binding do not. */
const ActionDialog = dynamic(() => import('./action-dialog.tsx').then(module => module.ActionDialog))

/** Who is signed in, as the server knows them. */
export interface Person {
  readonly name: string
  readonly role: Role
}

interface BindingActionsProps {
  readonly detail: BindingDetail
  readonly person: Person
  /** It is not in Gardener any more. */
  readonly missing: boolean
}

/** Those with a button of their own; the others are in the menu. */
const FRONT: ReadonlySet<Action> = new Set(['release', 'hold', 'mark-dirty'])

/** Everything people do to a binding. What cannot be done stays there with the reason. */
export function BindingActions({ detail, person, missing }: BindingActionsProps) {
  const [open, setOpen] = useState<ActionOffer | null>(null)
  const queries = useQueryClient()
  const { kind, name } = detail.row
  const offers = detail.actions.map(offer => ({ ...offer, reason: obstacle(offer, person.role, missing) }))
  const done = (action: Action, { before, after, note }: Extract<OutcomeView, { status: 'done' }>) => {
    const change = before === after ? '' : `${STATE_NAMES[before].label} before, ${after} now.`
    const detail = `${change} ${note ?? ''}`.trim()
    showToast({ text: `${name} was ${ACTION_WORDS[action].done}.`, ...(detail !== '' && { detail }) })
    setOpen(null)
    void queries.invalidateQueries({ queryKey: bindingQuery(kind, name).queryKey })
  }
  return (
    <>
      {offers
        .filter(({ action }) => FRONT.has(action))
        .map(offer => (
          <Button
            key={offer.action}
            look={offer.dangerous ? 'danger-quiet' : 'default'}
            disabledReason={offer.reason}
            onClick={() => setOpen(offer)}
          >
            {ACTION_WORDS[offer.action].verb}
          </Button>
        ))}
      <Menu
        label="More actions"
        align="end"
        trigger={props => (
          <Button {...props} icon aria-label="More actions" tip="More actions">
            <Icon name="more" />
          </Button>
        )}
      >
        {offers
          .filter(({ action }) => !FRONT.has(action))
          .map(offer => (
            <MenuItem
              key={offer.action}
              disabledReason={offer.reason}
              danger={offer.dangerous}
              onSelect={() => setOpen(offer)}
            >
              {ACTION_WORDS[offer.action].verb}
            </MenuItem>
          ))}
      </Menu>
      {open && (
        <ActionDialog
          offer={open}
          detail={detail}
          person={person}
          onClose={() => setOpen(null)}
          onDone={outcome => done(open.action, outcome)}
        />
      )}
    </>
  )
}

function obstacle({ action, reason }: ActionOffer, role: Role, missing: boolean): string | null {
  const needed = ACTION_WORDS[action].role
  if (!mayActAs(role, needed)) return `This needs the role ${needed}.`
  return missing ? 'It is not in Gardener any more.' : reason
}
