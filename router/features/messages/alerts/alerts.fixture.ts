import assert from 'node:assert/strict'
import { openBus } from '../../../events/bus.ts'
import { openSteppedClock, settled } from '../../../machine/stepped.fixture.ts'
import { AlertChange, GivenAlert } from '../../../model/messages/alerts/given.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { type Alert, openAlerts } from './alerts.ts'
import { type AlertEvents, alertHandlers } from './handlers.ts'

const noEvents: AlertEvents = { async *since() {}, keeps: () => false, update: async () => 0 }

const caller = { name: 'admin', kind: 'user', address: '' } as const

/** Alerts on memory facts, without the default rules unless `withDefaults` is set. */
export async function openAlertTrial({
  withDefaults = false,
  events = {},
}: {
  withDefaults?: boolean
  events?: Partial<AlertEvents>
} = {}) {
  const memory = openMemoryFacts({ alerts: { HasDefaults: !withDefaults, Mutes: [] } })
  const bus = openBus((error) => assert.fail(String(error)))
  const clock = openSteppedClock()
  const failures: string[] = []
  const alerts = openAlerts({ ...memory, bus, clock, onFailure: (what, error) => failures.push(`${what}: ${error}`) })
  memory.watch(alerts.learn)
  const handlers = alertHandlers({ ...memory, bus, clock, events: { ...noEvents, ...events } })
  const request = { params: {}, query: {}, body: undefined, caller }
  const given: Alert[] = []
  alerts.watch((alert) => given.push(alert))
  await settled()
  return {
    ...memory,
    ...{ bus, clock, alerts, handlers, failures, request },
    /** The alerts until now. */
    given,
    list: () => handlers.list(request),
    add: async (rule: unknown) => handlers.add({ ...request, body: GivenAlert.parse(rule) }),
    replace: async (index: number, rule: unknown) =>
      handlers.replace({ ...request, params: { index }, body: AlertChange.parse(rule) }),
    remove: async (index: number, RuleId?: string) =>
      handlers.remove({ ...request, params: { index }, query: { RuleId } }),
  }
}

/** A rule for failed sign-ins that stores alerts and notifies. */
export const failedSignIn = {
  TopicPrefix: 'auth:failure',
  Name: 'Failed sign-in',
  Conditions: [{ JPath: '$[?(@.type=="user")]' }],
  Actions: [
    {
      SendNotification: true,
      StoreAlert: true,
      MessageTitle: 'Failed sign-in',
      MessageBody: '{{name}} from {{ip}}',
      NotificationType: 'warning',
      GrabEvent: true,
    },
  ],
}

export const failure = {
  type: 'user',
  name: 'admin',
  username: 'admin',
  reason: '192.168.2.6:51544:api',
  ip: '192.168.2.6:51544',
} as const
