import { locale } from '../../../parts/values/locale.ts'
import { notifyTexts } from '../../../texts/messages/notify.ts'
import { ago } from '../../home/devices/ago.ts'
import type { ListedTarget } from './target.ts'

const texts = notifyTexts.last
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
const at = (unix: number): string => clock.format(unix * 1000)

/** Why the last attempt failed, without a full stop, so that it can be part of a sentence; empty if it did not. */
export const reasonOfLastResult = ({ Last }: Pick<ListedTarget, 'Last'>): string => Last.Message.replace(/\.$/, '')

/** The last result of a destination in words. `now` in milliseconds since 1970, `reason` in the language of the app. */
export function resultWords(
  { Enabled, Last }: Pick<ListedTarget, 'Enabled' | 'Last'>,
  now: number,
  reason: string,
): string {
  if (!Enabled) return texts.off
  switch (Last.State) {
    case 'never':
      return texts.never
    case 'delivered':
      return texts.delivered(ago(new Date(Last.At * 1000), new Date(now)))
    case 'waiting':
      return texts.waiting(Last.Waiting, Last.Next === 0 ? '' : at(Last.Next))
    case 'failed':
      return texts.failed(reason)
    case 'retrying':
      return texts.retrying(reason, at(Last.Next))
  }
}

/** Whether the last result needs the owner's attention. */
export const isFailed = ({ Enabled, Last }: Pick<ListedTarget, 'Enabled' | 'Last'>): boolean =>
  Enabled && (Last.State === 'failed' || Last.State === 'retrying')
