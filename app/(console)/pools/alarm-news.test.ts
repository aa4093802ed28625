import { expect, test } from 'vitest'
import { alarmNews } from './alarm-news.ts'

test.each([
  [['aws'], ['aws'], ''],
  [[], ['aws'], 'Alarm: aws runs low.'],
  [['gcp'], ['gcp', 'aws · EU', 'azure'], 'Alarm: aws · EU, azure run low.'],
  [['aws'], [], 'Alarm over: aws.'],
  [['aws'], ['gcp'], 'Alarm: gcp runs low. Alarm over: aws.'],
])('from %j to %j', (before, now, words) => expect(alarmNews(before, now)).toBe(words))
