import type { Core } from '../../../core.ts'
import { NotFound } from '../../../errors.ts'
import type { services } from '../../../model/machine/services/contract.ts'
import {
  type Announced,
  SERVICE_IDS,
  SERVICES,
  serviceOf,
  servicePortsOf,
} from '../../../model/machine/services/service.ts'
import type { Handlers } from '../../../model/operation.ts'
import { ofField, phrase } from '../../../phrases/phrase.ts'

export interface Deps extends Pick<Core, 'facts'> {
  /** What a device has announced, by its MAC address. */
  readonly announced: (mac: string) => readonly Announced[]
}

export function serviceHandlers({ facts, announced }: Deps): Handlers<typeof services> {
  return {
    list({ query: { identity } }) {
      const mac = identity?.toLowerCase()
      if (mac !== undefined && !facts.devices.get(mac))
        throw new NotFound(ofField('identity', phrase('home.identityUnknown', mac)))
      const own = mac === undefined ? [] : announced(mac)
      return {
        Services: SERVICE_IDS.map((Id) => ({ Id, Title: SERVICES[Id].title, Ports: [...servicePortsOf(Id, own)] })),
        Announced: own.map(({ Type, Port }) => ({ Type, Port, Service: serviceOf(Type) ?? null })),
      }
    },
  }
}
