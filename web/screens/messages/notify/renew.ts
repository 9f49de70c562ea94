import { notify } from '../../../../router/model/messages/notify/contract.ts'
import { call } from '../../../client/client.ts'
import { Failure } from '../../../client/failure.ts'
import { currentSubscription, type GivenSubscription, subscribe, subscriptionFieldsOf } from './subscription.ts'

/** The destination of this browser, with the endpoint that the router has. */
interface Kept {
  readonly id: string
  readonly endpoint: string
}

const KEY = 'push'

export const keep = (kept: Kept): void => localStorage.setItem(KEY, JSON.stringify(kept))
export const forgetSubscription = (): void => localStorage.removeItem(KEY)

/** What `keep` stored; undefined for anything else. */
function keptIn(text: string | null): Kept | undefined {
  try {
    const { id, endpoint } = JSON.parse(text ?? '') as Partial<Record<keyof Kept, unknown>>
    return typeof id === 'string' && typeof endpoint === 'string' ? { id, endpoint } : undefined
  } catch {
    return undefined
  }
}

/**
 * Browsers replace or end subscriptions from time to time, when the service worker has no session to report it. When the app
 * starts, the router gets the new one.
 */
export async function renew(): Promise<void> {
  const kept = keptIn(localStorage.getItem(KEY))
  if (!kept || globalThis.Notification?.permission !== 'granted') return
  const current = await currentSubscription()
  if (current?.endpoint === kept.endpoint) return
  const replaced = current && subscriptionFieldsOf(current)
  const Push: GivenSubscription = replaced ?? (await subscribe((await call(notify.settings)).PublicKey))
  try {
    await call(notify.update, { params: { id: kept.id }, body: { Push } })
    keep({ id: kept.id, endpoint: Push.Endpoint })
  } catch (reason) {
    if (!(reason instanceof Failure) || reason.reason !== 'missing') throw reason
    // The owner has deleted this destination.
    await current?.unsubscribe()
    forgetSubscription()
  }
}
