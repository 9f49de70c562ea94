import { useMutation, useQueryClient } from '@tanstack/react-query'
import { devices } from '../../../../router/features/devices/contract.ts'
import { MASK, PENDING, type Policy } from '../../../../router/features/devices/device.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { texts } from '../../../texts.ts'
import type { Entry } from '../entry.ts'

/** A device that waits for its first connection, and the one chance to read its passphrase. */
export interface Made {
  readonly name: string
  readonly passphrase: string
  /** Identities that were known before, to recognize the new one. */
  readonly before: readonly string[]
  /** When the router had made it, by this computer's clock: what was read earlier does not know of it. */
  readonly at: number
}

/** What its owner says of a device that is to come. */
export interface Wish {
  readonly name: string
  readonly type: 'sae' | 'wpa'
  readonly policies: readonly Policy[]
  readonly groups: readonly string[]
}

/** Makes a passphrase for a device that nobody knows yet; one that waited before loses its own. */
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
