import type { RemoteFault } from '../../../../router/model/machine/backup/remote/fault.ts'
import { remoteFaultPhrase } from '../../../../router/model/machine/backup/remote/faultphrase.ts'
import { sentenceIn } from '../../../../router/phrases/phrase.ts'
import { capitalized } from '../../../../router/values/capitalized.ts'
import { remoteFaults } from '../../../texts/machine/backup/remoteFaults.ts'

/** Why a backup was not stored, without a full stop. `Message` is used for errors without a code. */
export function remoteFaultWords({ Fault, Message }: { Fault: RemoteFault | null; Message: string }): string {
  if (!Fault) return capitalized(Message).replace(/\.$/, '')
  if (Fault.Code === 'other') return capitalized(Fault.Detail)
  return capitalized(sentenceIn(remoteFaults, remoteFaultPhrase(Fault)))
}
