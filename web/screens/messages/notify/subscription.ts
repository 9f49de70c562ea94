import { WORKER } from '../../../client/worker.ts'
import { notifyTexts } from '../../../texts/messages/notify.ts'

const texts = notifyTexts.device
const PATIENCE_MS = 20_000

/** A push subscription as the router takes it. */
export interface GivenSubscription {
  readonly Endpoint: string
  readonly P256dh: string
  readonly Auth: string
}

/** Why the service worker cannot be started: usually the router's certificate is not trusted. */
export class Untrusted extends Error {
  override readonly name = 'Untrusted'
}

/** The subscription of this browser; undefined without one, or where push messages are not available. */
export async function currentSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? undefined
}

/**
 * Subscribes this browser to push messages that are signed with the key (base64url). A subscription with another key is replaced.
 * Throws `Untrusted`, or an error in words.
 */
export async function subscribe(publicKey: string): Promise<GivenSubscription> {
  const { pushManager } = await registration()
  const attempt = () =>
    inTime(pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })).catch(
      (reason: unknown) =>
        reason instanceof DOMException && reason.name === 'InvalidStateError' ? 'otherKey' : 'refused',
    )
  let subscription = await attempt()
  if (subscription === 'otherKey') {
    await unsubscribe()
    subscription = await attempt()
  }
  const given = typeof subscription === 'string' ? undefined : subscriptionFieldsOf(subscription)
  if (!given) throw new Error(texts.noService)
  return given
}

/** Without internet access, some browsers never answer. */
const inTime = <T>(done: Promise<T>): Promise<T> =>
  Promise.race([done, new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), PATIENCE_MS))])

/** Ends the subscription of this browser. */
export async function unsubscribe(): Promise<void> {
  await (await currentSubscription())?.unsubscribe()
}

/** The fields that the router takes; undefined if the browser leaves out one of them. */
export function subscriptionFieldsOf(subscription: Pick<PushSubscription, 'toJSON'>): GivenSubscription | undefined {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? { Endpoint: endpoint, P256dh: p256dh, Auth: auth } : undefined
}

async function registration(): Promise<ServiceWorkerRegistration> {
  try {
    await navigator.serviceWorker.register(WORKER)
  } catch {
    throw new Untrusted(texts.untrusted)
  }
  // A subscription needs an active worker.
  return navigator.serviceWorker.ready
}
