import { headingOf, type Message } from '../../../../model/messages/notify/message.ts'
import { phrase } from '../../../../phrases/phrase.ts'
import { type Carrier, DeliveryFailed } from '../carrier.ts'
import { type PostDeps, postTo } from './posting.ts'

/** Characters. A push service has to accept 4096 bytes with the encryption (RFC 8030 §7.2); a character has up to 4. */
const MOST_BODY = 600
const TTL_SECONDS = 24 * 3600

interface Deps extends PostDeps {
  readonly contact: () => string
  /** In clear text, base64url. */
  readonly keys: () => Promise<{ readonly publicKey: string; readonly privateKey: string }>
}

/** What the service worker receives (web/offline/notification.ts). */
export const pushPayload = (message: Message): string =>
  JSON.stringify({
    title: headingOf(message),
    body: Array.from(message.body).slice(0, MOST_BODY).join(''),
    type: message.type,
    tag: message.id,
    url: '/admin/alerts',
  })

/** Web Push (RFC 8030), encrypted for the browser (RFC 8291) and signed with the router's key (RFC 8292). */
export const pushCarrier = (deps: Deps): Carrier<'push'> => ({
  kind: 'push',
  async send(message, { Endpoint, P256dh, Auth }) {
    // Loaded with the first message: it takes memory that other routers do not need.
    const { default: webpush } = await import('web-push')
    const { publicKey, privateKey } = await deps.keys()
    const { headers, body } = webpush.generateRequestDetails(
      { endpoint: Endpoint, keys: { p256dh: P256dh, auth: Auth } },
      pushPayload(message),
      {
        vapidDetails: { subject: deps.contact(), publicKey, privateKey },
        TTL: TTL_SECONDS,
        urgency: message.type === 'danger' || message.type === 'error' ? 'high' : 'normal',
      },
    )
    try {
      await postTo(deps, {
        url: Endpoint,
        ...{ field: 'Endpoint', secret: 'Endpoint' },
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body,
      })
    } catch (error) {
      // RFC 8030 §5.3 and 7.3: the subscription has ended.
      if (error instanceof DeliveryFailed && (error.status === 404 || error.status === 410))
        throw new DeliveryFailed(phrase('messages.pushSubscriptionEnded'), { kind: 'gone' })
      throw error
    }
  },
})
