import type { SearchSettings } from '../../settings.ts'
import { asksForPrivacy } from '../client/visitor.ts'
import { isServiceMissing } from './ask.ts'

type Insights = ((...call: unknown[]) => void) & { version: string; queue: unknown[][] }

let insights: Insights | undefined

/**
 * Returns a function that reports to the search service; the script that sends reports is loaded with the first call. Undefined
 * if reports are off.
 */
export function openInsights(settings: SearchSettings): Insights | undefined {
  if (!settings.insights || settings.isStatic || asksForPrivacy()) return undefined
  insights ??= queue(settings)
  return insights
}

function queue({ insightsScript }: SearchSettings): Insights {
  let send: ((...call: unknown[]) => void) | undefined
  let isComing = false
  const waiting: unknown[][] = []
  const come = async (): Promise<void> => {
    const sender = insightsScript ? await fromScript(insightsScript) : (await import('search-insights')).default
    send = sender as (...call: unknown[]) => void
    for (const call of waiting.splice(0)) send(...call)
  }
  const take = (...call: unknown[]): void => {
    if (isServiceMissing()) return
    if (!send) waiting.push(call)
    else send(...call)
    if (isComing) return
    isComing = true
    // A failure has no effect on the page; the next call tries again.
    come().catch(() => {
      isComing = false
    })
  }
  return Object.assign(take, { version: '2.17.3', queue: waiting })
}

/** A provider's script looks for the name of a function, and from then on carries out what is put into the function's queue. */
function fromScript(src: string): Promise<unknown> {
  const queue: unknown[][] = []
  const aa = Object.assign((...call: unknown[]): void => void queue.push(call), { queue })
  Object.assign(globalThis, { AlgoliaAnalyticsObject: 'aa', aa })
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true })
    script.onload = () => resolve(aa)
    script.onerror = reject
    document.head.append(script)
  })
}
