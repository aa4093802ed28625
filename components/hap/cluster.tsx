import { CopyButton } from '#components/ui/copy-button.tsx'
import { cx } from '#components/ui/cx.ts'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { formatErrorCode, formatOperation, type OperationOutcome, type Shoot } from '#lib/hap/pools/shoot.ts'
import styles from './cluster.module.css'
import { Verdict } from './verdict.tsx'

/** Name of a cluster with a copy button and tags for hibernation and deletion. */
export function Cluster({ shoot: { name, hibernated, deletedAt } }: { readonly shoot: Shoot }) {
  return (
    <span className={cx(text.row, styles.cluster)}>
      <span className={text.mono}>{name}</span>
      <CopyButton text={name} what={`name ${name}`} />
      {hibernated && <Tag>hibernated</Tag>}
      {deletedAt !== null && <Tag tone="warn">deleting</Tag>}
    </span>
  )
}

const VERDICTS = { done: 'done', running: 'running', failed: 'wrong' } as const satisfies Record<
  OperationOutcome,
  string
>

/** Last operation of a cluster with its verdict and errors; error codes in the tooltip. */
export function ShootOperation({ shoot }: { readonly shoot: Pick<Shoot, 'lastOperation' | 'errorCodes'> }) {
  const { lastOperation, errorCodes } = shoot
  const errors = errorCodes.map(formatErrorCode).join(', ')
  const complaint = errors !== '' && (
    <span className={text.muted} data-tip={errorCodes.join(', ')}>
      {' '}
      {errors}
    </span>
  )
  if (!lastOperation) return <>none yet{complaint}</>
  const { outcome, words } = formatOperation(lastOperation)
  return (
    <>
      <Verdict outcome={VERDICTS[outcome]}>{words}</Verdict>
      {complaint}
    </>
  )
}
