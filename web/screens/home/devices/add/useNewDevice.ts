import { useMutation } from '@tanstack/react-query'
import { devices } from '../../../../../router/model/home/devices/contract.ts'
import { type Device, MASK, PENDING, type Policy } from '../../../../../router/model/home/devices/device.ts'
import { call, queryClient } from '../../../../client/client.ts'
import { query } from '../../../../client/query.ts'
import { readAgain } from '../../../../client/readAgain.ts'
import { addTexts } from '../../../../texts/home/devices/add.ts'
import { useEntries } from '../useEntries.ts'
import { type Arrival, arrivalsOf } from './arrival.ts'

/** A pending device with its passphrase, which is kept in the screen only. */
export interface Made {
  /** `pending`, or `pending:ID`. */
  readonly identity: string
  readonly name: string
  readonly passphrase: string
  /** Identities that had a passphrase before, to recognize the device that joins. */
  readonly before: ReadonlySet<string>
  /** Time of creation by the clock of this computer; data from before does not include it. */
  readonly at: number
}

/** The settings of a new device. */
export interface NewDeviceSettings {
  readonly identity: string
  readonly name: string
  readonly type: 'sae' | 'wpa'
  readonly policies: readonly Policy[]
  readonly groups: readonly string[]
}

/** An identity for one more pending device. The page may have been loaded over HTTP, where `crypto.randomUUID` is missing. */
export const newIdentity = (): string =>
  `${PENDING}:${[...crypto.getRandomValues(new Uint32Array(2))].map((word) => word.toString(36)).join('-')}`

/** Creates a passphrase for a new device. A pending device with the same identity is replaced. */
export function useNewDevice(onMade: (made: Made) => void) {
  return useMutation({
    mutationFn: async ({ identity, name, type, policies, groups }: NewDeviceSettings): Promise<Made> => {
      const before = await readBefore()
      const device = await call(devices.update, {
        query: { identity },
        body: {
          MAC: identity,
          Name: name,
          Policies: [...policies],
          Groups: [...groups],
          DeviceTags: [],
          PSKEntry: { Type: type, Psk: '' },
        },
      })
      return madeOf(identity, device, before)
    },
    onSuccess: onMade,
    onSettled: () => void readAgain(devices.list),
  })
}

/** Reads the passphrase of a pending device that was added earlier or elsewhere. Needs a one-time code. */
export function useReadPending(onMade: (made: Made) => void) {
  return useMutation({
    mutationFn: async (identity: string) => {
      const before = await readBefore()
      return madeOf(identity, await call(devices.read, { query: { identity } }), before)
    },
    onSuccess: onMade,
    gcTime: 0,
  })
}

async function readBefore(): Promise<ReadonlySet<string>> {
  const all = await queryClient.fetchQuery({ ...query(devices.list), staleTime: 0 })
  return new Set(Object.entries(all).flatMap(([identity, { PSKEntry }]) => (PSKEntry.Type === '' ? [] : [identity])))
}

/** Throws if the answer has no passphrase. */
function madeOf(identity: string, { Name, PSKEntry }: Device, before: ReadonlySet<string>): Made {
  if (PSKEntry.Psk === MASK || PSKEntry.Psk === '') throw new Error(addTexts.noPassphrase)
  return { identity, name: Name, passphrase: PSKEntry.Psk, before, at: Date.now() }
}

const LOOK_AGAIN_MS = 3000

/** Whether devices have joined with their passphrases: from events, and by polling while the event stream is closed. */
export function useArrivals(made: readonly Made[]): Arrival[] {
  const { entries = [], dataUpdatedAt } = useEntries(made.length > 0 ? { pollMs: LOOK_AGAIN_MS } : {})
  return arrivalsOf(made, entries, dataUpdatedAt)
}
