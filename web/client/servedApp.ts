import { fetchSoon } from './limit.ts'

/** The first file of the app that a page names; the build gives it another name whenever anything in the app changes. */
const ENTRY = /<script type="module"[^>]* src="(\/assets\/[^"]+)"/

/** `away`: the router does not answer. `same`: it serves the running app. `replaced`: it serves another version. */
export type ServedApp = 'away' | 'same' | 'replaced'

/** Compares the page that the router serves now with the one that runs here. */
export async function servedApp(): Promise<ServedApp> {
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
