import { useEffect, useEffectEvent } from 'react'
import { live } from './client.ts'
import { gather } from './gather.ts'

/** Calls `work` after events with a topic that is news, once for those that come together, while the component is shown. */
export function useAfterEvents(isNews: (topic: string) => boolean, work: () => unknown): void {
  const isWanted = useEffectEvent(isNews)
  const run = useEffectEvent(work)
  useEffect(() => {
    const gathered = gather(() => run())
    const stop = live.onEvent((topic) => {
      if (isWanted(topic)) gathered.request()
    })
    return () => {
      stop()
      gathered.stop()
    }
  }, [])
}
