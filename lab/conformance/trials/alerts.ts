import type { Trials } from '../trial.ts'

const rule = {
  TopicPrefix: 'auth:failure',
  MatchAnyOne: false,
  InvertRule: false,
  Conditions: [{ JPath: '$[?(@.type=="user")]' }],
  Actions: [
    {
      SendNotification: true,
      StoreAlert: true,
      StoreTopicSuffix: '',
      MessageTitle: 'Wrong password',
      MessageBody: '{{name}}',
      NotificationType: 'warning',
      ActionType: '',
      GrabEvent: true,
      GrabValues: false,
      GrabFields: ['name'],
    },
  ],
  Name: 'Wrong password',
  Disabled: false,
  RuleId: '',
}

export const alertTrials: Trials = {
  'GET /alerts': { good: [['/alerts']] },
  'PUT /alerts': {
    good: [['/alerts', rule]],
    shows: ['/alerts', [{ TopicPrefix: 'nft:drop:mac' }]],
  },
  'PUT /alerts/{index}': {
    good: [
      ['/alerts/1', rule],
      ['/alerts/50', rule],
    ],
  },
  'DELETE /alerts/{index}': { good: [['/alerts/1']] },
}
