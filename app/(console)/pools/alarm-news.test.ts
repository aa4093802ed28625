import { expect, test } from 'vitest'
import { alarmNews } from './alarm-news.ts'

test.each([
  [['aws'], ['aws'], ''],
  [[], ['aws'], 'Alarm: aws is low.'],
  [['gcp'], ['gcp', 'aws · EU', 'azure'], 'Alarm: aws · EU, azure are low.'],
  [['aws'], [], 'Alarm cleared: aws.'],
  [['aws'], ['gcp'], 'Alarm: gcp is low. Alarm cleared: aws.'],
])('from %j to %j', (before, now, words) => expect(alarmNews(before, now)).toBe(words))
