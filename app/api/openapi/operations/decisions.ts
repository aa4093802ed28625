import { z } from 'zod'
import { AllowlistChange, AllowlistDraft } from '#app/api/allowlist-input.ts'
import { PublishBody, RollBackBody, RulesText } from '#app/api/rules-input.ts'
import {
  AllowlistHistoryQuery,
  AllowlistYamlQuery,
  RevisionQuery,
  RevisionsQuery,
  RevisionYamlQuery,
} from '#app/api/small-queries.ts'
import { DraftQuestion, RowsQuestion } from '#lib/queries/impact/draft-impact.ts'
import { SeenRequestsInput } from '#lib/queries/rules/seen-requests.ts'
import { Sides } from '#lib/queries/simulator/compare-rules.ts'
import { MatrixFields, MatrixSemantics } from '#lib/queries/simulator/evaluate-matrix.ts'
import { WriteOrder } from '#lib/services/rules/write-config-map.ts'
import { RequestInput } from '#lib/services/simulator/evaluate-request.ts'
import { Allowlist, AllowlistHistory, AllowlistPreview } from '../answers/allowlist.ts'
import {
  ImpactRows,
  RevisionDetail,
  RevisionList,
  Rules,
  RulesCheck,
  RulesDrift,
  RulesImpact,
  SeenRequests,
} from '../answers/rules.ts'
import { ComparedMatrix, ComparedRequest, Decided, MatrixEvaluation } from '../answers/simulator.ts'
import { type Operations, YAML_FILE } from '../operation.ts'

const NewRevision = z.object({ number: z.number() })

/** Rules, allowlist and simulator. */
export const DECISION_OPERATIONS: Operations = {
  '/api/v1/allowlist': {
    GET: { summary: 'Allowlist and limits in force', tagged: 'version', answers: { 200: Allowlist } },
    PUT: {
      summary: 'Set allowlist and limits',
      role: 'admin',
      body: AllowlistChange,
      match: 'required',
      answers: { 200: z.object({ version: z.number() }) },
    },
  },
  '/api/v1/allowlist/history': {
    GET: {
      summary: 'Who changed allowlist and limits',
      query: AllowlistHistoryQuery,
      answers: { 200: AllowlistHistory },
    },
  },
  '/api/v1/allowlist/preview': {
    POST: { summary: 'What other settings would do now', body: AllowlistDraft, answers: { 200: AllowlistPreview } },
  },
  '/api/v1/allowlist/yaml': {
    GET: { summary: 'Allowlist and limits as a values.yaml', query: AllowlistYamlQuery, answers: { 200: YAML_FILE } },
  },
  '/api/v1/rules': {
    GET: { summary: 'The rules in force', tagged: 'version', answers: { 200: Rules } },
    PUT: {
      summary: 'Publish rules',
      role: 'admin',
      body: PublishBody,
      match: 'required',
      answers: { 201: NewRevision },
    },
  },
  '/api/v1/rules/check': {
    POST: { summary: 'Every finding in a rule file', body: RulesText, answers: { 200: RulesCheck } },
  },
  '/api/v1/rules/config-map': {
    POST: {
      summary: 'Write the published rules to the ConfigMap',
      role: 'admin',
      body: WriteOrder,
      answers: { 200: NewRevision },
    },
  },
  '/api/v1/rules/coverage': {
    POST: {
      summary: 'How clusters were requested, with plans from a file',
      body: SeenRequestsInput,
      answers: { 200: SeenRequests },
    },
  },
  '/api/v1/rules/drift': {
    GET: { summary: 'Where rules differ that should be the same', answers: { 200: RulesDrift } },
  },
  '/api/v1/rules/impact': {
    POST: { summary: 'What a draft would do, in figures', body: DraftQuestion, answers: { 200: RulesImpact } },
  },
  '/api/v1/rules/impact/file': {
    POST: {
      summary: 'The rows behind a figure, as CSV',
      body: RowsQuestion,
      answers: { 200: { media: ['text/csv'] } },
    },
  },
  '/api/v1/rules/impact/rows': {
    POST: { summary: 'A hundred of the rows behind a figure', body: RowsQuestion, answers: { 200: ImpactRows } },
  },
  '/api/v1/rules/revisions': {
    GET: { summary: 'Published revisions', query: RevisionsQuery, answers: { 200: RevisionList } },
  },
  '/api/v1/rules/revisions/:number': {
    GET: { summary: 'A revision, compared with another', query: RevisionQuery, answers: { 200: RevisionDetail } },
  },
  '/api/v1/rules/revisions/:number/restore': {
    POST: {
      summary: 'Publish the rules of an older revision again',
      role: 'admin',
      body: RollBackBody,
      match: 'required',
      answers: { 201: NewRevision },
    },
  },
  '/api/v1/rules/revisions/:number/yaml': {
    GET: { summary: 'A revision as a file', query: RevisionYamlQuery, answers: { 200: YAML_FILE } },
  },
  '/api/v1/rules/seen': { GET: { summary: 'How clusters were requested', answers: { 200: SeenRequests } } },
  '/api/v1/simulator/compare': {
    POST: {
      summary: 'What a request would get on two sides',
      body: z.object({ sides: Sides, request: RequestInput }),
      answers: { 200: ComparedRequest },
    },
  },
  '/api/v1/simulator/compare-matrix': {
    POST: {
      summary: 'Combinations of a matrix in which two sides differ',
      body: z.object({ sides: Sides, matrix: MatrixFields }),
      answers: { 200: ComparedMatrix },
    },
  },
  '/api/v1/simulator/evaluate': {
    POST: { summary: 'What a request would get, with the reasoning', body: RequestInput, answers: { 200: Decided } },
  },
  '/api/v1/simulator/links': {
    POST: {
      summary: 'Keep the state of a long link',
      body: z.object({ state: z.string() }),
      answers: { 201: z.object({ id: z.string() }) },
    },
  },
  '/api/v1/simulator/links/:id': {
    GET: { summary: 'The state of a kept link', answers: { 200: z.object({ state: z.string() }) } },
  },
  '/api/v1/simulator/matrix': {
    POST: {
      summary: 'What every combination of a matrix would get',
      body: MatrixFields.extend(MatrixSemantics.shape),
      answers: { 200: MatrixEvaluation },
    },
  },
}
