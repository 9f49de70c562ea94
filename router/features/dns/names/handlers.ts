import { Conflict, Invalid, NotFound } from '../../../errors.ts'
import type { names } from '../../../model/dns/names/contract.ts'
import { type Host, hostAddress, hostnameOf, MOST_HOSTS } from '../../../model/dns/names/host.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Change, Facts } from '../../../store/facts.ts'
import type { Ip } from '../../../values/ip.ts'

export function nameHandlers({ facts, change }: { facts: Facts; change: Change }): Handlers<typeof names> {
  return {
    list: () => [...facts.hostnames.values()].sort((a, b) => (a.Hostname < b.Hostname ? -1 : 1)),

    read({ params }) {
      const name = hostnameOf(params.hostname)
      return facts.hostnames.get(name) ?? unknown(name)
    },

    async update({ params, body }) {
      const Hostname = hostnameOf(params.hostname)
      if (body.Hostname && hostnameOf(body.Hostname, 'Hostname') !== Hostname)
        throw new Invalid(phrase('dns.hostNameDiffersFromPath'), 'Hostname')
      const host: Host = { Hostname, IPAddress: hostAddress(body.IPAddress, 'IPAddress') }
      await change((draft) => {
        const before = draft.hostnames.get(Hostname)
        if (body.CreateOnly && before) throw new Conflict(phrase('dns.hostNameExists', Hostname, before.IPAddress))
        if (body.PreviousIPAddress) expect(before ?? unknown(Hostname), body.PreviousIPAddress)
        if (!before && facts.hostnames.size >= MOST_HOSTS) throw new Invalid(phrase('dns.namesFull', MOST_HOSTS))
        if (before?.IPAddress !== host.IPAddress) draft.hostnames.put(Hostname, host)
      })
      return host
    },

    async remove({ params, body }) {
      const name = hostnameOf(params.hostname)
      await change((draft) => {
        const before = draft.hostnames.get(name) ?? unknown(name)
        for (const ip of [body.IPAddress, body.PreviousIPAddress]) if (ip) expect(before, ip)
        draft.hostnames.remove(name)
      })
    },
  }
}

function expect({ Hostname, IPAddress }: Host, ip: Ip): void {
  if (IPAddress !== ip) throw new Conflict(phrase('dns.hostAddressChanged', Hostname, IPAddress, ip))
}

const unknown = (name: string): never => {
  throw new NotFound(phrase('dns.hostNameUnknown', name))
}
