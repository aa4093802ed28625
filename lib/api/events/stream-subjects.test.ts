import { expect, test } from 'vitest'
import { momentText, parseMoment, streamOf } from '#lib/util/moment.ts'
import { StreamSubjects } from './stream-subjects.ts'

test('a stream is about what its pages asked for since they were told, by the first name', () => {
  const subjects = new StreamSubjects()
  const [one, two] = [subjects.begin(), subjects.begin()]
  expect(one).not.toBe(two)
  expect(subjects.take(one)).toBe('')
  subjects.ask(one, '/shoots?offset=100')
  subjects.ask(one, '/shoots?offset=0')
  subjects.ask(one, '/shoots?offset=200')
  expect([subjects.take(one), subjects.take(two)]).toEqual(['/shoots?offset=0', ''])
  expect(subjects.take(one)).toBe('/shoots?offset=0')
  subjects.ask(one, '/z')
  expect(subjects.take(one)).toBe('/z')
})

test('of a stream that has ended, or never was, nothing is kept', () => {
  const subjects = new StreamSubjects()
  const stream = subjects.begin()
  subjects.ask(stream, '/a')
  subjects.end(stream)
  subjects.ask(stream, '/a')
  subjects.ask('0123456789abcdef', '/a')
  expect([subjects.take(stream), subjects.take('0123456789abcdef')]).toEqual(['', ''])
})

test('the text of a moment tells the stream it came by', () => {
  const moment = { version: 7, rules: 2 }
  const text = momentText(moment, '0123456789abcdef')
  expect([streamOf(text), parseMoment(text)]).toEqual(['0123456789abcdef', moment])
  expect(streamOf(momentText(moment))).toBeNull()
})

test.each([
  'elsewhere.7.2.0123456789abcdef',
  `${momentText({ version: 1, rules: 1 })}.`,
  `${momentText({ version: 1, rules: 1 })}.12`,
  '',
  'x',
])('%j came by no stream of this process', text => expect(streamOf(text)).toBeNull())
