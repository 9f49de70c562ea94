import { createHmac } from 'node:crypto'
import { headingOf, type Message } from '../../../../model/messages/notify/message.ts'
import type { Carrier } from '../carrier.ts'
import { type PostDeps, postTo } from './posting.ts'

/** What a webhook receives. `ID` is the same for each attempt. */
export const webhookBody = (message: Message): string =>
  JSON.stringify({
    ID: message.id,
    Time: new Date(message.at).toISOString(),
    Topic: message.topic,
    NotificationType: message.type,
    Title: headingOf(message),
    Body: message.body,
    More: message.more,
    Event: message.event ?? null,
  })

/** A POST with JSON, and a signature if there is a secret. */
export const webhookCarrier = (deps: PostDeps): Carrier<'webhook'> => ({
  kind: 'webhook',
  async send(message, { URL, Secret, Authority }) {
    const body = webhookBody(message)
    const signature = Secret && `sha256=${createHmac('sha256', Secret).update(body).digest('hex')}`
    await postTo(deps, {
      ...{ url: URL, authority: Authority },
      ...{ field: 'URL', secret: 'Secret', body },
      headers: { 'Content-Type': 'application/json', ...(signature ? { 'X-Sallyport-Signature': signature } : {}) },
    })
  },
})
