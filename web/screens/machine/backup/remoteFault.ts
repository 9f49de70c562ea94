import { type RemoteFault, remoteFaultPhrase } from '../../../../router/model/machine/backup/remote/fault.ts'
import { sentenceIn } from '../../../../router/phrases/phrase.ts'
import { sentence } from '../../../parts/values/sentence.ts'
import { remoteFaults } from '../../../texts/machine/remoteFaults.ts'

/** Why a backup was not stored, without a full stop. `Message` is used for errors without a code. */
export function remoteFaultWords({ Fault, Message }: { Fault: RemoteFault | null; Message: string }): string {
  if (!Fault) return sentence(Message).replace(/\.$/, '')
  if (Fault.Code === 'other') return sentence(Fault.Detail)
  return sentence(sentenceIn(remoteFaults, remoteFaultPhrase(Fault)))
}
