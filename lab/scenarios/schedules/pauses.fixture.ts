import { ECHO_PORT, HOSTS } from '../../guests/addresses.ts'
import type { DeviceSpec } from '../../guests/device.ts'
import type { HomeOf } from '../../home/home.ts'
import { until } from '../../process/until.ts'

interface Entry {
  readonly Id: string
  readonly Until: number
}

/** Calls about pauses and rules, and whether the phone of a home reaches the internet. */
export function openPauses({ router, phone }: HomeOf<{ phone: DeviceSpec }>) {
  const reaches = (): Promise<boolean> => phone.reaches(HOSTS[1]!, ECHO_PORT)
  return {
    pause: async (body: object): Promise<Entry> => (await router.api('/plugins/pfw/pause', body)) as unknown as Entry,
    add: async (rule: object): Promise<Entry> => (await router.api('/plugins/pfw/rules', rule)) as unknown as Entry,
    rules: async (): Promise<Entry[]> => (await router.api('/plugins/pfw/rules')) as unknown as Entry[],
    remove: (id: string) => router.api(`/plugins/pfw/rules/${id}`, undefined, 'DELETE'),
    reaches,
    untilPhone: (isOpen: boolean): Promise<unknown> =>
      until(`a phone ${isOpen ? 'with' : 'without'} internet`, async () => (await reaches()) === isOpen, 8000),
    explained: async (): Promise<string> =>
      (
        (await router.api(`/explain?from=${encodeURIComponent(phone.mac)}&to=${HOSTS[0]}&port=${ECHO_PORT}`)) as {
          Text: string
        }
      ).Text,
  }
}
