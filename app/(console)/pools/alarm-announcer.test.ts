import { expect, test } from 'vitest'
import { formatAlarmChange } from './alarm-announcer.tsx'

test.each([
  [['aws'], ['aws'], ''],
  [[], ['aws'], 'Alarm: aws is low.'],
  [['gcp'], ['gcp', 'aws · EU', 'azure'], 'Alarm: aws · EU, azure are low.'],
  [['aws'], [], 'Alarm cleared: aws.'],
  [['aws'], ['gcp'], 'Alarm: gcp is low. Alarm cleared: aws.'],
])('from %j to %j', (before, now, words) => expect(formatAlarmChange(before, now)).toBe(words))
