import { TranslatedMessage } from '../../../parts/values/TranslatedMessage.tsx'
import { reasonOfLastResult, resultWords } from './lastResult.ts'
import type { ListedTarget } from './target.ts'

/** The last result of a destination in words. `now` in milliseconds since 1970. */
export const LastResultWords = ({ of: target, now }: { of: Pick<ListedTarget, 'Enabled' | 'Last'>; now: number }) => (
  <TranslatedMessage
    of={reasonOfLastResult(target)}
    coded={target.Last.Coded}
    within={(reason) => resultWords(target, now, reason)}
  />
)
