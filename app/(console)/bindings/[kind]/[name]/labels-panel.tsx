import { CopyButton } from '#components/ui/copy-button.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { PairTable } from './pair-table.tsx'

/** The labels of the object, HAP's and others. */
export function LabelsPanel({ labels }: { readonly labels: Readonly<Record<string, string>> }) {
  const pairs = Object.entries(labels)
  const selector = pairs.map(([key, value]) => `${key}=${value}`).join(',')
  return (
    <Panel
      title="Labels"
      aside={
        pairs.length > 0 && (
          <CopyButton text={selector} what="selector" quiet>
            Copy as selector
          </CopyButton>
        )
      }
    >
      {pairs.length === 0 ? <NoLines>It carries no label.</NoLines> : <PairTable label="Labels" pairs={pairs} />}
    </Panel>
  )
}
