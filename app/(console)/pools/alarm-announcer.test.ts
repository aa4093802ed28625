import { expect, test } from 'vitest'
import { formatAlarmChange } from './alarm-announcer.tsx'

test.each([
  [['aws'], ['aws'], ''],
  [[], ['aws'], 'Alert: aws is low.'],
  [['gcp'], ['gcp', 'aws · EU', 'azure'], 'Alert: aws · EU, azure are low.'],
  [['aws'], [], 'Alert cleared: aws.'],
  [['aws'], ['gcp'], 'Alert: gcp is low. Alert cleared: aws.'],
])('from %j to %j', (before, now, words) => expect(formatAlarmChange(before, now)).toBe(words))
