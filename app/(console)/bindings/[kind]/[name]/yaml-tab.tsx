'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindingYamlQuery } from '#app/data/binding-queries.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Message } from '#components/ui/message.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import text from '#components/ui/text.module.css'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { ReadFailure } from '../../../read-failure.tsx'
import styles from './binding.module.css'
import { YamlLines } from './yaml-lines.tsx'

/** The object as the API server has it at this moment, read anew whenever it changes. */
export function YamlTab({ detail: { row, resourceVersion } }: { readonly detail: BindingDetail }) {
  const { data, error, refetch } = useQuery({
    ...bindingYamlQuery(row.kind, row.name, resourceVersion),
    placeholderData: keepPreviousData,
  })
  if (!data) {
    if (error) return <ReadFailure error={error} onRetry={() => void refetch()} />
    return (
      <div className={styles.yaml} aria-busy="true">
        <Skeleton width="100%" height={320} />
      </div>
    )
  }
  return (
    <div className={styles.yaml}>
      {error && <Message tone="danger">Not refreshed: {error.message} Below is its last known state.</Message>}
      <div className={styles.yamlHead}>
        <span className={text.muted}>Current object on the API server, without managedFields</span>
        <CopyButton text={data.yaml} what="YAML">
          Copy
        </CopyButton>
      </div>
      <YamlLines yaml={data.yaml} />
    </div>
  )
}
