import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlertSetting } from '../../../../../router/model/messages/alerts/alert.ts'
import { conditionLinesOf, draftFrom, draftOf, ruleOf } from './draft.ts'

const action = {
  SendNotification: true,
  StoreAlert: false,
  StoreTopicSuffix: 'own',
  BucketSuffix: 'own',
  MessageTitle: 'Scan',
  MessageBody: '{{IP.SrcIP#Device}}',
  NotificationType: 'danger',
  ActionType: 'x',
  GrabEvent: false,
  GrabValues: true,
  GrabFields: ['MAC'],
} as const
const stored: AlertSetting = {
  TopicPrefix: 'nft:drop:',
  MatchAnyOne: true,
  InvertRule: true,
  Conditions: [{ JPath: '$[?(@.a>1)]' }],
  Actions: [
    { ...action, GrabFields: ['MAC'] },
    { ...action, GrabFields: [], MessageTitle: 'second' },
  ],
  Name: 'Scan',
  Disabled: true,
  RuleId: '1',
}

test('a stored rule that is opened and saved is unchanged, including fields that the form does not have', () => {
  const { RuleId, Actions, ...rest } = stored
  const same = Actions.map(({ BucketSuffix, ...own }) => own)
  assert.deepEqual(ruleOf(draftOf(stored), stored), { ...rest, Actions: same })
})

test('a rule from an event stores the event, and its name is the title', () => {
  const { Name, TopicPrefix, Actions } = ruleOf(draftFrom('wifi:auth:fail', 'Laptop could not join'))
  assert.deepEqual([Name, TopicPrefix], ['Laptop could not join', 'wifi:auth:fail'])
  assert.deepEqual(
    Actions.map(({ MessageTitle, GrabEvent, StoreAlert }) => [MessageTitle, GrabEvent, StoreAlert]),
    [['Laptop could not join', true, true]],
  )
})

test('fields of the event are offered as conditions, others are kept', () => {
  const lines = conditionLinesOf({ MAC: 'x', IP: { SrcIP: 'y' } }, ['$[?(@.MAC=="x")]', '$[?(@.MAC=="z")]', '$..a'])
  assert.deepEqual(
    lines.map(({ path, value, isOn }) => [path, value, isOn]),
    [
      ['MAC', 'x', true],
      ['IP.SrcIP', 'y', false],
      ['MAC', 'z', true],
      [undefined, '', true],
    ],
  )
})

test('names of fields are typed with commas', () => {
  const draft = { ...draftFrom('wifi:auth:fail', 'x'), grabbed: 'MAC, IP.SrcIP, ' }
  assert.deepEqual(ruleOf(draft).Actions[0]?.GrabFields, ['MAC', 'IP.SrcIP'])
})
