import { headingOf, type Message } from '../../../../model/messages/notify/message.ts'
import type { AlertType } from '../../../../model/messages/notify/target.ts'
import type { Carrier } from '../carrier.ts'
import { type PostDeps, postTo } from './posting.ts'

/** https://docs.ntfy.sh/publish/#message-priority: 3 is the default, 5 the highest. */
const PRIORITIES: Readonly<Record<AlertType, number>> = { info: 3, success: 3, warning: 4, error: 4, danger: 5 }
/** Names of emoji. https://docs.ntfy.sh/publish/#tags-emojis */
const TAGS: Readonly<Record<AlertType, string>> = {
  info: 'information_source',
  success: 'white_check_mark',
  warning: 'warning',
  error: 'x',
  danger: 'rotating_light',
}

/**
 * Publishes as JSON at the root of the server, https://docs.ntfy.sh/publish/#publish-as-json: titles in other scripts need no
 * encoding, as they would in a header.
 */
const ntfyBody = (message: Message, topic: string): string =>
  JSON.stringify({
    topic,
    title: headingOf(message),
    // An empty message is shown as "triggered".
    message: message.body || headingOf(message),
    priority: PRIORITIES[message.type],
    tags: [TAGS[message.type]],
  })

export const ntfyCarrier = (deps: PostDeps): Carrier<'ntfy'> => ({
  kind: 'ntfy',
  send: (message, { Server, Topic, Token, Authority }) =>
    postTo(deps, {
      ...{ url: Server, authority: Authority },
      ...{ field: 'Server', secret: 'Token' },
      headers: { 'Content-Type': 'application/json', ...(Token ? { Authorization: `Bearer ${Token}` } : {}) },
      body: ntfyBody(message, Topic),
    }),
})
