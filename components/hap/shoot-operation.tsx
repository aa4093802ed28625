import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.tsx'
import type { IconName } from '#components/ui/icon-paths.ts'
import text from '#components/ui/text.module.css'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { errorWords } from './error-words.ts'
import { type OperationOutcome, operationView } from './operation-words.ts'
import { Verdict } from './verdict.tsx'

const ICONS: Record<Exclude<OperationOutcome, 'failed'>, { icon: IconName; tone: string | undefined }> = {
  done: { icon: 'ok', tone: text.ok },
  running: { icon: 'clock', tone: text.muted },
}

/** The last operation of a cluster with its verdict, and what it complains of; the codes on hover. */
export function ShootOperation({ shoot }: { readonly shoot: Pick<Shoot, 'lastOperation' | 'errorCodes'> }) {
  const { lastOperation, errorCodes } = shoot
  const errors = errorCodes.map(errorWords).join(', ')
  const complaint = errors !== '' && (
    <span className={text.muted} data-tip={errorCodes.join(', ')}>
      {' '}
      {errors}
    </span>
  )
  if (!lastOperation) return <>none yet{complaint}</>
  const { outcome, words } = operationView(lastOperation)
  if (outcome === 'failed') {
    return (
      <>
        <Verdict outcome="wrong">{words}</Verdict>
        {complaint}
      </>
    )
  }
  const { icon, tone } = ICONS[outcome]
  return (
    <>
      <span className={text.row}>
        <Icon name={icon} size={14} className={cx(tone)} />
        {words}
      </span>
      {complaint}
    </>
  )
}
