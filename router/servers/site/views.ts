import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf } from '../../../search/http.ts'
import { STATUS } from '../../wire/http.ts'
import { BASE } from './built.ts'

/** Where pages tell that they were opened, as JSON that calls itself plain text: `{"event": "pageview", "path": …}`. */
export const VIEWS = `${BASE}views`

const MAX_BODY = 4096

interface Ear {
  /** Whether there is a page at a path. */
  readonly has: (path: string) => boolean
  readonly onView: (path: string) => void
}

/**
 * Hears that a page was opened. Nothing is told to the one who says so, and whoever asks not to be followed is not heard:
 * pages do not send it then, and nor is it counted.
 */
export async function hearView(
  request: IncomingMessage,
  response: ServerResponse,
  { has, onView }: Ear,
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
