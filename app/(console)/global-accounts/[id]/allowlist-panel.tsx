import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import type { GlobalAccountDetail } from '#lib/queries/global-accounts/global-account-detail.ts'
import { formatPlural } from '#lib/util/format.ts'

const WORDS = {
  name: 'yes, it is on the allowlist',
  everybody: 'yes, allowed for everybody',
} as const

/** Whether the global account may own several accounts, and the resulting limits. */
export function AllowlistPanel({ allowedBy, holdings }: Pick<GlobalAccountDetail, 'allowedBy' | 'holdings'>) {
  const limits = new Map(
    holdings.flatMap(({ limit }) => (limit?.setting ? [[limit.setting, limit.value] as const] : [])),
  )
  return (
    <Panel title="Allowlist and limits" aside={<TextLink href={paths.allowlist()}>Allowlist</TextLink>}>
      <Facts>
        <Fact name="Several accounts">
          {allowedBy === null ? 'no: one account per pool, without a limit' : WORDS[allowedBy]}
        </Fact>
        {[...limits].map(([setting, value]) => (
          <Fact key={setting} name={<span className={text.mono}>{setting}</span>}>
            {formatPlural(value, 'cluster')} on each account
          </Fact>
        ))}
      </Facts>
    </Panel>
  )
}
