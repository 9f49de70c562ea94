import { useMutation, useQueryClient } from '@tanstack/react-query'
import { devices } from '../../../../router/features/devices/contract.ts'
import { MASK, PENDING, type Policy } from '../../../../router/features/devices/device.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { texts } from '../../../texts.ts'
import type { Entry } from '../entry.ts'

/** A pending device with its passphrase, which can be read only now. */
export interface Made {
  readonly name: string
  readonly passphrase: string
  /** Identities that were known before, to recognize the new one. */
  readonly before: readonly string[]
  /** Time of creation by the clock of this computer; data from before does not include it. */
  readonly at: number
}

/** The settings of a new device. */
export interface Wish {
  readonly name: string
  readonly type: 'sae' | 'wpa'
  readonly policies: readonly Policy[]
  readonly groups: readonly string[]
}

/** Creates a passphrase for a new device; the pending one is replaced. */
export function useNewDevice(entries: readonly Entry[], onMade: (made: Made) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, type, policies, groups }: Wish): Promise<Made> => {
      const { PSKEntry } = await call(devices.update, {
        query: { identity: PENDING },
        body: {
          MAC: PENDING,
          Name: name,
          Policies: [...policies],
          Groups: [...groups],
          DeviceTags: [],
          PSKEntry: { Type: type, Psk: '' },
        },
      })
      if (PSKEntry.Psk === MASK || PSKEntry.Psk === '') throw new Error(texts.add.noPassphrase)
      const before = entries.map(({ identity }) => identity).filter((identity) => identity !== PENDING)
      return { name, passphrase: PSKEntry.Psk, before, at: Date.now() }
    },
    onSuccess: (made) => {
      cache.setQueryData(keyOf(devices.pending), true)
      onMade(made)
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: keyOf(devices.list) }),
  })
}
