import type pg from 'pg'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { GENESIS } from '#lib/store/audit/entry.ts'

const DAYS = 400

/**
 * Fills an empty audit log with `entries` entries, as after years of use: an intent and an outcome for each action. Two in three
 * actions are claims, whose outcomes name the binding; users take the others, with reasons and tickets. The hashes are invalid,
 * since the benchmark does not verify them.
 */
export async function fillAudit(pool: pg.Pool, entries: number, now: number): Promise<void> {
  const last = `'${new Date(now).toISOString()}'::timestamptz`
  const actions = `ARRAY['${ACTIONS.join("','")}']`
  await pool.query(`
    CREATE TEMPORARY TABLE done AS
    SELECT n, 2 * n - 1 AS intent, 2 * n AS ended, n % 3 > 0 AS of_claim,
      ${last} - (${entries / 2} - n) * interval '${(DAYS * 86_400) / (entries / 2)} seconds' AS at,
      md5('claim ' || n)::uuid AS claim, md5('tenant ' || n % 1500)::uuid AS tenant,
      'CredentialsBinding/garden-kyma-prod/sap-aws-skr-' || lpad((n * 7 % 5000)::text, 5, '0') AS binding,
      CASE WHEN n % 50 = 0 THEN 'refused' WHEN n % 70 = 0 THEN 'failed' WHEN n % 900 = 0 THEN 'unknown' ELSE 'accepted' END AS outcome
    FROM generate_series(1, ${entries / 2}) AS n;
    INSERT INTO audit_entry (seq, format, kind, at, actor, role, action, targets, reason, ticket, request_id, before, after, prev_hash, hash)
    SELECT intent, 1, 'intent', at, CASE WHEN of_claim THEN 'keb' ELSE 'person-' || n % 40 || '@example.com' END,
      CASE WHEN of_claim THEN 'operator' ELSE 'admin' END,
      CASE WHEN NOT of_claim THEN (${actions})[1 + n / 3 % ${ACTIONS.length}] WHEN n % 4 = 0 THEN 'release' ELSE 'claim' END,
      CASE WHEN of_claim THEN ARRAY['Claim/' || claim, 'GlobalAccount/' || tenant] ELSE ARRAY[binding, 'GlobalAccount/' || tenant] END,
      CASE WHEN of_claim THEN NULL ELSE 'maintenance of zone ' || n % 900 || ', agreed with its owner' END,
      CASE WHEN of_claim THEN NULL ELSE 'OPS-' || n % 9000 END, md5('request ' || n)::uuid::text,
      '{"labels":{"hyperscalerType":"aws"},"annotations":{}}', '{"labels":{"hyperscalerType":"aws","dirty":"true"},"annotations":{}}',
      '', md5(intent::text)
    FROM done ORDER BY n;
    INSERT INTO audit_entry (seq, format, kind, at, actor, role, targets, intent_seq, outcome, detail, after, prev_hash, hash)
    SELECT ended, 1, 'outcome', at + interval '90 ms', CASE WHEN of_claim THEN 'keb' ELSE 'person-' || n % 40 || '@example.com' END,
      'operator', CASE WHEN of_claim THEN ARRAY[binding] ELSE '{}' END, intent, outcome,
      CASE WHEN outcome = 'accepted' THEN 'Account ' || binding || ' was written.' ELSE 'It was changed meanwhile: version ' || n || '.' END,
      '{"labels":{"hyperscalerType":"aws","dirty":"true"},"annotations":{}}', '', md5(ended::text)
    FROM done ORDER BY n;
    INSERT INTO audit_status (intent_seq, outcome, outcome_seq) SELECT intent, outcome, ended FROM done ORDER BY n;
    INSERT INTO audit_head (id, seq, hash) VALUES (1, ${entries}, '${GENESIS}');
    DROP TABLE done`)
}
