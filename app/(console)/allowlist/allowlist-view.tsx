'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { allowlistQuery } from '#app/data/global-account-queries.ts'
import { PageHead } from '#components/shell/page-head.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { Person } from '../person.ts'
import { ReadFailure, RefreshFailure } from '../read-failure.tsx'
import styles from './allowlist.module.css'
import { Workbench } from './workbench.tsx'

/** Who may own several accounts, and how many clusters an account carries. */
export function AllowlistView({ person }: { readonly person: Person }) {
  const { data, error, refetch } = useQuery(allowlistQuery())
  const queries = useQueryClient()
  const retry = () => void refetch()
  const refresh = async () => {
    void queries.invalidateQueries({ queryKey: ['allowlist-history'] })
    await refetch()
  }
  if (data)
    return (
      <Workbench
        answer={data}
        person={person}
        notice={error && <RefreshFailure error={error} onRetry={retry} />}
        onChanged={refresh}
      />
    )
  return (
    <>
      <PageHead title="Allowlist" />
      {error ? (
        <ReadFailure error={error} onRetry={retry} />
      ) : (
        <div className={styles.reading} aria-busy="true">
          <Skeleton width="100%" height={220} />
          <Skeleton width="100%" height={320} />
        </div>
      )}
    </>
  )
}
