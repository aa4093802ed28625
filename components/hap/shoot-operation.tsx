import text from '#components/ui/text.module.css'
import { formatErrorCode, formatOperation, type OperationOutcome, type Shoot } from '#lib/hap/pools/shoot.ts'
import { Verdict } from './verdict.tsx'

const VERDICTS = { done: 'done', running: 'running', failed: 'wrong' } as const satisfies Record<
  OperationOutcome,
  string
>

/** The last operation of a cluster with its verdict, and what it complains of; the codes on hover. */
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
