import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf } from '../../../search/http.ts'
import { STATUS } from '../../wire/http.ts'
import { BASE } from './built.ts'

/** Where pages report that they were opened, as JSON sent as plain text: `{"event": "pageview", "path": …}`. */
export const VIEWS = `${BASE}views`

const MAX_BODY = 4096

interface Counter {
  /** Whether a path is that of a page. */
  readonly has: (path: string) => boolean
  readonly onView: (path: string) => void
}

/**
 * Receives a page view. The response is always empty. A request with `DNT` or `Sec-GPC` is not counted; pages do not send one
 * then.
 */
export async function receiveView(
  request: IncomingMessage,
  response: ServerResponse,
  { has, onView }: Counter,
): Promise<void> {
  const body = await bodyOf(request, MAX_BODY)
  const path = asksForPrivacy(request) ? undefined : pathIn(body)
  if (path !== undefined && has(path)) onView(path)
  response.writeHead(STATUS.noContent, { 'Cache-Control': 'no-store' }).end()
}

const asksForPrivacy = ({ headers }: IncomingMessage): boolean => headers.dnt === '1' || headers['sec-gpc'] === '1'

function pathIn(body: string): string | undefined {
  try {
    const { event, path } = JSON.parse(body)
    return event === 'pageview' && typeof path === 'string' ? path : undefined
  } catch {
    return undefined
  }
}
