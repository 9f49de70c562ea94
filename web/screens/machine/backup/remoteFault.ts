import type { RemoteFault } from '../../../../router/model/machine/backup/remote/fault.ts'
import { sentence } from '../../../parts/values/sentence.ts'
import { remoteFaults } from '../../../texts/machine/remoteFaults.ts'

/** Why a backup was not stored, without a full stop. `Message` is used for errors without a code. */
export function remoteFaultWords({ Fault, Message }: { Fault: RemoteFault | null; Message: string }): string {
  if (!Fault) return sentence(Message).replace(/\.$/, '')
  const { Code, Detail } = Fault
  if (Code === 'other') return sentence(Detail)
  // The screen shows the host key anyway.
  const isShown = Detail !== '' && Code !== 'new_host_key'
  return isShown ? remoteFaults.because(remoteFaults.of[Code], Detail) : remoteFaults.of[Code]
}
