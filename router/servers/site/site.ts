import type { RequestListener } from 'node:http'
import { openSearch, searchListener } from '../../../search/serve.ts'
import { readIndex } from '../../../search/stored.ts'
import type { Clock, Machine } from '../../machine/machine.ts'
import { STATUS } from '../../wire/http.ts'
import { BASE, type Built, readBuilt, readServed, type Served } from './built.ts'
import { openPages, type Pages, sendText } from './pages.ts'
import { receiveView, VIEWS } from './views.ts'

export interface SiteNeeds {
  readonly machine: Pick<Machine, 'readBytes'> & { readonly clock: Pick<Clock, 'now'> }
  /** Where `bin/site.js` puts what it makes, now or later. */
  readonly folder: string
  /** A page was opened, by somebody who did not ask that this be kept to themselves. */
  readonly onView?: (path: string) => void
}

export interface Site {
  /** Whether a call is for the site: a page, the search over them, or the word that one was opened. */
  takes(url: string | undefined): boolean
  readonly answer: RequestListener
}

interface Loaded {
  readonly says: string
  readonly pages: Pages
  readonly search: RequestListener
}

/** So often it is looked whether there is another build. */
const LOOK_MS = 2000

/**
 * The built documentation and its search, in memory from the first call on: a router whose pages nobody reads holds none of
 * them. A newer build takes the place of the old one whole, between two calls.
 */
export function openSite({ machine, folder, onView = () => {} }: SiteNeeds): Site {
  const { clock } = machine
  let loaded: Loaded | undefined
  let looking: Promise<void> | undefined
  let lookedAt = -LOOK_MS

  async function look(): Promise<void> {
    const says = await readServed(machine.readBytes, folder)
    // While the next one is put in place there is none: the old one is still good.
    if (says === undefined || says === loaded?.says) return
    const served = JSON.parse(says) as Served
    const built = await readBuilt(machine.readBytes, folder, served)
    loaded = { says, pages: openPages(built), search: searchOf(built, clock) }
  }

  /** Another build may be half in place, and is looked at again: what is there goes on being served. */
  function lookSometimes(): Promise<void> {
    if (!looking && clock.now() - lookedAt >= LOOK_MS)
      looking = look()
        .catch(() => {})
        .finally(() => {
          lookedAt = clock.now()
          looking = undefined
        })
    return looking ?? Promise.resolve()
  }

  const answer: RequestListener = async (request, response) => {
    const looked = lookSometimes()
    if (!loaded) await looked
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
  'The documentation is not there yet. After the first start it is being built, which takes a minute or two; this page looks for it again by itself.'

function takes(url = ''): boolean {
  const bare = BASE.slice(0, -1)
  return url.startsWith(BASE) || url.startsWith(SEARCH) || url === bare || url.startsWith(`${bare}?`)
}

/** Pages that an older router has built can be read, and not be searched until they are built again. */
function searchOf({ served, searchIndex }: Built, { now }: Pick<Clock, 'now'>): RequestListener {
  const index = searchIndex && readIndex(searchIndex)
  if (!index) return (_, response) => sendText(response, STATUS.unavailable, NOT_INDEXED, { 'Retry-After': 60 })
  const { appId, apiKey: key, indexName: name } = served.search
  return searchListener(openSearch({ name, index, appId, key, now }), served.url)
}
