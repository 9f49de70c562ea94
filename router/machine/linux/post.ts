import type { Posted, PostOptions } from '../posting.ts'
import { requestOnce } from './request.ts'

/** Connects to the given IP address only. The domain in the URL is not resolved. */
export async function postRequest(options: PostOptions): Promise<Posted> {
  const { status, retryAfter } = await requestOnce({ ...options, method: 'POST' })
  return { status, retryAfter }
}
