'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type OperatorList, objectYamlQuery } from '#app/data/operator-queries.ts'
import { YamlView } from '../../yaml/yaml-view.tsx'

interface ObjectYamlTabProps {
  readonly list: OperatorList
  readonly name: string
  readonly resourceVersion: string
}

/** The object as the API server has it at this moment, read anew whenever it changes. */
export function ObjectYamlTab({ list, name, resourceVersion }: ObjectYamlTabProps) {
  const { data, error, refetch } = useQuery({
    ...objectYamlQuery(list, name, resourceVersion),
    placeholderData: keepPreviousData,
  })
  return <YamlView yaml={data?.yaml} error={error} onRetry={() => void refetch()} />
}
