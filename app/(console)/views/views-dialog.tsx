'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { usePathname, useSearchParams } from 'next/navigation'
import { type FormEvent, use, useState } from 'react'
import { callFailure } from '#app/data/call-failure.ts'
import { viewsQuery } from '#app/data/find-queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { cx } from '#components/ui/cx.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { FormDisabledMessage, FormDisabledReason } from '#components/ui/field.tsx'
import { Line, LineList, NoLines } from '#components/ui/line-list.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { TextField } from '#components/ui/text-field.tsx'
import type { ViewPage } from '#lib/queries/view-query.ts'
import { MAX_SHARED_VIEWS } from '#lib/search/list-part.ts'
import type { ListedView } from '#lib/services/views/views.ts'
import { ReadFailure } from '../read-failure.tsx'
import { Refusal } from '../refusal.tsx'
import { editView, removeView, saveView } from './actions.ts'
import styles from './views.module.css'

interface ViewsDialogProps {
  readonly page: ViewPage
  readonly onClose: () => void
}

const NO_ANSWER =
  'The console did not respond, so the change may or may not have been made. Your input is kept. Try again.'

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
    <Dialog title="Saved views" width="wide" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
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
              <NoLines>You have no saved views of this page yet.</NoLines>
            ) : (
              <LineList label="Your views">{lines(own)}</LineList>
            )}
          </section>
          <section className={styles.part} aria-label="Shared by others">
            <h3 className={styles.title}>Shared by others</h3>
            {others.length === 0 ? (
              <NoLines>No shared views of this page.</NoLines>
            ) : (
              <LineList label="Shared by others">{lines(others)}</LineList>
            )}
            {others.length >= MAX_SHARED_VIEWS && (
              <p>The first {MAX_SHARED_VIEWS} by name are listed. Links to the others still work.</p>
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
  const obstacle = use(FormDisabledReason) ?? (name.trim() === '' ? 'Enter a name.' : null)
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
          help="Saves the search, sort order and columns; rows are always live."
          value={name}
          onChange={setName}
          maxLength={60}
          autoComplete="off"
        />
      </div>
      <div className={styles.verb}>
        <Checkbox label="Share with all users" checked={shared} onChange={setShared} />
        <Button type="submit" look="primary" disabledReason={obstacle} aria-busy={busy || undefined}>
          Save view
        </Button>
      </div>
    </form>
  )
}

interface ViewLineProps {
  readonly view: ListedView
  /** Current address of the page. */
  readonly here: string
  readonly onOpen: () => void
  /** Each resolves to whether the change succeeded. */
  readonly onEdit: (change: { readonly name?: string; readonly shared?: boolean }) => Promise<boolean>
  readonly onReplace: () => Promise<boolean>
  readonly onDelete: () => Promise<boolean>
}

/** One view as a link, with its actions. */
export function ViewLine({ view, here, onOpen, onEdit, onReplace, onDelete }: ViewLineProps) {
  const [renaming, setRenaming] = useState(false)
  const { name, href, own, shared, by } = view
  const shown = sameAddress(href, here)
  if (renaming) {
    return (
      <li className={styles.renaming}>
        <RenameView
          name={name}
          onCancel={() => setRenaming(false)}
          onRename={async next => {
            if (await onEdit({ name: next })) setRenaming(false)
          }}
        />
      </li>
    )
  }
  return (
    <Line
      end={
        <span className={styles.acts}>
          {own && (
            <>
              {!shown && <Act verb="Replace" name={name} onClick={onReplace} />}
              <Act verb={shared ? 'Unshare' : 'Share'} name={name} onClick={() => onEdit({ shared: !shared })} />
              <Act verb="Rename" name={name} onClick={() => setRenaming(true)} />
            </>
          )}
          {view.mayDelete && <Act verb="Delete" name={name} onClick={onDelete} />}
        </span>
      }
    >
      <Link
        href={href}
        prefetch={false}
        className={cx(styles.link, text.cut)}
        aria-current={shown ? 'page' : undefined}
        onClick={onOpen}
      >
        {name}
      </Link>
      {shown && <Tag tone="info">active</Tag>}
      {own && shared && <Tag>shared</Tag>}
      {!own && <span className={cx(text.small, text.muted, text.cut)}>by {by}</span>}
    </Line>
  )
}

interface ActProps {
  readonly verb: string
  /** Name of the view, for screen readers. */
  readonly name: string
  readonly onClick: () => unknown
}

function Act({ verb, name, onClick }: ActProps) {
  return (
    <Button
      look="ghost"
      size="small"
      aria-label={`${verb} ${name}`}
      disabledReason={use(FormDisabledReason)}
      onClick={() => void onClick()}
    >
      {verb}
    </Button>
  )
}

interface RenameViewProps {
  readonly name: string
  readonly onRename: (name: string) => Promise<void>
  readonly onCancel: () => void
}

/** Replaces the line of a view with a form for its name. */
export function RenameView({ name, onRename, onCancel }: RenameViewProps) {
  const [next, setNext] = useState(name)
  const obstacle = use(FormDisabledReason)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (obstacle === null && next.trim() !== '') void onRename(next)
  }
  return (
    <form className={styles.rename} onSubmit={submit}>
      <div className={styles.name}>
        <TextField
          label={`New name of ${name}`}
          value={next}
          onChange={setNext}
          maxLength={60}
          autoFocus
          autoComplete="off"
        />
      </div>
      <Button type="submit" disabledReason={obstacle}>
        Rename
      </Button>
      <Button look="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  )
}

/** Whether two addresses show the same page, in any order of their parameters. */
export function sameAddress(a: string, b: string): boolean {
  return sorted(a) === sorted(b)
}

function sorted(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://console')
  const given = [...searchParams].filter(([, value]) => value !== '').map(([name, value]) => `${name}=${value}`)
  return [pathname, ...given.sort()].join('\n')
}
