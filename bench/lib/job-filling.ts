import type pg from 'pg'
import { ACTIONS } from '#lib/hap/actions/action.ts'

const DAYS = 400
const TARGETS = 10

/** Fills an empty database with `jobs` completed bulk jobs of 10 accounts each; one in twenty retries an earlier one. */
export async function fillJobs(pool: pg.Pool, jobs: number, now: number): Promise<void> {
  const last = `'${new Date(now).toISOString()}'::timestamptz`
  const actions = `ARRAY['${ACTIONS.join("','")}']`
  await pool.query(`
    INSERT INTO job (id, action, parameters, reason, ticket, actor, status, total, created_at, finished_at)
    SELECT 'job-' || n, (${actions})[1 + n % ${ACTIONS.length}],
      jsonb_build_object('userId', 'o', 'until', NULL, 'fingerprint', '', 'retryOf', CASE WHEN n % 20 = 0 THEN 'job-' || n - 7 END),
      'maintenance of zone ' || n % 90 || ', agreed with its owner', CASE WHEN n % 3 > 0 THEN 'OPS-' || n % 900 END,
      'person-' || n % 40 || '@example.com', CASE WHEN n % 30 = 0 THEN 'cancelled' ELSE 'done' END::"JobStatus", ${TARGETS}, at, at + interval '40 seconds'
    FROM (SELECT n, ${last} - (${jobs} - n) * interval '${(DAYS * 86_400) / jobs} seconds' AS at FROM generate_series(1, ${jobs}) AS n) AS made;
    INSERT INTO job_target (job_id, position, binding_kind, binding_namespace, binding_name, precondition, status, updated_at)
    SELECT 'job-' || n, p, 'CredentialsBinding', 'garden-kyma-prod', 'sap-aws-skr-' || lpad(((n - CASE WHEN n % 20 = 0 THEN 7 ELSE 0 END) * 31 + p)::text, 6, '0'),
      '{"seenVersion":"1"}', CASE WHEN (n + p) % 9 > 0 THEN 'done' WHEN n % 4 = 0 THEN 'refused' WHEN n % 4 = 1 THEN 'unknown' ELSE 'failed' END::"TargetStatus", now()
    FROM generate_series(1, ${jobs}) AS n, generate_series(0, ${TARGETS - 1}) AS p`)
}
