import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { bodyOf } from '../../../search/http.ts'
import { openSearch, searchListener } from '../../../search/serve.ts'
import { readIndex } from '../../../search/stored.ts'
import type { Machine, MonotonicClock } from '../../machine/machine.ts'
import { STATUS } from '../../wire/http.ts'
import { BASE, type Built, readBuilt, readServed, type Served } from './built.ts'
import { openPages, type Pages, sendText } from './pages.ts'

interface SiteNeeds {
  readonly machine: Pick<Machine, 'readBytes'> & { readonly clock: Pick<MonotonicClock, 'monotonic'> }
  /** The output folder of `bin/site.js`; it may not exist yet. */
  readonly folder: string
  /** Called when a page is opened, except by clients with `DNT` or `Sec-GPC`. */
  readonly onView?: (path: string) => void
}

interface DocumentationSite {
  /** Whether a request is for the site: a page, its search, or a page view. */
  takes(url: string | undefined): boolean
  readonly answer: RequestListener
}

interface Loaded {
  readonly description: string
  readonly pages: Pages
  readonly search: RequestListener
}

/** The shortest time between checks for a new build. */
const CHECK_MS = 2000

/**
 * Serves the built documentation and its search. They are loaded into memory with the first request. A newer build replaces the
 * loaded one as a whole.
 */
export function openSite({ machine, folder, onView = () => {} }: SiteNeeds): DocumentationSite {
  const { clock } = machine
  let loaded: Loaded | undefined
  let checking: Promise<void> | undefined
  let checkedAt = -CHECK_MS

  async function check(): Promise<void> {
    const description = await readServed(machine.readBytes, folder)
    // There is none while a build is being replaced: the loaded one remains.
    if (description === undefined || description === loaded?.description) return
    const served = JSON.parse(description) as Served
    const built = await readBuilt(machine.readBytes, folder, served)
    loaded = { description, pages: openPages(built), search: searchOf(built, clock) }
  }

  /** Errors are ignored: a build may be incomplete while it is being replaced, and is checked again. */
  function checkSometimes(): Promise<void> {
    if (!checking && clock.monotonic() - checkedAt >= CHECK_MS)
      checking = check()
        .catch(() => {})
        .finally(() => {
          checkedAt = clock.monotonic()
          checking = undefined
        })
    return checking ?? Promise.resolve()
  }

  const answer: RequestListener = async (request, response) => {
    const checked = checkSometimes()
    if (!loaded) await checked
    if (!loaded)
      return sendText(response, STATUS.unavailable, NOT_BUILT, {
        'Retry-After': 5,
        Refresh: 5,
        'Cache-Control': 'no-store',
      })
    const { url = '', method } = request
    if (url.startsWith(SEARCH)) return void loaded.search(request, response)
    if (url === VIEWS && method === 'POST')
      return void receiveView(request, response, { has: loaded.pages.has, onView })
    loaded.pages.answer(request, response)
  }

  return { takes, answer }
}

const SEARCH = '/1/'
const NOT_INDEXED = 'The pages are not indexed yet. Try again in a minute.'
const NOT_BUILT =
  'The documentation is being built. This takes a minute or two after the first start. This page reloads automatically.'

function takes(url = ''): boolean {
  const bare = BASE.slice(0, -1)
  return url.startsWith(BASE) || url.startsWith(SEARCH) || url === bare || url.startsWith(`${bare}?`)
}

/** A build of an older version has no index: its pages are served without a search. */
function searchOf({ served, searchIndex }: Built, { monotonic }: Pick<MonotonicClock, 'monotonic'>): RequestListener {
  const index = searchIndex && readIndex(searchIndex)
  if (!index) return (_, response) => sendText(response, STATUS.unavailable, NOT_INDEXED, { 'Retry-After': 60 })
  const { appId, apiKey: key, indexName: name } = served.search
  return searchListener(openSearch({ name, index, appId, key, now: monotonic }), served.url)
}

/** Where pages report that they were opened, as JSON sent as plain text: `{"event": "pageview", "path": …}`. */
const VIEWS = `${BASE}views`

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
async function receiveView(
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
