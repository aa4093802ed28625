import pg from 'pg'
import { expect, test } from 'vitest'
import { openStore } from '#lib/store/open-store.ts'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { Secret } from '#lib/util/secret.ts'
import { runCommand } from '../run-command.ts'
import { SILENT } from '../silent.ts'
import { newServerDatabase } from '../test-store.ts'

const folder = temporaryFolders('doctor')

async function examined(settings: Readonly<Record<string, string>>) {
  const { code, out, err } = await runCommand(['doctor', '--json'], { DATA_DIR: folder(), KUBECONFIG: '', ...settings })
  expect(err).toBe('')
  const { ok, checks } = JSON.parse(out) as {
    ok: boolean
    checks: { subject: string; verdict: string; says: string }[]
  }
  const linesOf = (subject: string) =>
    checks.flatMap(each => (each.subject === subject ? [`${each.verdict}: ${each.says}`] : []))
  return { code, ok, database: linesOf('database'), rules: linesOf('rules'), signIn: linesOf('sign-in') }
}

test('hap doctor reports the version and the schema of the database, and does not change it', async () => {
  const url = await newServerDatabase()
  const sql = async (statement: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(statement)
    await client.end()
    return rows
  }

  const empty = await examined({ DATABASE_URL: url })
  expect(empty).toMatchObject({ code: 0, ok: true })
  expect(empty.database[0]).toMatch(/^well: PostgreSQL at .* answers: PostgreSQL \d+/)
  expect(empty.database[1]).toMatch(/^note: \d+ migrations of this version are missing: \w+/)
  expect(await sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([])

  const store = await openStore({ database: { url: new Secret(url), connections: 2 }, slowMs: 60_000, events: SILENT })
  await store.close()
  const migrated = await examined({ DATABASE_URL: url })
  expect(migrated.database[1]).toBe('well: Its schema matches this version.')
  expect(migrated.rules).toContain('well: No rules are published; the rules of the settings are in force.')

  await sql(`INSERT INTO sign_in_session (id, user_id, user_name, role, provider, auth_time_sent, created_at) VALUES
    ('s-1', 'u', 'u', 'admin', 'oidc', true, now() - interval '1 hour'), ('s-2', 'u', 'u', 'admin', 'oidc', false, now())`)
  await sql(`INSERT INTO api_token (id, name, role, hash, start, creator, creator_name, created_at, expires_at,
    may_grant_access, access_grants) VALUES ('t', 'ci', 'admin', 'h', 'hap_', 'a', 'a', now(), now() + interval '1 day', true, 3)`)
  const oidc = { HAP_OIDC_ISSUER: 'http://127.0.0.1:9', HAP_OIDC_CLIENT_ID: 'hap', HAP_ROLE_GROUPS: 'admin=admins' }
  const signIn = (await examined({ DATABASE_URL: url, ...oidc })).signIn
  expect(signIn).toContainEqual(
    expect.stringMatching(/^wrong: The identity provider sent no auth_time at the last sign-in/),
  )
  expect(signIn).toContainEqual(
    'note: API tokens granted access to clusters: ci (3). From the next release, API tokens will not be able to.',
  )
  await sql('DELETE FROM sign_in_session; DELETE FROM api_token')

  await sql(
    `INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name) VALUES ('x', 'x', now(), '29990101000000_later')`,
  )
  const newer = await examined({ DATABASE_URL: url })
  expect(newer).toMatchObject({ code: 1, ok: false })
  expect(newer.database[1]).toMatch(/^wrong: The database has migration 29990101000000_later, .* newer version/)
})

test('reports an unreachable database, and ends with code 2 for unreadable settings', async () => {
  const away = await examined({ DATABASE_URL: 'postgresql://hap:hush@127.0.0.1:9/hap' })
  expect(away).toMatchObject({ code: 1, ok: false })
  expect(away.database).toEqual([expect.stringMatching(/^wrong: PostgreSQL at 127\.0\.0\.1:9, .* does not respond/)])
  expect(away.database[0]).toContain('Nothing listens at the host and port of DATABASE_URL.')
  expect(JSON.stringify(away)).not.toContain('hush')
  const { code, out } = await runCommand(['doctor'], { PORT: 'x', HAP_SEMANTICS: 'y' })
  expect(code).toBe(2)
  expect(out).toMatch(/^WRONG settings +PORT must be .*\n +→ .*\nWRONG settings +HAP_SEMANTICS must be /)
})

test('names the cause of a refused connection, and quotes nothing of the password', async () => {
  const url = new URL(await newServerDatabase())
  const examine = async (change: (changed: URL) => void) => {
    const changed = new URL(url)
    change(changed)
    const found = await examined({ DATABASE_URL: changed.href })
    expect(found).toMatchObject({ code: 1, ok: false })
    return found.database.join()
  }
  expect(await examine(changed => (changed.pathname = '/nosuch'))).toMatch(
    /^wrong: PostgreSQL at .* refuses the connection\. The server has no database of the name in DATABASE_URL\./,
  )
  expect(await examine(changed => (changed.username = 'nosuch'))).toMatch(
    /^wrong: PostgreSQL at .* refuses the connection\. The server refuses the (password|user) of DATABASE_URL/,
  )
  expect(await examine(changed => changed.searchParams.set('sslmode', 'verify-full'))).toContain(
    'The server offers no TLS, and sslmode in DATABASE_URL demands it',
  )
  for (const file of ['/nonexistent/ca.pem', '/tmp'])
    expect(await examine(changed => changed.searchParams.set('sslrootcert', file))).toBe(
      'wrong: DATABASE_URL is not usable: the file that sslrootcert names cannot be read. Correct it, then start again.',
    )
  const { code, out, err } = await runCommand(['doctor'], { DATABASE_URL: 'postgresql://hap:hush/9#c@127.0.0.1/hap' })
  expect(code).toBe(2)
  expect(out).toContain('DATABASE_URL must have the characters @ / ? # of user and password encoded')
  expect(out + err).not.toMatch(/hush|9#c/)
})
