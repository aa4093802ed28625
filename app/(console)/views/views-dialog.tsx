'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname, useSearchParams } from 'next/navigation'
import { type FormEvent, use, useState } from 'react'
import { callFailure } from '#app/data/call-failure.ts'
import { viewsQuery } from '#app/data/find-queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { FormDisabledMessage, FormDisabledReason } from '#components/ui/form-disabled-reason.tsx'
import { LineList, NoLines } from '#components/ui/line-list.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { ViewPage } from '#lib/queries/view-query.ts'
import { MAX_SHARED_VIEWS } from '#lib/search/list-part.ts'
import type { ListedView } from '#lib/services/views/views.ts'
import { ReadFailure } from '../read-failure.tsx'
import { Refusal } from '../refusal.tsx'
import { editView, removeView, saveView } from './actions.ts'
import { ViewLine } from './view-line.tsx'
import styles from './views.module.css'

interface ViewsDialogProps {
  readonly page: ViewPage
  readonly onClose: () => void
}

const NO_ANSWER =
  'The console did not respond, so the change may or may not have been made. Your input is kept; try again.'

/** Views of a list page: open, save the current page, and manage own views. */
export function ViewsDialog({ page, onClose }: ViewsDialogProps) {
  const { data: views, error, refetch } = useQuery(viewsQuery(page))
  const [refusal, setRefusal] = useState<string | null>(null)
  const query = useSearchParams().toString()
  const here = `${usePathname()}?${query}`
  const done = async (doing: Promise<string | null>) => {
    const said = await doing.catch((error: unknown) => callFailure(error, NO_ANSWER))
    setRefusal(said)
    if (said === null) await refetch()
    return said === null
  }
  const lines = (of: readonly ListedView[]) =>
    of.map(view => (
      <ViewLine
        key={view.id}
        view={view}
        here={here}
        onOpen={onClose}
        onEdit={async change => done(editView(view.id, change))}
        onReplace={async () => done(editView(view.id, { query }))}
        onDelete={async () => done(removeView(view.id))}
      />
    ))
  const own = views?.filter(view => view.own) ?? []
  const others = views?.filter(view => !view.own) ?? []
  return (
    <Dialog title="Views" width="wide" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <FormDisabledMessage />
      <SaveView page={page} query={query} onSaved={done} />
      {refusal !== null && <Refusal>{refusal}</Refusal>}
      {views === undefined && error && <ReadFailure error={error} onRetry={() => void refetch()} />}
      {views === undefined && !error && <Skeleton width="100%" height={96} />}
      {views && (
        <>
          <section className={styles.part} aria-label="Your views">
            <h3 className={styles.title}>Your views</h3>
            {own.length === 0 ? (
              <NoLines>You have no views of this page yet.</NoLines>
            ) : (
              <LineList label="Your views">{lines(own)}</LineList>
            )}
          </section>
          <section className={styles.part} aria-label="Shared by others">
            <h3 className={styles.title}>Shared by others</h3>
            {others.length === 0 ? (
              <NoLines>Nobody else has shared a view of this page.</NoLines>
            ) : (
              <LineList label="Shared by others">{lines(others)}</LineList>
            )}
            {others.length >= MAX_SHARED_VIEWS && (
              <p>Only the first {MAX_SHARED_VIEWS} by name. A link to any other still works.</p>
            )}
          </section>
        </>
      )}
    </Dialog>
  )
}

interface SaveViewProps {
  readonly page: ViewPage
  /** Query of the current address. */
  readonly query: string
  /**
   * Receives the pending save: null on success, otherwise the reason. Resolves to whether it
   * succeeded, also when the call fails.
   */
  readonly onSaved: (saving: Promise<string | null>) => Promise<boolean>
}

/** Saves the current page under a name. */
export function SaveView({ page, query, onSaved }: SaveViewProps) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [busy, setBusy] = useState(false)
  const obstacle = use(FormDisabledReason) ?? (name.trim() === '' ? 'Give it a name first.' : null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || obstacle !== null) return
    setBusy(true)
    if (await onSaved(saveView({ page, name, query, shared }))) {
      setName('')
      setShared(false)
    }
    setBusy(false)
  }
  return (
    <form className={styles.save} onSubmit={event => void submit(event)}>
      <div className={styles.name}>
        <TextField
          label="Save this view as"
          help="Saves search, order and columns. The rows are current whenever it is opened."
          value={name}
          onChange={setName}
          maxLength={60}
          autoComplete="off"
        />
      </div>
      <div className={styles.verb}>
        <Checkbox label="Share with everybody" checked={shared} onChange={setShared} />
        <Button type="submit" look="primary" disabledReason={obstacle} aria-busy={busy || undefined}>
          Save view
        </Button>
      </div>
    </form>
  )
}
