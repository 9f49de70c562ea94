import { render } from '../../../../router/model/messages/alerts/render.ts'
import { eventTexts } from '../../../texts/messages/events.ts'
import { type Described, describe, type Tone } from '../events/describe.ts'
import { type Payload, payloadFrom } from '../events/fields.ts'
import type { Household } from '../events/household.ts'
import { ownTitle } from './ownTexts.ts'

/** Whether the owner has seen it. Other clients leave `State` empty or set `New` and `Resolved`. */
export type AlertState = 'unread' | 'read' | 'resolved'

/** What is shown of an alert. */
export interface Shown {
  readonly title: string
  /** Empty where the title says it all. */
  readonly body: string
  readonly tone: Tone
  readonly state: AlertState
  readonly ruleId: string
  /** The topic of its event. */
  readonly topic: string
  /** Fields of its event that the rule copies. */
  readonly event: Payload
  readonly about: Described
}

const TONES: Readonly<Record<string, Tone>> = {
  info: 'plain',
  success: 'good',
  warning: 'warning',
  error: 'bad',
  danger: 'bad',
}

const stateOfAlert = ({ State }: Payload): AlertState =>
  State === 'Resolved' ? 'resolved' : State === 'Read' ? 'read' : 'unread'

/** The stored `State` of each state. */
export const STORED_ALERT_STATES = { unread: '', read: 'Read', resolved: 'Resolved' } as const satisfies Record<
  AlertState,
  string
>

/** The topic of an alert’s event: `alert:nft:drop:mac:suffix` in a payload without `Topic` is `nft:drop:mac`. */
const topicIn = (payload: Payload, bucket: string): string =>
  typeof payload.Topic === 'string' ? payload.Topic : bucket.replace(/^alert:/, '').replace(/:[^:]*$/, '')

/** Renders an alert for display; `bucket` is its own topic. Templates become plain text. */
export function shownAlertOf(bucket: string, stored: unknown, household: Household): Shown {
  const payload = payloadFrom(stored)
  const topic = topicIn(payload, bucket)
  const event = payloadFrom(payload.Event)
  const about = describe(topic, event, household)
  const deviceOf = (value: string) => {
    const known = household.find({ mac: value, ip: value, key: value })
    return known && { name: known.name, mac: known.device.MAC, ip: known.device.RecentIP }
  }
  const text = (template: unknown, as: 'title' | 'body') =>
    typeof template === 'string' ? render(template, event, { deviceOf }, as) : ''
  const hasEvent = Object.keys(event).length > 0
  const sentence = hasEvent ? about.words : ''
  const own = ownTitle(topic, payload.Title)
  const title = own || text(payload.Title, 'title') || sentence || eventTexts.said.other(topic)
  const body = (!own && text(payload.Body, 'body')) || (title === sentence ? '' : sentence)
  return {
    title,
    body,
    tone: TONES[String(payload.NotificationType)] ?? about.tone,
    state: stateOfAlert(payload),
    ruleId: typeof payload.RuleId === 'string' ? payload.RuleId : '',
    topic,
    event,
    about,
  }
}
