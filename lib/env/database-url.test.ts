import { expect, test } from 'vitest'
import { databaseUrlProblem } from './database-url.ts'

test.each([
  'postgresql://hap:wrong@127.0.0.1:5432/hap',
  'postgres://hap:p%40ss%2Fw%23rd@127.0.0.1:5432/hap?sslmode=require',
  'postgresql://db.example.com/hap',
  'postgresql://hap@[::1]:5432/hap?sslmode=verify-full&sslrootcert=/etc/company/ca.pem',
  'postgresql://hap:p@ss@127.0.0.1/hap?options=-c%20search_path%3Dhap&application_name=a@b',
])('accepts %s', text => {
  expect(databaseUrlProblem(text)).toBeNull()
})

test.each([
  ['postgresql://hap:p@ss/w#rd@127.0.0.1:5432/hap', 'encoded, for example "%40" for @'],
  ['postgresql://hap:12#34@127.0.0.1:5432/hap', 'encoded, for'],
  ['postgresql://hap:12/34@127.0.0.1:5432/hap', 'encoded, for'],
  ['postgresql://hap:12?34@127.0.0.1:5432/hap', 'encoded, for'],
  ['postgresql://hap:p@12?34@127.0.0.1:5432/hap', 'encoded, for'],
  ['postgresql://hap:50%off@127.0.0.1:5432/hap', '%25 for each percent sign'],
  ['postgresql://hap:x@a.example:5432,b.example:5432/hap?target_session_attrs=read-write', 'name one host'],
  ['mysql://hap:x@a.example/hap', 'the URL of a PostgreSQL database'],
  ['postgresql://hap:x@a.example:port/hap', 'the URL of a PostgreSQL database'],
])('refuses %s without quoting it', (text, problem) => {
  expect(databaseUrlProblem(text)).toContain(problem)
  for (const piece of ['p@ss', 'w#rd', '12', '34', 'off', 'a.example'])
    expect(databaseUrlProblem(text)).not.toContain(piece)
})
