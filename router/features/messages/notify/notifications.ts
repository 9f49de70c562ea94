import { randomUUID } from 'node:crypto'
import type { Core } from '../../../core.ts'
import { phraseOf } from '../../../errors.ts'
import type { Bus } from '../../../events/bus.ts'
import type { Delivery, TestResult } from '../../../model/messages/notify/contract.ts'
import { type Message, messageOf } from '../../../model/messages/notify/message.ts'
import {
  ALERT_TYPES,
  type AlertType,
  type Target,
  type TargetKind,
  wants,
} from '../../../model/messages/notify/target.ts'
import type { Language } from '../../../phrases/language.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { sentenceFor } from '../../../phrases/translation.ts'
import type { KeyValueLog } from '../../../store/keyvaluelog.ts'
import type { Entry } from '../../../store/table.ts'
import { isZoneChange, zoneOf } from '../../../store/timezone.ts'
import type { TextsOf } from '../alerts/texts.ts'
import { type Carrier, type Carriers, DeliveryFailed } from './carrier.ts'
import { openDelivery, type TargetDelivery, TIMEOUT_MS } from './delivery.ts'
import { openDeliveryQueue } from './queue.ts'
import { openedSettings, TARGET_SETTINGS_FIELDS } from './revision.ts'

/** A fired alert, as `alerts.watch` reports it. */
export interface FiredAlert {
  /** `Topic` is that of the event. Title and body are templates. */
  readonly alert: {
    readonly Topic: string
    readonly NotificationType?: string | undefined
    readonly Title?: string | undefined
    readonly Body?: string | undefined
    readonly Event?: unknown
  }
  /** False: it is stored only. */
  readonly notify: boolean
  /** Milliseconds since 1970. */
  readonly at: number
  /** The whole event. */
  readonly event: unknown
}

interface Deps extends Pick<Core, 'facts' | 'change' | 'vault' | 'clock' | 'onFailure'> {
  readonly bus: Pick<Bus, 'publish'>
  readonly log: KeyValueLog
  readonly carriers: Carriers
  readonly textsOf: TextsOf
}

export interface Notifications extends Disposable {
  /** Queues an alert for each target that wants it. When it returns, the alert survives the end of the process. */
  take(fired: FiredAlert): void
  /** Call with every change of the facts. */
  learn(entries: readonly Entry[]): void
  /** The last result of a target. */
  stateOf(id: string): Delivery
  /** Sends a test to a saved target. */
  test(id: string): Promise<TestResult>
  /** Sends a test to a target that is not saved. */
  trial(target: Target): Promise<TestResult>
}

