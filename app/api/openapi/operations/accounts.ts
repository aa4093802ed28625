import { z } from 'zod'
import { ExportQuery, ListQuery, WHOLE_LIST } from '#app/api/list-query.ts'
import { ChangesQuery, FindQuery, HistoryQuery, TimelineQuery } from '#app/api/small-queries.ts'
import { HoldInput, RepairInput, TogetherInput } from '#lib/services/actions/action-order.ts'
import {
  ActionOutcome,
  ActionPreview,
  BindingChanges,
  BindingDetail,
  BindingList,
  MatchingBindings,
  Timeline,
} from '../answers/bindings.ts'
import { GlobalAccountDetail, GlobalAccountIds, GlobalAccountList } from '../answers/global-accounts.ts'
import { Found, Health, History, Overview } from '../answers/overview.ts'
import { PoolDetail, PoolList } from '../answers/pools.ts'
import { PoolQueues, Queue } from '../answers/queues.ts'
import { ShootList } from '../answers/shoots.ts'
import { LIST_FILE, type Operations } from '../operation.ts'
import { ObjectYaml } from '../yaml-answer.ts'

/** Body of an action. The binding is part of the address. */
const ActionBody = z.union([
  HoldInput.omit({ binding: true }),
  TogetherInput.omit({ binding: true }),
  RepairInput.omit({ binding: true }),
])

/** Body of a preview, which needs no reason yet. */
const PreviewBody = z.union([
  HoldInput.omit({ binding: true }).partial(),
  TogetherInput.omit({ binding: true }).partial(),
  RepairInput.omit({ binding: true }).partial(),
])

/** Pools, bindings, global accounts and shoots. */
export const ACCOUNT_OPERATIONS: Operations = {
  '/api/v1/bindings': {
    GET: { summary: 'Bindings that a search finds', query: ListQuery, answers: { 200: BindingList } },
  },
  '/api/v1/bindings/export': {
    GET: { summary: 'The same as a file', query: ExportQuery, answers: { 200: LIST_FILE } },
  },
  '/api/v1/bindings/matching': {
    GET: {
      summary: 'Names of the bindings that a search finds',
      query: z.object(WHOLE_LIST),
      answers: { 200: MatchingBindings },
    },
  },
  '/api/v1/bindings/:kind/:name': {
    GET: {
      summary: 'A binding, its account, and what may be done to it',
      tagged: 'version',
      answers: { 200: BindingDetail },
    },
  },
  '/api/v1/bindings/:kind/:name/actions/:action': {
    POST: {
      summary: 'Do something to a binding',
      role: 'operator',
      body: ActionBody,
      match: 'optional',
      answers: { 200: ActionOutcome },
    },
  },
  '/api/v1/bindings/:kind/:name/actions/:action/preview': {
    POST: {
      summary: 'What an action would do now',
      body: PreviewBody,
      match: 'optional',
      answers: { 200: ActionPreview },
    },
  },
  '/api/v1/bindings/:kind/:name/changes': {
    GET: {
      summary: 'Who changed a binding between two of its epochs',
      query: ChangesQuery,
      answers: { 200: BindingChanges },
    },
  },
  '/api/v1/bindings/:kind/:name/timeline': {
    GET: { summary: 'Who had a binding, and what was done to it', query: TimelineQuery, answers: { 200: Timeline } },
  },
  '/api/v1/bindings/:kind/:name/yaml': {
    GET: { summary: 'A binding as Gardener has it', answers: { 200: ObjectYaml } },
  },
  '/api/v1/find': {
    GET: { summary: 'Things by a part of their name or id', query: FindQuery, answers: { 200: Found } },
  },
  '/api/v1/global-accounts': {
    GET: {
      summary: 'Global accounts that a search finds; with start, ids that begin so',
      query: ListQuery.extend({ start: z.string().optional() }),
      answers: { 200: z.union([GlobalAccountList, GlobalAccountIds]) },
    },
  },
  '/api/v1/global-accounts/export': {
    GET: { summary: 'The same as a file', query: ExportQuery, answers: { 200: LIST_FILE } },
  },
  '/api/v1/global-accounts/:id': { GET: { summary: 'A global account', answers: { 200: GlobalAccountDetail } } },
  '/api/v1/global-accounts/:id/timeline': {
    GET: { summary: 'What happened to a global account', query: TimelineQuery, answers: { 200: Timeline } },
  },
  '/api/v1/global-accounts/:id/queue': {
    GET: { summary: 'Claims of a global account that wait', answers: { 200: Queue } },
  },
  '/api/v1/health': { GET: { summary: 'How far the data can be trusted', answers: { 200: Health } } },
  '/api/v1/history': {
    GET: {
      summary: 'Accounts claimed and freed per day, and how long pools last',
      query: HistoryQuery,
      answers: { 200: History },
    },
  },
  '/api/v1/overview': { GET: { summary: 'Accounts in figures', answers: { 200: Overview } } },
  '/api/v1/pools': {
    GET: { summary: 'Pools that a search finds', query: z.object(WHOLE_LIST), answers: { 200: PoolList } },
  },
  '/api/v1/pools/export': { GET: { summary: 'The same as a file', query: ExportQuery, answers: { 200: LIST_FILE } } },
  '/api/v1/pools/:key': { GET: { summary: 'A pool', answers: { 200: PoolDetail } } },
  '/api/v1/pools/:key/queue': { GET: { summary: 'Claims that wait for a pool', answers: { 200: Queue } } },
  '/api/v1/queues': { GET: { summary: 'How many claims wait for which pools', answers: { 200: PoolQueues } } },
  '/api/v1/shoots': { GET: { summary: 'Shoots that a search finds', query: ListQuery, answers: { 200: ShootList } } },
  '/api/v1/shoots/export': { GET: { summary: 'The same as a file', query: ExportQuery, answers: { 200: LIST_FILE } } },
}
