import type { RemoteStatus } from '../../../../router/model/machine/backup/remote/contract.ts'
import { locale } from '../../../parts/values/locale.ts'
import { remoteTexts } from '../../../texts/machine/backup/remote.ts'
import { remoteFaultWords } from './remoteFault.ts'

const words = remoteTexts.states

/** A time in Unix seconds, in the locale. */
const timeOf = (seconds: number): string => new Date(seconds * 1000).toLocaleString(locale)

/** The state of scheduled backups in a sentence. */
export function statusText({ State, Message, Fault, Next, Succeeded }: RemoteStatus): string {
  switch (State) {
    case 'waiting':
      return words.waiting(timeOf(Next))
    case 'retrying':
      return words.retrying(`${remoteFaultWords({ Fault, Message })}.`, timeOf(Next))
    case 'stored':
      return words.stored(timeOf(Succeeded))
    case 'failed':
      return words.failed(`${remoteFaultWords({ Fault, Message })}.`)
    default:
      return words[State]
  }
}
