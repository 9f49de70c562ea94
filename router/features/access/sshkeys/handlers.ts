import { dirname } from 'node:path'
import type { Core } from '../../../core.ts'
import { Conflict } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import type { sshKeys } from '../../../model/access/sshkeys/contract.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { demandProof } from '../credentials/factors.ts'

interface Deps extends Pick<Core, 'facts'> {
  readonly machine: Pick<Machine, 'readFile' | 'writeFile' | 'makeDirectory'>
  /** The file of authorized_keys(5); undefined where the router must not write one. */
  readonly file: string | undefined
}

export function sshKeyHandlers({ facts, machine, file }: Deps): Handlers<typeof sshKeys> {
  const present = (): string | undefined => (file === undefined ? undefined : machine.readFile(file))
  return {
    list() {
      const text = present()
      const Keys = (text ?? '').split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
      return { Keys, Locked: file === undefined || text !== undefined }
    },

    save({ body, caller }) {
      demandProof(facts, caller)
      if (file === undefined) throw new Conflict(phrase('access.sshKeysUnsupported'))
      if (present() !== undefined) throw new Conflict(phrase('access.sshKeysExist'))
      machine.makeDirectory(dirname(file))
      machine.writeFile(file, `${body.join('\n')}\n`, 0o600)
    },
  }
}
