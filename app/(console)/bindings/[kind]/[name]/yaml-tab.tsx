'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindingYamlQuery } from '#app/data/binding-queries.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { YamlView } from '../../../yaml/yaml-view.tsx'

/** The live object from the API server, refreshed when it changes. */
export function YamlTab({ detail: { row, resourceVersion } }: { readonly detail: BindingDetail }) {
  const { data, error, refetch } = useQuery({
    ...bindingYamlQuery(row.kind, row.name, resourceVersion),
    placeholderData: keepPreviousData,
  })
  return <YamlView yaml={data?.yaml} error={error} onRetry={() => void refetch()} />
}
