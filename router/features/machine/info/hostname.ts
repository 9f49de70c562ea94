import type { Core } from '../../../core.ts'
import { Unavailable } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Change } from '../../../store/facts.ts'
import type { Entry } from '../../../store/table.ts'

const SETTING = 'kernel.hostname'

/** The machine's name, which the kernel keeps until the next boot and the store for good. */
export function machineName({
  machine,
  facts,
}: Pick<Core, 'facts'> & { readonly machine: Pick<Machine, 'readSysctl' | 'writeSysctl' | 'run'> }) {
  // The unit of an installed router may neither change the name of the machine nor see a change (`ProtectHostname`): root makes it.
  const make = async (name: string): Promise<void> => {
    if (name === machine.readSysctl(SETTING)) return
    try {
      machine.writeSysctl(SETTING, name)
    } catch (cause) {
      await machine.run(['hostname', name]).catch(() => {
        throw new Unavailable(phrase('machine.hostNameFixed'), { cause })
      })
    }
  }
  const now = (): string => facts.setting('machine').HostName || (machine.readSysctl(SETTING) ?? '')
  return {
    now,

    /** The kernel first, since it may refuse; where the store does, the kernel's is taken back. */
    async change(change: Change, name: string): Promise<void> {
      const before = now()
      await make(name)
      try {
        await change((draft) => draft.set('machine', { HostName: name }))
      } catch (error) {
        await make(before)
        throw error
      }
    },

    /** The name that was chosen, after a boot, and after a backup has brought another one. */
    keep(
      watch: (changed: (entries: readonly Entry[]) => void) => Disposable,
      onFailure: (what: string, error: unknown) => void,
    ): Disposable {
      const settle = (): void => {
        const { HostName } = facts.setting('machine')
        if (HostName !== '')
          make(HostName).catch((error: unknown) => onFailure(`the machine cannot be named ${HostName}`, error))
      }
      settle()
      return watch((entries) => {
        if (entries.some(({ table, key }) => table === 'settings' && key === 'machine')) settle()
      })
    },
  }
}
