'use client'

import { keepPreviousData, type Query, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#app/data/fetch-json.ts'
import { type OperatorList, objectYamlQuery } from '#app/data/operator-queries.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { copyCommand, useCommands } from '#components/palette/commands.ts'
import { DetailColumns, PageHead } from '#components/shell/page-head.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { Strip } from '#components/ui/message.tsx'
import { TabPanel, Tabs } from '#components/ui/tabs.tsx'
import { Badge } from '#components/ui/tag.tsx'
import { paths } from '#lib/paths.ts'
import type { ObjectDetail } from '#lib/queries/operators/object-detail.ts'
import type { ResourceSummary } from '#lib/queries/operators/resource-state.ts'
import { ReadFailure, RefreshFailure } from '../../read-failure.tsx'
import { ReadingTab } from '../../timeline/reading-tab.tsx'
import { YamlView } from '../../yaml-view.tsx'
import { KindNote } from '../kind-state.tsx'
import { ConditionsPanel } from './conditions-panel.tsx'
import { EventsPanel } from './events-panel.tsx'

type Shown = ObjectDetail & { readonly row: Pick<ResourceSummary, 'message'> }

interface ObjectViewProps<Detail extends Shown, Key extends readonly unknown[]> {
  /** Path of the list of its kind, below `/` and `/api/v1/`. */
  readonly list: OperatorList
  /** Kind of the object, such as `Cluster`. */
  readonly what: string
  readonly name: string
  /** Address of the page. */
  readonly href: string
  readonly query: UseQueryOptions<Detail, Error, Detail, Key>
  readonly facts: (detail: Detail) => ReactNode
  /** State badge beside the title. */
  readonly badge: (detail: Detail) => ReactNode
  /** Panel above conditions and events. */
  readonly first?: (detail: Detail) => ReactNode
  /** Panels beside conditions and events. */
  readonly side: (detail: Detail) => ReactNode
  /** Buttons of the page head. `missing` is true for a deleted object. */
  readonly actions: (detail: Detail, missing: boolean) => ReactNode
}

const TABS = [
  { id: 'summary', label: 'Summary' },
  { id: 'yaml', label: 'YAML' },
] as const

/** Detail page of one custom resource. After a deletion or a failed read it keeps showing the last known state. */
export function ObjectView<Detail extends Shown, Key extends readonly unknown[]>(props: ObjectViewProps<Detail, Key>) {
  const { list, what, name, href, query, badge, facts, first, side, actions } = props
  const { data, error, refetch } = useQuery(stopWhenNotFound(query))
  const [chosen, choose] = useParameter('tab', { step: true })
  const missing = isNotFound(error)
  const retry = () => void refetch()
  const record = data ? paths.audit({ q: `target:${what}/${data.namespace}/${name}` }) : null
  const tab = chosen === 'yaml' && !missing ? 'yaml' : 'summary'
  useCommands({
    scope: 'page',
    heading: name,
    recent: { href, name, what },
    commands: [
      copyCommand('name', name),
      ...(record === null
        ? []
        : [{ id: 'record', label: 'Audit log', icon: 'action' as const, note: 'audit', act: { href: record } }]),
    ],
  })
  return (
    <>
      <PageHead
        title={name}
        mono
        badge={data && (missing ? <Badge>Deleted</Badge> : badge(data))}
        facts={
          record !== null && (
            <>
              {data && !missing && facts(data)}
              <TextLink href={record}>Audit log</TextLink>
            </>
          )
        }
        actions={data && actions(data, missing)}
      />
      {data && missing && (
        <Strip tone="warn" announce action={<TextLink href={`/${list}`}>Back to the list</TextLink>}>
          This {what} was deleted. Its last known state is shown below.
        </Strip>
      )}
      {data && error && !missing && <RefreshFailure error={error} onRetry={retry} />}
      <KindNote kind={data?.kind} />
      {data ? (
        <>
          <Tabs
            label={`${what} ${name}`}
            tabs={missing ? TABS.slice(0, 1) : TABS}
            selected={tab}
            onSelect={id => choose(id === 'yaml' ? id : '')}
          />
          <TabPanel id={tab} fill>
            {tab === 'yaml' ? (
              <ObjectYamlTab list={list} name={name} resourceVersion={data.resourceVersion} />
            ) : (
              <DetailColumns
                main={
                  <>
                    {first?.(data)}
                    <ConditionsPanel detail={data} past={missing} />
                    {!missing && <EventsPanel list={list} name={name} />}
                  </>
                }
                side={side(data)}
              />
            )}
          </TabPanel>
        </>
      ) : error ? (
        <ReadFailure error={error} onRetry={retry} />
      ) : (
        <ReadingTab />
      )}
    </>
  )
}

interface ObjectYamlTabProps {
  readonly list: OperatorList
  readonly name: string
  readonly resourceVersion: string
}

/** Live YAML of the object, past the inventory. A new resourceVersion triggers a new read. */
function ObjectYamlTab({ list, name, resourceVersion }: ObjectYamlTabProps) {
  const { data, error, refetch } = useQuery({
    ...objectYamlQuery(list, name, resourceVersion),
    placeholderData: keepPreviousData,
  })
  return <YamlView yaml={data?.yaml} error={error} onRetry={() => void refetch()} />
}

/** Whether the API answered that the object does not exist. */
function isNotFound(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Disables a detail query after a 404. An object with the same name is a new object and needs a new visit. */
export function stopWhenNotFound<Detail, Key extends readonly unknown[]>(
  query: UseQueryOptions<Detail, Error, Detail, Key>,
) {
  return { ...query, enabled: ({ state }: Query<Detail, Error, Detail, Key>) => !isNotFound(state.error) }
}
