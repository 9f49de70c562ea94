import { type Bus, openBus } from '../../router/events/bus.ts'
import { openAlerts } from '../../router/features/messages/alerts/alerts.ts'
import { systemClock } from '../../router/machine/clock.ts'
import { type AlertRule, keyOfRule } from '../../router/model/messages/alerts/alert.ts'
import { actionOf } from '../../router/model/messages/alerts/defaults.ts'
import { openFactsInMemory } from '../../router/store/memory.ts'
import { median, type Row } from './table.ts'

const RULES = 100
const EVENTS = 20_000
const ROUNDS = 7

const event = { ClientIP: '192.168.2.6', Name: 'ads.test.', By: 'ads.test.' }

/** A rule that is evaluated and does not apply. */
const rule = (Order: number, TopicPrefix: string): AlertRule => ({
  TopicPrefix,
  MatchAnyOne: false,
  InvertRule: false,
  Conditions: [{ JPath: `$[?(@.Name=="name${Order}.test." && @.ClientIP!="")]` }],
  Actions: [actionOf({ title: '{{Name}}', body: '{{Name}}', type: 'info' }, { notify: true, store: true })],
  Name: 'x',
  Disabled: false,
  RuleId: String(Order),
  Order,
  Ready: '',
})

/** A bus with 100 rules for these topics, and one subscriber that does nothing. */
async function busWith(topicOf: (index: number) => string): Promise<Bus> {
  const { facts, change } = openFactsInMemory({ alerts: { HasDefaults: true, Mutes: [] } })
  await change((draft) => {
    for (let Order = 0; Order < RULES; Order++) {
      const one = rule(Order, topicOf(Order))
      draft.alerts.put(keyOfRule(one), one)
    }
  })
  const bus = openBus(fail)
  bus.subscribePrefix('', () => undefined)
  openAlerts({ facts, change, bus, clock: systemClock, onFailure: (_what, error) => fail(error) })
  return bus
}

const fail = (error: unknown): never => {
  throw error
}

/** Processor time of one event in microseconds. */
function measure(bus: Bus): number {
  const before = process.cpuUsage()
  for (let n = 0; n < EVENTS; n++) bus.publish('dns:block:event', event)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / EVENTS
}

/** Processor time of an event with 100 alert rules, beside the same bus without alerts. */
export async function benchAlerts(): Promise<Row[]> {
  const plain = openBus(fail)
  plain.subscribePrefix('', () => undefined)
  const cases = [
    { what: 'for other topics', bus: await busWith((index) => `topic${index}:`), aim: '≤ 0.2 µs' },
    {
      what: 'one of them for its topic',
      bus: await busWith((index) => (index === 0 ? 'dns:block:' : `topic${index}:`)),
      aim: '≤ 5 µs',
    },
    { what: 'all for its topic', bus: await busWith(() => 'dns:block:'), aim: '≤ 250 µs' },
  ]
  for (const { bus } of [...cases, { bus: plain }]) measure(bus)
  return cases.map(({ what, bus, aim }) => {
    const times = Array.from({ length: ROUNDS }, () => [measure(bus), measure(plain)] as const)
    const [ours, peer] = [median(times.map(([one]) => one)), median(times.map(([, other]) => other))]
    return {
      what: `CPU per event with ${RULES} alert rules, ${what}`,
      ours: `${ours.toFixed(2)} µs`,
      peer: `${peer.toFixed(2)} µs without alerts`,
      ratio: '',
      aim,
    }
  })
}