/** Sends alerts to the targets. Each target has its own queue and delivery, so that none waits for another. */
export function openNotifications(deps: Deps): Notifications {
  const { facts, change, vault, clock, bus, carriers, textsOf, onFailure } = deps
  const queue = openDeliveryQueue(deps.log)
  const deliveries = new Map<string, TargetDelivery>()
  const states = new Map<string, string>()
  let isClosed = false

  async function send(message: Message, { Way }: Target): Promise<void> {
    const carrier: Carrier | undefined = carriers[Way.Kind]
    if (!carrier) throw new DeliveryFailed(phrase('messages.deliveryNotSetUp', NAMES[Way.Kind]))
    await carrier.send(message, openedSettings(Way, vault) as never)
  }

  const announce = (id: string, State: string, Message: string): void => {
    const target = facts.notifyTargets.get(id)
    if (isClosed || states.get(id) === State || !target) return
    states.set(id, State)
    bus.publish('notify:state', { Id: id, Name: target.Name, Kind: target.Way.Kind, State, Message })
  }

  const removeGone = (id: string, reason: string): void =>
    void change((draft) => draft.notifyTargets.remove(id)).catch((error) => onFailure(reason, error))

  const open = (id: string): TargetDelivery =>
    openDelivery(id, {
      queue,
      clock,
      zone: () => zoneOf(facts),
      send,
      target: () => facts.notifyTargets.get(id),
      onGone: (reason) => removeGone(id, reason),
      onState: ({ State, Message }) => announce(id, State, Message),
    })

  const deliveryOf = (id: string): TargetDelivery => {
    const known = deliveries.get(id) ?? open(id)
    deliveries.set(id, known)
    return known
  }

  const tested = async (sending: Promise<void>, kind: TargetKind): Promise<TestResult> => {
    try {
      await sending
      const done = phrase('messages.testDelivered')
      return { Ok: true, Message: String(done), Coded: done.toJSON(), Field: '' }
    } catch (error) {
      const field = error instanceof DeliveryFailed ? error.field : undefined
      return {
        Ok: false,
        Message: (error as Error).message,
        Coded: phraseOf(error).toJSON(),
        Field: field ? `${TARGET_SETTINGS_FIELDS[kind]}.${field}` : '',
      }
    }
  }

  const testMessage = ({ Name, Language }: Pick<Target, 'Name' | 'Language'>): Message =>
    messageOf({
      ...{ id: randomUUID(), at: clock.now(), topic: 'notify:test', type: 'info', language: Language },
      title: sentenceFor(Language, phrase('alert.test')),
      body: sentenceFor(Language, phrase('alert.testTo', Name)),
    })

  queue.prune((id) => facts.notifyTargets.has(id))
  for (const id of facts.notifyTargets.keys()) deliveryOf(id)

  return {
    take({ alert, notify, at, event }) {
      if (!notify || isClosed) return
      const type = typeOf(alert.NotificationType)
      const wanted = [...facts.notifyTargets.values()].filter((target) => wants(target, { type, topic: alert.Topic }))
      if (wanted.length === 0) return
      const id = randomUUID()
      const messages = new Map<Language, Message>()
      for (const { Id, Language } of wanted) {
        const message = messages.getOrInsertComputed(Language, () =>
          messageOf({
            ...{ id, at, topic: alert.Topic, type, language: Language, ...textsOf(alert, event, Language) },
            ...(alert.Event === undefined ? {} : { event: alert.Event }),
          }),
        )
        queue.add(Id, message)
        deliveryOf(Id).queued()
      }
    },

    learn(entries) {
      if (isZoneChange(entries)) for (const delivery of deliveries.values()) delivery.changed()
      for (const { table, key, before, after } of entries) {
        if (table !== 'notifyTargets') continue
        if (after !== undefined) {
          if (before === undefined) states.delete(key)
          deliveryOf(key).changed()
          if (before === undefined) announce(key, 'never', '')
          continue
        }
        deliveries.get(key)?.[Symbol.dispose]()
        deliveries.delete(key)
        states.delete(key)
        queue.prune((id) => facts.notifyTargets.has(id))
        const { Name, Way } = before as Target
        bus.publish('notify:state', { Id: key, Name, Kind: Way.Kind, State: 'deleted', Message: '' })
      }
    },

    stateOf: (id) => deliveryOf(id).state(),

    test(id) {
      const target = facts.notifyTargets.get(id)!
      return tested(deliveryOf(id).test(testMessage(target)), target.Way.Kind)
    },

    async trial(target) {
      const { promise: late, reject } = Promise.withResolvers<never>()
      using _timer = clock.after(TIMEOUT_MS, () => reject(new DeliveryFailed(phrase('messages.noAnswerInTime'))))
      return await tested(Promise.race([send(testMessage(target), target), late]), target.Way.Kind)
    },

    [Symbol.dispose]() {
      isClosed = true
      for (const delivery of deliveries.values()) delivery[Symbol.dispose]()
    },
  }
}

const NAMES: Readonly<Record<TargetKind, string>> = {
  push: 'Web Push',
  webhook: 'the webhook',
  ntfy: 'ntfy',
  email: 'e-mail',
  mqtt: 'MQTT',
}

const typeOf = (given: string | undefined): AlertType => ALERT_TYPES.find((type) => type === given) ?? 'info'
