import { Fragment } from 'react'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'

/** What a person should look at, worst first. */
export function Warnings({ detail: { warnings, others } }: { readonly detail: BindingDetail }) {
  return warnings.map(({ code, severity, title, detail }) => (
    <Message key={code} tone={severity}>
      <span className={text.strong}>{title}</span> {code === 'shared-account' && <Names others={others} />} {detail}
    </Message>
  ))
}

function Names({ others }: Pick<BindingDetail, 'others'>) {
  return (
    <>
      {others.map((other, index) => (
        <Fragment key={`${other.kind} ${other.name}`}>
          {index > 0 && ', '}
          {other.row ? <BindingLink binding={other} /> : <span className={text.mono}>{other.name}</span>}
          {` (${other.kind})`}
        </Fragment>
      ))}
      {others.length === 1 ? ' names the same one.' : ' name the same one.'}
    </>
  )
}
