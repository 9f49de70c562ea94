import { Message } from '../../../parts/values/Message.tsx'
import { reasonOf, resultWords } from './lastResult.ts'
import type { Target } from './target.ts'

/** The last result of a destination in words. `now` in milliseconds since 1970. */
export const LastResult = ({ of: target, now }: { of: Pick<Target, 'Enabled' | 'Last'>; now: number }) => (
  <Message of={reasonOf(target)} within={(reason) => resultWords(target, now, reason)} />
)
