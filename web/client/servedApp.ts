import { fetchSoon } from './limit.ts'

/** The first file of the app that a page names; the build gives it another name whenever anything in the app changes. */
const ENTRY = /<script type="module"[^>]* src="(\/assets\/[^"]+)"/

/** Where the router is: it does not answer, or it has the app that runs here, or by now another one. */
export type Standing = 'away' | 'same' | 'replaced'

/** Looks at the page that somebody would get who came anew. */
export async function standing(): Promise<Standing> {
  const here = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  try {
    const answer = await fetchSoon('/')
    const there = ENTRY.exec(await answer.text())?.[1]
    if (!answer.ok || there === undefined) return 'away'
    return there === here ? 'same' : 'replaced'
  } catch {
    return 'away'
  }
}
