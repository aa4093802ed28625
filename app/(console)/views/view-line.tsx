import Link from 'next/link'
import { type FormEvent, use, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { FormDisabledReason } from '#components/ui/form-disabled-reason.tsx'
import { Line } from '#components/ui/line-list.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { TextField } from '#components/ui/text-field.tsx'
import type { ListedView } from '#lib/services/views/views.ts'
import styles from './views.module.css'

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
      {shown && <Tag tone="info">shown</Tag>}
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
